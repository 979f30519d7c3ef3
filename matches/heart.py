"""The heartbeat of a web process: a thread, because it must go on when the event loop is busy (rules.md 5.9)."""

from __future__ import annotations

import logging
import threading

from django.db import Error, close_old_connections

from matches.moment import now_millis
from matches.services.connections import connections_lost
from matches.services.heartbeat import BEAT_SECONDS, GRACE_MILLIS, beat

logger = logging.getLogger(__name__)


def start_heart() -> threading.Event:
    """Begin to beat every 2 s for as long as this process lives; setting the returned event stops it.

    `bgsite.asgi` calls it once in a web process.
    """
    stop = threading.Event()
    threading.Thread(target=_beat_until, args=(stop,), name="heart", daemon=True).start()
    return stop


def _beat_until(stop: threading.Event) -> None:
    is_first = True
    while True:
        close_old_connections()
        try:
            shift = beat()
            if is_first and shift:  # nobody was alive before us; later in a life, it was the database that was not
                connections_lost(now_millis() + GRACE_MILLIS - shift)
            is_first = False
        except Error as error:  # the database is away; when it is back, the gap counts as an outage
            logger.warning("no heartbeat: %s", str(error).strip())
        finally:
            close_old_connections()
        if stop.wait(BEAT_SECONDS):
            return
