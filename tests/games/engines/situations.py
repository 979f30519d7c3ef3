"""Situations and states for the tests of computers."""

from __future__ import annotations

from typing import Any

from games.engines.situation import Holder, Situation
from games.rules.board import Board
from games.rules.events import MatchStarted
from games.rules.match import start
from games.rules.rulecard import PlayKind, Preset, RuleCard
from games.rules.score import Crawford
from games.rules.state import MatchState, TakeBackRule
from tests.games.scripted_dice import ScriptedDice
from tests.games.tables import UNTIMED


def match_situation(
    me: int, other: int, *, cube: int = 1, holder: Holder = Holder.CENTRED, crawford: Crawford = Crawford.PENDING
) -> Situation:
    card = RuleCard(Preset.CUSTOM, PlayKind.MATCH, max(me, other), crawford=True)
    return Situation(card, cube, holder, (me, other), crawford)


def money_situation(*, cube: int = 1, holder: Holder = Holder.CENTRED, **options: Any) -> Situation:
    return Situation(RuleCard(Preset.CUSTOM, PlayKind.MONEY, None, **options), cube, holder, None, Crawford.NONE)


def situation_of_row(row: dict[str, Any]) -> Situation:
    """Of a row of ``cube.jsonl``."""
    holder = {"centered": Holder.CENTRED, "me": Holder.MINE, "opponent": Holder.THEIRS}[row["cube_owner"]]
    if row["away"] is None:
        return money_situation(
            cube=row["cube"], holder=holder, jacoby=row["jacoby"], max_redoubles=int(row["beavers"]), cube_limit=4096
        )
    me, other = row["away"]["me"], row["away"]["opponent"]
    played = Crawford.EXPIRED if 1 in (me, other) else Crawford.PENDING
    return match_situation(
        me, other, cube=row["cube"], holder=holder, crawford=Crawford.ACTIVE if row["crawford"] else played
    )


def board_of_row(row: dict[str, Any]) -> Board:
    return Board(tuple(row["board"]))


def started(card: RuleCard, *opening: tuple[int, int]) -> MatchState:
    """A match or session after its opening throw (White 3-1 unless another)."""
    dice = ScriptedDice(*(opening or ((3, 1),)))
    return start(MatchStarted(card, UNTIMED, TakeBackRule.NEVER), now=0, dice=dice).after
