"""The session engine: Django's sessions in the database, with the account beside each."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from bgsite.accounts.models import AccountSession


class SessionStore(DatabaseStore):
    """Keeps sessions as `AccountSession` rows."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        """Name the table."""
        return AccountSession

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """Make the row for `data`, with the account that is logged in (none: an anonymous session)."""
        session = super().create_model_instance(data)
        assert isinstance(session, AccountSession)  # noqa: S101 - see get_model_class
        account_id = data.get(SESSION_KEY)
        session.account_id = int(account_id) if account_id else None
        return session
