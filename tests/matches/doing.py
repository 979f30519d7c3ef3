"""Short ways to use the door in tests."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from bgsite.accounts.models import User
from games.rules.actions import PlayCheckers, PlayerAction
from games.rules.legal import legal_plays
from games.rules.sides import Side
from games.rules.state import MatchState, ToPlay, game_of, to_act
from matches.models import Command, GameRecord, Match, MatchEvent, Seat
from matches.protocol import Code
from matches.selectors.tables import state_of
from matches.services import visit
from matches.services.play import Accepted, Outcome, Refused, submit_action
from tests.games.scripted_dice import ScriptedDice


def state_now(match: Match) -> MatchState:
    """The stored state."""
    return state_of(Match.objects.get(pk=match.pk))


def player(match: Match, side: Side) -> User:
    """Who has the seat."""
    user = Seat.objects.get(match=match, side=side.value).user
    assert user is not None
    return user


def act(
    match: Match,
    action: PlayerAction,
    side: Side | None = None,
    *,
    user: User | None = None,
    decision: int | None = None,
    cid: UUID | None = None,
) -> Outcome:
    """Do an action: for who must act, by whose seat it is, at the decision that stands, unless said otherwise."""
    state = state_now(match)
    chosen = side or to_act(state)
    assert chosen is not None
    return submit_action(
        match.code,
        (user or player(match, chosen)).pk,
        action,
        side=chosen,
        decision=state.decision if decision is None else decision,
        cid=cid or uuid4(),
    )


def must(outcome: Outcome) -> int:
    """The version of an accepted action."""
    assert isinstance(outcome, Accepted), outcome
    return outcome.version


def refusal(outcome: Outcome) -> Code:
    """The code of a refused one."""
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def some_play(state: MatchState) -> PlayCheckers:
    """The first legal play."""
    game = game_of(state)
    assert isinstance(game.phase, ToPlay)
    return PlayCheckers(legal_plays(game.board.seen_by(game.on_roll), game.phase.dice)[0].moves)


def play_some(match: Match) -> int:
    """Who must act plays the first legal play."""
    return must(act(match, some_play(state_now(match))))


def with_dice(monkeypatch: pytest.MonkeyPatch, *throws: tuple[int, int]) -> None:
    """The server throws what is written down."""
    dice = ScriptedDice(*throws)
    monkeypatch.setattr(visit, "SystemDice", lambda: dice)


def kinds(match: Match) -> list[str]:
    """The kinds of the events in its log, in order."""
    return list(MatchEvent.objects.filter(match=match).order_by("seq").values_list("kind", flat=True))


def everything(match: Match) -> tuple[object, ...]:
    """Every byte of the match in the database, for saying that nothing changed."""
    rows: list[object] = list(Match.objects.filter(pk=match.pk).values())
    for model in (Seat, MatchEvent, Command, GameRecord):
        rows += model._default_manager.filter(match_id=match.pk).order_by("pk").values()
    return tuple(rows)


def aged(match: Match, hours: float) -> None:
    """Let everything at the match be that much older: rows of events are final, so a fresh log takes their place."""
    events = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    MatchEvent.objects.filter(match=match).delete()
    for event in events:
        event.pk = None
        event.at -= timedelta(hours=hours)
    MatchEvent.objects.bulk_create(events)
