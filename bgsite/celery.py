"""Background work: two queues, so that thinking bots never delay a flag, and the schedule in code."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init
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
