"""What Celery does for matches. Every task is idempotent, and a lost one is found again: the truth is in the tables."""

from __future__ import annotations

import logging

from celery import shared_task

from matches.selectors.replays import unlike_their_log
from matches.services import clocks
from matches.services.chat_purge import chat_forget
from matches.services.connections import connections_forget
from matches.services.forgetting import commands_forget, invitations_forget
from matches.services.lapsing import invitations_lapse, pauses_void
from matches.services.muting import mutes_forget
from matches.services.seeks import seeks_sweep
from matches.services.turn_mail import turns_mail

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
    """Every night: forget commands a week after their match, nobody's invitations, old connections. Says how many."""
    return commands_forget() + invitations_forget() + connections_forget()


@shared_task(name="matches.tasks.purge_chat")
def purge_chat() -> int:
    """Every night: forget what was said and reported 180 days ago, and mutes that ended a year ago. Says how many."""
    return chat_forget() + mutes_forget()


@shared_task(name="matches.tasks.sweep_seeks")
def sweep_seeks() -> int:
    """Drop the open offers of the lobby whose owner is gone. Every 30 s, queue `clock`. Says how many."""
    return seeks_sweep()


@shared_task(name="matches.tasks.lapse_invitations")
def lapse_invitations() -> int:
    """Cancel the invitations whose time is over. Every minute, queue `clock`. Says how many."""
    return invitations_lapse()


@shared_task(name="matches.tasks.void_pauses")
def void_pauses() -> int:
    """Every night: void the matches that were paused for 90 days. Says how many."""
    return pauses_void()


@shared_task(name="matches.tasks.mail_turns")
def mail_turns() -> int:
    """Write to those whose turn it is in correspondence and who want to hear of it. Every minute. Says how many."""
    return turns_mail()
