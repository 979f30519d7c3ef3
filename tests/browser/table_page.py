"""A table as a person uses it. Reads roles and `data-` attributes only; knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

Play = Callable[["TablePage"], None]


@dataclass(frozen=True, slots=True)
class StepButton:
    """One step that can be made by button, in the mover's numbering."""

    start: int
    to: int
    die: int


class TablePage:
    """One open table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = page.locator("#table")

    # --- what is there ------------------------------------------------------------------------------------------

    def ready(self) -> TablePage:
        """Wait until the line is live and nothing is under way."""
        expect(self.table).to_have_attribute("data-line", "live")
        return self.settled()

    def settled(self) -> TablePage:
        """Wait until no action waits for its answer and no checker flies."""
        expect(self.table).to_have_attribute("data-pending", "")
        expect(self.page.locator("#board [data-flying]")).to_have_count(0)
        return self

    def data(self, name: str) -> str:
        """One `data-` attribute of the table."""
        return self.table.get_attribute(f"data-{name}") or ""

    @property
    def phase(self) -> str:
        """`to_roll`, `to_play`, `doubled`, `resigning`, `between` or `over`."""
        return self.data("phase")

    @property
    def version(self) -> int:
        """The version of the match that is shown."""
        return int(self.data("v"))

    @property
    def is_my_turn(self) -> bool:
        """Somebody who sits here has to do something."""
        return self.data("your-turn") == "true"

    @property
    def status(self) -> str:
        """The status line."""
        return self.page.locator("#status").inner_text()

    @property
    def said(self) -> str:
        """What the live region says."""
        return self.page.locator("#live").inner_text()

    def player(self, side: str) -> Locator:
        """The block of one player; `data-score`, `data-pips`, `data-awaited`, `data-presence`."""
        return self.page.locator(f'#players [data-side="{side}"]').first

    def score(self) -> tuple[int, int]:
        """White's and Black's points as shown."""
        white, black = (int(self.player(side).get_attribute("data-score") or 0) for side in ("white", "black"))
        return white, black

    def position(self) -> dict[str, tuple[str, int]]:
        """What stands where on the board, in the near player's numbering: `{"13": ("white", 5)}`."""
        buttons = self.page.locator("#board [data-point][data-count]")
        rows: list[list[str]] = buttons.evaluate_all(
            "all => all.map(one => [one.dataset.point, one.dataset.side, one.dataset.count])"
        )
        return {point: (side, int(count)) for point, side, count in rows if int(count) > 0}

    def action(self, name: str) -> Locator:
        """The button of an action: `roll`, `double`, `confirm`, `take`, `resign` …"""
        return self.page.locator(f'[data-action="{name}"]')

    def can(self, name: str) -> bool:
        """The button is there and not off."""
        button = self.action(name)
        return button.count() > 0 and button.first.get_attribute("aria-disabled") != "true"

    def steps(self) -> list[StepButton]:
        """The single steps that can be made now."""
        buttons = self.page.locator('[data-step][data-combined="false"]')
        rows: list[list[str]] = buttons.evaluate_all(
            "all => all.map(one => [one.dataset.from, one.dataset.to, one.dataset.die])"
        )
        return [StepButton(*(int(cell) for cell in row)) for row in rows]

    # --- what one does ------------------------------------------------------------------------------------------

    def do(self, name: str) -> TablePage:
        """Press the button of an action and wait for what follows."""
        self.action(name).click()
        return self.settled()

    def answer(self, name: str) -> TablePage:
        """Answer an offer: its dialog takes nothing in its first moments."""
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        self.page.wait_for_timeout(450)
        return self.do(name)

    def step(self, step: StepButton) -> None:
        """Press the button of a step."""
        selector = f'[data-step][data-from="{step.start}"][data-to="{step.to}"][data-die="{step.die}"]'
        self.page.locator(selector).first.click()

    def play_first(self) -> TablePage:
        """Play the first step there is until the turn is complete, and confirm."""
        while not self.can("confirm"):
            self.step(self.steps()[0])
        return self.do("confirm")

    def wait_for_turn(self) -> TablePage:
        """Wait until it is for us to act."""
        expect(self.table).to_have_attribute("data-your-turn", "true")
        return self.settled()

    def wait_for_turn_or_end(self) -> bool:
        """Wait until it is for us to act, or the match is over; whether it is for us to act."""
        self.page.wait_for_function(
            "() => { const {yourTurn, phase} = document.querySelector('#table').dataset;"
            " return yourTurn === 'true' || phase === 'over' }"
        )
        return self.settled().is_my_turn

    def wait_for_version(self, version: int) -> TablePage:
        """Wait until at least this version is shown."""
        self.page.wait_for_function("v => Number(document.querySelector('#table').dataset.v) >= v", arg=version)
        return self.settled()


def turn(me: TablePage) -> None:
    """One whole turn of somebody who is on roll: roll if need be, play, confirm."""
    me.wait_for_turn()
    if me.phase == "to_roll":
        me.do("roll")
    if me.phase == "to_play" and me.is_my_turn:
        me.play_first()
