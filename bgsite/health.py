"""Is the server well? `/health/` says so to people, to the supervisor and to container engines."""

from __future__ import annotations

import time

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from stats.selectors.purges import is_purge_late, last_purge

HEARTBEAT_KEY = "heartbeat"
HEARTBEAT_LATE_SECONDS = 30


def record_heartbeat() -> None:
    """Note that beat and the `clock` worker live. Called by the task that beat sends every few seconds."""
    cache.set(HEARTBEAT_KEY, time.time(), timeout=None)


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Answer `{"database": …, "redis": …, "background": …, "statistics": …}`: 200 if all four are `ok`, else 503."""
    del request
    database = _database()
    report = {
        "database": database,
        "redis": _redis(),
        "background": _background() if database == "ok" else "unknown",
        "statistics": _statistics() if database == "ok" else "unknown",
    }
    return JsonResponse(report, status=200 if set(report.values()) == {"ok"} else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "down"
    return "ok"


def _redis() -> str:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return "down"
    return "ok"


def _background() -> str:
    seen = cache.get(HEARTBEAT_KEY)
    if not isinstance(seen, float):
        return "never seen"
    return "ok" if time.time() - seen < HEARTBEAT_LATE_SECONDS else "late"


def _statistics() -> str:
    """Whether statistics are forgotten in time. Every start of an `engine` worker sees to it at once."""
    if last_purge() is None:
        return "never"
    return "late" if is_purge_late() else "ok"
