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

    With an account: its number, what it keeps (null: nothing yet), where changes go, and the token that goes with them.
    """
    request = context["request"]
    account = reader_of(request).registered
    kept = None if account is None else _kept(request, account.pk, context["table_chosen"])
    return json_script(kept, "preferences")


def _kept(request: HttpRequest, owner: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "owner": owner,
        "chosen": dict(chosen) or None,
        "url": reverse("matches:table_settings"),
        "csrf": get_token(request),
    }
