"""What a win is worth: its size on the board, the multiplier, the most a resigner can still lose."""

from __future__ import annotations

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.rulecard import Multipliers, RuleCard
from games.rules.score import GameResult, ResultKind
from games.rules.sides import Side

_MULTIPLIER = {
    Multipliers.ONE_TWO_THREE: {ResultKind.SINGLE: 1, ResultKind.GAMMON: 2, ResultKind.BACKGAMMON: 3},
    Multipliers.ONE_TWO_TWO: {ResultKind.SINGLE: 1, ResultKind.GAMMON: 2, ResultKind.BACKGAMMON: 2},
    Multipliers.ONE_ONE_ONE: {ResultKind.SINGLE: 1, ResultKind.GAMMON: 1, ResultKind.BACKGAMMON: 1},
}
WINNERS_HOME = range(19, 25)
"""The winner's home board in the loser's numbering."""


def multiplier(card: RuleCard, cube: Cube, kind: ResultKind) -> int:
    """What ``kind`` multiplies the cube by: Jacoby and the card's multipliers (rules.md 3.2, 3.4)."""
    if card.jacoby and cube.owner is None:
        return 1
    return _MULTIPLIER[card.multipliers][kind]


def won(card: RuleCard, cube: Cube, winner: Side, kind: ResultKind) -> GameResult:
    """The result of winning ``kind`` with ``cube``; the points are raw (rules.md 4.4)."""
    return GameResult(winner, kind, cube.value * multiplier(card, cube, kind))


def kind_of_loss(board: Board) -> ResultKind:
    """How big the near player's loss is if the other has just borne off (rules.md 1.7)."""
    if board.near_off:
        return ResultKind.SINGLE
    return ResultKind.BACKGAMMON if _is_caught(board) else ResultKind.GAMMON


def highest_loss(card: RuleCard, cube: Cube, board: Board) -> ResultKind:
    """The biggest loss the near player can still suffer (rules.md 5.2, 5.5)."""
    if card.is_one_click or board.near_off or multiplier(card, cube, ResultKind.GAMMON) == 1:
        return ResultKind.SINGLE
    no_backgammons = card.multipliers is Multipliers.ONE_TWO_TWO
    if no_backgammons or not (board.has_contact or _is_caught(board)):
        return ResultKind.GAMMON
    return ResultKind.BACKGAMMON


def _is_caught(board: Board) -> bool:
    """A near checker is on the bar or in the other's home board."""
    return board.cells[25] > 0 or any(board.cells[point] > 0 for point in WINNERS_HOME)
