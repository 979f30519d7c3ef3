"""Positions for tests: the golden files, random boards, and a slow walker of the rules to compare with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from games.rules.board import BAR, Board, checked_board
from games.rules.dice import Dice
from games.rules.errors import InvalidAction

GOLDEN = Path(__file__).parent.parent / "golden"

ALL_ROLLS = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 different rolls, in the order of ``counts.rolls``."""

Cells = tuple[int, ...]


@cache
def golden_rows(name: str) -> list[dict[str, Any]]:
    """The rows of a golden file of JSON lines."""
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


@cache
def legal_rows() -> list[dict[str, Any]]:
    """All rows of the legal-move files."""
    return golden_rows("legal_moves_1.jsonl") + golden_rows("legal_moves_2.jsonl")


def golden_words(name: str) -> list[list[str]]:
    """The lines of a golden text file, without comments, cut into words."""
    lines = (GOLDEN / name).read_text().splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def board_of(row: dict[str, Any]) -> Board:
    """The board of a golden row."""
    return checked_board(row["board"])


def dice_of(row: dict[str, Any]) -> Dice:
    """The dice of a golden row."""
    return Dice.of(*row["dice"])


# --- random ones ----------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of every kind: crowded and nearly empty, bars, closed points, races, bear-offs."""
    near_range = draw(st.sampled_from([24, 24, 24, 12, 7, 6]))
    near = draw(st.lists(st.integers(1, near_range), min_size=1, max_size=draw(st.sampled_from([15, 15, 6, 2]))))
    bar = draw(st.sampled_from([0, 0, 0, 0, 1, 1, 2, 4]))
    cells = [0] * 26
    for point in near[: 15 - bar]:
        cells[point] += 1
    cells[BAR] = bar
    free = [point for point in range(1, 25) if not cells[point]]
    held = draw(st.lists(st.sampled_from(free), min_size=draw(st.sampled_from([0, 3, 6])), max_size=8, unique=True))
    left = draw(st.sampled_from([15, 15, 9, 3]))
    for point in held:
        count = min(left, draw(st.sampled_from([2, 2, 2, 1, 3])))
        cells[point] -= count
        left -= count
    cells[0] = draw(st.sampled_from([0, 0, 0, 1])) if left else 0
    try:
        return checked_board(cells)
    except InvalidAction:
        return Board.start()


def rolls() -> st.SearchStrategy[Dice]:
    """Any of the 21 different rolls."""
    return st.sampled_from(ALL_ROLLS)


# --- the slow walker ------------------------------------------------------------------------------


def single_steps(cells: Cells, die: int) -> Iterator[tuple[int, Cells]]:
    """Every single step by ``die`` as (source, cells after it), straight from the words of rules.md 1.4, 1.5."""
    sources = [BAR] if cells[BAR] else [point for point in range(1, 25) if cells[point] > 0]
    for source in sources:
        target = source - die
        after = list(cells)
        after[source] -= 1
        if target >= 1:
            if cells[target] <= -2:
                continue
            if cells[target] == -1:
                after[target] = 0
                after[0] += 1
            after[target] += 1
        else:
            is_all_home = not any(cells[point] > 0 for point in range(7, 26))
            stands_higher = any(cells[point] > 0 for point in range(source + 1, 7))
            if not is_all_home or (target < 0 and stands_higher):
                continue
        yield source, tuple(after)


def walked_paths(cells: Cells, numbers: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, int], ...], Cells]]:
    """Every sequence of (source, die) there is, complete or not, with the cells it leads to."""
    yield (), cells
    for die in set(numbers):
        left = list(numbers)
        left.remove(die)
        for source, after in single_steps(cells, die):
            for path, end in walked_paths(after, tuple(left)):
                yield ((source, die), *path), end


def legal_paths(board: Board, dice: Dice) -> dict[tuple[tuple[int, int], ...], Cells]:
    """The complete sequences that are legal plays: most dice, and the larger where only one can be used."""
    walked = dict(walked_paths(board.cells, dice.numbers))
    most = max(len(path) for path in walked)
    longest = {path: end for path, end in walked.items() if len(path) == most}
    if most == 1:
        largest = max(path[0][1] for path in longest)
        longest = {path: end for path, end in longest.items() if path[0][1] == largest}
    return longest
