"""The nudges to Celery. Best effort: one that is lost hurts nobody, the sweeper finds the work in the tables.

Tasks are sent by their names, so that services can ask for them without loading what the tasks load.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import current_app
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from games.rules.clock import Millis
from games.rules.levels import Level

logger = logging.getLogger(__name__)

THINK: Final = "matches.bots.think"
ADVISE: Final = "matches.bots.advise"

LATE_SECONDS: Final = 15
"""A nudge that nobody took for so long is forgotten; the sweeper has sent another one by then."""
SLOW_PRIORITY: Final = 3
"""Thoughts of seconds wait behind thoughts of milliseconds (0 comes first in the Redis protocol)."""

_AGAIN: Final = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
"""A connection that died while it was idle is made again, once and at once."""


def send_think(match_id: int, version: int, level: Level, pause: Millis = 0) -> bool:
    """Let the computer awaited at `version` of the match think, in `pause` milliseconds. Says whether it was sent."""
    delay = pause / 1000
    return _send(
        THINK,
        [match_id, version],
        countdown=delay or None,
        expires=delay + LATE_SECONDS,
        priority=SLOW_PRIORITY if level is Level.EXPERT else 0,
    )


def send_advise(**what: Any) -> bool:
    """Ask for the advice that `tasks.advise` describes. Says whether it was sent."""
    return _send(ADVISE, [], kwargs=what, expires=LATE_SECONDS)


def _send(task: str, arguments: list[Any], **how: Any) -> bool:
    try:
        current_app.send_task(task, arguments, retry=True, retry_policy=_AGAIN, **how)
    except (KombuError, RedisError, OSError) as error:
        logger.warning("%s%s not sent: %s", task, arguments, error)
        return False
    return True
