"""The language of a request: Django's choice, for every answer that has words, and the cookie that a choice leaves."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from bgsite.languages.choice import answer
from bgsite.languages.known import tag_of


class LanguageMiddleware:
    """Before all others: what they refuse is refused in the reader's language as well.

    Files are the same in every language, so only answers of views and refusals say that they depend on it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the language of the cookie, else in what the browser asks for, else in English."""
        with translation.override(translation.get_language_from_request(request)):
            request.LANGUAGE_CODE = translation.get_language()
            response = self._get_response(request)
            answer(request, response)
            if _has_words(request, response):
                patch_vary_headers(response, ("Accept-Language", "Cookie"))
                response.headers.setdefault("Content-Language", tag_of(translation.get_language() or ""))
        return response


def _has_words(request: HttpRequest, response: HttpResponse) -> bool:
    """A view's answer or a refusal; neither a file nor what is meant to be kept by everybody."""
    is_public = "public" in response.headers.get("Cache-Control", "")
    return not is_public and (request.resolver_match is not None or response.status_code >= HTTPStatus.BAD_REQUEST)
