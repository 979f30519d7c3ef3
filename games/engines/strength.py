"""How strong each level is: the measured table, and the band that the page promises.

``strength.json`` is written by ``python -m games.engines.measure`` and by nothing else.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.rules.levels import Level

FILE = Path(__file__).with_name("strength.json")

BANDS = MappingProxyType(
    {
        Level.BEGINNER: (20.0, 36.0),
        Level.INTERMEDIATE: (9.0, 17.0),
        Level.ADVANCED: (0.5, 2.0),
        Level.EXPERT: (0.0, 0.4),
    }
)
"""The lowest and highest error rate a level may have. A measurement outside is a fault of the level."""

MOST_MILLIS = MappingProxyType(
    {Level.BEGINNER: 100.0, Level.INTERMEDIATE: 100.0, Level.ADVANCED: 500.0, Level.EXPERT: 3000.0}
)
"""What 95 of 100 decisions may take at most on a machine of two cores that does nothing else."""


@dataclass(frozen=True, slots=True)
class Strength:
    """One level, measured."""

    error_rate: float
    """PR: 500 x the mean equity lost a decision, against looking three plies ahead (formulas.md 6)."""
    margin: float
    """Half the width of the 95 % interval of ``error_rate``."""
    low: float
    high: float
    """The band that the level keeps (``BANDS``)."""
    decisions: int
    mean_ms: float
    p95_ms: float
    """95 of 100 decisions took at most so long, in milliseconds on the wall."""
    p95_processor_ms: float
    """The same in processor time of all cores together: no idle machine needs longer, and a busy one shows it too."""
    load: float
    """The load average meanwhile: with more than there are cores the wall clock measures the others as well."""
    date: str
    """The day of the measurement, ISO 8601."""


@cache
def _table() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = json.loads(files("games.engines").joinpath("strength.json").read_text("utf-8"))
    return table


def measured(level: Level) -> Strength:
    """What was measured for ``level``."""
    low, high = BANDS[level]
    return Strength(**_table()[level], low=low, high=high)


def as_json(table: dict[Level, Strength]) -> str:
    """The text of ``strength.json``; the bands are not in it, they are a promise and no measurement."""
    kept = {
        str(level): {k: v for k, v in asdict(one).items() if k not in {"low", "high"}} for level, one in table.items()
    }
    return json.dumps(kept, indent=2) + "\n"
