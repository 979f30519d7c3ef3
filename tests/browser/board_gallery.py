"""Tables to look at with both boards (issue 5, show 1). The dice are the same each time: pictures can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from games.rules.actions import Double, PlayCheckers, Roll
from games.rules.legal import legal_plays
from games.rules.plays import Play, board_after
from games.rules.sides import Side
from games.rules.state import ToPlay, game_of, to_act
from matches.models import Match
from tests.browser.elsewhere import elsewhere
from tests.browser.scripted import seeded, thrown, to_the_bear_off
from tests.browser.table_page import TablePage
from tests.browser.test_board_solid import turn_by_hand
from tests.browser.tidy_play import middle_of_a_match, tidy_turn
from tests.matches.matchmaking import act, begun_match, person, play_to_a_roll, state, terms

THEMES = ("classic", "night", "sand", "contrast")
_SEED = 7
_HITS = 20
"""At most so many turns are played before somebody can hit."""
_SLOWER = """(times) => {
  const [clock, frame, timer] = [performance.now.bind(performance), requestAnimationFrame, setTimeout];
  const begun = clock();
  const slow = (now) => begun + (now - begun) / times;
  performance.now = () => slow(clock());
  window.requestAnimationFrame = (tell) => frame((now) => tell(slow(now)));
  window.setTimeout = (deed, ms = 0, ...more) => timer(deed, ms * times, ...more);
}"""
"""From now on time goes by more slowly on the page, so that a picture can be taken in mid-flight."""
_TIMES = 40
_STAGE = 520
"""Milliseconds that a checker flies at the lowest speed (`FLIGHT_MS` of view.ts)."""

Deed = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class BoardScene:
    """One table, who looks at it, and what they have chosen."""

    name: str
    match: Match
    who: User
    preferences: Mapping[str, Any] = field(default_factory=dict)
    deed: Deed | None = None
    """What is done there before it is looked at."""
    moves: bool = False
    """Checkers fly there."""
    language: str = "en"


class BoardGallery:
    """Two people and their matches: in the middle of a game, before a hit, with a double, in a bear-off."""

    def __init__(self) -> None:
        self._ada, self._lucien = elsewhere(lambda: (person("Ada"), person("Lucien")))
        self.middle = seeded(lambda: self._to_play(self._middle()), _SEED)
        self._doubled = seeded(lambda: self._double(self._middle()), _SEED)
        self._bearing = self._bear_off()

    def scenes(self) -> Iterator[BoardScene]:
        """Each scene of the show; with the solid board what only it can do, with both what both can."""
        yield self._scene("3d-oblique", deed=_see_from_the_side)
        yield self._scene("3d-rotated", deed=_turn)
        yield self._scene("3d-top", deed=_see_from_above)
        for look, name in (("solid", "3d"), ("flat", "2d")):
            yield from self._on_both(name, {"look": look})

    def _on_both(self, name: str, look: Mapping[str, str]) -> Iterator[BoardScene]:
        for theme in THEMES:
            yield self._scene(f"{name}-{theme}", {**look, "theme": theme})
        yield self._scene(f"{name}-styles", {**look, "checkers": "inlaid", "dice": "matching"})
        yield self._scene(f"{name}-left", {**look, "direction": "left"})
        yield self._scene(f"{name}-targets", look, _choose)
        yield BoardScene(f"{name}-cube", self._doubled, self.on_turn(self._doubled), look, _see_the_offer)
        yield BoardScene(f"{name}-bear-off", self._bearing, self._ada, look, _choose)
        hit = seeded(self._before_a_hit, _SEED)
        victim = self._ada if self.on_turn(hit) == self._lucien else self._lucien
        yield BoardScene(f"{name}-hit", hit, victim, {**look, "speed": "slow"}, _see_the_hit(hit), moves=True)

    def _scene(self, name: str, preferences: Mapping[str, Any] | None = None, deed: Deed | None = None) -> BoardScene:
        return BoardScene(name, self.middle, self.on_turn(self.middle), preferences or {}, deed)

    def on_turn(self, match: Match) -> User:
        """Who has to act there. Ada has White."""
        return self._ada if elsewhere(lambda: to_act(state(match))) is Side.WHITE else self._lucien

    # --- matches ----------------------------------------------------------------------------------------------------

    def _middle(self) -> Match:
        return middle_of_a_match(self._ada, self._lucien)

    @staticmethod
    def _to_play(match: Match) -> Match:
        while not isinstance(game_of(state(match)).phase, ToPlay):
            act(match, play_to_a_roll(match), Roll())
        return match

    @staticmethod
    def _double(match: Match) -> Match:
        """By who owns the cube."""
        while (cube := game_of(state(match)).cube).owner is not play_to_a_roll(match):
            tidy_turn(match)
        act(match, cube.owner, Double())
        return match

    def _bear_off(self) -> Match:
        match = thrown(lambda _: begun_match(self._ada, self._lucien, terms(length=7)), (6, 1))
        to_the_bear_off(match, Side.WHITE, 9)
        thrown(lambda _: act(match, Side.WHITE, Roll()), (6, 3))
        return match

    def _before_a_hit(self) -> Match:
        """Somebody has dice that hit."""
        match = begun_match(self._ada, self._lucien, terms(length=7))
        for _ in range(_HITS):
            self._to_play(match)
            if hitting_play(match) is not None:
                return match
            tidy_turn(match)
        raise AssertionError("nobody could hit: take another seed")


def hitting_play(match: Match) -> Play | None:
    """A play of who is on turn whose first move hits, if there is one."""
    game = game_of(state(match))
    assert isinstance(game.phase, ToPlay)
    board = game.board.seen_by(game.on_roll)
    plays = legal_plays(board, game.phase.dice)
    return next((play for play in plays if board_after(board, play.moves[:1]).cells[0] > board.cells[0]), None)


# --- deeds ------------------------------------------------------------------------------------------------------


def _see_from_above(page: Page) -> None:
    page.locator('.board-control[data-deed="top"]').click()


def _see_from_the_side(page: Page) -> None:
    page.locator('.board-control[data-deed="oblique"]').click()


def _turn(page: Page) -> None:
    _see_from_the_side(page)
    turn_by_hand(page)


def _choose(page: Page) -> None:
    if page.locator('#board [data-can="target"]').count() == 0:  # else the only source is chosen already
        page.locator('#board [data-can="move"]').first.click()
    TablePage(page).settled()


def _see_the_offer(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_timeout(500)  # its first moments, in which it takes nothing


def _see_the_hit(match: Match) -> Deed:
    def deed(page: Page) -> None:
        play = elsewhere(lambda: hitting_play(match))
        side = elsewhere(lambda: to_act(state(match)))
        assert play is not None
        assert side is not None
        page.evaluate(_SLOWER, _TIMES)
        elsewhere(lambda: act(match, side, PlayCheckers(play.moves)))
        expect(page.locator("#board [data-flying]")).to_have_count(1)
        page.wait_for_timeout(1.4 * _STAGE * _TIMES)  # the one that hits has landed, the one that is hit flies

    return deed
