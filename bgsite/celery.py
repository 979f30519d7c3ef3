"""Background work: two queues, so that thinking bots never delay a flag, and the schedule in code."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_process_init, worker_ready
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")

app = Celery("barpoint")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["matches.bots"])


@worker_process_init.connect
def engine_warm(**_others: Any) -> None:
    """In each process that thinks: get ready before the first question."""
    if settings.QUEUE == "engine":
        from matches.bots.warming import begin  # noqa: PLC0415 - engines load only in workers that think

        begin()


@beat_init.connect
def heartbeat_first(**_others: Any) -> None:
    """When beat starts: a heartbeat at once. Its first of the schedule comes a whole period later."""
    app.send_task("bgsite.heartbeat", expires=settings.HEARTBEAT_SECONDS)


@worker_ready.connect
def statistics_purge(**_others: Any) -> None:
    """At each start of a worker that thinks: forget what became too old while nothing ran."""
    if settings.QUEUE == "engine":
        app.send_task("stats.purge")
