"""Step graphs of a few turns, in the form of the view, for the browser's unit tests.

Made anew by ``python -m tests.matches.board_graphs``; tests/matches/test_board_svg.py sees that they are the server's.
"""

from __future__ import annotations

import json
from pathlib import Path

from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.legal import step_graph

FILE = Path(__file__).parents[2] / "bgsite/frontend/test/board/graphs.json"

ENTERING = (1, -2, 0, 0, 0, 2, 4, 0, 3, 0, 0, 0, -4, 3, 0, 0, 0, -3, 0, -4, 0, -1, 0, 0, 1, 2)
BEARING_OFF = (0, 3, 2, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -3, 0, -1, 0, -2, 0)
HITS = (0, -1, -1, 2, 0, 3, 4, -1, 3, 0, -1, 0, -4, 2, 0, 0, 0, -2, 0, -3, -2, 0, 0, 0, 1, 0)
LAST_TWO = (0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0)

TURNS = (
    (Board.start().cells, (3, 1)),
    (Board.start().cells, (6, 5)),
    (Board.start().cells, (6, 6)),
    (ENTERING, (4, 2)),
    (ENTERING, (4, 4)),
    (BEARING_OFF, (6, 5)),
    (BEARING_OFF, (3, 3)),
    (HITS, (3, 2)),
    (HITS, (1, 1)),
    (LAST_TWO, (6, 3)),
)


def rows() -> list[dict[str, object]]:
    """One row a turn: ``board`` (mover near), ``dice`` and ``graph``."""
    made: list[dict[str, object]] = []
    for cells, (high, low) in TURNS:
        graph = step_graph(Board(cells), Dice(high, low))
        made.append(
            {
                "board": list(cells),
                "dice": [high, low],
                "graph": {
                    "left": [list(left) for left in graph.dice_left],
                    "edges": [
                        [edge.node, edge.next, edge.move.from_, edge.move.to, edge.move.die, int(edge.hits)]
                        for edge in graph.edges
                    ],
                    "ends": sorted(graph.ends),
                },
            }
        )
    return made


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows()) + "\n]\n", "utf-8")
