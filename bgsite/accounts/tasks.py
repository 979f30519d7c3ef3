"""The nightly clean-up of what has run out."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.db import connection
from django.utils import timezone

from bgsite.accounts import guest_services, services
from bgsite.accounts.sessions import SessionStore


@shared_task(name="bgsite.accounts.purge_expired")
def purge_expired() -> None:
    """Remove sessions, blocked names and counted attempts (with their network addresses) whose time is over."""
    SessionStore.clear_expired()
    services.blocked_names_purge()
    # Django's database cache forgets what has run out when it is asked for it again, and else never.
    table = connection.ops.quote_name(str(settings.CACHES["default"]["LOCATION"]))
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [timezone.now()])  # noqa: S608 - our own table's name


@shared_task(name="bgsite.accounts.purge_guests")
def purge_guests() -> None:
    """Forget guests who have not been here for long."""
    guest_services.guests_purge()
