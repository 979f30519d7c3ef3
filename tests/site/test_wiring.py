"""Who listens to what: the subscribers that `bgsite.wiring` connects."""

from __future__ import annotations

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from bgsite.accounts.services import sessions_end
from matches import publish
from tests.people import alice

pytestmark = pytest.mark.django_db


def test_ended_sessions_close_the_sockets_of_the_person(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    kicked: list[int] = []
    monkeypatch.setattr(publish, "kick_user", kicked.append)
    person = alice()
    with django_capture_on_commit_callbacks(execute=True):
        sessions_end(person.pk)
        assert kicked == []
    assert kicked == [person.pk]
