"""A mail when it is somebody's turn in correspondence."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from bgsite.accounts.models import User
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.sides import Side
from games.rules.state import to_act
from matches import tasks
from matches.models import Match, PlayerSettings, Seat
from matches.presence import Visitor, board_of_site
from matches.services import turn_mail
from matches.services.turn_mail import turns_mail
from tests.factories import running_match
from tests.matches.doing import play_some, state_now
from tests.people import alice, bob

pytestmark = pytest.mark.django_db

THREE_DAYS = ClockSetting(ClockPreset.CORRESPONDENCE, 3)


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision counts as settled at once, unless a test is about that."""
    monkeypatch.setattr(turn_mail, "SETTLED_AFTER", timedelta(0))


def wanting(user: User, *, address: str = "player@example.org") -> User:
    """Somebody who wants to hear of it."""
    User.objects.filter(pk=user.pk).update(email=address)
    PlayerSettings.objects.update_or_create(person=user, defaults={"mail_on_turn": True})
    return user


def by_mail() -> tuple[Match, User]:
    """A correspondence match of two who want mails, and whose turn it is."""
    wanting(alice(), address="alice@example.org")
    wanting(bob(), address="bob@example.org")
    match = running_match(clock=THREE_DAYS)
    return match, waited_for(match)


def waited_for(match: Match) -> User:
    return alice() if to_act(state_now(match)) is Side.WHITE else bob()


def written_to() -> list[str]:
    return [address for letter in mail.outbox for address in letter.to]


def test_who_must_act_is_written_to_with_the_way_to_the_table(settings: Settings) -> None:
    settings.SITE_ADDRESS = "https://play.example.org"
    match, user = by_mail()
    opponent = bob() if user == alice() else alice()
    assert turns_mail() == 1
    letter = mail.outbox[0]
    assert letter.to == [f"{user.username}@example.org"]
    assert letter.subject == f"Your turn against {opponent.username}: 3-point match"
    assert "https://play.example.org" + reverse("matches:table", args=[match.code]) in letter.body
    assert "switch it off in your settings" in letter.body
    assert f"Hello {user.username}," in letter.body
    assert "You have until" in letter.body


def test_there_is_one_mail_for_a_decision() -> None:
    match, user = by_mail()
    assert [turns_mail(), turns_mail(), tasks.mail_turns()] == [1, 0, 0]
    play_some(match)
    assert turns_mail() == 1
    other = waited_for(match)
    assert other != user
    assert written_to()[1] == f"{other.username}@example.org"


@pytest.mark.parametrize("why", ["no wish", "no address", "banned", "guest", "paused", "computer", "over", "clock"])
def test_nobody_else_is_written_to(why: str) -> None:
    match, user = by_mail()
    seat = Seat.objects.filter(match=match, user=user)
    one = Match.objects.filter(pk=match.pk)
    if why == "no wish":
        PlayerSettings.objects.update(mail_on_turn=False)
    elif why == "no address":
        User.objects.update(email="")
    elif why == "banned":
        User.objects.update(is_active=False)
    elif why == "guest":
        User.objects.update(is_guest=True)
    elif why == "computer":
        seat.update(level="expert")
    elif why == "paused":
        one.update(paused=True)
    elif why == "over":
        one.update(status="finished")
    else:
        one.update(clock_preset="normal")
    assert turns_mail() == 0
    assert mail.outbox == []


def test_who_just_moved_is_left_in_peace_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_mail, "SETTLED_AFTER", timedelta(minutes=1))
    by_mail()
    assert turns_mail() == 0
    later = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert turns_mail() == 1


def test_who_is_at_the_table_is_not_written_to() -> None:
    match, user = by_mail()
    side = Side.WHITE if user == alice() else Side.BLACK
    visitor = Visitor(match.pk, (side,), uuid4().hex)

    async def sit(*, down: bool) -> None:
        board = board_of_site()
        await (board.here(visitor) if down else board.gone(visitor))
        await board.close()

    asyncio.run(sit(down=True))
    assert turns_mail() == 0
    asyncio.run(sit(down=False))
    assert turns_mail() == 1


def test_a_mail_that_could_not_be_sent_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*_args: object, **_kwargs: object) -> int:
        raise SMTPServerDisconnected("mail@example.org is away")

    match, _ = by_mail()
    with monkeypatch.context() as patch:
        patch.setattr(turn_mail, "send_mail", away)
        assert turns_mail() == 0
    assert not Seat.objects.filter(match=match, mailed_decision__gt=0).exists()
    assert "example.org" not in caplog.text  # the log names nobody
    assert turns_mail() == 1


def test_with_the_mail_server_away_a_sweep_knocks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def away(*_args: object, **_kwargs: object) -> int:
        asked.append(_args)
        raise SMTPServerDisconnected

    by_mail()
    running_match(clock=THREE_DAYS)
    monkeypatch.setattr(turn_mail, "send_mail", away)
    assert turns_mail() == 0
    assert len(asked) == 1


def test_a_language_that_the_site_has_no_more_is_as_none() -> None:
    by_mail()
    turns_mail()
    Seat.objects.update(mailed_decision=0)
    User.objects.update(language="fr")
    assert turns_mail() == 1
    unknown, none = (letter.body for letter in mail.outbox)
    assert unknown == none
