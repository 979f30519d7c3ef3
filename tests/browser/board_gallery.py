"""Tables with both boards, made for somebody to look at: the pictures of issue 5, show 1, and the scenes for axe.

The dice are the same each time, so that pictures of two days can be laid beside each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from games.rules.actions import Double, PlayCheckers, Roll, Take
from games.rules.clock import ClockPreset
from games.rules.legal import legal_plays
from games.rules.plays import Play, board_after
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, ToPlay, game_of, to_act
from matches.models import Match
from tests.browser.elsewhere import elsewhere
from tests.browser.scripted import roll, seeded, thrown, to_the_bear_off
from tests.browser.table_page import TablePage
from tests.browser.test_board_solid import turn_by_hand
from tests.browser.tidy_play import tidy_turn
from tests.matches.matchmaking import act, begun_match, lose_game, next_game, person, play_to_a_roll, state, terms

SEED = 7
_IN_FLIGHT = 450
"""Milliseconds after the checkers have set off."""

Deed = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class BoardScene:
    """One table to look at, and with which board."""

    name: str
    match: Match
    who: User
    look: str = "solid"
    preferences: Mapping[str, Any] = field(default_factory=dict)
    deed: Deed | None = None
    """What is done there before it is looked at."""
    moves: bool = False
    """Whether checkers are to fly there."""


def board_scenes() -> list[BoardScene]:
    """Every scene of the show, the solid board first."""
    middle, (hitting, hit), (doubled, responder), bearing = _middle(), _before_a_hit(), _doubled(), _bearing_off()
    own = _on_turn(middle)
    victim = hitting.seats.get(side=to_act(elsewhere(lambda: state(hitting))).other.value).user  # type: ignore[union-attr]
    scenes = [
        BoardScene("oblique", middle, own),
        BoardScene("rotated", middle, own, deed=_turn),
        BoardScene("top", middle, own, deed=_from_above),
    ]
    for look in ("solid", "flat"):
        scenes += [
            BoardScene(f"theme-{theme}", middle, own, look, {"theme": theme}) for theme in ("classic", "night", "sand", "contrast")
        ]
        scenes += [
            BoardScene("styles", middle, own, look, {"checkers": "inlaid", "dice": "matching"}),
            BoardScene("left", middle, own, look, {"direction": "left"}),
            BoardScene("targets", middle, own, look, deed=_choose),
            BoardScene("cube", doubled, responder, look, deed=_offered),
            BoardScene("bear-off", bearing, _seat(bearing, Side.WHITE), look, deed=_choose),
        ]
    flights = [
        BoardScene("hit", hitting, victim, look, {"speed": "slow"}, _fly(hitting, hit), moves=True)
        for look in ("solid",)
    ]
    return [*scenes, *flights]


def _seat(match: Match, side: Side) -> User:
    user = elsewhere(lambda: match.seats.get(side=side.value).user)
    assert user is not None
    return user


def _on_turn(match: Match) -> User:
    side = to_act(elsewhere(lambda: state(match)))
    assert side is not None
    return _seat(match, side)


def _started() -> Match:
    """The second game of a match to 7 at the clock, some turns after its begin, the cube at 2."""
    match = begun_match(person("Ada"), person("Lucien"), terms(length=7, clock=ClockPreset.NORMAL))
    lose_game(match, Side.BLACK, ResultKind.GAMMON)
    next_game(match)
    for _ in range(5):
        tidy_turn(match)
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    act(match, doubler.other, Take())
    for _ in range(4):
        tidy_turn(match)
    return match
