"""Judging positions: every legal play ranked, and what turning the cube brings. No errors are added here.

What is legal comes from ``games.rules``; the engine only says how good a resulting position is. How deep
it looks is bounded by the number of legal plays, so that doubles with hundreds of them take no longer than
the level may (case 106).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engines.cubeful import CubeEquities, cube_equities, cube_life, equity
from games.engines.sage import CubeJudged, Judged, Sage, sage
from games.engines.situation import Holder, Situation
from games.rules.board import CHECKERS, Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import Play, board_after
from games.rules.worth import kind_of_loss


@dataclass(frozen=True, slots=True)
class Option:
    """A legal play and its equity for the mover, per point of the cube (EMG in a match)."""

    play: Play
    after: Board
    """Seen by the mover."""
    equity: float


@dataclass(frozen=True, slots=True)
class Depth:
    """How deep a judge looks."""

    plies: int
    """In bgsage's counting: 1 = the network alone."""
    widest: int = 0
    """Up to so many legal plays each one is looked at so deep."""
    shortlist: int = 0
    """Where there are more: so many at most, the best by the network alone."""
    margin: float = 0.16
    """And of those only what the network alone finds no worse than this, in equity."""


class Judge:
    """Judges by one depth."""

    def __init__(self, depth: Depth) -> None:
        self.depth = depth

    def ranked(self, board: Board, dice: Dice, situation: Situation) -> tuple[Option, ...]:
        """Every legal play of the near player, best first; empty where there is none."""
        plays = legal_plays(board, dice)
        if not plays:
            return ()
        boards = {board_after(board, play.moves): play for play in plays}
        equities = self._equities(board, dice, situation, tuple(boards))
        options = [Option(play, after, equities[after]) for after, play in boards.items()]
        return tuple(sorted(options, key=lambda option: (-option.equity, option.after.cells)))

    def _equities(
        self, board: Board, dice: Dice, situation: Situation, boards: tuple[Board, ...]
    ) -> dict[Board, float]:
        depth = self.depth
        if depth.plies == 1 or len(boards) <= depth.widest:
            return _judged(sage(depth.plies), board, dice, situation, boards)
        first = _judged(sage(1), board, dice, situation, boards)
        order = sorted(first, key=lambda after: (-first[after], after.cells))[: depth.shortlist]
        best = [after for after in order if first[after] >= first[order[0]] - depth.margin]
        looked_at = {after: self._looked_at(after, situation) for after in best}
        # What was not looked at stays behind what was: the two numbers cannot be compared.
        bound = min(looked_at.values())
        return {after: min(first[after], bound) for after in boards} | looked_at

    def _looked_at(self, after: Board, situation: Situation) -> float:
        """One position after a play, looked at on its own: the other side is to roll or to double."""
        if after.near_off == CHECKERS:
            return _won(after, situation)
        return -best_equity(self.cube(after.mirror(), situation.turned()), may_double=situation.turned().may_turn())

    def cube(self, board: Board, situation: Situation) -> CubeEquities:
        """Before the roll of the near player: what doubling brings, the answer to it being the best one.

        Where beavers are agreed and right, ``take`` is the equity of the beavered cube.
        """
        found = self.cube_without_beaver(board, situation)
        if may_beaver(situation) and found.take < 0:
            return CubeEquities(found.no_double, found.take * 2, found.drop)
        return found

    def cube_without_beaver(self, board: Board, situation: Situation) -> CubeEquities:
        """The same where the double is only taken."""
        if self.depth.plies == 1:
            return _network_cube(board, situation)
        found = sage(self.depth.plies).cube(board, situation, beaver=False)
        return _by_card(found, board, situation)


def best_equity(cube: CubeEquities, *, may_double: bool) -> float:
    """Of the side to roll, if both sides do the best."""
    return max(cube.no_double, min(cube.take, cube.drop)) if may_double else cube.no_double


def may_beaver(situation: Situation) -> bool:
    """Whether a double now may be turned once more (rules.md 3.3)."""
    return situation.card.max_redoubles > 0 and situation.cube * 4 <= situation.card.cube_limit


def _judged(
    engine: Sage, board: Board, dice: Dice, situation: Situation, boards: Iterable[Board]
) -> dict[Board, float]:
    """All plays in one call; what the engine does not know is asked for alone (case 109)."""
    known = engine.plays(board, dice, situation)
    equities = {}
    for after in boards:
        if after.near_off == CHECKERS:
            equities[after] = _won(after, situation)
        else:
            judged = known.get(after.cells) or engine.after(after, situation)
            equities[after] = _equity_after(judged, after, situation)
    return equities


def _won(after: Board, situation: Situation) -> float:
    return situation.normalised(situation.worth(kind_of_loss(after.mirror()), won=True))


def _equity_after(judged: Judged, after: Board, situation: Situation) -> float:
    if situation.is_ordinary:
        return judged.equity
    return equity(judged.outcomes, situation, cube_life(after))


def _network_cube(board: Board, situation: Situation) -> CubeEquities:
    """By the network alone: the position seen by the other side, who just played, with both cubes."""
    engine, seen, turned = sage(1), board.mirror(), situation.turned()
    judged = engine.after(seen, turned)
    doubled = situation.with_cube(situation.cube * 2, Holder.THEIRS)
    if not situation.is_ordinary:
        return cube_equities(judged.outcomes.turned(), situation, cube_life(board))
    taken = -engine.after(seen, doubled.turned()).equity
    drop = situation.normalised(situation.worth_of_points(situation.cube))
    return CubeEquities(-judged.equity, situation.normalised(doubled.value_of(taken)), drop)


def _by_card(found: CubeJudged, board: Board, situation: Situation) -> CubeEquities:
    if situation.is_ordinary:
        return CubeEquities(found.no_double, found.take, found.drop)
    return cube_equities(found.outcomes, situation, cube_life(board))
