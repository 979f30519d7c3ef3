"""The charts beside the tables: made of the tables alone, so they cannot say anything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from django.utils.translation import gettext as _

from stats.selectors.audit import Question
from stats.selectors.labels import others_words
from stats.selectors.usage import Cell, Table


class Series(TypedDict):
    """One row of bars. None: nothing is shown there."""

    name: str
    values: list[float | None]


class Chart(TypedDict):
    """One chart, as `bgsite/frontend/src/usage/charts.ts` draws it."""

    kind: str
    """`bar`, `stacked` (on each other), or `across` (lying, for long labels)."""
    labels: list[str]
    series: list[Series]


_KINDS: Final[Mapping[str, str]] = {
    "games": "stacked",
    "results": "stacked",
    "endings": "across",
    "boards": "across",
    "devices": "across",
    "connections": "across",
    "presets": "across",
}
"""How a table's chart is drawn, where bars beside each other are not the best."""


def charts_of(tables: Mapping[str, Table]) -> dict[str, Chart]:
    """A chart for each table that has something to show, by its name."""
    return {slug: _chart(table, _KINDS.get(slug, "bar")) for slug, table in tables.items() if table.rows}


def chart_of_question(question: Question) -> Chart:
    """What came beside what should have come."""
    counts = [one for one in question.counts if not one.is_rest]
    return {
        "kind": "bar",
        "labels": [one.name for one in counts],
        "series": [
            {"name": _("Thrown"), "values": [one.count for one in counts]},
            {"name": _("To be expected"), "values": [round(one.expected, 1) for one in counts]},
        ],
    }


def _chart(table: Table, kind: str) -> Chart:
    """Words are labels, counts are bars; percentages and what stands for all others are in the table only."""
    rows = [row for row in table.rows if others_words() not in row]
    counted = [place for place in range(len(table.columns)) if _is_counted(table, place)]
    return {
        "kind": kind,
        "labels": [": ".join(cell for cell in row if isinstance(cell, str)) for row in rows],
        "series": [
            {"name": table.columns[place], "values": [_number(row[place]) for row in rows]} for place in counted
        ],
    }


def _is_counted(table: Table, place: int) -> bool:
    return any(isinstance(row[place], int) for row in table.rows) and table.columns[place] != others_words()


def _number(cell: Cell) -> float | None:
    return cell if isinstance(cell, int) else None
