"""The site's own background task."""

from celery import shared_task

from bgsite.health import record_heartbeat


@shared_task(name="bgsite.heartbeat")
def heartbeat() -> None:
    """Show `/health/` that beat sends and the `clock` worker works."""
    record_heartbeat()
