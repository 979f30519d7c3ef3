"""A whole match by keyboard only: rolls, doubles, takes, plays, undoes and bears off without one touch of a mouse.

The middle of the game as in `hurry`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Match
from matches.selectors.replays import is_like_its_log
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.hurry import hurry, is_doubled_enough
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.opponent import Opponent
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

LEFT = 8
"""Checkers to bear off by hand."""
TURNS = 12
"""Rolls, plays and doubles before the middle of the game: on the board and in the panel, some of them undone."""
_COUNT_POINTERS = "window.pointers = 0; addEventListener('pointerdown', () => { window.pointers += 1 }, true)"


def open_by_keyboard(page: Page, address: str) -> KeyboardPlayer:
    """Open a table, and go to its board from the top of the page."""
    page.add_init_script(_COUNT_POINTERS)
    page.goto(address)
    player = KeyboardPlayer(TablePage(page).ready())
    player.go("Tab", lambda focus: "point" in focus)
    return player


def play_turn(player: KeyboardPlayer, number: int) -> None:
    """One turn: the even ones on the board, the odd ones in the panel; the first step of every third is undone."""
    table = player.table
    if table.phase == "doubled":
        player.answer("take")
    elif table.phase == "to_roll" and table.can("double"):
        before = table.version
        player.press("d")
        table.wait_for_version(before + 1)
    elif table.phase == "to_roll":
        player.roll_in_panel() if number % 2 else player.roll_on_board()
    elif table.phase == "to_play":
        play_dice(player, number)


def play_dice(player: KeyboardPlayer, number: int) -> None:
    """Step until the turn is complete; confirm."""
    step = player.step_in_panel if number % 2 else player.step_on_board
    if number % 3 == 0:
        before = player.table.position()
        step()
        assert player.table.position() != before
        player.press("Backspace")
        assert player.table.position() == before
    while not player.table.can("confirm"):
        step()
    player.confirm()


def test_a_whole_match_by_keyboard(windows: Windows, live_site: SiteProcesses) -> None:
    anna, bob = person("Anna"), person("Bob")
    match = elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 3)))
    page = windows.page(anna)
    player = open_by_keyboard(page, f"{live_site.url}/match/{match.code}/")
    table = player.table
    with Opponent(live_site, match.code, bob, Side.BLACK.value, doubles=True) as opponent:
        number = 0
        while table.phase != "over":
            if number >= TURNS and is_doubled_enough(table):
                hurry(match, Side.WHITE, table, left=LEFT)
            if table.wait_for_turn_or_end():
                play_turn(player, number)
                number += 1
            opponent.must_be_well()
        last = opponent.last_view()
    expect(page.locator("[data-match-result]")).to_be_visible()
    assert page.evaluate("window.pointers") == 0
    check_the_end(match, table, last["result"]["termination"])
    assert "take" in opponent.kinds
    assert "double" in opponent.kinds


def check_the_end(match: Match, table: TablePage, termination: str) -> None:
    """Borne off to the last checker, worth the cube at 4, and stored as shown."""
    assert termination == "borne_off"
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (match.score_white, match.score_black) in {(4, 0), (0, 4), (8, 0), (0, 8), (12, 0), (0, 12)}
    assert sorted(table.score()) == [0, 3]
    assert is_like_its_log(match)
