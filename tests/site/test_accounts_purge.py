"""The nightly clean-up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from bgsite.accounts import services
from bgsite.accounts.models import AccountSession, BlockedName
from bgsite.accounts.tasks import purge_expired
from tests.site.people import is_logged_in, log_in, make_user

pytestmark = pytest.mark.django_db


def count_cached() -> int:
    """Count the rows of the cache's table, old ones included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM cache")
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def test_what_has_run_out_goes_and_the_rest_stays(client: Client) -> None:
    cache.clear()
    make_user("alice")
    log_in(client, "alice")
    services.account_delete(make_user("bob"))
    kept = count_cached()
    old = timezone.now() - timedelta(seconds=1)
    AccountSession.objects.create(session_key="old", session_data="", expire_date=old)
    BlockedName.objects.create(digest="old", until=old)
    cache.set("attempts-of-192.0.2.7", [1.0], timeout=-60)
    cache.set("attempts-of-192.0.2.8", [1.0], timeout=600)
    purge_expired()
    assert not AccountSession.objects.filter(session_key="old").exists()
    assert not BlockedName.objects.filter(digest="old").exists()
    assert count_cached() == kept + 1
    assert BlockedName.objects.count() == 1
    assert is_logged_in(client)
