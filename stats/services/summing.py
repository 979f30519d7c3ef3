"""The summary that every page of statistics is drawn from, made without buckets too small to be shown.

All tables count the same games: those of the kinds of play with enough games to be shown. So no table tells by its
total what another leaves out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from matches.facts import Moment, Play
from stats.models import UsageSummary
from stats.selectors.labels import NONE, OTHERS
from stats.selectors.purges import first_kept_day
from stats.services.hiding import SMALLEST, shown

_AHEAD: Final = timedelta(minutes=20)
"""Two periods of the schedule: a summary made so shortly before midnight may still be shown after it."""

_GAME_PARTS: Final = (
    "day",
    "preset",
    "length",
    "duration",
    "result",
    "ending",
    "cube_turns",
    "turns",
    "connection",
)
_CONNECTION: Final = "CASE WHEN connected THEN reconnects::text WHEN NOT connected THEN 'no' END"
"""How often one came back where both were there; one question, so that its answers add up to all games by a link."""
_BOARD_PARTS: Final = ("board", "frame")
_DEVICE_PARTS: Final = ("is_phone", "memory", "cores", "browser", "system")

Code = str | int
Counts = Mapping[Code, int]
"""How often each value of a column came."""
Row = list[Code | None]


def summarise(now: datetime | None = None) -> None:
    """Make the one row of `UsageSummary` anew. Twice is as once."""
    made = now or datetime.now(UTC)
    since = first_kept_day(made + _AHEAD)
    tables = _tables_of_games(since) | _tables_of_browsers(since)
    data = {"made": made.isoformat(), "since": since.isoformat(), "tables": tables}
    UsageSummary.objects.bulk_create(
        [UsageSummary(id=1, made_at=made, data=data)],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["made_at", "data"],
    )


def _tables_of_games(since: date) -> dict[str, Any]:
    games = f"(SELECT *, {_CONNECTION} AS connection FROM stats_gamefact) AS games"  # noqa: S608 - our own words
    counted = _counted(games, ("moment", "play"), _GAME_PARTS, since)
    begun = {part: _plays(rows, Moment.STARTED) for part, rows in counted.items()}
    over = {part: _plays(rows, Moment.ENDED) for part, rows in counted.items()}
    return {
        "games": _table(("play", "day", "games"), _rows_by_play(begun["day"])),
        "completion": _table(("play", "started", "ended"), _completion(begun["day"], over["day"])),
        "length": _table(("length", "games"), _rows(_together(begun["length"]))),
        "duration": _table(("duration", "games"), _rows(_together(over["duration"]))),
        "results": _table(("play", "result", "games"), _rows_by_play(over["result"])),
        "endings": _table(("ending", "games"), _rows(_together(over["ending"]))),
        "cube": _table(("cube_turns", "games"), _rows(_together(over["cube_turns"]))),
        "turns": _table(("turns", "games"), _rows(_together(over["turns"]))),
        "connections": _table(("connection", "games"), _rows(over["connection"].get(Play.FRIEND_LINK.value, {}))),
        "presets": _table(("preset", "games"), _rows(_together(begun["preset"]))),
    }


def _tables_of_browsers(since: date) -> dict[str, Any]:
    counted = _counted("stats_browserfact", (), _BOARD_PARTS + _DEVICE_PARTS, since)
    values = {part: {value: count for (value,), count in rows.items()} for part, rows in counted.items()}
    columns = ("question", "answer", "browsers")
    return {
        "boards": _table(columns, _rows_by_question({part: values[part] for part in _BOARD_PARTS})),
        "devices": _table(columns, _rows_by_question({part: values[part] for part in _DEVICE_PARTS})),
    }


def _counted(
    table: str, splits: tuple[str, ...], parts: tuple[str, ...], since: date
) -> dict[str, dict[tuple[Code, ...], int]]:
    """Count a table by each of the parts, in one statement, so that all counts are of one moment.

    Gives, for each part, the counts by the values of `splits` and of the part.
    """
    sets = ", ".join(f"({', '.join((*splits, part))})" for part in parts)
    statement = (
        f"SELECT GROUPING({', '.join(parts)}), {', '.join((*splits, *parts))}, count(*)"  # noqa: S608 - our own names
        f" FROM {table} WHERE day >= %s GROUP BY GROUPING SETS ({sets})"
    )
    # GROUPING has a bit for each part, the last one's lowest; it is 0 for the part that the row counts by.
    every = 2 ** len(parts) - 1
    part_of = {every - 2 ** (len(parts) - 1 - place): place for place in range(len(parts))}
    found: dict[str, dict[tuple[Code, ...], int]] = {part: {} for part in parts}
    with connection.cursor() as cursor:
        cursor.execute(statement, [since])
        for mask, *values, count in cursor.fetchall():
            place = part_of[mask]
            key = (*values[: len(splits)], _code(values[len(splits) + place]))
            found[parts[place]][key] = count
    return found


def _code(value: object) -> Code:
    """A value as the summary has it."""
    match value:
        case None:
            return NONE
        case bool():
            return "yes" if value else "no"
        case date():
            return value.isoformat()
        case int():
            return value
        case _:
            return str(value)


def _plays(rows: Mapping[tuple[Code, ...], int], moment: Moment) -> dict[str, Counts]:
    """The counts of one moment, by the kinds of play that have games enough."""
    by_play: dict[str, dict[Code, int]] = {}
    for (of, play, value), count in rows.items():
        if of == moment.value:
            by_play.setdefault(str(play), {})[value] = count
    return {play: counts for play, counts in by_play.items() if sum(counts.values()) >= SMALLEST}


def _together(by_play: Mapping[str, Counts]) -> Counts:
    """The counts of all these kinds of play."""
    total: Counter[Code] = Counter()
    for counts in by_play.values():
        total.update(counts)
    return total


def _completion(begun: Mapping[str, Counts], over: Mapping[str, Counts]) -> Iterable[Row]:
    for play in sorted(begun.keys() | over.keys()):
        yield [play, *(sum(by_play[play].values()) if play in by_play else None for by_play in (begun, over))]


def _rows(counts: Counts, *before: Code) -> Iterable[Row]:
    """A row for each value that may be seen, and one for all others together; none where that would be all."""
    seen = shown(counts)
    for value in sorted(seen.counts, key=lambda one: (isinstance(one, str), one)):
        yield [*before, value, seen.counts[value]]
    if seen.others and seen.counts:
        yield [*before, OTHERS, seen.others]


def _rows_by_play(by_play: Mapping[str, Counts]) -> Iterable[Row]:
    for play in sorted(by_play):
        yield from _rows(by_play[play], play)


def _rows_by_question(by_question: Mapping[str, Counts]) -> Iterable[Row]:
    for question, counts in by_question.items():
        yield from _rows(counts, question)


def _table(columns: tuple[str, ...], rows: Iterable[Row]) -> dict[str, Any]:
    return {"columns": list(columns), "rows": list(rows)}
