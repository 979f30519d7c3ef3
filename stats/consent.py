"""Whether a browser lets itself be counted. The site answers (`bgsite.wiring`); `stats` knows this protocol only.

For games it is `matches.consent`.
"""

from __future__ import annotations

from typing import Protocol

from django.http import HttpRequest


class BrowserConsent(Protocol):
    """Who knows what was chosen in a browser."""

    def __call__(self, request: HttpRequest) -> bool:
        """Say whether anything may be written for the browser of this request."""


def _nobody(request: HttpRequest) -> bool:
    """Without an answer nothing is counted."""
    del request
    return False


_asked: list[BrowserConsent] = [_nobody]


def browser_consent_ask(asker: BrowserConsent) -> None:
    """From now on `asker` answers."""
    _asked[:] = [asker]


def browser_agrees(request: HttpRequest) -> bool:
    """Say whether anything may be written for the browser of this request; unwired: nothing."""
    return _asked[0](request)
