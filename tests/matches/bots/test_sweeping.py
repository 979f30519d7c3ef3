"""Nudges that were lost: the sweeper of the bots finds what the tables show."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection, transaction

from games.rules.levels import Level
from matches.bots import sending, tasks
from matches.models import Match
from matches.moment import as_datetime, as_millis, now_millis
from matches.services.computers import PATIENCE_MILLIS, overdue_take
from tests.factories import running_match
from tests.matches.bots.tables import BLACK_BEGINS, WHITE_BEGINS, Nudges, against_computer, alice_does, dice
from tests.matches.doing import some_play, state_now

PACE = 700


def waiting_match(monkeypatch: pytest.MonkeyPatch, since: int) -> Match:
    """The computer has been awaited for so many milliseconds."""
    dice(monkeypatch, BLACK_BEGINS)
    match = against_computer(pace=PACE)
    Match.objects.filter(pk=match.pk).update(bot_due_at=as_datetime(now_millis() - since))
    return match


@pytest.mark.django_db
def test_an_overdue_computer_is_woken_and_not_again_at_once(monkeypatch: pytest.MonkeyPatch, nudges: Nudges) -> None:
    match = waiting_match(monkeypatch, PATIENCE_MILLIS + PACE + 100)
    assert tasks.sweep_bots() == 1
    assert tasks.sweep_bots() == 0
    assert nudges.sent == [(match.pk, match.version, Level.BEGINNER, 0)]
    match.refresh_from_db()
    assert match.bot_due_at is not None
    later = as_millis(match.bot_due_at) + PATIENCE_MILLIS + PACE
    assert overdue_take(later - 100) == ()
    assert overdue_take(later + 100) == (match.pk,), "and again, while no worker answers"


@pytest.mark.django_db
def test_a_computer_has_its_pace_and_time_to_think(monkeypatch: pytest.MonkeyPatch, nudges: Nudges) -> None:
    waiting_match(monkeypatch, PATIENCE_MILLIS + PACE - 500)
    assert tasks.sweep_bots() == 0
    assert nudges.sent == []


@pytest.mark.django_db
def test_nobody_is_overdue_where_no_computer_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    running_match()
    dice(monkeypatch, WHITE_BEGINS)
    match = against_computer()
    assert overdue_take(now_millis() + 3_600_000) == ()
    alice_does(match, some_play(state_now(match)))
    assert overdue_take(now_millis() + 3_600_000) == (match.pk,)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_somebody_works_on_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = waiting_match(monkeypatch, PATIENCE_MILLIS + PACE + 100)

    def sweep() -> tuple[int, ...]:
        try:
            return overdue_take()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            assert other.submit(sweep).result(1.5) == ()
        assert other.submit(sweep).result(1.5) == (match.pk,)


def test_a_broker_that_is_away_costs_the_mover_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Celery("away", broker="redis+socket:///nowhere/valkey.sock", set_as_current=False)
    away.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(sending, "current_app", away)
    began = monotonic()
    assert sending.send_think(1, 1, Level.EXPERT, 1000) is False
    assert sending.send_advise(match_id=1) is False
    assert monotonic() - began < 1


def test_nudges_go_to_the_engine_and_sweeps_to_the_clock() -> None:
    from bgsite.celery import app

    app.loader.import_default_modules()
    routes = {name: app.amqp.router.route({}, name)["queue"].name for name in app.tasks if "matches.bots" in name}
    assert routes == {"matches.bots.think": "engine", "matches.bots.advise": "engine", "matches.bots.sweep": "clock"}
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled <= set(app.tasks)
    assert {sending.THINK, sending.ADVISE} <= set(app.tasks)
