"""Who opens a socket: the place at the match, and until when the session is taken as known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final, cast

from django.conf import settings
from django.contrib.auth import get_user, get_user_model
from django.http import HttpRequest

from games.rules.clock import Millis
from matches.moment import as_millis, now_millis
from matches.selectors.tables import Place, place_at

KNOWN_MILLIS: Final = 60_000
"""How long a session is not looked at again: the word that it ended can be lost, or come before the socket listens."""


@dataclass(frozen=True, slots=True)
class Session:
    """Whose socket it is, by which session, and when to look again. A guest has no session, and nobody is all None."""

    user_id: int | None
    key: str | None
    look_at: Millis | None
    lives: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """What a new socket needs."""

    place: Place
    session: Session


def entry_at(code: str, user_id: int | None, session_key: str | None) -> Entry | None:
    """The place of the person at the match; None when there is no such match."""
    place = place_at(code, user_id)
    if place is None:
        return None
    return Entry(place, Session(user_id, session_key, _look_at(user_id, session_key)))


def session_lives(session: Session) -> Session:
    """Look again whether the session is still there and still this person's, and when to look next."""
    if session.user_id is None:
        return session
    if session.key is None:
        return replace(session, look_at=_look_at(session.user_id, None), lives=_is_guest(session.user_id))
    store = _store()(session.key)
    user = get_user(cast("HttpRequest", SimpleNamespace(session=store)))
    if user.pk != session.user_id or not user.is_active:
        return replace(session, lives=False)
    return replace(session, look_at=_look_at(session.user_id, session.key))


def _look_at(user_id: int | None, key: str | None) -> Millis | None:
    """When the session runs out, but within a minute; 0, which is at once, when it is gone already."""
    if user_id is None:
        return None
    if key is None:
        return now_millis() + KNOWN_MILLIS
    end = _store().get_model_class().objects.filter(session_key=key).values_list("expire_date", flat=True).first()
    return 0 if end is None else min(as_millis(end), now_millis() + KNOWN_MILLIS)


def _is_guest(user_id: int) -> bool:
    """The guest is still there: neither forgotten nor moved to an account."""
    return get_user_model().objects.filter(pk=user_id, is_guest=True, is_active=True).exists()


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore
