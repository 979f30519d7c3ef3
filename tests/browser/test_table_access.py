"""The table for every person: by keys, by buttons, on a small screen, read aloud."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from bgsite.accounts.models import User
from games.rules.actions import Double
from games.rules.clock import ClockPreset
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Match
from tests.browser.conftest import OpenTable
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.matches.matchmaking import act, begun_match, pass_turn, person, state, terms

pytestmark = pytest.mark.django_db(transaction=True)

NARROW: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE: dict[str, Any] = {}
BAR = 25


def opener_of(match: Match) -> Side:
    return state(match).game.on_roll  # type: ignore[union-attr]


class Pair:
    """Who throws first and who second, with their match."""

    def __init__(self) -> None:
        anna, bob = person("Anna"), person("Bob")
        self.match = begun_match(anna, bob, terms(Preset.MATCH, 3, clock=ClockPreset.NORMAL))
        self.side = opener_of(self.match)
        self.first: User = anna if self.side is Side.WHITE else bob
        self.second: User = bob if self.side is Side.WHITE else anna


@pytest.fixture
def pair() -> Pair:
    return elsewhere(Pair)


@pytest.fixture
def doubled(pair: Pair) -> Pair:
    """The second has doubled: the first has to answer."""

    def play() -> None:
        pass_turn(pair.match, pair.side)
        act(pair.match, pair.side.other, Double())

    elsewhere(play)
    return pair


def box(locator: Locator) -> FloatRect:
    found = locator.bounding_box()
    assert found is not None
    return found


def overlap(one: FloatRect, two: FloatRect) -> bool:
    across = one["x"] < two["x"] + two["width"] and two["x"] < one["x"] + one["width"]
    down = one["y"] < two["y"] + two["height"] and two["y"] < one["y"] + one["height"]
    return across and down


def test_a_narrow_screen_never_scrolls_sideways(open_table: OpenTable, doubled: Pair) -> None:
    table = open_table(doubled.match, doubled.first, **NARROW)
    for summary in table.page.locator("main summary:visible").all():
        summary.click()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 360])
def test_what_can_be_touched_is_large_enough(open_table: OpenTable, pair: Pair, width: int) -> None:
    table = open_table(pair.match, pair.first, **NARROW | {"viewport": {"width": width, "height": 800}})
    sizes: list[list[float]] = table.page.locator("main button:visible, main summary:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert sizes
    assert min(min(size) for size in sizes) >= 24


@pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_cube_offer_hides_neither_board_nor_score(
    open_table: OpenTable, doubled: Pair, screen: dict[str, Any]
) -> None:
    table = open_table(doubled.match, doubled.first, **screen)
    dialog = table.page.get_by_role("dialog")
    assert not overlap(box(dialog), box(table.page.locator("#board")))
    for word in ("Cube", "Score", "Pips", "Your clock"):
        expect(dialog).to_contain_text(word)


def test_take_and_drop_are_not_where_roll_was(open_table: OpenTable, pair: Pair) -> None:
    roller = open_table(pair.match, pair.second)
    elsewhere(lambda: pass_turn(pair.match, pair.side))
    roller.wait_for_turn()
    roll = box(roller.action("roll"))
    elsewhere(lambda: act(pair.match, pair.side.other, Double()))
    taker = open_table(pair.match, pair.first)
    for name in ("take", "drop"):
        assert not overlap(box(taker.action(name)), roll)


HASTY = """
const observer = new MutationObserver(() => {
  const take = document.querySelector('dialog[open] [data-action="take"]');
  if (!take) return;
  observer.disconnect();
  take.click();
  window.wasHasty = true;
});
observer.observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Presses Take in the very moment in which it is there."""


def test_an_offer_takes_nothing_in_its_first_moments(open_table: OpenTable, doubled: Pair) -> None:
    table = open_table(doubled.match, doubled.first)
    table.page.add_init_script(HASTY)
    table.page.reload()
    table.ready()
    assert table.page.evaluate("window.wasHasty") is True
    assert table.phase == "doubled"


def test_the_offer_has_the_focus(open_table: OpenTable, doubled: Pair) -> None:
    table = open_table(doubled.match, doubled.first)
    assert table.page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)")


def test_a_take_is_asked_once_more_when_wanted(open_table: OpenTable, doubled: Pair) -> None:
    table = open_table(doubled.match, doubled.first)
    table.page.evaluate("localStorage.setItem('barpoint.table', JSON.stringify({ confirmAnswers: true }))")
    table.page.reload()
    table.ready()
    table.page.wait_for_timeout(450)
    table.action("take").click()
    expect(table.page.get_by_role("dialog")).to_contain_text("Really go on with the cube at 2?")
    assert table.phase == "doubled"
    table.do("take_sure")
    assert table.phase == "to_roll"


def keyboard_turn(table: TablePage) -> None:
    """A whole turn by keys alone: roll, choose a checker and its target by Enter, confirm by Space."""
    keys = table.page.keyboard
    table.wait_for_turn()
    if table.phase == "to_roll":
        keys.press("Space")
        expect(table.table).not_to_have_attribute("data-phase", "to_roll")
        table.settled()
    for _ in range(20):
        if table.phase != "to_play" or not table.is_my_turn or table.can("confirm"):
            break
        step = table.steps()[0]
        if step.start < BAR:  # on the bar the targets are there at once, and have the focus
            keys.type(str(step.start))
            keys.press("Enter")
        keys.press("Enter")
        table.settled()
    if table.can("confirm"):
        keys.press("Space")
        table.settled()


def test_turns_are_played_by_keyboard_alone(open_table: OpenTable, pair: Pair) -> None:
    first, second = open_table(pair.match, pair.first), open_table(pair.match, pair.second)
    for table, other in ((first, second), (second, first), (first, second)):
        before = table.version
        keyboard_turn(table)
        assert table.version > before
        other.wait_for_version(table.version)
        assert other.is_my_turn


def test_backspace_takes_a_step_back_and_d_doubles(open_table: OpenTable, pair: Pair) -> None:
    first, second = open_table(pair.match, pair.first), open_table(pair.match, pair.second)
    before = first.position()
    first.step(first.steps()[0])
    first.settled()
    first.page.keyboard.press("Backspace")
    first.settled()
    assert first.position() == before
    first.play_first()
    second.wait_for_turn()
    second.page.keyboard.press("d")
    expect(second.table).to_have_attribute("data-phase", "doubled")


def test_shortcuts_do_nothing_in_a_dialog(open_table: OpenTable, pair: Pair) -> None:
    table = open_table(pair.match, pair.second)
    elsewhere(lambda: pass_turn(pair.match, pair.side))
    table.wait_for_turn()
    table.action("resign").click()
    version = table.version
    table.page.keyboard.press("d")
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    assert table.version == version


def test_the_live_region_says_dice_play_and_turn(open_table: OpenTable, pair: Pair) -> None:
    table = open_table(pair.match, pair.second)
    elsewhere(lambda: pass_turn(pair.match, pair.side))
    live = table.page.locator("#live")
    expect(live).to_contain_text(f"{pair.first.username} played")
    expect(live).to_contain_text("Your turn")
