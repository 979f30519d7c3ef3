"""What templates ask about languages: `{% load languages %}`."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from bgsite.languages.catalog import catalog_address
from bgsite.languages.known import LANGUAGES, tag_of

register = template.Library()


@register.simple_tag
def language_tag() -> str:
    """The page's language for `<html lang>`."""
    return tag_of(translation.get_language() or settings.LANGUAGE_CODE)


@register.simple_tag
def sentences_address() -> str:
    """Where the sentences of the scripts are, in the page's language: `<script src>` before the page's own."""
    return catalog_address()


@register.inclusion_tag("languages/_switch.html", takes_context=True)
def language_switch(context: template.Context, as_menu: bool = False) -> dict[str, Any]:
    """The form that changes the language; nothing on pages that come without a request."""
    request = context.get("request")
    if not isinstance(request, HttpRequest):
        return {}
    here = translation.get_language()
    choices = [{"code": code, "name": name, "tag": tag_of(code), "is_chosen": code == here} for code, name in LANGUAGES]
    return {
        "as_menu": as_menu,
        "back": _address_of_page(request),
        "choices": choices,
        "chosen": next((choice for choice in choices if choice["is_chosen"]), choices[0]),
        "csrf_token": context.get("csrf_token"),
    }


def _address_of_page(request: HttpRequest) -> str:
    """Where the reader is. A refused form has no address that can be looked at: back to the page it stood on."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    try:
        came_from = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""  # it is no address at all
    return came_from._replace(scheme="", netloc="").geturl() if came_from.netloc == request.get_host() else ""
