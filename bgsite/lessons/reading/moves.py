"""Reads moves of checkers, legal or not."""

from __future__ import annotations

import re
from typing import Final

from bgsite.lessons.attempts import Moves, NoAttemptError, checked_attempt
from bgsite.lessons.fields import Fields
from games.rules.board import BAR, OFF, Board
from games.rules.dice import Dice
from games.rules.plays import CheckerMove
from games.rules.steps import MOVES

_STEP: Final = re.compile(r"(bar|[0-9]{1,2})/(off|[0-9]{1,2})(?::([1-6]))?")


def read_moves(table: Fields, name: str, text: str, board: Board, dice: Dice | None) -> Moves:
    """The moves of a text such as ``bar/20 13/11`` in this order; ``4/off:6`` names the die. Legal or not.

    Raises LessonError for what no hand could do.
    """
    if dice is None:
        raise table.error(name, "needs dice")
    words = text.split()
    moves = tuple(_move(table, name, word, dice) for word in words)
    try:
        return checked_attempt(board, dice, moves)
    except NoAttemptError as error:
        raise table.error(name, f"{text!r} cannot even be tried: {error}") from error


def _move(table: Fields, name: str, word: str, dice: Dice) -> CheckerMove:
    match = _STEP.fullmatch(word)
    if match is None:
        raise table.error(name, f"no step: {word!r}")
    source = BAR if match[1] == "bar" else int(match[1])
    target = OFF if match[2] == "off" else int(match[2])
    if not (1 <= source <= BAR and OFF <= target < source):
        raise table.error(name, f"no step: {word!r}")
    die = int(match[3] or source - target)
    if die not in dice.numbers or MOVES[die][source].to != target:
        raise table.error(name, f"{word!r} is no step of a {dice}; a larger die for bearing off is named: 4/off:6")
    return MOVES[die][source]
