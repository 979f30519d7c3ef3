"""Rows of cases.md about time and deletion: 158, 160, 161, 163.

Elsewhere: 155 tests/bench/purge.py (play goes on while a million rows go) · 164, 166, 167 dice: test_audit, test_dice.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from celery.schedules import crontab
from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.db import models
from django.utils import timezone

from bgsite import tasks as site_tasks
from bgsite.accounts import tasks as account_tasks
from bgsite.celery import app
from matches import tasks as match_tasks
from matches.models import ChatLine, Command, Match, WebHeartbeat
from matches.services.chat_purge import chat_forget
from matches.services.facts import facts_forget
from matches.services.forgetting import commands_forget
from matches.services.sitting import LONGEST_PACE
from stats import tasks
from stats.models import GameFact, PurgeRun, UsageSummary
from stats.services import purging
from stats.services.purging import purge
from tests import live
from tests.factories import running_match
from tests.matches.doing import play_some
from tests.people import alice
from tests.stats.elsewhere import BOUNDARIES, NIGHTS, ZONES, answers
from tests.stats.rows import FORGOTTEN_TABLES, days_kept, game_fact, game_facts, game_waits, one_of_each

LONGEST_WAIT_SECONDS = 60
"""What a task may wait for at the broker, which hands it out again after its visibility timeout."""


def every_row() -> list[Any]:
    """All rows of all tables but those that say when something was made or looked at, or that a web process lives."""
    left_out = {PurgeRun, UsageSummary, WebHeartbeat}  # a site that other tests of this process use may be running
    tables = [table for table in apps.get_models() if table not in left_out and table._meta.managed]
    return [serializers.serialize("python", table._default_manager.order_by("pk")) for table in tables]


# --- 158: the night of a change of summer time --------------------------------------------------------------------


@pytest.mark.early
@pytest.mark.parametrize("zone", ZONES)
def test_case_158_beat_sends_the_purge_once_a_utc_day_in_nights_of_change(transactional_db: None, zone: str) -> None:
    expected = [
        datetime(day.year, day.month, day.day, 0, 5, tzinfo=UTC).isoformat()
        for night in NIGHTS
        for day in (night + timedelta(days) for days in range(-2, 3))
    ]
    assert [run.replace("00:05:59", "00:05:00") for run in answers()[zone]["runs"]] == expected


def test_case_158_the_schedule_is_in_utc() -> None:
    assert settings.CELERY_TIMEZONE == "UTC" == str(app.timezone)
    entry = settings.CELERY_BEAT_SCHEDULE["purge statistics"]
    assert (entry["task"], entry["schedule"]) == ("stats.purge", crontab(minute="5", hour="0"))


# --- 160: tasks that wait for hours -------------------------------------------------------------------------------


def test_case_160_no_task_is_sent_to_wait_for_more_than_a_minute() -> None:
    """Only a computer's pause is waited for at the broker, and that has an upper bound."""
    found = {
        (str(path.relative_to(live.ROOT)), word.arg)
        for folder in ("games", "matches", "stats", "bgsite")
        for path in (live.ROOT / folder).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for word in call.keywords
        if word.arg in {"eta", "countdown", "retry_backoff", "default_retry_delay"}
    }
    assert found == {("matches/bots/sending.py", "countdown")}
    assert LONGEST_PACE <= LONGEST_WAIT_SECONDS * 1000
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"] > LONGEST_WAIT_SECONDS


PURGES: list[Callable[[], Any]] = [
    tasks.move_facts,
    tasks.count_dice,
    tasks.summarise,
    tasks.purge,
    match_tasks.purge_chat,
    match_tasks.purge_commands,
    match_tasks.void_pauses,
    account_tasks.purge_expired,
    account_tasks.purge_guests,
    site_tasks.heartbeat,
]


@pytest.mark.django_db
@pytest.mark.parametrize("body", PURGES, ids=lambda body: str(body.name))
def test_case_160_the_body_of_a_task_three_times_is_as_once(body: Callable[[], Any]) -> None:
    today = datetime.now(UTC).date()
    match = running_match()
    play_some(match)
    for age in (1, 29, 30):
        one_of_each(today - timedelta(age))
    body()
    once = every_row()
    body()
    body()
    assert every_row() == once


def test_case_160_every_scheduled_task_is_known_to_these_tests() -> None:
    """A new one that deletes is to be named above."""
    often = {"sweep_deadlines", "sweep_seeks", "sweep", "lapse_invitations", "mail_turns", "check_replays"}
    names = {str(entry["task"]).rsplit(".", 1)[-1] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert names == {getattr(body, "name").rsplit(".", 1)[-1] for body in PURGES} | often  # noqa: B009 - Celery's types


# --- 161: what "30 days" means ------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ZONES)
def test_case_161_the_unit_is_the_utc_day_in_every_zone(transactional_db: None, zone: str) -> None:
    """Rows of D and D+1: both at D+29 23:59 UTC, the latter alone after the run at D+30 00:05."""
    kept = answers()[zone]["kept"]
    assert list(kept) == [str(day) for day in BOUNDARIES]
    for day, (before, after) in kept.items():
        first = date.fromisoformat(day) - timedelta(30)
        assert before == [str(first), str(first + timedelta(1))]
        assert after == [str(first + timedelta(1))]


@pytest.mark.parametrize("zone", ZONES)
def test_case_161_the_machines_own_clock_says_it_in_every_zone(transactional_db: None, zone: str) -> None:
    assert answers()[zone]["today"] == [28, 29]


def test_case_161_the_machines_were_where_they_should_be(transactional_db: None) -> None:
    assert [answers()[zone]["hours"] for zone in ZONES] == ["+1400", "-1200", "+0200"]


# --- 163: batches -------------------------------------------------------------------------------------------------

OLD = date(2026, 3, 1)
THIRTIETH = datetime(2026, 3, 31, 0, 5, tzinfo=UTC)


@pytest.mark.django_db
def test_case_163_more_rows_than_a_batch_go_and_no_others(small_batches: None) -> None:
    """By keys; each batch a transaction; the end is when nothing is left."""
    for days in (0, 0, 0, 0, 1, 1, 1, 1):
        game_waits(OLD + timedelta(days))
    game_facts(OLD, 10)
    game_facts(OLD + timedelta(1), 4)
    assert purge(THIRTIETH).rows == 14
    assert days_kept()["GameFact"] == days_kept()["GameFactOutbox"] == [OLD + timedelta(1)] * 4


@pytest.mark.django_db
@pytest.mark.parametrize("table", FORGOTTEN_TABLES[1:])
def test_case_163_a_batch_is_no_more_than_asked_for(table: type[models.Model]) -> None:
    for days in range(4):
        one_of_each(OLD - timedelta(days))
    assert purging._rows_forget(table, OLD, 3) == 3
    assert table._default_manager.count() == 1


@pytest.mark.django_db
def test_case_163_nor_in_the_outbox_of_matches() -> None:
    for _ in range(4):
        game_waits(OLD)
    assert [facts_forget(OLD, 3), facts_forget(OLD, 3), facts_forget(OLD, 3)] == [3, 1, 0]


def test_case_163_a_row_that_another_session_holds_does_not_loop_for_ever(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, small_batches: None
) -> None:
    monkeypatch.setattr(purging, "PATIENCE_SECONDS", 0.05)
    held = game_fact(OLD)
    game_facts(OLD, 7)
    with psycopg.connect(live.test_database_url()) as session:
        session.execute("SELECT FROM stats_gamefact WHERE key = %s FOR UPDATE", [held.key])
        assert purge(THIRTIETH).rows == 7
        assert [fact.key for fact in GameFact.objects.all()] == [held.key]
        session.rollback()
    assert purge(THIRTIETH).rows == 1


@pytest.mark.django_db
def test_case_163_chat_and_commands_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.services.chat_purge.A_BATCH", 2)
    match, long_ago = running_match(), timezone.now() - timedelta(days=200)
    play_some(match)
    commands = Command.objects.filter(match=match).count()
    for number in range(1, 6):
        ChatLine.objects.create(match=match, number=number, author=alice(), text="hello", version=2)
    ChatLine.objects.update(at=long_ago)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, ended_at=long_ago)
    bodies: list[Callable[[], int]] = [chat_forget, commands_forget]
    assert [body() for body in bodies] == [5, commands] != [5, 0]
    assert [body() for body in bodies] == [0, 0]
