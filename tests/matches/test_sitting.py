"""Sitting down at once: against the computer, and two at one screen."""

from __future__ import annotations

import pytest

from bgsite.accounts.models import User
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import RulesError
from games.rules.levels import Level
from games.rules.rulecard import PlayKind, Preset, RuleCard, card_for
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule
from matches.models import Match, Seat
from matches.selectors.replays import is_like_its_log
from matches.services.lifecycle import MATCHES_AN_HOUR, LifecycleError, LifecycleFault, Terms
from matches.services.sitting import LONGEST_PACE, computer_match_start, hot_seat_start
from tests.matches.doing import act, must, some_play, state_now
from tests.people import alice

pytestmark = pytest.mark.django_db


def terms(
    card: RuleCard | None = None,
    clock: ClockPreset = ClockPreset.UNTIMED,
    side: Side | None = Side.WHITE,
    *,
    public: bool = False,
) -> Terms:
    return Terms(card or card_for(Preset.MATCH, 3), ClockSetting(clock), side, public)


def seats(match: Match) -> dict[str, tuple[int | None, str]]:
    return {seat.side: (seat.user_id, seat.level) for seat in Seat.objects.filter(match=match)}


def test_a_match_against_the_computer_begins_at_once() -> None:
    match = computer_match_start(alice(), terms(), Level.ADVANCED, 700)
    assert (match.status, match.origin, match.pace) == (Match.Status.RUNNING, Match.Origin.COMPUTER, 700)
    assert seats(match) == {"white": (alice().pk, ""), "black": (None, "advanced")}
    state = state_now(match)
    assert state.computers == Pair(None, Level.ADVANCED)
    assert state.take_back is TakeBackRule.AGAINST_COMPUTER
    assert state.game is not None
    assert is_like_its_log(match)


@pytest.mark.parametrize("side", [*Side, None])
def test_the_person_has_the_side_asked_for_or_drawn(side: Side | None) -> None:
    match = computer_match_start(alice(), terms(side=side), Level.BEGINNER, 0)
    mine = Seat.objects.get(match=match, user=alice()).side
    assert mine in ({side.value} if side else {"white", "black"})
    assert state_now(match).computers.of(Side(mine)) is None
    assert state_now(match).computers.of(Side(mine).other) is Level.BEGINNER


@pytest.mark.parametrize("pace", [-1, LONGEST_PACE + 1])
def test_another_pace_is_an_error_and_nothing_begins(pace: int) -> None:
    with pytest.raises(ValueError, match="a pace of"):
        computer_match_start(alice(), terms(), Level.BEGINNER, pace)
    assert not Match.objects.exists()


def test_one_person_has_both_sides_at_one_screen() -> None:
    match = hot_seat_start(alice(), terms(public=True))
    assert (match.status, match.origin, match.is_public) == (Match.Status.RUNNING, Match.Origin.HOT_SEAT, True)
    assert seats(match) == {side.value: (alice().pk, "") for side in Side}
    state = state_now(match)
    assert (state.take_back, state.computers) == (TakeBackRule.HOT_SEAT, Pair(None, None))
    must(act(match, some_play(state), user=alice()))


@pytest.mark.parametrize("hot_seat", [False, True])
def test_a_clock_can_be_agreed(hot_seat: bool) -> None:
    match = begin(alice(), terms(clock=ClockPreset.FAST), hot_seat=hot_seat)
    state = state_now(match)
    assert state.clock is not None
    assert state.clock.running is not None
    assert match.deadline_at is not None


@pytest.mark.parametrize("hot_seat", [False, True])
def test_such_matches_are_never_rated(hot_seat: bool) -> None:
    wish = Terms(card_for(Preset.MATCH, 3), ClockSetting(ClockPreset.UNTIMED), Side.WHITE, False, True)
    assert not begin(alice(), wish, hot_seat=hot_seat).is_rated


@pytest.mark.parametrize("hot_seat", [False, True])
def test_a_card_that_the_rules_refuse_begins_nothing(hot_seat: bool) -> None:
    card = RuleCard(Preset.CUSTOM, PlayKind.MATCH, 3, jacoby=True)
    with pytest.raises(RulesError):
        begin(alice(), terms(card), hot_seat=hot_seat)
    assert not Match.objects.exists()


@pytest.mark.parametrize("hot_seat", [False, True])
def test_they_count_for_the_limit_of_an_hour(hot_seat: bool) -> None:
    card = card_for(Preset.MATCH, 3)
    Match.objects.bulk_create(
        Match(created_by=alice(), card={}, kind=card.kind.value, preset=card.preset.value)
        for _ in range(MATCHES_AN_HOUR)
    )
    with pytest.raises(LifecycleError) as caught:
        begin(alice(), terms(), hot_seat=hot_seat)
    assert caught.value.fault is LifecycleFault.TOO_MANY


def test_a_closed_account_begins_nothing() -> None:
    closed = User.objects.create_user("closed", is_active=False)
    with pytest.raises(LifecycleError) as caught:
        computer_match_start(closed, terms(), Level.BEGINNER, 0)
    assert caught.value.fault is LifecycleFault.ACCOUNT_CLOSED


def test_a_guest_can_sit_down() -> None:
    guest = User.objects.create(username="guest-7", is_guest=True)
    assert seats(computer_match_start(guest, terms(), Level.BEGINNER, 0))["white"] == (guest.pk, "")


def begin(person: User, what: Terms, *, hot_seat: bool) -> Match:
    return hot_seat_start(person, what) if hot_seat else computer_match_start(person, what, Level.BEGINNER, 0)
