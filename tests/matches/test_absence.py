"""An opponent who is gone: computer, adjournment, claim, and coming back (rules.md 5.8)."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django import Settings

from bgsite.accounts.models import User
from games.rules.actions import ResignMatch, Resume
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import Refusal
from games.rules.levels import Level
from games.rules.score import Termination
from games.rules.sides import Side
from games.rules.state import to_act
from matches.models import Match, MatchEvent, Seat
from matches.moment import now_millis
from matches.protocol import Absent, AbsentChoice, Here, Presence, ProtocolCode, SeatBack, TableCode
from matches.services.absence import STAND_IN, answer_absent, seat_back
from matches.services.answers import DONE, Answer
from tests.factories import running_match
from tests.matches.bots.tables import against_computer
from tests.matches.doing import act, aged, everything, must, play_some, player, refusal, state_now
from tests.matches.matchmaking import pass_turn
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db

NORMAL = ClockSetting(ClockPreset.NORMAL)
CORRESPONDENCE = ClockSetting(ClockPreset.CORRESPONDENCE, 3)


def gone_for(seconds: float, accused: Side = Side.BLACK) -> Presence:
    """The other side is there, `accused` is not."""
    since = now_millis() - int(seconds * 1000)
    if accused is Side.WHITE:
        return Presence(Here.GONE, Here.HERE, 0, white_gone=since)
    return Presence(Here.HERE, Here.GONE, 0, black_gone=since)


BOTH_HERE = Presence(Here.HERE, Here.HERE, 0)
UNKNOWN = Presence(Here.HERE, Here.UNKNOWN, 0)


def answer(
    match: Match,
    choice: AbsentChoice,
    presence: Presence,
    *,
    asker: User | None = None,
    accused: Side = Side.BLACK,
    about: int | None = None,
) -> Answer:
    decision = state_now(match).decision if about is None else about
    frame = Absent(uuid4(), accused, decision, choice)
    return answer_absent(match.pk, (asker or alice()).pk, frame, presence)


def let_black_act(match: Match) -> None:
    if to_act(state_now(match)) is Side.WHITE:
        play_some(match)


# --- the computer -------------------------------------------------------------------------------------------------


def test_after_two_minutes_the_computer_takes_the_seat() -> None:
    match = running_match()
    assert answer(match, AbsentChoice.COMPUTER, gone_for(120)) == DONE
    assert state_now(match).computers.black is STAND_IN is Level.INTERMEDIATE
    match.refresh_from_db()
    assert (match.taken_over, match.seats.get(side="black").level) == (True, "intermediate")
    assert match.seats.get(side="black").user == bob()
    assert refusal(act(match, Resume(), Side.BLACK, user=bob())) is TableCode.COMPUTER_PLAYS


@pytest.mark.parametrize("choice", [AbsentChoice.COMPUTER, AbsentChoice.ADJOURN])
def test_nothing_happens_before_the_two_minutes_are_over_or_when_the_player_is_back(choice: AbsentChoice) -> None:
    match = running_match()
    stored = everything(match)
    assert answer(match, choice, gone_for(119)) == Answer(TableCode.NOT_GONE)
    assert answer(match, choice, BOTH_HERE) == Answer(TableCode.NOT_GONE)
    assert everything(match) == stored


@pytest.mark.parametrize("choice", [AbsentChoice.COMPUTER, AbsentChoice.ADJOURN])
def test_a_lost_valkey_is_unknown_and_never_gone(choice: AbsentChoice) -> None:
    match = running_match()
    assert answer(match, choice, UNKNOWN) == Answer(TableCode.PRESENCE_UNKNOWN)
    assert state_now(match).computers.black is None


def test_the_time_is_a_setting(settings: Settings) -> None:
    settings.BARPOINT_GONE_SECONDS = 1
    assert answer(running_match(), AbsentChoice.COMPUTER, gone_for(1.5)) == DONE


def test_no_computer_at_a_rated_match() -> None:
    match = running_match()
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    assert answer(match, AbsentChoice.COMPUTER, gone_for(500)) == Answer(TableCode.RATED)


def test_with_a_clock_the_clock_decides_where_it_counts() -> None:
    match = running_match(clock=NORMAL)
    assert answer(match, AbsentChoice.CLAIM, gone_for(90_000)) == Answer(TableCode.CLOCK_DECIDES)
    assert answer(match, AbsentChoice.COMPUTER, gone_for(500)) == DONE
    rated = running_match(clock=NORMAL)
    Match.objects.filter(pk=rated.pk).update(is_rated=True)
    assert answer(rated, AbsentChoice.ADJOURN, gone_for(500)) == Answer(TableCode.CLOCK_DECIDES)


@pytest.mark.parametrize("choice", list(AbsentChoice))
def test_correspondence_is_played_by_people_who_are_away(choice: AbsentChoice) -> None:
    match = running_match(clock=CORRESPONDENCE)
    assert answer(match, choice, gone_for(90_000)) == Answer(TableCode.CLOCK_DECIDES)


def test_only_the_other_side_may_choose() -> None:
    match, hot_seat = running_match(), running_match(alice(), alice())
    stored = everything(match)
    absent = gone_for(500)
    assert answer(match, AbsentChoice.COMPUTER, absent, asker=charlie()) == Answer(ProtocolCode.NOT_PLAYING)
    assert answer(match, AbsentChoice.COMPUTER, absent, asker=bob()) == Answer(ProtocolCode.NOT_YOUR_SIDE)
    assert answer(hot_seat, AbsentChoice.COMPUTER, absent) == Answer(ProtocolCode.NOT_YOUR_SIDE)
    assert everything(match) == stored


def test_a_computer_is_never_gone() -> None:
    match = against_computer()
    assert answer(match, AbsentChoice.COMPUTER, gone_for(500)) == Answer(TableCode.COMPUTER_PLAYS)


# --- coming back --------------------------------------------------------------------------------------------------


def test_the_player_who_is_back_gets_the_seat_back() -> None:
    match = running_match()
    answer(match, AbsentChoice.COMPUTER, gone_for(500))
    assert seat_back(match.pk, bob().pk, SeatBack(uuid4(), Side.BLACK)) == DONE
    assert state_now(match).computers.black is None
    assert match.seats.get(side="black").level == ""
    kinds = list(MatchEvent.objects.filter(match=match, kind="control_passed").values_list("data__computer", flat=True))
    assert kinds == ["intermediate", None]
    let_black_act(match)
    pass_turn(match, Side.BLACK)
    match.refresh_from_db()
    assert match.taken_over  # what a computer has played stays unrated


def test_nobody_gets_a_seat_that_is_not_theirs_or_where_no_computer_sits() -> None:
    match = running_match()
    assert seat_back(match.pk, bob().pk, SeatBack(uuid4(), Side.BLACK)) == Answer(TableCode.NO_COMPUTER)
    answer(match, AbsentChoice.COMPUTER, gone_for(500))
    stored = everything(match)
    for user in (alice(), charlie()):
        assert seat_back(match.pk, user.pk, SeatBack(uuid4(), Side.BLACK)) == Answer(ProtocolCode.NOT_YOUR_SIDE)
    own = against_computer()
    assert seat_back(own.pk, alice().pk, SeatBack(uuid4(), Side.BLACK)) == Answer(ProtocolCode.NOT_YOUR_SIDE)
    assert everything(match) == stored


# --- adjourning ---------------------------------------------------------------------------------------------------


def test_the_match_can_be_adjourned_and_resumed_by_both() -> None:
    match = running_match()
    assert answer(match, AbsentChoice.ADJOURN, gone_for(130)) == DONE
    assert state_now(match).paused
    match.refresh_from_db()
    assert match.paused_at is not None
    for side in Side:
        must(act(match, Resume(), side, user=player(match, side)))
    assert not state_now(match).paused


def test_what_is_adjourned_is_not_adjourned_again() -> None:
    match = running_match()
    answer(match, AbsentChoice.ADJOURN, gone_for(130))
    assert answer(match, AbsentChoice.ADJOURN, gone_for(130)) == Answer(Refusal.PAUSED)


# --- claiming -----------------------------------------------------------------------------------------------------


def test_a_game_is_claimed_after_a_day_gone() -> None:
    match = running_match()
    let_black_act(match)
    assert answer(match, AbsentChoice.CLAIM, gone_for(86_399)) == Answer(TableCode.CLAIM_TOO_EARLY)
    assert answer(match, AbsentChoice.CLAIM, gone_for(86_401)) == DONE
    game = match.games.get(number=1)
    assert (game.winner, game.points, game.termination) == ("white", 1, Termination.CLAIMED.value)


@pytest.mark.parametrize("presence", [BOTH_HERE, UNKNOWN])
def test_who_has_not_moved_for_a_day_counts_as_gone(presence: Presence) -> None:
    match = running_match()
    let_black_act(match)
    aged(match, 23)
    assert answer(match, AbsentChoice.CLAIM, presence) == Answer(TableCode.CLAIM_TOO_EARLY)
    aged(match, 1.1)
    assert answer(match, AbsentChoice.CLAIM, presence) == DONE


def test_a_claim_names_the_decision_and_holds_only_while_the_accused_must_act() -> None:
    match = running_match()
    let_black_act(match)
    old = state_now(match).decision
    pass_turn(match, Side.BLACK)  # who is back and has moved
    aged(match, 30)
    stored = everything(match)
    assert answer(match, AbsentChoice.CLAIM, gone_for(90_000), about=old).code is Refusal.CLAIM_STALE
    assert answer(match, AbsentChoice.CLAIM, gone_for(90_000)).code is Refusal.CLAIM_STALE  # White must act
    assert everything(match) == stored


def test_case_131_a_dismissed_claim_can_be_made_later_and_a_refusal_has_its_reason() -> None:
    """Case 131: nothing on the server remembers a dialog; the claim works as long as the opponent is gone."""
    match = running_match()
    let_black_act(match)
    assert answer(match, AbsentChoice.CLAIM, BOTH_HERE).code is TableCode.CLAIM_TOO_EARLY
    for _ in range(2):
        assert answer(match, AbsentChoice.CLAIM, gone_for(86_000)).code is TableCode.CLAIM_TOO_EARLY
    assert answer(match, AbsentChoice.CLAIM, gone_for(87_000)) == DONE
    assert answer(match, AbsentChoice.CLAIM, gone_for(87_000)).code is not None


def test_case_128_after_the_end_nobody_is_accused() -> None:
    """Cases 127, 128: the match is over, the loser's tab is closed: no second loss, and no other match is touched."""
    match, other = running_match(), running_match()
    let_black_act(match)
    must(act(match, ResignMatch(), Side.BLACK, user=bob()))
    stored = everything(match), everything(other)
    for choice in AbsentChoice:
        assert answer(match, choice, gone_for(90_000)).code is Refusal.MATCH_OVER
    assert (everything(match), everything(other)) == stored


def test_nobody_stands_in_for_a_deleted_account() -> None:
    match = running_match()
    Seat.objects.filter(match=match, side="black").update(user=None)
    assert answer(match, AbsentChoice.COMPUTER, gone_for(500)) == Answer(TableCode.COMPUTER_PLAYS)
