"""What Celery does for matches. Every task is idempotent, and a lost one is found again: the truth is in the tables."""

from __future__ import annotations

import logging

from celery import shared_task

from matches.selectors.replays import unlike_their_log
from matches.services import clocks
from matches.services.forgetting import commands_forget

logger = logging.getLogger(__name__)


@shared_task(name="matches.tasks.sweep_deadlines")
def sweep_deadlines() -> int:
    """Let flags fall and next games start where nobody looks on. Every 5 s, queue `clock`."""
    return clocks.sweep_deadlines()


@shared_task(name="matches.tasks.check_replays")
def check_replays() -> int:
    """Every night: does the log of each match that changed lately still give its snapshot? Says which do not."""
    unlike = unlike_their_log()
    for code in unlike:
        logger.error("match %s: the snapshot is not what its log gives", code)
    return len(unlike)


@shared_task(name="matches.tasks.purge_commands")
def purge_commands() -> int:
    """Every night: forget the commands of matches that ended a week ago. Says how many."""
    return commands_forget()
