"""Checkers moved as one likes: every own checker by every die, right or wrong; and why the rules refuse a move.

At the table a step that the rules refuse cannot be made. Here it can be tried, so that it can be explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rules.board import BAR, OFF, Board
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, Refusal
from games.rules.legal import checked_play, legal_plays
from games.rules.plays import CheckerMove, board_after
from games.rules.steps import MOVES, make_step
from matches.view import GraphView, graph_view

Moves = tuple[CheckerMove, ...]


class NoAttemptError(ValueError):
    """Not even an attempt: no own checker stands there, or the die was not thrown. ``str()`` says what."""


class Fault(StrEnum):
    """What is wrong with an attempt, as finely as a learner wants to know it."""

    BAR_FIRST = "bar_first"
    BLOCKED = "blocked"
    NOT_HOME = "not_home"
    HIGHER_CHECKER = "higher_checker"
    BOTH_NUMBERS = "both_numbers"
    LARGER_NUMBER = "larger_number"
    INCOMPLETE = "incomplete"
    CAN_MOVE = "can_move"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an attempt is no legal play. ``fits`` moves of it were made; ``point`` and ``count`` belong to the fault."""

    fault: Fault
    fits: int
    """How many of its moves the board can show."""
    move: CheckerMove | None = None
    """The move that is refused; None where a move is missing."""
    point: int = 0
    """BLOCKED: where it would land. NOT_HOME, HIGHER_CHECKER: the rearmost checker."""
    count: int = 0
    """BLOCKED: checkers that stand there. INCOMPLETE: moves that are missing."""


def checked_attempt(board: Board, dice: Dice, moves: Moves) -> Moves:
    """``moves`` if somebody's hand could make them with these dice. Raises NoAttemptError."""
    cells, left = list(board.cells), list(dice.numbers)
    for step, move in enumerate(moves):
        if move.die not in left:
            raise NoAttemptError(f"no {move.die} is left to play")
        if not 1 <= move.from_ <= BAR or cells[move.from_] <= 0:
            raise NoAttemptError(f"no checker stands on {move.from_}")
        if move != MOVES[move.die][move.from_]:
            raise NoAttemptError(f"a {move.die} does not lead from {move.from_} to {move.to}")
        left.remove(move.die)
        if move.to != OFF and cells[move.to] <= -2:
            return moves[: step + 1]
        make_step(cells, move.from_, move.die)
    return moves


def refusal(board: Board, dice: Dice, moves: Moves) -> Refused | None:
    """Why the rules refuse ``moves`` of the near player; None for a legal play. The rules library decides."""
    try:
        checked_play(board, dice, moves)
    except IllegalAction as refused:
        return _refused(board, dice, moves, refused)
    return None


def _refused(board: Board, dice: Dice, moves: Moves, refused: IllegalAction) -> Refused:
    if refused.code is Refusal.PLAY_INCOMPLETE:
        fault = Fault.INCOMPLETE if moves else Fault.CAN_MOVE
        return Refused(fault, len(moves), count=int(refused.params["left"]))
    step = int(refused.params["step"])
    return _refused_move(board_after(board, moves[:step]), board, dice, moves, step)


def _refused_move(now: Board, board: Board, dice: Dice, moves: Moves, step: int) -> Refused:
    move, cells = moves[step], now.cells
    if cells[BAR] and move.from_ != BAR:
        return Refused(Fault.BAR_FIRST, step, move)
    if move.to != OFF and cells[move.to] <= -2:
        return Refused(Fault.BLOCKED, step, move, move.to, -cells[move.to])
    rearmost = max(point for point in range(1, BAR + 1) if cells[point] > 0)
    if move.to == OFF and rearmost > 6:
        return Refused(Fault.NOT_HOME, step, move, rearmost)
    if move.to == OFF and move.die > move.from_ and rearmost > move.from_:
        return Refused(Fault.HIGHER_CHECKER, step, move, rearmost)
    is_one = max((len(play.moves) for play in legal_plays(board, dice)), default=0) == 1
    return Refused(Fault.LARGER_NUMBER if is_one else Fault.BOTH_NUMBERS, step + 1, move)


def shown_after(board: Board, moves: Moves, refused: Refused | None) -> Board:
    """The position that an attempt leads to, as far as it can be shown."""
    return board_after(board, moves if refused is None else moves[: refused.fits])


def rules_graph(board: Board, dice: Dice) -> GraphView:
    """What the rules allow, as at the table; where that is nothing, the learner has to say so."""
    graph = graph_view(board, dice)
    return graph if graph.edges else GraphView(graph.left, [], [])


def free_graph(board: Board, dice: Dice) -> GraphView:
    """Every own checker by every die. A node where nothing goes on and that is no end: the point was blocked."""
    growing = _FreeGraph(board, dice.numbers)
    while growing.unseen:
        growing.grow()
    return growing.graph()


class _FreeGraph:
    """A free graph under construction; ``unseen`` are nodes whose edges are not made yet."""

    def __init__(self, board: Board, dice: tuple[int, ...]) -> None:
        self.unseen: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, board.cells, dice)]
        self._nodes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {(board.cells, dice): 0}
        self._left: list[tuple[int, ...]] = [dice]
        self._edges: list[tuple[int, int, int, int, int, int]] = []
        self._barred: set[int] = set()

    def grow(self) -> None:
        node, cells, dice = self.unseen.pop()
        for die in sorted(set(dice), reverse=True):
            left = list(dice)
            left.remove(die)
            for source in _own(cells):
                self._add(node, cells, MOVES[die][source], tuple(left))

    def _add(self, node: int, cells: tuple[int, ...], move: CheckerMove, left: tuple[int, ...]) -> None:
        if move.to != OFF and cells[move.to] <= -2:
            following, hits = self._barred_node(left), False
        else:
            after = list(cells)
            hits = make_step(after, move.from_, move.die)
            following = self._node(tuple(after), left)
        self._edges.append((node, following, move.from_, move.to, move.die, int(hits)))

    def _barred_node(self, left: tuple[int, ...]) -> int:
        self._left.append(left)
        self._barred.add(len(self._left) - 1)
        return len(self._left) - 1

    def _node(self, cells: tuple[int, ...], left: tuple[int, ...]) -> int:
        node = self._nodes.setdefault((cells, left), len(self._left))
        if node == len(self._left):
            self._left.append(left)
            self.unseen.append((node, cells, left))
        return node

    def graph(self) -> GraphView:
        ends = [node for node in range(1, len(self._left)) if node not in self._barred]
        return GraphView([list(left) for left in self._left], self._edges, ends)


def _own(cells: Sequence[int]) -> Iterator[int]:
    return (place for place in range(BAR, 0, -1) if cells[place] > 0)
