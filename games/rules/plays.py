"""Checker moves and plays, in the mover's own numbering."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.board import OFF, Board


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """One checker moved by one die: from a point or BAR to a point or OFF."""

    from_: int
    to: int
    die: int


@dataclass(frozen=True, slots=True)
class Play:
    """All checker moves of one turn, in the order played (rules.md 1.4)."""

    moves: tuple[CheckerMove, ...]


def board_after(board: Board, moves: tuple[CheckerMove, ...]) -> Board:
    """``board`` (mover near) after ``moves``; hits send the blot to the far bar. Checks nothing."""
    cells = list(board.cells)
    for move in moves:
        cells[move.from_] -= 1
        if move.to == OFF:
            continue
        if cells[move.to] == -1:
            cells[move.to] = 0
            cells[0] += 1
        cells[move.to] += 1
    return Board(tuple(cells))
