"""What every page knows of statistics: the switch, and what the script needs that tells us of the browser."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from bgsite.accounts.models import User
from bgsite.consent.choice import COOKIE, is_on, signal_seen
from matches.reader import reader_of
from matches.wording.names import Words
from stats.services.beacons import token_make
from stats.wording import NEVER_SENT, PURPOSE, SENT_OF_BROWSERS, SENT_OF_GAMES


@dataclass(frozen=True, slots=True)
class Switch:
    """The switch and the words beside it (`consent/_switch.html`). Nothing is looked up before a page shows it."""

    request: HttpRequest

    @property
    def is_on(self) -> bool:
        """Whether statistics are on."""
        return is_on(self.request)

    @property
    def is_off_by_signal(self) -> bool:
        """Whether they are off because the browser asks so; nobody chose it in this browser."""
        return not self.is_on and COOKIE not in self.request.COOKIES and signal_seen(self.request)

    @property
    def is_of_person(self) -> bool:
        """Whether the choice is kept for a person, account or guest, and not for the browser alone."""
        return isinstance(reader_of(self.request).person, User)

    @property
    def back(self) -> str:
        """Where to go after switching; empty after a refused form, whose address cannot be looked at."""
        return f"{self.request.get_full_path()}#statistics" if self.request.method in {"GET", "HEAD"} else ""

    @property
    def purpose(self) -> Words:
        """The sentence what it is for."""
        return PURPOSE

    @property
    def sent_of_games(self) -> Collection[Words]:
        """What is sent of a game's start and end."""
        return SENT_OF_GAMES.values()

    @property
    def sent_of_browsers(self) -> Collection[Words]:
        """What is sent of a browser."""
        return SENT_OF_BROWSERS.values()

    @property
    def never_sent(self) -> Collection[Words]:
        """What is never sent."""
        return NEVER_SENT


def usage_beacon(request: HttpRequest) -> dict[str, Any]:
    """Give every page the `statistics_switch`, and that of a table `usage_beacon` while statistics are on.

    `usage_beacon` is `{"token": …, "url": …}`; without it the page has no script that could send anything.
    """
    switch = Switch(request)
    here = request.resolver_match
    if here is None or here.view_name != "matches:table" or not switch.is_on:
        return {"statistics_switch": switch}
    return {
        "statistics_switch": switch,
        "usage_beacon": {"token": token_make(), "url": reverse("stats:beacon")},
    }
