"""What Celery does for statistics, in the queue `engine`. Each may run twice, in two workers, or not at all."""

from __future__ import annotations

from celery import shared_task

from stats.selectors.purges import is_purge_lost
from stats.services.dice import dice_count
from stats.services.moving import facts_move
from stats.services.purging import purge as purge_now
from stats.services.summing import summarise as summarise_now


@shared_task(name="stats.move_facts")
def move_facts() -> int:
    """Empty the outboxes into the tables. Every minute. Says how many."""
    return facts_move()


@shared_task(name="stats.count_dice")
def count_dice() -> int:
    """Add the throws of new events to the totals. Every five minutes. Says how many."""
    return dice_count()


@shared_task(name="stats.summarise")
def summarise() -> None:
    """Make the summary that the pages show anew. Every ten minutes; this also finds a purge that was lost."""
    if is_purge_lost():
        purge_now()  # which sums up, too
    else:
        summarise_now()


@shared_task(name="stats.purge")
def purge() -> int:
    """Forget what is 30 days old. At 00:05 UTC, and whenever a worker starts. Says how many rows."""
    return purge_now().rows
