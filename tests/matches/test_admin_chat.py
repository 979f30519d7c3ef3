"""Reports, mutes and the chat of a match in the administration."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from games.rules.levels import Level
from matches.models import ChatLine, ChatReport, Match, Mute, OwnDevice, Seek
from matches.protocol import Say
from matches.services.chat import say
from matches.services.chat_reports import line_report
from matches.services.muting import mute
from matches.services.people import muted_until
from matches.services.sitting import computer_match_start, hot_seat_start
from tests.matches.matchmaking import browser, person, terms, text_of

pytestmark = pytest.mark.django_db

HTML = "<b>fool</b> & ß"


@pytest.fixture
def match(match: Match, alice: User, bob: User) -> Match:
    """Both have said something."""
    say(match.pk, alice.pk, Say(uuid4(), "good_luck", ""))
    say(match.pk, bob.pk, Say(uuid4(), "", HTML))
    return match


@pytest.fixture
def report(match: Match, alice: User) -> ChatReport:
    return line_report(match.code, 2, alice.pk, "insult")


@pytest.fixture
def rita() -> User:
    return User.objects.create_superuser("root-of-all")


@pytest.fixture
def admin(rita: User) -> Client:
    return browser(rita)


def staff(*rights: str) -> Client:
    user = User.objects.create_user("helper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    assert user.user_permissions.count() == len(rights)
    return browser(user)


def do(client: Client, model: str, action: str, *keys: int) -> str:
    data = {"action": action, "_selected_action": list(keys)}
    return client.post(f"/admin/matches/{model}/", data, follow=True).content.decode()


# --- reports ------------------------------------------------------------------------------------------------------


def test_a_report_shows_what_was_said_around_it(admin: Client, report: ChatReport, match: Match) -> None:
    ChatLine.objects.all().delete()
    page = text_of(admin, f"/admin/matches/chatreport/{report.pk}/change/")
    for words in ("Good luck!", "&lt;b&gt;fool&lt;/b&gt; &amp; ß", "Reported:", "alice", "bob", match.code, "1 report"):
        assert words in page
    assert "<b>fool" not in page
    assert "&lt;b&gt;fool&lt;/b&gt;" in text_of(admin, "/admin/matches/chatreport/")


def test_each_look_at_what_was_said_around_a_report_is_noted_in_its_history(admin: Client, report: ChatReport) -> None:
    for _look in range(2):
        text_of(admin, f"/admin/matches/chatreport/{report.pk}/change/")
    looks = LogEntry.objects.filter(object_id=str(report.pk), change_message="chat read")
    assert looks.count() == 2


def test_longer_lists_need_no_more_queries(
    admin: Client, match: Match, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    paths = {"/admin/matches/chatreport/": 4, "/admin/matches/mute/": 4}
    for number in range(3):
        line_report(match.code, 2, person(f"reader{number}").pk, "spam")
        mute(person(f"muted{number}").pk, timedelta(hours=1))
        for path, count in paths.items():
            admin.get(path)
            with django_assert_num_queries(count):
                admin.get(path)


def test_open_reports_come_first(admin: Client, match: Match, alice: User, report: ChatReport) -> None:
    handled = line_report(match.code, 2, person("charlie").pk, "spam")
    ChatReport.objects.filter(pk=handled.pk).update(handled_at=timezone.now())
    rows = admin.get("/admin/matches/chatreport/").context["cl"].result_list
    assert [row.pk for row in rows] == [report.pk, handled.pk]
    for state, pk in {"open": report.pk, "handled": handled.pk}.items():
        rows = admin.get(f"/admin/matches/chatreport/?state={state}").context["cl"].result_list
        assert [row.pk for row in rows] == [pk]


@pytest.mark.parametrize(
    ("action", "lasts"),
    [
        ("mute_hour", timedelta(hours=1)),
        ("mute_day", timedelta(days=1)),
        ("mute_week", timedelta(days=7)),
        ("mute_month", timedelta(days=30)),
    ],
)
def test_one_action_mutes_and_puts_the_report_away(
    admin: Client, rita: User, report: ChatReport, action: str, lasts: timedelta
) -> None:
    before = timezone.now()
    assert "1 person is muted." in do(admin, "chatreport", action, report.pk)
    given = Mute.objects.get(person=report.accused)
    assert before + lasts <= given.until <= timezone.now() + lasts
    assert (given.by, report.match.code in given.reason) == (rita, True)
    report.refresh_from_db()
    assert (report.handled_by, report.handled_at is not None) == (rita, True)
    assert LogEntry.objects.get().change_message == f"muted for {lasts}"
    assert "muted until" in text_of(admin, f"/admin/matches/chatreport/{report.pk}/change/")


def test_two_reports_of_one_person_are_one_mute(admin: Client, match: Match, report: ChatReport, bob: User) -> None:
    other = line_report(match.code, 2, person("charlie").pk, "spam")
    do(admin, "chatreport", "mute_day", report.pk, other.pk)
    assert Mute.objects.filter(person=bob).count() == 1
    assert not ChatReport.objects.filter(handled_at=None).exists()


def test_reports_and_mutes_are_found_by_people(admin: Client, match: Match, report: ChatReport, bob: User) -> None:
    given = mute(bob.pk, timedelta(days=1))
    for query, reports, mutes in (("BO", [report.pk], [given.pk]), ("ob", [], []), (match.code, [report.pk], [])):
        for model, keys in {"chatreport": reports, "mute": mutes}.items():
            rows = admin.get(f"/admin/matches/{model}/?q={query}").context["cl"].result_list
            assert [row.pk for row in rows] == keys, (model, query)


def test_a_report_can_be_put_away_without_a_mute(admin: Client, report: ChatReport) -> None:
    assert "marked as handled" in do(admin, "chatreport", "mark_handled", report.pk)
    assert ChatReport.objects.get().handled_at is not None
    assert not Mute.objects.exists()


def test_staff_needs_the_rights(report: ChatReport, bob: User) -> None:
    client = staff("view_chatreport")
    page = text_of(client, f"/admin/matches/chatreport/{report.pk}/change/")
    assert "Mute for" not in page
    do(client, "chatreport", "mute_day", report.pk)
    do(client, "chatreport", "mark_handled", report.pk)
    assert not Mute.objects.exists()
    assert ChatReport.objects.get().handled_at is None


def test_staff_mutes_neither_staff_nor_themselves_nor_the_deleted(report: ChatReport, bob: User) -> None:
    client = staff("view_chatreport", "add_mute")
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert "Left out" in do(client, "chatreport", "mute_day", report.pk)
    User.objects.filter(pk=bob.pk).update(is_staff=False)
    account_delete(bob)
    assert "Left out" in do(client, "chatreport", "mute_day", report.pk)
    assert not Mute.objects.exists()
    assert ChatReport.objects.get().handled_at is None


def test_a_deleted_person_has_no_name_in_a_report(admin: Client, report: ChatReport, bob: User) -> None:
    account_delete(bob)
    page = text_of(admin, f"/admin/matches/chatreport/{report.pk}/change/")
    assert "deleted player" in page
    assert "<bdi>bob</bdi>" not in page


# --- mutes --------------------------------------------------------------------------------------------------------


def test_a_mute_can_be_given_without_a_report(admin: Client, rita: User, bob: User) -> None:
    data = {"person": bob.pk, "lasts": "week", "reason": "spam by presets"}
    assert admin.post("/admin/matches/mute/add/", data).status_code == 302
    given = Mute.objects.get()
    assert (given.person, given.by, given.reason) == (bob, rita, "spam by presets")
    assert timedelta(days=6) < given.until - timezone.now() <= timedelta(days=7)
    assert "spam by presets" in text_of(admin, f"/admin/matches/mute/{given.pk}/change/")
    assert "bob" in text_of(admin, "/admin/matches/mute/?now=yes")


@pytest.mark.parametrize("data", [{"person": "0", "lasts": "day"}, {"person": "1", "lasts": "for ever"}, {}])
def test_a_mute_that_makes_no_sense_is_not_given(admin: Client, data: dict[str, str]) -> None:
    assert admin.post("/admin/matches/mute/add/", data).status_code == 200
    assert not Mute.objects.exists()


def test_staff_does_not_mute_staff_by_the_form(bob: User) -> None:
    client = staff("view_mute", "add_mute")
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert client.post("/admin/matches/mute/add/", {"person": bob.pk, "lasts": "day"}).status_code == 200
    assert not Mute.objects.exists()


def test_a_mute_can_be_lifted(admin: Client, alice: User) -> None:
    given = mute(alice.pk, timedelta(days=1))
    mute(alice.pk, timedelta(days=2))
    assert "1 person may write again." in do(admin, "mute", "lift", given.pk)
    assert muted_until(alice.pk) is None
    assert Mute.objects.count() == 2
    assert admin.post(f"/admin/matches/mute/{given.pk}/delete/", {"post": "yes"}).status_code == 403


# --- the chat of a match ------------------------------------------------------------------------------------------


def test_case_172_reading_the_chat_of_a_match_is_noted(admin: Client, match: Match) -> None:
    page = text_of(admin, f"/admin/matches/match/{match.pk}/chat/")
    assert "&lt;b&gt;fool&lt;/b&gt; &amp; ß" in page
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.change_message) == (str(match.pk), "chat read")
    assert f"/admin/matches/match/{match.pk}/chat/" in text_of(admin, f"/admin/matches/match/{match.pk}/change/")


def test_staff_without_the_right_reads_no_chat(match: Match) -> None:
    client = staff("view_match")
    assert client.get(f"/admin/matches/match/{match.pk}/chat/").status_code == 403
    assert f"{match.pk}/chat/" not in text_of(client, f"/admin/matches/match/{match.pk}/change/")
    assert not LogEntry.objects.exists()


# --- lists --------------------------------------------------------------------------------------------------------


def found(client: Client, query: str) -> list[int]:
    return [one.pk for one in client.get(f"/admin/matches/match/?{query}").context["cl"].result_list]


def test_matches_are_found_by_how_the_sides_came_together(admin: Client, match: Match, alice: User) -> None:
    expert = computer_match_start(alice, terms(), Level.EXPERT, 0)
    screen = hot_seat_start(alice, terms())
    Match.objects.filter(pk=match.pk).update(is_rated=True, paused=True, taken_over=True)
    assert found(admin, "origin__exact=hot_seat") == [screen.pk]
    assert found(admin, "computer=expert") == [expert.pk]
    assert found(admin, "rated=1") == found(admin, "paused=1") == found(admin, "taken_over=1") == [match.pk]
    assert set(found(admin, "preset=match")) == {match.pk, expert.pk, screen.pk}
    page = text_of(admin, "/admin/matches/match/")
    for words in ("Two at one screen", "Against the computer", "Expert", "By rule card"):
        assert words in page
    assert ">match</a>" not in page


def test_filters_of_games_are_words(admin: Client, match: Match) -> None:
    page = text_of(admin, "/admin/matches/gamerecord/")
    assert 'result_kind=2">gammon</a>' in page
    assert 'cube_value=2">2</a>' in page


def test_own_devices_and_offers_can_be_looked_at(admin: Client, match: Match, alice: User, bob: User) -> None:
    device = OwnDevice.objects.create(match=match, owner=alice, device=bob)
    seek = Seek.objects.create(
        owner=alice,
        card=match.card,
        kind=match.kind,
        preset=match.preset,
        length=3,
        fingerprint="x",
        alive_until=timezone.now(),
    )
    assert match.code in text_of(admin, "/admin/matches/owndevice/")
    assert "3-point match" in text_of(admin, f"/admin/matches/seek/{seek.pk}/change/")
    for model, key in {"owndevice": device.pk, "seek": seek.pk}.items():
        assert admin.get(f"/admin/matches/{model}/add/").status_code == 403
        assert admin.post(f"/admin/matches/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
