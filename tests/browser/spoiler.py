"""Spoils what a page says on its way to the server, so that real pages send what they never would.

Everything else goes through untouched, both ways, between the real page and the real server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Frame = dict[str, Any]
Spoil = Callable[[Frame], list[str]]
"""What is sent in place of an action frame: any number of texts."""


def changed(**fields: object) -> Spoil:
    """The frame with other or further fields."""
    return lambda frame: [json.dumps({**frame, **fields})]


def text(instead: str) -> Spoil:
    """Something else altogether."""
    return lambda _frame: [instead]


class Spoiler:
    """Between one page and the server; set `spoil` to have the next action frame spoilt."""

    def __init__(self, page: Page) -> None:
        self.spoil: Spoil | None = None
        self.refusals: list[Frame] = []
        """The frames `refused` and `error` that came back."""
        self.heard: set[str] = set()
        """The kinds of frames that came; `chat` is the last one of an opened socket."""
        page.route_web_socket("**/ws/match/*/", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def from_page(message: str | bytes) -> None:
            frame = json.loads(message)
            spoil = self.spoil if "id" in frame else None
            if spoil is None:
                server.send(message)
                return
            self.spoil = None
            for instead in spoil(frame):
                server.send(instead)

        def from_server(message: str | bytes) -> None:
            frame = json.loads(message)
            self.heard.add(frame["t"])
            if frame["t"] in {"refused", "error"}:
                self.refusals.append(frame)
            page.send(message)

        page.on_message(from_page)
        server.on_message(from_server)
