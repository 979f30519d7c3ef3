"""Legal plays: ours beside gnubg-nn, bgsage and gym-backgammon, on every row of the golden files.

For each program: mean, 99th percentile and worst time of a (position, roll), each row at its best of three
passes, and on how many rows its number of distinct final boards differs from the golden one. The foreign
boards are made beforehand, so only the search itself is timed.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import io
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays, step_graph
from tests.games.positions import board_of, dice_of, legal_rows

_PASSES = 3
Search = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class _Contender:
    """A program: how to set up the search of one row, and how many distinct final boards an answer has."""

    name: str
    search_of: Callable[[Board, Dice], Search]
    count: Callable[[Any, Board], int] | None


def main() -> int:
    """Measure all that are installed and print a table."""
    rows = legal_rows()
    golden = [len(row["results"]) for row in rows]
    positions = [(board_of(row), dice_of(row)) for row in rows]
    _write(f"legal plays: {len(rows)} (position, roll) rows, microseconds, best of {_PASSES} passes")
    _write(f"{'':24}{'mean':>9}{'99 %':>9}{'worst':>9}   rows that differ from the golden results")
    for name, contender in _contenders():
        if contender is None:
            _write(f"{name:24}not installed")
            continue
        searches = [contender.search_of(board, dice) for board, dice in positions]
        best = _best_times(searches)
        _write(f"{name:24}{_figures(best)}   {_differing(contender, searches, positions, golden)}")
    return 0


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _figures(times: list[float]) -> str:
    micros = [seconds * 1e6 for seconds in times]
    figures = (statistics.fmean(micros), statistics.quantiles(micros, n=100)[98], max(micros))
    return "".join(f"{figure:9.1f}" for figure in figures)


def _best_times(searches: list[Search]) -> list[float]:
    """The best time of each search. Nothing is printed meanwhile, whatever the programs would like to."""
    best = [float("inf")] * len(searches)
    clock = time.perf_counter
    gc.collect()
    gc.freeze()  # or the collector walks all golden rows again and again
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in range(_PASSES):
            for index, search in enumerate(searches):
                start = clock()
                search()
                best[index] = min(best[index], clock() - start)
    return best


def _differing(
    contender: _Contender, searches: list[Search], positions: list[tuple[Board, Dice]], golden: list[int]
) -> str:
    if contender.count is None:
        return "-"
    counts = [contender.count(search(), board) for search, (board, _) in zip(searches, positions, strict=True)]
    return str(sum(count != right for count, right in zip(counts, golden, strict=True)))


def _contenders() -> Iterator[tuple[str, _Contender | None]]:
    yield "barpoint", _Contender("barpoint", _ours, lambda plays, _: len(plays))
    yield "barpoint step graph", _Contender("barpoint step graph", _our_graph, None)
    for name, make in (("gnubg-nn", _gnubg_nn), ("bgsage", _bgsage), ("gym-backgammon", _gym)):
        try:
            with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
                warnings.simplefilter("ignore")
                yield name, make()
        except ImportError:
            yield name, None


def _ours(board: Board, dice: Dice) -> Search:
    return lambda: legal_plays(board, dice)


def _our_graph(board: Board, dice: Dice) -> Search:
    return lambda: step_graph(board, dice)


def _gnubg_nn() -> _Contender:
    """Gives position keys; a dance is the empty tuple."""
    import gnubg_nn

    def search_of(board: Board, dice: Dice) -> Search:
        sides = [_places(board.mirror()), _places(board)]
        return lambda: gnubg_nn.moves(sides, dice.high, dice.low)

    return _Contender("gnubg-nn", search_of, lambda keys, _: len(set(keys)))


def _places(board: Board) -> list[int]:
    """The near side's checkers on points 1-24 and the bar."""
    return [max(0, count) for count in board.cells[1:25]] + [board.cells[25]]


def _bgsage() -> _Contender:
    """Gives boards in our layout; a dance is the unchanged board."""
    import bgsage

    def search_of(board: Board, dice: Dice) -> Search:
        cells = list(board.cells)
        return lambda: bgsage.possible_moves(cells, dice.high, dice.low)

    return _Contender("bgsage", search_of, lambda found, board: len({tuple(cells) for cells in found} - {board.cells}))


def _gym() -> _Contender:
    """Gives plays, several of which may end alike; its White moves down like our near side."""
    game = _gym_game()

    def table_of(board: Board) -> Any:
        table = game.Backgammon()
        cells = board.cells
        table.board = [_gym_point(count, game.WHITE, game.BLACK) for count in cells[1:25]]
        table.bar = [cells[25], cells[0]]
        table.off = [board.near_off, board.far_off]
        table.players_positions = table.get_players_positions()
        return table

    def search_of(board: Board, dice: Dice) -> Search:
        table = table_of(board)
        return lambda: table.get_valid_plays(game.WHITE, (-dice.high, -dice.low))

    def count(plays: Any, board: Board) -> int:
        table = table_of(board)
        before = table.save_state()
        ends = set()
        for play in plays:
            with contextlib.suppress(AssertionError):
                table.execute_play(game.WHITE, play)
                ends.add((tuple(table.board), tuple(table.bar), tuple(table.off)))
            table.restore_state(before)
        return len(ends)

    return _Contender("gym-backgammon", search_of, count)


def _gym_game() -> Any:
    """Its module of rules alone: the package itself would want a window system."""
    package = importlib.util.find_spec("gym_backgammon")
    if package is None or package.origin is None:
        raise ImportError("gym_backgammon")
    path = Path(package.origin).parent / "envs" / "backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_rules", path)
    if spec is None or spec.loader is None:
        raise ImportError("gym_backgammon")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _gym_point(count: int, white: int, black: int) -> tuple[int, int | None]:
    return (abs(count), None if count == 0 else white if count > 0 else black)
