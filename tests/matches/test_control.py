"""Computers at the door: who may act for a side, what the columns say, and going on after a pause."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bgsite.accounts.models import User
from games.rules.actions import (
    AcceptProposal,
    Double,
    Drop,
    Next,
    OfferAdjournment,
    PassControl,
    PauseMatch,
    Resume,
    ResumeMatch,
    Roll,
)
from games.rules.errors import Refusal
from games.rules.levels import Level
from games.rules.rulecard import Preset, card_for
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule, game_of, to_act
from matches.models import Command, Match, Seat
from matches.protocol import ProtocolCode, TableCode
from matches.selectors.replays import is_like_its_log
from matches.services import start
from matches.services.play import Accepted, NotFound, Outcome, submit_action, submit_bot_action, submit_server_action
from tests.factories import against_expert, running_match
from tests.matches.doing import act, everything, must, play_some, player, refusal, some_play, state_now
from tests.people import alice

pytestmark = pytest.mark.django_db

WHITE, BLACK = Side.WHITE, Side.BLACK
EXPERT = Level.EXPERT


@pytest.fixture(autouse=True)
def white_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    class Opening:
        def throw(self) -> tuple[int, int]:
            return 3, 1

    monkeypatch.setattr(start, "SystemDice", Opening)


def bot(match: Match, action: object, side: Side = BLACK, *, decision: int | None = None) -> Outcome:
    stands = state_now(match).decision if decision is None else decision
    return submit_bot_action(match.pk, side, action, stands)  # type: ignore[arg-type]


def due(match: Match) -> datetime | None:
    return Match.objects.values_list("bot_due_at", flat=True).get(pk=match.pk)


def one_player() -> tuple[Match, User]:
    """alice plays both sides."""
    match = running_match(alice(), alice(), take_back=TakeBackRule.HOT_SEAT)
    return match, alice()


# --- computers from the start -----------------------------------------------------------------------------------


def test_the_seats_say_who_begins() -> None:
    match = against_expert()
    assert state_now(match).computers == Pair(None, EXPERT)
    assert not match.taken_over


def test_a_computer_acts_through_the_door() -> None:
    match = against_expert()
    play_some(match)
    version = must(bot(match, Roll()))
    if to_act(state_now(match)) is BLACK:
        version = must(bot(match, some_play(state_now(match))))
    match.refresh_from_db()
    assert match.version == version
    assert Command.objects.filter(match=match, side="black").count() == 0
    assert is_like_its_log(match)


def test_the_computers_action_is_judged_like_anybodys() -> None:
    match = against_expert()
    stored = everything(match)
    assert refusal(bot(match, Roll())) is Refusal.NOT_YOUR_TURN
    assert refusal(bot(match, Roll(), decision=1)) is ProtocolCode.STALE
    assert refusal(bot(match, Roll(), WHITE)) is TableCode.NO_COMPUTER
    assert everything(match) == stored
    assert submit_bot_action(0, BLACK, Roll(), 1) == NotFound()


def test_a_thought_that_came_through_twice_moves_once() -> None:
    """The worker died after the door and thinks again: the decision has moved on."""
    match = against_expert()
    play_some(match)
    decision = state_now(match).decision
    must(bot(match, Double(), decision=decision))
    stored = everything(match)
    assert refusal(bot(match, Double(), decision=decision)) is ProtocolCode.STALE
    assert everything(match) == stored


def test_nobody_acts_for_the_computer() -> None:
    match = running_match()
    must(submit_server_action(match.pk, PassControl(WHITE, EXPERT)))
    stored = everything(Match.objects.get(pk=match.pk))
    assert refusal(act(match, some_play(state_now(match)), WHITE)) is TableCode.COMPUTER_PLAYS
    assert everything(match) == stored
    must(submit_server_action(match.pk, PassControl(WHITE, None)))
    play_some(match)


def test_a_command_from_before_the_computer_is_still_answered() -> None:
    """The answer was lost, the computer took over, and the page sends it again."""
    match, cid = running_match(), uuid4()
    version = must(act(match, some_play(state_now(match)), cid=cid))
    must(submit_server_action(match.pk, PassControl(WHITE, EXPERT)))
    again = submit_action(match.code, alice().pk, Roll(), side=WHITE, decision=1, cid=cid)
    assert again == Accepted(version, repeated=True)


# --- control that passes ----------------------------------------------------------------------------------------


def test_control_is_in_the_seat_and_the_match_remembers_that_a_computer_took_over() -> None:
    match = running_match()
    must(submit_server_action(match.pk, PassControl(BLACK, Level.ADVANCED)))
    match.refresh_from_db()
    black = Seat.objects.get(match=match, side="black")
    assert (black.level, black.user is None, match.taken_over) == ("advanced", False, True)
    assert Seat.objects.get(match=match, side="white").level == ""
    must(submit_server_action(match.pk, PassControl(BLACK, None)))
    black.refresh_from_db()
    match.refresh_from_db()
    assert (black.level, match.taken_over) == ("", True)
    assert is_like_its_log(match)


def test_another_level_of_a_computer_takes_nothing_over() -> None:
    match = against_expert()
    must(submit_server_action(match.pk, PassControl(BLACK, Level.BEGINNER)))
    match.refresh_from_db()
    assert (Seat.objects.get(match=match, side="black").level, match.taken_over) == ("beginner", False)


@pytest.mark.parametrize("begun", [running_match, against_expert])
def test_an_ordinary_move_costs_no_statement_for_computers(begun: Callable[[], Match]) -> None:
    """Lock, look, store, between the two of the transaction."""
    match = begun()
    state, user = state_now(match), player(match, WHITE)
    with CaptureQueriesContext(connection) as queries:
        play, decision = some_play(state), state.decision
        must(submit_action(match.code, user.pk, play, side=WHITE, decision=decision, cid=uuid4()))
    assert len(queries) == 5


# --- who is waited for ------------------------------------------------------------------------------------------


def test_the_match_says_since_when_a_computer_is_awaited() -> None:
    match = against_expert()
    assert due(match) is None
    play_some(match)
    since = due(match)
    assert since is not None
    must(act(match, OfferAdjournment(), WHITE))
    assert due(match) == since
    must(bot(match, Double()))
    assert due(match) is None


def test_a_proposal_to_a_computer_is_due() -> None:
    match = against_expert()
    must(act(match, OfferAdjournment(), WHITE))
    assert due(match) is not None
    must(bot(match, AcceptProposal()))
    assert due(match) is None


def test_between_games_a_computer_is_due_until_it_is_ready() -> None:
    match = against_expert(card_for(Preset.MONEY))
    play_some(match)
    must(bot(match, Double()))
    must(act(match, Drop()))
    assert due(match) is not None
    must(bot(match, Next()))
    assert due(match) is None
    must(act(match, Next(), WHITE))
    assert game_of(state_now(match)).number == 2


def test_in_a_pause_no_computer_is_due() -> None:
    match = against_expert()
    play_some(match)
    must(submit_server_action(match.pk, PauseMatch()))
    assert due(match) is None
    must(submit_server_action(match.pk, ResumeMatch()))
    assert due(match) is not None


def test_a_computer_that_sits_down_on_turn_is_due_at_once() -> None:
    match = running_match()
    assert due(match) is None
    must(submit_server_action(match.pk, PassControl(WHITE, EXPERT)))
    assert due(match) is not None
    must(submit_server_action(match.pk, PassControl(WHITE, None)))
    assert due(match) is None


# --- adjourning and going on ------------------------------------------------------------------------------------


def test_two_people_adjourn_and_go_on() -> None:
    match = running_match()
    must(act(match, OfferAdjournment(), WHITE))
    must(act(match, AcceptProposal(), BLACK))
    match.refresh_from_db()
    since = match.paused_at
    assert (match.paused, since is None, match.to_act) == (True, False, None)
    decision = state_now(match).decision
    must(act(match, Resume(), WHITE, decision=decision))
    match.refresh_from_db()
    assert (match.paused, match.paused_at) == (True, since)
    must(act(match, Resume(), BLACK, decision=decision))
    match.refresh_from_db()
    assert (match.paused, match.paused_at, match.to_act) == (False, None, "white")
    assert is_like_its_log(match)


def test_who_plays_against_a_computer_goes_on_alone() -> None:
    match = against_expert()
    must(act(match, OfferAdjournment(), WHITE))
    must(bot(match, AcceptProposal()))
    assert state_now(match).paused
    must(act(match, Resume(), WHITE))
    assert not state_now(match).paused


def test_who_has_both_sides_adjourns_and_goes_on_with_one_word() -> None:
    match, reader = one_player()
    must(act(match, OfferAdjournment(), WHITE, user=reader))
    assert state_now(match).paused
    must(act(match, Resume(), BLACK, user=reader))
    assert not state_now(match).paused


def test_who_has_both_sides_presses_next_once() -> None:
    match, reader = one_player()
    play_some(match)
    must(act(match, Double(), user=reader))
    must(act(match, Drop(), user=reader))
    must(act(match, Next(), WHITE, user=reader))
    assert game_of(state_now(match)).number == 2


def test_a_pause_by_the_server_has_its_moment_too() -> None:
    match = running_match(card=card_for(Preset.MONEY))
    must(submit_server_action(match.pk, PauseMatch()))
    match.refresh_from_db()
    assert match.paused_at is not None
    assert refusal(act(match, Roll(), WHITE)) is Refusal.PAUSED
