"""How this server is used: the tables of the pages, of the CSV files and of the dashboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from stats.models import UsageSummary
from stats.selectors.labels import OTHERS, in_order, others_words, question_words, words_of
from stats.selectors.purges import first_kept_day

Cell = str | int | float | None
"""None: too few to be shown."""

SLUGS: Final = (
    "games",
    "completion",
    "length",
    "duration",
    "results",
    "endings",
    "cube",
    "turns",
    "boards",
    "devices",
    "connections",
    "presets",
)
"""The tables, by the names in their addresses, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is shown, read out and handed out."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Words first, then counts (whole numbers), then percentages (with a fraction)."""
    note: str = ""
    """What must be known to read it."""

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """The columns, and which of them are numbers."""
        return [(name, place >= self._words) for place, name in enumerate(self.columns)]

    @property
    def lines(self) -> list[tuple[list[str], list[str]]]:
        """The rows as they are written: words and numbers."""
        written = [[_written(cell) for cell in row] for row in self.rows]
        return [(row[: self._words], row[self._words :]) for row in written]

    @property
    def _words(self) -> int:
        """How many columns are words: those before the first number."""
        if not self.rows:
            return len(self.columns)
        return next(place for place, cell in enumerate(self.rows[0]) if not isinstance(cell, str))


@dataclass(frozen=True, slots=True)
class Usage:
    """Everything that is shown."""

    made: datetime | None
    """When it was summed up; None: never yet."""
    tables: Mapping[str, Table]
    """By slug; a table without rows has nothing to show."""
    is_stale: bool = False
    """It speaks of days that are to be forgotten, so only days by themselves are still shown."""

    @property
    def is_empty(self) -> bool:
        """Nothing can be shown."""
        return not any(table.rows for table in self.tables.values())


Rows = Sequence[Sequence[Any]]


def usage(now: datetime | None = None) -> Usage:
    """Read the summary. Days that are to be forgotten are left out, whether the purge ran yet or not."""
    oldest = first_kept_day(now)
    summary = UsageSummary.objects.filter(id=1).first()
    if summary is None:
        return Usage(None, {slug: _TABLES[slug]([]) for slug in SLUGS})
    is_stale = date.fromisoformat(summary.data["since"]) < oldest
    stored: Mapping[str, Any] = summary.data["tables"]
    rows = {slug: [] if is_stale and slug != "games" else stored[slug]["rows"] for slug in SLUGS}
    rows["games"] = [
        row for row in rows["games"] if row[1] >= oldest.isoformat() and not (is_stale and row[1] == OTHERS)
    ]
    return Usage(summary.made_at, {slug: _TABLES[slug](rows[slug]) for slug in SLUGS}, is_stale)


def _games(rows: Rows) -> Table:
    """A row for each day between the first and the last, a column for each kind of play."""
    plays = in_order("play", {play for play, _day, _count in rows})
    counts = {(day, play): count for play, day, count in rows}
    days = sorted({day for _play, day, _count in rows if day != OTHERS})
    between = _days_between(days[0], days[-1]) if days else []
    if any(day == OTHERS for _play, day, _count in rows):
        between.append(OTHERS)
    return Table(
        _("Games begun, by day and kind of play"),
        (_("Day (UTC)"), *(words_of("play", play) for play in plays)),
        tuple(
            (others_words() if day == OTHERS else day, *(counts.get((day, play)) for play in plays)) for day in between
        ),
    )


def _days_between(first: str, last: str) -> list[str]:
    begin, end = date.fromisoformat(first), date.fromisoformat(last)
    return [(begin + timedelta(days=number)).isoformat() for number in range((end - begin).days + 1)]


def _completion(rows: Rows) -> Table:
    counts = {play: (started, ended) for play, started, ended in rows}
    return Table(
        _("Games played to the end"),
        (_("Kind of play"), _("Begun"), _("Ended"), _("Ended of begun, %")),
        tuple(
            (words_of("play", play), *counts[play], _percent(counts[play][1], counts[play][0]))
            for play in in_order("play", counts)
        ),
        _("Games that still run count as begun only. Some that ended here began before the days that are counted."),
    )


def _results(rows: Rows) -> Table:
    """The rates are of all games of that kind of play, so what is not shown counts as well."""
    counts: dict[str | int, dict[str, int]] = {}
    for play, result, count in rows:
        counts.setdefault(play, {})[str(result)] = count
    kinds = ("1", "2", "3")
    return Table(
        _("Gammons and backgammons, by kind of play"),
        (
            _("Kind of play"),
            *(words_of("result", kind) for kind in kinds),
            _("Without a kind of win"),
            others_words(),
            _("Single games, %"),
            _("Gammons, %"),
            _("Backgammons, %"),
        ),
        tuple(
            (
                words_of("play", play),
                *(counts[play].get(kind) for kind in (*kinds, "none", OTHERS)),
                *(_percent(counts[play].get(kind), sum(counts[play].values())) for kind in kinds),
            )
            for play in in_order("play", counts)
        ),
        _("The percentages are of all games of that kind of play that ended. Draws and the like have no kind of win."),
    )


def _counted(title: str, field: str, name: str) -> Callable[[Rows], Table]:
    """A table of one column's values: how many games, and how many of a hundred."""

    def build(rows: Rows) -> Table:
        counts: dict[str | int, int] = {row[0]: row[1] for row in rows}
        total = sum(counts.values())
        return Table(
            _(title),
            (_(name), _("Games"), _("Games, %")),
            tuple(
                (words_of(field, code), counts[code], _percent(counts[code], total)) for code in in_order(field, counts)
            ),
        )

    return build


def _asked(title: str, what: str, note: str) -> Callable[[Rows], Table]:
    """A table of several questions: how many gave each answer, and how many of a hundred."""

    def build(rows: Rows) -> Table:
        answers: dict[str, dict[str | int, int]] = {}
        for question, answer, count in rows:
            answers.setdefault(question, {})[answer] = count
        return Table(
            _(title),
            (_("Question"), _("Answer"), _(what), _("%(what)s, %%") % {"what": _(what)}),
            tuple(
                (
                    question_words(question),
                    words_of(question, code),
                    counts[code],
                    _percent(counts[code], sum(counts.values())),
                )
                for question, counts in answers.items()
                for code in in_order(question, counts)
            ),
            _(note),
        )

    return build


def _written(cell: Cell) -> str:
    """A dash stands for what is too little to be shown."""
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1f}"
        case _:
            return str(cell)


def _percent(part: int | None, whole: int | None) -> float | None:
    return None if part is None or not whole else round(100 * part / whole, 1)


_TABLES: Final[Mapping[str, Callable[[Rows], Table]]] = {
    "games": _games,
    "completion": _completion,
    "length": _counted(gettext_noop("Length of the match, by games begun"), "length", gettext_noop("Length")),
    "duration": _counted(gettext_noop("How long games last"), "duration", gettext_noop("Duration")),
    "results": _results,
    "endings": _counted(gettext_noop("How games end"), "ending", gettext_noop("Ended by")),
    "cube": _counted(
        gettext_noop("How often the cube is turned in a game"), "cube_turns", gettext_noop("Turns of the cube")
    ),
    "turns": _counted(gettext_noop("How many turns a game has"), "turns", gettext_noop("Turns")),
    "boards": _asked(
        gettext_noop("The board in the browser, and where 3D fails"),
        gettext_noop("Browsers"),
        gettext_noop("Each browser counts once a day."),
    ),
    "devices": _asked(
        gettext_noop("Devices and browsers"),
        gettext_noop("Browsers"),
        gettext_noop("Each browser counts once a day. Browsers that do not tell their memory count as unknown."),
    ),
    "connections": _counted(
        gettext_noop("Connections of games between friends by a link"), "connection", gettext_noop("Connection")
    ),
    "presets": _counted(gettext_noop("Rule cards, by games begun"), "preset", gettext_noop("Rule card")),
}
