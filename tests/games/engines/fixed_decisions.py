"""Decisions that must stay what they are: written once, compared in a test (case 107).

``python -m tests.games.engines.fixed_decisions`` writes ``tests/golden/engine_decisions.jsonl`` anew. Do that when
bgsage is upgraded on purpose, look at what changed, and measure the levels again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from games.engines.judge import Depth, Judge
from games.engines.positions import decisions
from games.engines.situation import Holder, Situation
from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.game import board_of
from games.rules.state import ToPlay, game_of
from tests.games.engines.situations import money_situation
from tests.games.positions import GOLDEN

FILE = GOLDEN / "engine_decisions.jsonl"
PLACES = 3
"""Decimal places that are compared; the rest differs between processors."""
_COUNTS = {1: 40, 2: 12, 3: 3}
"""How many positions at each depth."""
_MANY = 10**6


def rows() -> Iterator[dict[str, Any]]:
    for plies, count in _COUNTS.items():
        for state, side in islice(decisions(17, share=0.15), count):
            game = game_of(state)
            situation = Situation.of(state, side)
            dice = [game.phase.dice.high, game.phase.dice.low] if isinstance(game.phase, ToPlay) else None
            row = {
                "plies": plies,
                "board": list(board_of(game, side).cells),
                "dice": dice,
                "cube": situation.cube,
                "holder": str(situation.holder),
            }
            yield {**row, "answer": answer(row)}


def answer(row: dict[str, Any]) -> dict[str, Any]:
    """Of the engine now: the best play and its equity, or the equities of the cube."""
    judge = Judge(Depth(row["plies"], widest=_MANY))
    situation = money_situation(cube=row["cube"], holder=Holder(row["holder"]), cube_limit=4096)
    board = Board(tuple(row["board"]))
    if row["dice"] is None:
        cube = judge.cube(board, situation)
        return {"no_double": round(cube.no_double, PLACES), "take": round(cube.take, PLACES)}
    best = judge.ranked(board, Dice(*row["dice"]), situation)[0]
    return {"after": list(best.after.cells), "equity": round(best.equity, PLACES)}


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows()))
