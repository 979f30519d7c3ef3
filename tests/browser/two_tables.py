"""Both tables of one match, and what two people do at them. Reads roles and `data-` attributes only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.table_page import TablePage, turn

Position = dict[str, tuple[str, int]]

_CONTROLS = {"dice", "cube"}
_LOOKS = 50
_TOLD = ("phase", "dice", "awaits", "game", "decision")
_MIRROR = {str(point): str(25 - point) for point in range(1, 25)} | {
    "bar": "far-bar",
    "far-bar": "bar",
    "off": "far-off",
    "far-off": "off",
}


def checkers(table: TablePage) -> Position:
    """Where the checkers stand, in the near player's numbering."""
    return {point: here for point, here in table.position().items() if point not in _CONTROLS}


def from_other_side(position: Position) -> Position:
    """The same checkers in the other player's numbering."""
    return {_MIRROR[point]: here for point, here in position.items()}


@dataclass(frozen=True, slots=True)
class TwoTables:
    """The tables of the two players."""

    first: TablePage
    second: TablePage

    def other(self, table: TablePage) -> TablePage:
        """The other one."""
        return self.second if table is self.first else self.first

    def on_turn(self) -> TablePage:
        """Who has to act now."""
        self.in_step()
        return self.first if self.first.is_my_turn else self.second

    def in_step(self) -> None:
        """Wait until both show the same version, then compare what they show; again where more came meanwhile."""
        both = self.first, self.second
        for _ in range(_LOOKS):
            latest = max(table.version for table in both)
            for table in both:
                table.wait_for_version(latest)
            told = [{name: table.data(name) for name in _TOLD} for table in both]
            positions = [checkers(table) for table in both]
            if all(table.version == latest for table in both):
                break
        else:
            raise AssertionError("the tables never rest")
        assert told[0] == told[1]
        assert positions[0] == from_other_side(positions[1])

    def turn(self) -> TablePage:
        """Whoever is on turn plays it; who that was."""
        mover = self.on_turn()
        turn(mover)
        self.in_step()
        return mover

    def turns_until_rolls(self, roller: TablePage) -> None:
        """Play on until `roller` may roll."""
        while self.on_turn() is not roller or roller.phase != "to_roll":
            self.turn()

    def double(self, doubler: TablePage, answer: str) -> None:
        """`doubler` doubles, the other one takes or drops."""
        assert doubler.can("double")
        doubler.do("double")
        self.in_step()
        self.other(doubler).answer(answer)
        self.in_step()

    def offer_resignation(self, loser: TablePage, kind: str) -> None:
        """`loser` offers to lose a `kind`."""
        loser.action("resign").click()
        loser.page.get_by_role("radio", name=re.compile(f"^{kind}")).check()
        loser.action("resign_offer").click()
        if kind != "single":
            loser.action("resign_sure").click()
        loser.settled()
        self.in_step()

    def next_game(self) -> None:
        """Both go on; the position of the end stays until then."""
        game, shown = self.first.data("game"), checkers(self.first)
        self.first.do("next")
        self.second.wait_for_version(self.first.version)
        assert (self.second.phase, checkers(self.first)) == ("between", shown)
        self.second.do("next")
        expect(self.first.table).not_to_have_attribute("data-phase", "between")
        self.in_step()
        assert int(self.first.data("game")) == int(game) + 1
