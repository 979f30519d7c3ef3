"""Whole money sessions under random rule cards, through the door: the stored score is the sum of the game records."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from django.db import transaction
from hypothesis import settings

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import IllegalAction
from games.rules.events import MatchStarted, PlayTakenBack, RefusalPaid, RulingGiven
from games.rules.levels import Level
from games.rules.match import evolve, initial
from games.rules.rulecard import (
    UNLIMITED,
    BeaverRefusal,
    Multipliers,
    Opening,
    PlayKind,
    Preset,
    RuleCard,
    checked_card,
)
from games.rules.rulings import AdjustScore
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule, game_of
from matches.models import GameRecord, Match, Seat
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import log_of
from matches.services import start, visit
from matches.services.play import Outcome, submit_bot_action, submit_server_action
from matches.services.start import match_start
from tests.factories import open_match, seat
from tests.games.random_play import RandomMatch
from tests.games.scripted_dice import ScriptedDice
from tests.matches.doing import act, must, state_now
from tests.people import alice, bob

pytestmark = pytest.mark.django_db

SESSIONS = {"dev": 1, "ci": 2, "long": 200}


def random_card(lots: Random) -> RuleCard:
    """Any card of a session; drawn again until the rules accept it."""
    card = RuleCard(
        Preset.CUSTOM,
        PlayKind.MONEY,
        None,
        opening=lots.choice(list(Opening)),
        cube_limit=lots.choice((1, 2, 16, 64, 4096)),
        jacoby=lots.random() < 0.5,
        automatic_doubles=lots.choice((0, 1, 2, UNLIMITED)),
        max_redoubles=lots.randrange(4),
        beaver_refusal=lots.choice(list(BeaverRefusal)),
        multipliers=lots.choice(list(Multipliers)),
    )
    try:
        return checked_card(card)
    except IllegalAction:
        return random_card(lots)


def random_session(lots: Random) -> RandomMatch:
    """A session that begins, without a clock; a computer may play one side."""
    computer = lots.choice((None, None, *Level))
    terms = MatchStarted(
        random_card(lots), ClockSetting(ClockPreset.UNTIMED), lots.choice(list(TakeBackRule)), Pair(None, computer)
    )
    return RandomMatch(terms, lots)


def begun(session: RandomMatch) -> Match:
    """The same session in the database, with the same opening."""
    terms = session.terms
    with transaction.atomic():
        match = open_match(card=terms.card, take_back=terms.take_back)
        seat(match, Side.WHITE, alice())
        Seat.objects.create(match=match, side=Side.BLACK.value, user=bob(), level=terms.computers.black or "")
        match_start(match)
    return match


def do(match: Match, call: tuple[Side | None, a.Action]) -> Outcome:
    """The call as whoever plays the side would send it: server, computer or person."""
    side, action = call
    if side is None:
        return submit_server_action(match.pk, cast(a.ServerAction, action))
    asked = cast(a.PlayerAction, action)
    state = state_now(match)
    if state.computers.of(side) is not None:
        return submit_bot_action(match.pk, side, asked, state.decision)
    return act(match, asked, side, user=alice() if side is Side.WHITE else bob())


def points_beside(match: Match) -> dict[Side, int]:
    """What each side got beside games: for refused beavers, unless a take-back gave it back, and by adjusted scores."""
    log = [stored.event for stored in log_of(match.pk)]
    assert isinstance(log[0], MatchStarted)
    state = initial(log[0])
    paid: list[tuple[int, int, Side, int]] = []
    for event in log:
        match event:
            case RefusalPaid(side, points):
                paid.append((game_of(state).number, game_of(state).turn_number, side.other, points))
            case PlayTakenBack(restored=restored):
                here = game_of(state).number
                paid = [one for one in paid if one[0] != here or one[1] <= restored.turn_number]
            case RulingGiven(AdjustScore(score)):
                paid += [(0, 0, side, score.of(side) - state.score.of(side)) for side in Side]
            case _:
                pass
        state = evolve(state, event)
    return {side: sum(points for _, _, winner, points in paid if winner is side) for side in Side}


def check_records(match: Match) -> None:
    """Score == games won + payments and adjustments; each record begins with the score before it."""
    records = list(GameRecord.objects.filter(match=match).order_by("number"))
    assert [record.number for record in records] == list(range(1, len(records) + 1))
    beside = points_beside(match)
    for side, score in ((Side.WHITE, match.score_white), (Side.BLACK, match.score_black)):
        won = sum(record.points or 0 for record in records if record.winner == side.value)
        assert score == won + beside[side]


@pytest.mark.parametrize("number", range(SESSIONS[settings.get_current_profile_name()]))
def test_the_stored_score_is_the_sum_of_the_game_records_and_payments(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """rules.md 3, 7.3."""
    session = random_session(Random(number))
    dice = ScriptedDice(*session.dice.thrown)
    for module in (visit, start):
        monkeypatch.setattr(module, "SystemDice", lambda: dice)
    match = begun(session)
    while session.state.result is None:
        session.step()
        assert session.call is not None
        dice.add(session.dice.thrown)
        must(do(match, session.call))
        assert dice.left == 0
    match.refresh_from_db()
    assert state_now(match).score == session.state.score
    assert state_now(match).game == session.state.game
    assert match.status == Match.Status.FINISHED
    check_records(match)
    assert is_like_its_log(match)
