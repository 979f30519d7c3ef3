"""A match under its row lock: what one transaction does to it.

The state changes in memory through `Visit.apply`; `Visit.store` writes events, snapshot, columns, game records and the
command in one go, and sends after the commit. Nothing slow happens here: no engine, no socket, no Celery.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games.rules import match as rules
from games.rules.actions import Action, Flag, ShiftClock
from games.rules.board import Board
from games.rules.clock import Millis
from games.rules.cube import Cube
from games.rules.events import Event, GameEnded, GameStarted
from games.rules.score import GameResult, Termination
from games.rules.sides import Side
from games.rules.state import MatchState, to_act
from matches import publish
from matches.codec import SCHEMA, encode_event, encode_state, event_kind
from matches.dice import SystemDice
from matches.models import Command, GameRecord, Match, MatchEvent
from matches.moment import as_datetime, as_millis, now_millis
from matches.protocol import Moved, encode
from matches.selectors.tables import due_at, state_of
from matches.services.heartbeat import is_web_alive
from matches.signals import match_moved
from matches.view import is_between_games, view_of
from matches.wire import StoredEvent, wire_events

LOCK_MILLIS = 2000
"""How long one action waits for another on the same match."""
NEXT_GAME_MILLIS = 60_000
"""With a clock, the next game starts by itself after this long (rules.md 4.5)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The player's command that this transaction answers."""

    side: Side
    cid: UUID


def match_locked(**which: Any) -> Match | None:
    """The row of the match that `which` names, locked until the transaction ends; None when there is none.

    Needs a transaction. Raises OperationalError when the lock is not free within LOCK_MILLIS.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = {LOCK_MILLIS}")
    return Match.objects.select_for_update(no_key=True).filter(**which).first()


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of a visit to come back to."""

    state: MatchState
    events: int


class Visit:
    """One transaction's work on a started match. The caller holds the row lock (`match_locked`)."""

    def __init__(self, match: Match, now: Millis | None = None) -> None:
        self.match = match
        self.before = state_of(match)
        self.state = self.before
        since = self.state.clock.since if self.state.clock else 0
        self.now = max(now_millis() if now is None else now, since)
        self._events: list[Event] = []
        self._dice = SystemDice()

    def apply(self, action: Action, by: Side | None) -> None:
        """Judge and do one action; `by` None: the server. Raises RulesError, and then nothing has changed."""
        transition = rules.apply(self.state, action, by=by, now=self.now, dice=self._dice)
        self.state = transition.after
        self._events += transition.events

    def mark(self) -> Mark:
        """Where the visit stands now, for `back_to`."""
        return Mark(self.state, len(self._events))

    def back_to(self, mark: Mark) -> None:
        """Forget what was applied since `mark`."""
        self.state = mark.state
        del self._events[mark.events :]

    def catch_up(self) -> None:
        """Let time have its say first: the outage's shift, then a flag that has fallen (rules.md 5.7, 5.9)."""
        if self.match.shift_due:
            if self.state.clock is not None and self.state.clock.running is not None:
                self.apply(ShiftClock(self.match.shift_due), None)
            self.match.shift_due = 0
        clock = self.state.clock
        if clock is not None and clock.running is not None and clock.is_late(self.now) and is_web_alive(self.now):
            self.apply(Flag(clock.running), None)

    def store(self, asked: Asked | None = None) -> None:
        """Write what happened, if anything did, and send it after the commit."""
        match, before, after, at = self.match, self.before, self.state, as_datetime(self.now)
        if not self._events:
            if asked is not None:
                raise RuntimeError("an accepted action made no event")
            Match.objects.filter(pk=match.pk, shift_due__gt=0).update(shift_due=0)
            return
        stored = tuple(
            StoredEvent(seq, self.now, event) for seq, event in enumerate(self._events, start=before.version + 1)
        )
        events_insert(match.pk, stored)
        columns = match_columns(match, before, after, self.now)
        if Match.objects.filter(pk=match.pk, version=before.version).update(**columns) != 1:
            raise RuntimeError(f"match {match.code} changed without its lock")
        games_update(match.pk, before, after, stored)
        if asked is not None:
            answer = {"t": "done", "id": str(asked.cid), "v": after.version}
            Command.objects.create(
                match_id=match.pk, side=asked.side.value, cid=asked.cid, version=after.version, answer=answer, at=at
            )
        next_at = columns["next_at"]
        news = News(match.pk, before, after, stored, None if next_at is None else as_millis(next_at), asked)
        transaction.on_commit(news.send, robust=True)


def events_insert(match_id: int, stored: tuple[StoredEvent, ...]) -> None:
    """Append to the log."""
    MatchEvent.objects.bulk_create(
        MatchEvent(
            match_id=match_id,
            seq=one.seq,
            kind=event_kind(one.event),
            schema=SCHEMA,
            data=encode_event(one.event),
            at=as_datetime(one.at),
        )
        for one in stored
    )


def match_columns(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> dict[str, Any]:
    """The columns of `Match` that follow from the state."""
    deadline = after.clock.deadline if after.clock else None
    acting = to_act(after)
    columns: dict[str, Any] = {
        "version": after.version,
        "snapshot": encode_state(after),
        "snapshot_schema": SCHEMA,
        "to_act": acting.value if acting else None,
        "deadline_at": None if deadline is None else as_datetime(deadline),
        "next_at": _next_at(match, before, after, now),
        "shift_due": 0,
        "score_white": after.score.white,
        "score_black": after.score.black,
        "paused": after.paused,
    }
    if after.result is not None:
        winner = after.result.winner
        columns |= {
            "status": Match.Status.FINISHED,
            "ended_at": match.ended_at or as_datetime(now),
            "winner": winner.value if winner else None,
            "termination": after.result.termination.value,
        }
    return columns


def _next_at(match: Match, before: MatchState | None, after: MatchState, now: Millis) -> datetime | None:
    """With a clock the next game starts by itself; after a pause it waits for both (rules.md 3.7, 4.5)."""
    if not is_between_games(after) or after.paused:
        return None
    if before is not None and is_between_games(before):
        return match.next_at
    return None if after.clock is None else as_datetime(now + NEXT_GAME_MILLIS)


def games_update(match_id: int, before: MatchState | None, after: MatchState, stored: tuple[StoredEvent, ...]) -> None:
    """Keep `GameRecord` in step: begin a game, end a game, turn the cube.

    No game both ends and begins the next in one transaction with points in between: the score before a game is the
    score before the transaction.
    """
    for one in stored:
        match one.event:
            case GameStarted(number, crawford):
                score = before.score if before else after.score
                GameRecord.objects.create(
                    match_id=match_id,
                    number=number,
                    score_white=score.white,
                    score_black=score.black,
                    crawford=crawford.value,
                    first_event=one.seq,
                    started_at=as_datetime(one.at),
                )
            case GameEnded(result, termination):
                _game_end(match_id, one, result, termination)
            case _:
                pass
    if after.game is not None and _cube(before) != (after.game.number, after.game.cube):
        cube = after.game.cube
        GameRecord.objects.filter(match_id=match_id, number=after.game.number).update(
            cube_value=cube.value, cube_owner=cube.owner.value if cube.owner else None
        )


def _cube(state: MatchState | None) -> tuple[int, Cube] | None:
    return None if state is None or state.game is None else (state.game.number, state.game.cube)


def _game_end(match_id: int, end: StoredEvent, result: GameResult, termination: Termination) -> None:
    """Note the end of the running game, if one is running."""
    GameRecord.objects.filter(match_id=match_id, last_event__isnull=True).update(
        winner=result.winner.value if result.winner else None,
        points=result.points,
        result_kind=result.kind.value if result.kind else None,
        termination=termination.value,
        last_event=end.seq,
        ended_at=as_datetime(end.at),
    )


@dataclass(frozen=True, slots=True)
class News:
    """What is told after the commit."""

    match_id: int
    before: MatchState | None
    after: MatchState
    stored: tuple[StoredEvent, ...]
    next_at: Millis | None
    asked: Asked | None

    def send(self) -> None:
        """Tell the sockets, then the subscribers."""
        if self.before is not None:
            publish.send_moved(self.match_id, version=self.after.version, text=self.frame(self.before), due=self.due)
        match_moved.send_robust(
            sender=None,
            match_id=self.match_id,
            before=self.before,
            after=self.after,
            events=tuple(one.event for one in self.stored),
        )

    def frame(self, before: MatchState) -> str:
        """The `moved` frame, the same for everybody."""
        board = before.game.board if before.game else Board.start()
        return encode(
            Moved(
                from_=before.version,
                v=self.after.version,
                events=wire_events(board, self.stored),
                view=view_of(self.after, self.next_at),
                now=now_millis(),
                cid=str(self.asked.cid) if self.asked else None,
            )
        )

    @property
    def due(self) -> Millis | None:
        """When something happens at this match by itself."""
        return due_at(self.after, self.next_at)
