"""Reporting lines of chat, blocking who wrote them, and taking the word from people."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from matches.models import Block, ChatLine, ChatReport, Match, Mute
from matches.protocol import Say
from matches.services.chat import say
from matches.services.chat_purge import chat_forget
from matches.services.chat_reports import (
    LINES_AROUND,
    REPORTS_AN_HOUR,
    ReportError,
    ReportFault,
    author_block,
    line_report,
    reports_handle,
)
from matches.services.muting import mute, mutes_forget, unmute
from matches.services.people import muted_until
from matches.wording.faults import REPORT_FAULTS
from tests.factories import running_match
from tests.matches.matchmaking import browser, person

pytestmark = pytest.mark.django_db


def line(match: Match, number: int, author: User, text: str, **more: str) -> ChatLine:
    return ChatLine.objects.create(match=match, number=number, author=author, text=text, version=1, **more)


def fault_of(match: Match, number: int, reader: User | None, reason: str = "insult") -> ReportFault:
    with pytest.raises(ReportError) as refused:
        line_report(match.code, number, None if reader is None else reader.pk, reason)
    return refused.value.fault


def test_a_report_keeps_the_lines_around_as_the_reporter_saw_them(match: Match, alice: User, bob: User) -> None:
    for number in range(1, 31):
        line(match, number, bob if number % 2 else alice, f"line {number}")
    ChatLine.objects.filter(number=15).update(text="", preset="sorry")
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    ChatLine.objects.filter(number=14).update(audience="spectators")
    made = line_report(match.code, 13, alice.pk, "spam")
    assert (made.accused, made.reporter, made.reason, made.handled_at) == (bob, alice, "spam", None)
    numbers = [entry["number"] for entry in made.context]
    assert numbers == [n for n in range(13 - LINES_AROUND, 13 + LINES_AROUND + 1) if n != 14]
    said = {entry["number"]: entry for entry in made.context}
    assert (said[13]["text"], said[13]["person"], said[15]["preset"]) == ("line 13", bob.pk, "sorry")
    ChatLine.objects.all().delete()
    assert ChatReport.objects.get().context == made.context


def test_what_cannot_be_reported(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    line(match, 2, alice, "mine")
    line(match, 3, person("sue"), "for spectators", audience="spectators")
    private = running_match(alice, bob)
    line(private, 1, bob, "between us")
    assert fault_of(match, 1, None) is ReportFault.NOT_REGISTERED
    assert fault_of(match, 1, guest_make()) is ReportFault.NOT_REGISTERED
    assert fault_of(match, 9, alice) is ReportFault.NO_SUCH_LINE
    assert fault_of(match, 3, alice) is ReportFault.NO_SUCH_LINE
    assert fault_of(private, 1, person("charlie")) is ReportFault.NO_SUCH_LINE
    assert fault_of(match, 2, alice) is ReportFault.OWN_LINE
    assert fault_of(match, 1, alice, "boring") is ReportFault.UNKNOWN_REASON
    assert not ChatReport.objects.exists()


def test_a_reader_reports_a_line_once_and_others_may_too(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    line_report(match.code, 1, alice.pk, "insult")
    assert fault_of(match, 1, alice) is ReportFault.REPORTED_ALREADY
    line_report(match.code, 1, person("charlie").pk, "insult")
    assert ChatReport.objects.count() == 2


def test_reports_are_limited_to_ten_an_hour(match: Match, alice: User, bob: User) -> None:
    for number in range(1, REPORTS_AN_HOUR + 2):
        line(match, number, bob, "Ha")
    for number in range(1, REPORTS_AN_HOUR + 1):
        line_report(match.code, number, alice.pk, "spam")
    assert fault_of(match, REPORTS_AN_HOUR + 1, alice) is ReportFault.TOO_MANY
    ChatReport.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    line_report(match.code, REPORTS_AN_HOUR + 1, alice.pk, "spam")


def test_who_wrote_a_line_can_be_blocked(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    assert author_block(match.code, 1, alice.pk) == "bob"
    assert Block.objects.filter(owner=alice, person=bob).exists()


def test_every_fault_has_a_sentence() -> None:
    assert set(REPORT_FAULTS) == set(ReportFault)


# --- the pages ----------------------------------------------------------------------------------------------------


def answer(client: Client, match: Match, what: str, **data: str) -> tuple[int, dict[str, str]]:
    page = client.post(f"/match/{match.code}/chat/1/{what}/", data, headers={"Accept": "application/json"})
    return page.status_code, page.json()


def test_the_table_is_answered_in_sentences(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    client = browser(alice)
    assert answer(client, match, "report", reason="insult") == (
        200,
        {"done": "Thank you. The administrators will look at it."},
    )
    assert answer(client, match, "report", reason="insult") == (409, {"error": "You have reported this line already."})
    done = {"done": "bob is blocked. You can lift this in your play settings."}
    assert answer(client, match, "block") == (200, done)
    assert answer(client, match, "block") == (409, {"error": "There is no such line of chat any more."})
    assert answer(browser(), match, "report", reason="insult") == (409, {"error": "This needs an account."})


def test_looking_changes_nothing(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    for what in ("report", "block"):
        assert browser(alice).get(f"/match/{match.code}/chat/1/{what}/").status_code == 405
    assert not ChatReport.objects.exists()


def test_without_the_token_of_a_page_nothing_is_done(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(f"/match/{match.code}/chat/1/report/", {"reason": "spam"}).status_code == 403
    assert not ChatReport.objects.exists()


# --- muting -------------------------------------------------------------------------------------------------------


def test_the_longest_of_several_mutes_holds_until_it_is_lifted(match: Match, alice: User) -> None:
    long = mute(alice.pk, timedelta(days=7), reason="insults")
    mute(alice.pk, timedelta(hours=1))
    assert muted_until(alice.pk) == long.until
    assert say(match.pk, alice.pk, Say(uuid4(), "hello", "")).code == "chat_muted"
    assert unmute(alice.pk) == 2
    assert muted_until(alice.pk) is None
    assert say(match.pk, alice.pk, Say(uuid4(), "hello", "")).code is None


def test_mutes_are_kept_a_year(alice: User) -> None:
    mute(alice.pk, timedelta(hours=1))
    old = mute(alice.pk, timedelta(hours=1))
    Mute.objects.filter(pk=old.pk).update(until=timezone.now() - timedelta(days=366))
    assert mutes_forget() == 1
    assert Mute.objects.exclude(pk=old.pk).count() == 1


def test_reports_are_kept_half_a_year_after_they_were_handled(match: Match, alice: User, bob: User) -> None:
    now = timezone.now()
    made = []
    for number in range(1, 5):
        line(match, number, bob, "Ha")
        made.append(line_report(match.code, number, alice.pk, "spam"))
    reports_handle(made[:2], bob.pk)
    ChatReport.objects.filter(pk=made[0].pk).update(handled_at=now - timedelta(days=181))
    ChatReport.objects.filter(pk=made[2].pk).update(created_at=now - timedelta(days=366))
    ChatReport.objects.filter(pk=made[3].pk).update(created_at=now - timedelta(days=300))
    assert chat_forget() == 2
    assert set(ChatReport.objects.values_list("line_number", flat=True)) == {2, 4}


def test_handling_twice_keeps_the_first_decision(match: Match, alice: User, bob: User) -> None:
    line(match, 1, bob, "Ha")
    made = line_report(match.code, 1, alice.pk, "spam")
    reports_handle([made], alice.pk)
    reports_handle([made], bob.pk)
    made.refresh_from_db()
    assert made.handled_by == alice
