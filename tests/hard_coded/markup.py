"""What a piece of HTML shows and says: its text, and the attributes that are read aloud or shown."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

_SAID: Final = frozenset(
    {
        "alt",
        "aria-description",
        "aria-label",
        "aria-placeholder",
        "aria-roledescription",
        "aria-valuetext",
        "data-label",
        "label",
        "placeholder",
        "title",
    }
)
_BUTTONS: Final = frozenset({"button", "reset", "submit"})
_SILENT: Final = frozenset({"code", "kbd", "script", "style"})
"""What programs read, keys, and what is typed as it stands."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.said: list[tuple[int, str]] = []
        self._silent: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent = tag
        known = {name: value or "" for name, value in attrs}
        for name, value in known.items():
            is_button = name == "value" and tag == "input" and known.get("type") in _BUTTONS
            is_description = name == "content" and tag == "meta" and known.get("name") == "description"
            if name in _SAID or is_button or is_description:
                self.said.append((self.getpos()[0], value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._silent = None

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = None

    def handle_data(self, data: str) -> None:
        if self._silent is None:
            blank = data[: len(data) - len(data.lstrip())]
            self.said.append((self.getpos()[0] + blank.count("\n"), data))


def said(markup: str) -> Iterator[tuple[int, str]]:
    """Each text that the markup shows or says, with its line, from 1."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    yield from reader.said
