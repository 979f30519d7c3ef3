"""Guests: the cookie that names one, who reads a page (`request.reader`), and whose socket it is (`scope["person"]`).

The cookie says the number of the guest's row and the random key that the row keeps, signed; nothing about the person.
A cookie that was tampered with, is too old, or names a guest who is gone counts as none. Why guests are rows of `User`
is in docs/decisions/guests.md.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from channels.db import database_sync_to_async
from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from bgsite.accounts import guest_services
from bgsite.accounts.models import User
from bgsite.consent.choice import note_signal, says_off

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable

COOKIE: Final = "barpoint_guest"
COOKIE_AGE: Final = timedelta(days=400)
"""Browsers keep no cookie longer; each day of use renews it."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


def cookie_of(guest: User) -> str:
    """What the cookie says for this guest."""
    return _signer().sign(f"{guest.pk}.{guest_services.guest_key(guest)}")


def guest_of(cookie: str) -> User | None:
    """The guest whom the cookie names; None for any other text."""
    try:
        number, _dot, key = _signer().unsign(cookie, max_age=COOKIE_AGE).partition(".")
    except BadSignature:
        return None
    return guest_services.guest_with(int(number), key)


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="bgsite.accounts.guest")


class PageReader:
    """Who reads a page (`matches.reader.Reader`); remembers what the answer has to do with the cookie."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._made: User | None = None
        self._is_forgotten = False

    @property
    def registered(self) -> User | None:
        """The account that is logged in."""
        user = self._request.user
        return user if isinstance(user, User) else None

    @property
    def guest(self) -> User | None:
        """The browser's guest, whoever is logged in."""
        return None if self._is_forgotten else self._made or self._found

    @property
    def person(self) -> User | None:
        """The account that is logged in, else the browser's guest."""
        return self.registered or self.guest

    @property
    def guest_name(self) -> str:
        """What the browser's guest wants to be called."""
        return "" if self.guest is None else self.guest.guest_name

    def seated(self) -> User:
        """The person; makes a guest where there is none. Raises ImmediateHttpResponse (429) for too many of them."""
        person = self.person
        if person is not None:
            return person
        if self._request.method in _SAFE:
            raise RuntimeError("reading a page makes nobody a guest")
        if not ratelimit.consume(self._request, action="guest"):
            raise ImmediateHttpResponse(render(self._request, "accounts/too_many_guests.html", status=429))
        self._made = guest_services.guest_make()
        self._is_forgotten = False
        note_signal(self._request, self._made)  # the game may begin in this very request
        return self._made

    def name_check(self, name: str) -> str:
        """The name as a guest would get it. Raises ValidationError with its sentence."""
        return guest_services.guest_name_check(name)

    def rename(self, name: str) -> None:
        """Call the browser's guest so from now on; nothing happens to registered people."""
        if self.registered is None and self.guest is not None:
            guest_services.guest_rename(self.guest, name)

    def forget_guest(self) -> None:
        """The browser has no guest any more: the answer takes the cookie away."""
        self._is_forgotten = True
        self._made = None

    def note_signal(self) -> None:
        """Keep a choice about statistics that the browser makes without a word (`bgsite.consent`)."""
        if says_off(self._request) and self.person is not None:
            note_signal(self._request, self.person)

    def answer(self, response: HttpResponse) -> None:
        """Set, renew or take away the cookie."""
        if self._is_forgotten:
            response.delete_cookie(COOKIE, samesite="Lax")
        elif self._made is not None:
            _set_cookie(response, self._made)
        elif "_found" in self.__dict__:
            patch_vary_headers(response, ("Cookie",))
            if self._found is not None and guest_services.guest_used(self._found):
                _set_cookie(response, self._found)

    @cached_property
    def _found(self) -> User | None:
        cookie = self._request.COOKIES.get(COOKIE)
        return None if cookie is None else guest_of(cookie)


def _set_cookie(response: HttpResponse, guest: User) -> None:
    response.set_cookie(
        COOKIE, cookie_of(guest), max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


class GuestMiddleware:
    """Puts `request.reader` on every request. Behind the middleware of `django.contrib.auth`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the reader known, and with the cookie that follows."""
        reader = PageReader(request)
        request.reader = reader  # type: ignore[attr-defined]
        if request.method not in _SAFE:
            reader.note_signal()  # before anything is played
        response = self._get_response(request)
        if request.method in _SAFE and response.status_code < HTTPStatus.BAD_REQUEST:
            reader.note_signal()  # /health/ must answer without a database, too
        reader.answer(response)
        return response


class SocketPerson:
    """Puts `scope["person"]` and `scope["person_session_key"]` on every socket, inside Channels' own stack.

    The person is the account that is logged in, else the guest of the cookie, else None; the session's key is None
    for guests and nobody, whom no session ends.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Find the person, then pass the socket on."""
        user = scope["user"]
        if user.is_authenticated:
            found = {"person": user, "person_session_key": scope["session"].session_key}
        else:
            cookie = scope["cookies"].get(COOKIE)
            guest = None if cookie is None else await database_sync_to_async(guest_of)(cookie)
            found = {"person": guest, "person_session_key": None}
        await self._application({**scope, **found}, receive, send)
