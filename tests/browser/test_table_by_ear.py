"""What a screen reader finds at a table, in three states: to roll, choosing a target in mid-turn, a cube offered.

The accessibility tree of each is written down in tests/golden/aria. BARPOINT_GOLDEN=1 writes it anew: look at what
changed before you keep it.
"""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from games.rules.actions import Double, PlayCheckers, Roll
from games.rules.plays import CheckerMove
from games.rules.sides import Side
from matches.models import Match
from tests.browser.conftest import OpenTable
from tests.browser.elsewhere import elsewhere
from tests.browser.scripted import Throw, thrown
from tests.browser.table_page import TablePage
from tests.live import ROOT
from tests.matches.matchmaking import act, begun_match, terms

pytestmark = pytest.mark.django_db(transaction=True)

_FOLDER = ROOT / "tests" / "golden" / "aria"
_COUNTDOWN = re.compile(r"\b\d:\d\d\b")
_CODE = re.compile(r"/match/\w+/")


def heard(table: TablePage) -> str:
    """The tree below the page's main part, but for what is different every time."""
    tree = table.page.locator("main").aria_snapshot()
    return _CODE.sub("/match/CODE/", _COUNTDOWN.sub("M:SS", tree)) + "\n"


def assert_as_written(table: TablePage, name: str) -> None:
    """The tree is that of the file; or the file is written anew."""
    file = _FOLDER / f"{name}.yml"
    if os.environ.get("BARPOINT_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(heard(table), encoding="utf-8")
    assert heard(table) == file.read_text(encoding="utf-8")


def play(match: Match, side: Side, *moves: tuple[int, int, int]) -> None:
    elsewhere(lambda: act(match, side, PlayCheckers(tuple(CheckerMove(*move) for move in moves))))


def roll(match: Match, side: Side, throw: Throw) -> None:
    thrown(lambda _: act(match, side, Roll()), throw)


def test_the_table_sounds_as_written_down(open_table: OpenTable, alice: User, bob: User) -> None:
    match = thrown(lambda _: begun_match(alice, bob, terms(length=5)), (3, 1))
    play(match, Side.WHITE, (8, 5, 3), (6, 5, 1))
    roll(match, Side.BLACK, (6, 4))
    play(match, Side.BLACK, (24, 18, 6), (18, 14, 4))
    open_table(match, bob)  # else he is called away sooner or later
    table = open_table(match, alice)
    expect(table.player("black")).to_have_attribute("data-presence", "here")
    expect(table.page.locator("#players")).to_contain_text("unrated")  # a frame of its own says so
    assert (table.phase, table.can("double")) == ("to_roll", True)
    assert_as_written(table, "to_roll")

    roll(match, Side.WHITE, (4, 2))
    table.wait_for_turn()
    expect(table.table).to_have_attribute("data-phase", "to_play")
    table.page.locator('#board [data-point="8"]').click()
    table.page.locator('#board [data-point="4"]').click()
    table.settled().page.locator('#board [data-point="6"]').click()
    assert_as_written(table, "choosing_a_target")

    table.page.locator('#board [data-point="4"]').click()
    table.do("confirm")
    elsewhere(lambda: act(match, Side.BLACK, Double()))
    expect(table.page.get_by_role("dialog")).to_be_visible()
    assert_as_written(table, "cube_offered")
