"""The site of the trials: `manage.py serve` with data of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.chaos.backstage import Backstage
from tests.chaos.page import Page
from tests.prepared import copy_prepared, open_folder
from tests.serving import Serve, wait_for


@dataclass(frozen=True, slots=True)
class Game:
    """A match of a trial: who must act, when their flag falls (seconds; None: no clock), and how to log in."""

    url: str
    code: str
    to_act: str
    deadline: float | None
    cookies: dict[str, str]

    def page(self, side: str | None = None, seed: int = 0) -> Page:
        """An open table of a player, or of somebody who looks on and is not logged in."""
        return Page(self.url, self.code, self.cookies.get(side or "", ""), side, seed)


@dataclass(frozen=True, slots=True)
class Stage:
    """A running site and what goes on behind it."""

    serve: Serve
    backstage: Backstage

    @property
    def url(self) -> str:
        """The address of the web process, without a slash at the end."""
        return f"http://127.0.0.1:{self.serve.port}"

    def matches(self, count: int = 1, **terms: Any) -> list[Game]:
        """Begin matches of two new people; see `backstage.begin`."""
        begun = self.backstage.ask("begin", count=count, **terms)
        cookies = {side: begun[side] for side in ("white", "black")}
        return [Game(self.url, cookies=cookies, **match) for match in begun["matches"]]

    def computer_matches(self, count: int = 1, **terms: Any) -> list[Game]:
        """Begin matches of new people against the computer; see `backstage.begin_with_computer`."""
        begun = self.backstage.ask("begin_with_computer", count=count, **terms)["matches"]
        return [Game(self.url, cookies={"white": match.pop("white")}, **match) for match in begun]


def report(figures: str) -> None:
    """Print a line of figures; `pytest -s` shows it."""
    sys.stdout.write(f"\n{figures}\n")


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """One site for all trials of a worker of pytest."""
    with open_folder("barpoint chaos ") as base:
        folder = base / "site"
        copy_prepared(folder)
        serve = Serve(folder)
        try:
            assert wait_for(lambda: serve.said("ready: ") or serve.process.poll() is not None, 90)
            assert serve.said("ready: "), "\n".join(serve.lines)
            backstage = Backstage(folder)
            try:
                yield Stage(serve, backstage)
            finally:
                backstage.end()
        finally:
            serve.stop()
