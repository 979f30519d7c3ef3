"""The solid board at a real table: how it is asked for, and the hands that play on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from bgsite.accounts.models import User
from matches.models import Match, PlayerSettings
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.table_page import TablePage
from tests.browser.test_board_alone import drag, middle
from tests.browser.test_board_solid import data, touch, turn_by_hand
from tests.live import SiteProcesses

Hand = Callable[[TablePage], None]
"""Plays a whole turn, the roll included."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

_CHOOSE = """(chosen) => {
  if (!location.protocol.startsWith("http")) return;
  for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
}"""
_AFTER_DRAG = 400
"""Milliseconds. The browser takes a quicker tap for the second one of a double tap, and makes no click of it."""
_TAPS = 3
"""On a busy machine Chromium makes no click of one in fifty first taps after a drag: a person taps again."""
_A_MOMENT = 1000
_NAMES = {25: "bar", 0: "off"}


def choose(context: BrowserContext, quality: str = "low", **preferences: Any) -> None:
    """What a browser keeps at the begin of each page: these preferences, the solid board if nothing else is said."""
    kept = {"barpoint.table": json.dumps({"look": "solid", "speed": "fast"} | preferences), "barpoint.quality": quality}
    context.add_init_script(f"({_CHOOSE})({json.dumps(kept)})")


def forget_choices() -> None:
    """Accounts keep nothing any more: what a browser has would else be theirs from its first page on, and win later."""
    elsewhere(lambda: PlayerSettings.objects.update(table={}))


def is_solid(table: TablePage) -> TablePage:
    """Wait until the solid board has been drawn."""
    expect(table.page.locator("#board .board[data-look='solid'][data-frames]")).to_be_visible()
    return table.settled()


def solid_table(windows: Windows, site: SiteProcesses, match: Match, user: User | None, **options: Any) -> TablePage:
    """A match with the solid board, as cheap as can be, in a window of its own."""
    context = windows.context(user, **options)
    choose(context)
    page = context.new_page()
    page.goto(f"{site.url}/match/{match.code}/")
    return is_solid(TablePage(page).ready())


def turned(table: TablePage) -> None:
    """Take the board at its free middle and turn it."""
    before = middle(table.page, 24)
    turn_by_hand(table.page)
    assert data(table.page, "view") == "free"
    assert abs(middle(table.page, 24)[0] - before[0]) > 10


# --- hands ------------------------------------------------------------------------------------------------------


def spot(table: TablePage, number: int) -> Locator:
    """The button that lies over a point (1-24), the bar (25) or the tray (0), in the numbering that is shown."""
    return table.page.locator(f'#board [data-point="{_NAMES.get(number, number)}"]')


def _by_turns(table: TablePage, roll: Hand, step: Hand, confirm: Hand) -> None:
    table.wait_for_turn()
    if table.phase == "to_roll":
        roll(table)
        table.settled()
    if table.phase != "to_play" or not table.is_my_turn:  # nothing can be played: the turn has passed
        return
    while not table.can("confirm"):
        step(table)
        table.settled()
    confirm(table)
    table.settled()


def _press_roll(table: TablePage) -> None:
    table.do("roll")


def _press_confirm(table: TablePage) -> None:
    table.do("confirm")


def _click_dice(table: TablePage) -> None:
    table.page.locator('#board [data-point="dice"]').click()


def by_clicks(table: TablePage) -> None:
    """Turns the board first. Dice, a checker, its target, and again the dice to confirm."""
    turned(table)
    _by_turns(table, _click_dice, _click_step, _click_dice)


def _click_step(table: TablePage) -> None:
    step = table.steps()[0]
    if spot(table, step.to).get_attribute("data-can") != "target":  # else the only source is chosen already
        spot(table, step.start).click()
    spot(table, step.to).click()


def by_dragging(table: TablePage) -> None:
    """Each checker is carried to where it goes."""
    _by_turns(table, _click_dice, _drag_step, _press_confirm)


def _drag_step(table: TablePage) -> None:
    step = table.steps()[0]
    drag(table.page, _NAMES.get(step.start, step.start), _middle(table.page, step.to))


def _middle(page: Page, number: int) -> tuple[float, float]:
    return middle(page, _NAMES.get(number, number))


def by_keys(table: TablePage) -> None:
    """Space rolls, arrows and Enter step, Enter confirms."""
    player = KeyboardPlayer(table)
    _by_turns(
        table,
        lambda _: player.roll_in_panel(),
        lambda _: player.step_on_board(),
        lambda _: player.confirm(),
    )


def by_buttons(table: TablePage) -> None:
    """The list beside the board; the board itself is not touched."""
    _by_turns(
        table,
        _press_roll,
        lambda table: table.step(table.steps()[0]),
        _press_confirm,
    )


def by_finger(table: TablePage) -> None:
    """On a telephone: the first step by dragging, the others by two taps."""
    dragged: list[bool] = []

    def step(table: TablePage) -> None:
        first = table.steps()[0]
        if dragged:
            _tap_step(table)
        else:
            touch(table.page, _middle(table.page, first.start), _middle(table.page, first.to))
            table.page.wait_for_timeout(_AFTER_DRAG)
        dragged.append(True)

    _by_turns(table, lambda table: table.action("roll").tap(), step, lambda table: table.action("confirm").tap())


def _tap_step(table: TablePage) -> None:
    step = table.steps()[0]
    target = spot(table, step.to)
    if target.get_attribute("data-can") != "target":
        for _ in range(_TAPS):
            spot(table, step.start).tap()
            if _becomes_target(target):
                break
    target.tap()


def _becomes_target(button: Locator) -> bool:
    """Whether a checker can be put there, within a moment."""
    try:
        expect(button).to_have_attribute("data-can", "target", timeout=_A_MOMENT)
    except AssertionError:
        return False
    return True
