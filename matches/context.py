"""What every template knows of the reader's boards (`TEMPLATES` in the settings). Nothing is asked until it is used."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from matches.board_style import BoardStyle, board_style
from matches.reader import reader_of
from matches.selectors.people import table_settings_of


def boards(request: HttpRequest) -> dict[str, Any]:
    """`table_chosen`: what the account chose; empty for guests. `board_style`: what that makes of pictures."""
    chosen = cache(lambda: _chosen(request))
    return {"table_chosen": SimpleLazyObject(chosen), "board_style": SimpleLazyObject(lambda: board_style(chosen()))}


def style_of(request: HttpRequest) -> BoardStyle:
    """How the reader wishes boards to look, for a view that needs it before its template; as usual for guests."""
    return board_style(_chosen(request))


def _chosen(request: HttpRequest) -> dict[str, Any]:
    account = reader_of(request).registered
    return {} if account is None else table_settings_of(account.pk)
