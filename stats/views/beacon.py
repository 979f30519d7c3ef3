"""Where browsers tell what they are. The answer says nothing, whatever became of it."""

from __future__ import annotations

import logging
from typing import Final

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from stats.consent import browser_agrees
from stats.services.beacons import MOST_BYTES, beacon_take

logger = logging.getLogger(__name__)

_DIGITS: Final = 10
"""Enough to see that a length is too much."""


@csrf_exempt  # the token in the body is the proof
@require_POST
def beacon(request: HttpRequest) -> HttpResponse:
    """Take a beacon; always 204 without a word. Statistics off: it is not read, and nothing is written or counted."""
    if browser_agrees(request):
        announced = _announced(request)
        body = b"" if announced > MOST_BYTES else request.read(MOST_BYTES + 1)
        _take(body, announced)
    return HttpResponse(status=204)


def _take(body: bytes, announced: int) -> None:
    """Whatever goes wrong in the database is ours to know, not the browser's."""
    try:
        beacon_take(body, announced)
    except Error as error:
        reason = str(error).partition("\n")[0]  # what follows may quote a row
        logger.warning("a beacon was not kept: %s", reason)


def _announced(request: HttpRequest) -> int:
    """What the request says of its length; 0 where it says nothing (the body itself is measured, too)."""
    said = request.headers.get("Content-Length", "")
    return int(said[:_DIGITS]) if said.isascii() and said.isdigit() else 0
