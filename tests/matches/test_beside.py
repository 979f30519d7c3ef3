"""What a table tells its readers beside the game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bgsite.accounts.guest_services import guest_make
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.sides import Side
from matches.models import Match, Mute, PlayerSettings, Seat
from matches.moment import as_millis
from matches.protocol import Beside, MayChat
from matches.selectors.beside import NOTHING, beside_of
from matches.selectors.chat import lines_after
from matches.selectors.frames import hello
from matches.selectors.sockets import entry_at
from matches.selectors.tables import sides_of
from matches.services.sitting import hot_seat_start
from tests.factories import running_match
from tests.matches.bots.tables import against_computer
from tests.matches.matchmaking import terms
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db


def seen_by(user_id: int | None, match: Match) -> Beside:
    return beside_of(match.pk, user_id, sides_of(match.pk, user_id))


def test_between_two_players() -> None:
    found = seen_by(alice().pk, running_match())
    assert found == Beside(
        rated=False,
        hot_seat=False,
        pace=None,
        hints=False,
        stand_in=True,
        rematch=None,
        may_chat=MayChat.TEXT,
        muted_until=None,
        mail="",
    )


def test_against_the_computer() -> None:
    match = against_computer(pace=700)
    found = seen_by(alice().pk, match)
    assert (found.pace, found.hints, found.stand_in, found.hot_seat) == (700, True, False, False)
    assert not seen_by(charlie().pk, match).hints


def test_at_one_screen() -> None:
    found = seen_by(alice().pk, hot_seat_start(alice(), terms()))
    assert (found.hot_seat, found.hints, found.stand_in, found.pace) == (True, True, False, None)


def test_a_rated_match_has_no_hints_and_no_stand_in_until_a_computer_took_over() -> None:
    match = running_match()
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    found = seen_by(alice().pk, match)
    assert (found.rated, found.stand_in) == (True, False)
    Match.objects.filter(pk=match.pk).update(taken_over=True)
    assert not seen_by(alice().pk, match).rated


def test_where_a_computer_stands_in_its_pace_is_shown_and_no_hints_are_given() -> None:
    match = running_match()
    Seat.objects.filter(match=match, side="black").update(level="intermediate")
    found = seen_by(alice().pk, match)
    assert (found.pace, found.hints) == (1000, False)


def test_who_may_write_what() -> None:
    guest = guest_make()
    match, with_guest = running_match(is_public=True), running_match(alice(), guest)
    assert seen_by(charlie().pk, match).may_chat is MayChat.TEXT
    assert seen_by(None, match).may_chat is MayChat.NOTHING
    assert seen_by(guest.pk, match).may_chat is MayChat.NOTHING
    assert seen_by(guest.pk, with_guest).may_chat is MayChat.PRESETS
    assert seen_by(alice().pk, with_guest).may_chat is MayChat.PRESETS


def test_who_was_muted_is_told_until_when() -> None:
    until = timezone.now() + timedelta(hours=3)
    Mute.objects.create(person=alice(), until=until)
    match = running_match()
    assert seen_by(alice().pk, match).muted_until == as_millis(until)
    assert seen_by(bob().pk, match).muted_until is None


def test_mails_are_for_registered_players_of_correspondence() -> None:
    guest = guest_make()
    match = running_match(alice(), guest, clock=ClockSetting(ClockPreset.CORRESPONDENCE, 2), is_public=True)
    assert seen_by(alice().pk, match).mail == "off"
    PlayerSettings.objects.create(person=alice(), mail_on_turn=True)
    assert seen_by(alice().pk, match).mail == "on"
    assert [seen_by(user_id, match).mail for user_id in (guest.pk, charlie().pk, None)] == ["", "", ""]


def test_a_match_that_is_gone_has_nothing() -> None:
    assert beside_of(0, alice().pk, (Side.WHITE,)) == NOTHING


def test_a_socket_that_opens_asks_few_questions(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    """Hundreds come at once after a restart."""
    match = running_match()
    reader = alice().pk
    with django_assert_max_num_queries(13):
        entry = entry_at(match.code, reader, None)
        assert entry is not None
        sides = entry.place.sides
        hello(match.pk, sides)
        beside_of(match.pk, reader, sides)
        lines_after(match.pk, reader, sides, 0)
