"""Addresses with a NUL byte are refused as one: no text of the site has one, and PostgreSQL takes none.

Without this each place that asks the database for a word of the address (the filters of the administration, names)
would have to look for itself, and one that forgot would answer 500. Forms refuse NUL bytes by themselves.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


class NulBytesRefused:
    """Answers 400 for an address that has a NUL byte, in its path or behind the question mark."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on whatever is clean."""
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "\0" in query or "%00" in query:
            raise BadRequest("a NUL byte in the address")
        return self._get_response(request)
