"""Background work: two queues, so that thinking bots never delay a flag, and the schedule in code."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")

app = Celery("barpoint")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["matches.bots"])
