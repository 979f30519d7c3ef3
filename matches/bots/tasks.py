"""What Celery does for computers. Every task is idempotent, and a lost one is found again by `sweep_bots`.

`think` and `advise` run in the workers of the queue `engine`, `sweep_bots` in the one of `clock`: workers that think
never hold it up, and it thinks of nothing itself.
"""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task
from django.db import Error as DatabaseError

from games.rules.sides import Side
from matches import publish
from matches.bots.awaited import awaited_computer
from matches.bots.sending import send_think
from matches.protocol import encode
from matches.selectors.computers import seen_match
from matches.services.computers import overdue_take
from matches.services.hints import hint_finished

logger = logging.getLogger(__name__)

THOUGHT_SECONDS = 60
"""After this long a thought is ended with its process; the sweeper asks again."""


@shared_task(name="matches.bots.think", time_limit=THOUGHT_SECONDS)
def think(match_id: int, version: int | None = None) -> str | None:
    """Let the computer awaited at the match act once, if the match still stands at `version` (None: wherever)."""
    from matches.bots.thinking import think_once  # noqa: PLC0415 - engines load only in workers that think

    try:
        return think_once(match_id, version).value
    except DatabaseError as error:
        logger.warning("match %s: no thought: %s", match_id, str(error).strip())
        return None


@shared_task(name="matches.bots.advise", time_limit=THOUGHT_SECONDS)
def advise(  # noqa: PLR0913 - one question, each part of it named
    *, match_id: int, side: str, about: int, ask: str, user_id: int, reply_group: str
) -> None:
    """Send the advice for `side` at decision `about` to the socket that asked; it comes even if it comes too late."""
    from matches.bots.advising import advice_frame  # noqa: PLC0415 - as above

    try:
        frame = advice_frame(match_id, Side(side), about, UUID(ask))
        publish.send_advice(reply_group, encode(frame))
    except DatabaseError as error:
        logger.warning("match %s: no advice: %s", match_id, str(error).strip())
    finally:
        hint_finished(user_id)


@shared_task(name="matches.bots.sweep")
def sweep_bots() -> int:
    """Wake the computers that should have acted. Every 3 s, queue `clock`. Says how many."""
    overdue = overdue_take()
    for match_id in overdue:
        seen = seen_match(match_id)
        side = awaited_computer(seen.state) if seen is not None else None
        level = seen.state.computers.of(side) if seen is not None and side is not None else None
        if seen is not None and level is not None:
            send_think(match_id, seen.state.version, level)
    return len(overdue)
