"""What holds: for the browser of a request, and for the people of a match."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.http import HttpRequest

from bgsite.accounts.models import User
from matches.reader import reader_of

COOKIE: Final = "barpoint_statistics"
"""`on` or `off`: the choice of a browser, readable by the page's scripts."""
COOKIE_AGE: Final = timedelta(days=400)
ON: Final = "on"
OFF: Final = "off"


def is_on(request: HttpRequest) -> bool:
    """Say whether anything may be sent or written for this browser.

    The person's choice, else the cookie's, else whether the browser sends no signal against it.
    """
    chosen = _chosen_by_person(request)
    return not says_off(request) if chosen is None else chosen


def signal_seen(request: HttpRequest) -> bool:
    """Say whether the browser sends Do-Not-Track or Global Privacy Control."""
    return request.headers.get("DNT") == "1" or request.headers.get("Sec-GPC") == "1"


def says_off(request: HttpRequest) -> bool:
    """Say whether the browser by itself, whoever sits before it, is against statistics.

    The cookie was chosen here, and is stronger than the signal.
    """
    in_cookie = request.COOKIES.get(COOKIE)
    return in_cookie == OFF or (in_cookie != ON and signal_seen(request))


def note_signal(request: HttpRequest, user: User) -> None:
    """Keep "off" for the games of a person who has not chosen yet, where the browser says so (`says_off`).

    Most moves arrive by socket or are made by the server, where no browser can be asked any more.
    """
    if user.statistics is None and says_off(request):
        User.objects.filter(pk=user.pk, statistics=None).update(statistics=False)
        user.statistics = False


def choose(person: User, *, on: bool) -> None:
    """Keep what the person chose."""
    User.objects.filter(pk=person.pk).update(statistics=on)


def all_agree(person_ids: Collection[int]) -> bool:
    """Say whether none of these people has it off (`matches.consent.Consent`)."""
    return not User.objects.filter(pk__in=person_ids, statistics=False).exists()


def _chosen_by_person(request: HttpRequest) -> bool | None:
    person = reader_of(request).person
    return person.statistics if isinstance(person, User) else None
