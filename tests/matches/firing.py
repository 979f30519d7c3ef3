"""A process of `test_races` that fires actions at one match, whatever the others do."""

from __future__ import annotations

from random import Random
from uuid import uuid4

from games.rules import actions as a
from games.rules.sides import Side
from matches.models import Match, Seat
from matches.selectors.tables import state_of
from matches.services.play import Accepted, submit_action
from tests.games.random_play import accepted_actions


def fire(code: str, seed: int, count: int) -> list[int]:
    """Ask for `count` actions that were legal a moment ago; the versions of those that were accepted."""
    accepted = []
    random = Random(seed)
    user = Seat.objects.filter(match__code=code).values_list("user_id", flat=True)[0]
    for _ in range(count):
        state = state_of(Match.objects.get(code=code))
        side = random.choice(list(Side))
        choices: list[a.PlayerAction] = [
            one for one in accepted_actions(state, side) if not isinstance(one, a.EndSession | a.AcceptProposal)
        ]
        if not choices:
            side = side.other
            choices = accepted_actions(state, side)
        getting_on = [one for one in choices if isinstance(one, a.Roll | a.PlayCheckers | a.Next)]
        action = random.choice(getting_on or choices or [a.Roll()])
        outcome = submit_action(code, user, action, side=side, decision=state.decision, cid=uuid4())
        if isinstance(outcome, Accepted):
            accepted.append(outcome.version)
    return accepted
