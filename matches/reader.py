"""Who reads a page. The site's middleware answers (`bgsite.accounts.guests`); matches know this protocol only."""

from __future__ import annotations

from typing import Protocol, cast

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest


class Reader(Protocol):
    """Who is at the other end of a request: an account that is logged in, a guest of the browser, or nobody yet."""

    @property
    def person(self) -> AbstractBaseUser | None:
        """Who acts and is recognised: the account that is logged in, else the browser's guest, else None."""

    @property
    def registered(self) -> AbstractBaseUser | None:
        """The account that is logged in; None for guests and nobody."""

    @property
    def guest_name(self) -> str:
        """What the browser's guest wants to be called; empty without a guest or a name."""

    def seated(self) -> AbstractBaseUser:
        """`person`; makes a guest where there is none. Only when something is played, after the form was found right.

        Allowed in requests that change something (POST) alone, and outside of transactions. Too many new guests from
        one address are answered with a page (429), by an exception that views let through.
        """

    def name_check(self, name: str) -> str:
        """The name as a guest would get it. Raises ValidationError with its sentence; the empty name is allowed."""

    def rename(self, name: str) -> None:
        """Call the browser's guest so from now on; empty: without a name. Raises ValidationError with its sentence.

        Registered people keep their name; nothing happens to them.
        """


def reader_of(request: HttpRequest) -> Reader:
    """The reader of the page. Raises AttributeError where the middleware has not run."""
    return cast("Reader", request.reader)  # type: ignore[attr-defined]


def person_id(request: HttpRequest) -> int | None:
    """The number of who acts or is recognised; None for nobody."""
    person = reader_of(request).person
    return None if person is None else person.pk


def registered_id(request: HttpRequest) -> int:
    """The number of who is logged in. Raises TypeError where nobody is: only behind `login_required`."""
    person = reader_of(request).registered
    if person is None:
        raise TypeError("nobody is logged in")
    return int(person.pk)
