"""A player without a mouse: goes by Tab and arrows, and knows where the focus is. Reads `data-` attributes only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from tests.browser.table_page import TablePage

Focus = Mapping[str, str]
"""The `data-` attributes of what has the focus."""

_WAY = 80
"""More presses than any way on a page takes."""


class KeyboardPlayer:
    """Somebody at a table who only ever presses keys."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.page = table.page

    @property
    def focus(self) -> Focus:
        """What has the focus now."""
        found: dict[str, str] = self.page.evaluate("({...document.activeElement.dataset})")
        return found

    def press(self, key: str) -> None:
        """Press a key and wait for what follows."""
        self.page.keyboard.press(key)
        self.table.settled()

    def go(self, key: str, there: Callable[[Focus], bool]) -> None:
        """Press `key` until the focus is there."""
        for _ in range(_WAY):
            if there(self.focus):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} leads nowhere; the focus is on {dict(self.focus)}")

    def answer(self, name: str) -> None:
        """Answer an offer in its dialog, which has taken the focus."""
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.page.wait_for_timeout(450)  # it takes nothing in its first moments
        assert self.page.evaluate("document.activeElement.closest('dialog') !== null")
        self.go("Tab", lambda focus: focus.get("action") == name)
        self.press("Enter")

    def roll_on_board(self) -> None:
        """Go to the dice by arrows."""
        self.go("Tab", lambda focus: "point" in focus)
        self.go("ArrowRight", lambda focus: focus.get("can") == "roll")
        self.press("Enter")

    def roll_in_panel(self) -> None:
        """Go to the Roll button."""
        self.go("Tab", lambda focus: focus.get("action") == "roll")
        self.press("Space")

    def step_on_board(self) -> None:
        """Choose a checker by arrows, then its target."""
        self.go("Tab", lambda focus: "point" in focus)
        if self.page.locator('#board [data-can="target"]').count() == 0:
            self.go("ArrowRight", lambda focus: focus.get("can") == "move")
            self.press("Enter")
        if self.page.locator('#board [data-can="target"]').count() > 0:  # else the step was made: there was but one
            self.go("ArrowLeft", lambda focus: focus.get("can") == "target")
            self.press("Space")

    def step_in_panel(self) -> None:
        """Press the first button of the list of steps."""
        self.go("Tab", lambda focus: "step" in focus)
        self.press("Enter")

    def confirm(self) -> None:
        """The focus is on Confirm already when the turn is complete."""
        assert self.focus.get("action") == "confirm"
        self.press("Enter")
