"""``{% load table_settings %}``: hands what the reader chose for tables and boards to the page's script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString

from matches.reader import reader_of

register = template.Library()


@register.simple_tag(takes_context=True)
def table_preferences(context: template.Context) -> SafeString:
    """``#preferences`` for a page with a board: null for guests, whose browser keeps them.

    With an account: what it keeps (null: nothing yet), where changes go, and the token that goes with them.
    """
    request = context["request"]
    is_kept = reader_of(request).registered is not None
    return json_script(_kept(request, context["table_chosen"]) if is_kept else None, "preferences")


def _kept(request: HttpRequest, chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "chosen": dict(chosen) or None,
        "url": reverse("matches:table_settings"),
        "csrf": get_token(request),
    }
