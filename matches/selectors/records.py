"""A person's own record: the finished matches with their games and plays, to take along, and one of them, to delete.

The record is read match by match out of queries that run side by side, in the order of the matches: as many queries
for a thousand matches as for one, and never more than one match in memory.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from games.rules.board import Board
from games.rules.score import ResultKind
from games.rules.sides import Pair, Side
from matches.codec import DecodeError, decode_card, decode_event, event_kind
from matches.models import GameRecord, Match, MatchEvent, Seat
from matches.moment import as_datetime, as_millis
from matches.selectors.lists import occupants, player_names
from matches.wire import StoredEvent, wire_events
from matches.wording.cards import card_title, stake_words
from matches.wording.moves import log_lines

ROWS_AT_ONCE = 500
"""How many rows of each query are fetched together."""

Row = TypeVar("Row", Seat, GameRecord, MatchEvent)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a game's move log. Plays that were taken back have none."""

    event: int
    """Number in the match's log."""
    at: datetime
    what: str
    """The kind of event, as in docs/protocol.md 5."""
    side: Side | None
    dice: str
    """Such as "63"; empty where none were used."""
    text: str
    """A play ("24/18 13/10"), or what else was done, in words."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game of a finished match; without a winner, points or an ending where the match ended before it."""

    number: int
    score: Pair[int]
    """Before the game."""
    crawford: str
    cube: int
    winner: Side | None
    result: str | None
    """`single`, `gammon` or `backgammon`; None where no size applies."""
    points: int | None
    ending: str
    started_at: datetime
    ended_at: datetime | None
    lines: tuple[RecordLine, ...] | None
    """None: not asked for, or the log cannot be read."""


@dataclass(frozen=True, slots=True)
class Record:
    """One finished match of a person. Plain values: it is written to JSON as it is."""

    match: str
    """The match's code."""
    kind: str
    preset: str
    length: int | None
    clock: str
    clock_days: int | None
    stake: str
    """What a point was worth; empty where it was a point."""
    origin: str
    rated: bool
    started_at: datetime | None
    ended_at: datetime | None
    players: Pair[str]
    you: tuple[Side, ...]
    """Both sides where two played at one screen."""
    score: Pair[int]
    winner: Side | None
    ending: str
    rules: dict[str, Any]
    """The rule card."""
    games: tuple[RecordedGame, ...]


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """A match in which the reader has a seat, as the page that deletes its record shows it."""

    match_id: int
    code: str
    title: str
    names: Pair[str]
    ended_at: datetime | None
    is_over: bool
    is_last: bool
    """Nobody else has it: with the reader's record everything but the result goes."""


def has_record(user_id: int) -> bool:
    """Whether a match of the person is over."""
    return _finished(user_id).exists()


def own_record(code: str, user_id: int) -> OwnRecord | None:
    """The match with this code for who has a seat in it; None for everybody else."""
    match = Match.objects.defer("snapshot").prefetch_related("seats__user").filter(code=code).first()
    seats = [] if match is None else list(match.seats.all())
    if match is None or user_id not in {seat.user_id for seat in seats}:
        return None
    return OwnRecord(
        match_id=match.pk,
        code=match.code,
        title=card_title(decode_card(match.card)),
        names=occupants(seats),
        ended_at=match.ended_at,
        is_over=match.status == Match.Status.FINISHED,
        is_last=all(seat.user_id in {user_id, None} for seat in seats),
    )


def records_of(user_id: int, *, with_lines: bool) -> Generator[Record]:
    """Every finished match of the person, the oldest first. Close the generator where it is not read to its end."""
    mine = _finished(user_id).values("match_id")
    matches = Match.objects.defer("snapshot").filter(pk__in=mine).order_by("pk")
    logs = MatchEvent.objects.filter(match__in=mine) if with_lines else MatchEvent.objects.none()
    seats = _ByMatch(Seat.objects.filter(match__in=mine).select_related("user").order_by("match_id", "pk"))
    games = _ByMatch(GameRecord.objects.filter(match__in=mine).order_by("match_id", "number"))
    events = _ByMatch(logs.order_by("match_id", "seq"))
    for match in matches.iterator(ROWS_AT_ONCE):
        record = _record(match, user_id, seats.of(match.pk), games.of(match.pk), events.of(match.pk))
        if record.you:  # else deleted in this very moment
            yield record


def _finished(user_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(user_id=user_id, match__status=Match.Status.FINISHED)


class _ByMatch(Generic[Row]):
    """The rows of one query, in the order of their matches, handed out match by match."""

    def __init__(self, rows: QuerySet[Row]) -> None:
        self._rows: Iterator[Row] = rows.iterator(ROWS_AT_ONCE)
        self._next: Row | None = next(self._rows, None)

    def of(self, match_id: int) -> list[Row]:
        """The rows of the match. Ask for matches in their order; rows of those not asked for are passed over."""
        found: list[Row] = []
        while self._next is not None and self._next.match_id <= match_id:
            if self._next.match_id == match_id:
                found.append(self._next)
            self._next = next(self._rows, None)
        return found


def _record(match: Match, user_id: int, seats: list[Seat], games: list[GameRecord], events: list[MatchEvent]) -> Record:
    return Record(
        match=match.code,
        kind=match.kind,
        preset=match.preset,
        length=match.length,
        clock=match.clock_preset,
        clock_days=match.clock_days,
        stake=stake_words(1, decode_card(match.card).stake),
        origin=match.origin,
        rated=match.is_rated,
        started_at=match.started_at,
        ended_at=match.ended_at,
        players=player_names(seats),
        you=tuple(side for side in Side if any((seat.side, seat.user_id) == (side.value, user_id) for seat in seats)),
        score=Pair(match.score_white, match.score_black),
        winner=Side(match.winner) if match.winner else None,
        ending=match.termination,
        rules=match.card,
        games=_games(games, _log(events)),
    )


def _games(games: list[GameRecord], log: tuple[StoredEvent, ...]) -> tuple[RecordedGame, ...]:
    """The games, each with what was logged until the next one began; none where none is recorded."""
    if not games:
        return ()
    ends = [*(game.first_event for game in games[1:]), len(log) + 1]
    return tuple(_game(game, log[game.first_event - 1 : end - 1]) for game, end in zip(games, ends, strict=True))


def _game(game: GameRecord, log: tuple[StoredEvent, ...]) -> RecordedGame:
    return RecordedGame(
        number=game.number,
        score=Pair(game.score_white, game.score_black),
        crawford=game.crawford,
        cube=game.cube_value,
        winner=Side(game.winner) if game.winner else None,
        result=ResultKind(game.result_kind).name.lower() if game.result_kind else None,
        points=game.points,
        ending=game.termination,
        started_at=game.started_at,
        ended_at=game.ended_at,
        lines=_lines(log) if log else None,
    )


def _log(events: list[MatchEvent]) -> tuple[StoredEvent, ...]:
    """The log, read through today's codec; empty where that cannot read it."""
    try:
        return tuple(
            StoredEvent(one.seq, as_millis(one.at), decode_event(one.kind, one.schema, one.data)) for one in events
        )
    except DecodeError:
        return ()


def _lines(log: tuple[StoredEvent, ...]) -> tuple[RecordLine, ...]:
    stored = {one.seq: one for one in log}
    return tuple(
        RecordLine(
            event=line.n,
            at=as_datetime(stored[line.n].at),
            what=event_kind(stored[line.n].event),
            side=line.side,
            dice=line.dice,
            text=line.text,
        )
        for line in log_lines(wire_events(Board.start(), log))
    )
