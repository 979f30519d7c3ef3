"""The step graph: every order of single steps that can be completed to a legal play (rules.md 1.6).

The browser walks it while a turn is being made; ``checked_play`` accepts exactly its paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, Refusal
from games.rules.plays import CheckerMove, Play, board_after
from games.rules.steps import MOVES, make_step, sources


class Edge(NamedTuple):
    """One step: from ``node`` to the node ``next``; ``hits`` when it sends a blot to the bar.

    A tuple, because a graph has hundreds of them and a dataclass that is frozen takes four times as long to make.
    """

    node: int
    next: int
    move: CheckerMove
    hits: bool


@dataclass(frozen=True, slots=True)
class StepGraph:
    """Positions with the dice still to play, and the steps between them; node 0 is the start.

    Edges stand grouped by ``node``. Every path can be completed, and the positions of ``ends`` are
    exactly the results of ``legal_plays``. Without a legal play node 0 is the only node and an end.
    """

    board: Board
    """The position of node 0."""
    edges: tuple[Edge, ...]
    dice_left: tuple[tuple[int, ...], ...]
    """For each node the numbers not played yet (at an end: those that cannot be played)."""
    ends: frozenset[int]
    """The nodes where the turn is complete."""

    def steps_from(self, node: int) -> tuple[Edge, ...]:
        """The steps allowed at ``node``."""
        return tuple(edge for edge in self.edges if edge.node == node)

    @property
    def first_steps(self) -> tuple[Edge, ...]:
        """The steps a turn may begin with."""
        return self.steps_from(0)

    def follow(self, moves: Iterable[CheckerMove]) -> int:
        """The node that ``moves`` lead to from the start.

        Raises IllegalAction(ILLEGAL_STEP, from_, to, die, step) at the first one not allowed, ``step``
        counting from 0.
        """
        node = 0
        for step, move in enumerate(moves):
            following = self._after(node, move)
            if following is None:
                raise IllegalAction(Refusal.ILLEGAL_STEP, from_=move.from_, to=move.to, die=move.die, step=step)
            node = following
        return node

    def is_play(self, moves: Iterable[CheckerMove]) -> bool:
        """Whether ``moves`` in this order are a legal play."""
        node = 0
        for move in moves:
            following = self._after(node, move)
            if following is None:
                return False
            node = following
        return node in self.ends

    def _after(self, node: int, move: CheckerMove) -> int | None:
        return next((edge.next for edge in self.edges if edge.node == node and edge.move == move), None)

    def path_to(self, node: int) -> tuple[CheckerMove, ...]:
        """One way from the start to ``node``."""
        reached_by: dict[int, Edge] = {}
        for edge in self.edges:
            reached_by.setdefault(edge.next, edge)
        moves: list[CheckerMove] = []
        while node:
            moves.append(reached_by[node].move)
            node = reached_by[node].node
        return tuple(reversed(moves))

    def board_at(self, node: int) -> Board:
        """The position of ``node``."""
        return board_after(self.board, self.path_to(node))

    def complete(self, pairs: Sequence[tuple[int, int]]) -> tuple[CheckerMove, ...] | None:
        """The path to an end whose steps run from and to the places of ``pairs`` in this order, if any.

        For callers that do not know the die of each step: 4 to off may be played by a 4, a 5 or a 6.
        """
        return self._complete(0, tuple(pairs))

    def _complete(self, node: int, pairs: tuple[tuple[int, int], ...]) -> tuple[CheckerMove, ...] | None:
        if not pairs:
            return () if node in self.ends else None
        for edge in self.steps_from(node):
            if (edge.move.from_, edge.move.to) == pairs[0]:
                rest = self._complete(edge.next, pairs[1:])
                if rest is not None:
                    return (edge.move, *rest)
        return None


@lru_cache(maxsize=64)
def step_graph(board: Board, dice: Dice) -> StepGraph:
    """The step graph of the near player's roll. Both dice orders give the same graph.

    The last ones are remembered: one roll is shown to several people, and then judges what is played.
    """
    if dice.is_doubles:
        return _graph_of_doubles(board, dice.high)
    return _graph_of_both(board, dice) or _graph_of_one(board, dice)


def checked_play(board: Board, dice: Dice, moves: Iterable[CheckerMove]) -> Play:
    """The play of ``moves`` in this order, if the rules allow it.

    Raises IllegalAction: ILLEGAL_STEP(from_, to, die, step) for the first step that no legal play of
    this roll allows there, PLAY_INCOMPLETE(left) when ``left`` more steps can and must be played.
    """
    play = Play(tuple(moves))
    graph = step_graph(board, dice)
    node = graph.follow(play.moves)
    if node not in graph.ends:
        left = len(graph.dice_left[node]) - len(graph.dice_left[next(iter(graph.ends))])
        raise IllegalAction(Refusal.PLAY_INCOMPLETE, left=left)
    return play


class _Building:
    """A graph under construction: nodes are added once for each position and count of dice left."""

    __slots__ = ("board", "dice_left", "edges", "nodes")

    def __init__(self, board: Board, dice: tuple[int, ...]) -> None:
        self.board = board
        self.nodes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {(board.cells, dice): 0}
        self.dice_left: list[tuple[int, ...]] = [dice]
        self.edges: list[Edge] = []

    def add(self, node: int, move: CheckerMove, hits: bool, cells: Iterable[int], left: tuple[int, ...]) -> int:
        """A step from ``node`` to the position ``cells``; the node it leads to."""
        key = (tuple(cells), left)
        target = self.nodes.setdefault(key, len(self.dice_left))
        if target == len(self.dice_left):
            self.dice_left.append(left)
        self.edges.append(Edge(node, target, move, hits))
        return target

    def graph(self, ends: Iterable[int]) -> StepGraph:
        """The finished graph."""
        return StepGraph(self.board, tuple(self.edges), tuple(self.dice_left), frozenset(ends))


def _graph_of_both(board: Board, dice: Dice) -> StepGraph | None:
    """The graph of two different numbers, if some order plays both."""
    building = _Building(board, dice.numbers)
    second_steps: list[tuple[int, list[int], int, list[int]]] = []
    for first, second in ((dice.high, dice.low), (dice.low, dice.high)):
        for source in sources(board.cells, first):
            cells = list(board.cells)
            hits = make_step(cells, source, first)
            others = sources(cells, second)
            if others:
                node = building.add(0, MOVES[first][source], hits, cells, (second,))
                second_steps.append((node, cells, second, others))
    ends = set()
    for node, cells, second, others in second_steps:
        for other in others:
            after = cells[:]
            hits = make_step(after, other, second)
            ends.add(building.add(node, MOVES[second][other], hits, after, ()))
    return building.graph(ends) if ends else None


def _graph_of_one(board: Board, dice: Dice) -> StepGraph:
    """The graph when at most one of two numbers can be played: the larger, if there is a choice."""
    building = _Building(board, dice.numbers)
    ends = set()
    for die, other in ((dice.high, dice.low), (dice.low, dice.high)):
        for source in sources(board.cells, die):
            cells = list(board.cells)
            hits = make_step(cells, source, die)
            ends.add(building.add(0, MOVES[die][source], hits, cells, (other,)))
        if ends:
            break
    return building.graph(ends or {0})


def _graph_of_doubles(board: Board, die: int) -> StepGraph:
    """The graph of doubles. Every path that cannot go on has the same length (see ``legal``)."""
    building = _Building(board, (die,) * 4)
    level: dict[int, Sequence[int]] = {0: board.cells}
    for left in (3, 2, 1, 0):
        following: dict[int, Sequence[int]] = {}
        for node, before in level.items():
            for source in sources(before, die):
                cells = list(before)
                hits = make_step(cells, source, die)
                following[building.add(node, MOVES[die][source], hits, cells, (die,) * left)] = cells
        if not following:
            break
        level = following
    return building.graph(level)
