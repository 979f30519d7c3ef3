"""A match under its row lock: what one transaction does to it.

The state changes in memory through `Visit.apply`; `Visit.store` writes events, snapshot, columns, game records, the
command and the facts for statistics, and sends after the commit. Nothing slow happens here: no engine, no socket, no
Celery.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from games.rules import match as rules
from games.rules.actions import Action, Flag, ShiftClock
from games.rules.clock import Millis
from games.rules.events import Event
from games.rules.sides import Side
from games.rules.state import MatchState
from matches.dice import SystemDice
from matches.models import Match
from matches.moment import as_millis, now_millis
from matches.selectors.tables import state_of
from matches.services.facts import facts_note
from matches.services.heartbeat import is_web_alive
from matches.services.news import News
from matches.services.records import games_update
from matches.services.rows import Asked, control_update, match_columns, transition_store
from matches.wire import StoredEvent


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
        match, before, after = self.match, self.before, self.state
        if not self._events:
            if asked is not None:
                raise RuntimeError("an accepted action made no event")
            Match.objects.filter(pk=match.pk, shift_due__gt=0).update(shift_due=0)
            return
        stored = tuple(StoredEvent(seq, self.now, event) for seq, event in enumerate(self._events, before.version + 1))
        columns = match_columns(match, before, after, self.now)
        if control_update(match.pk, stored):
            columns["taken_over"] = True
        transition_store(match, before, columns, stored, asked)
        games_update(match.pk, before, after, stored)
        facts_note(match.pk, after, stored)
        next_at = columns["next_at"]
        cid = None if asked is None else asked.cid
        news = News(match.pk, before, after, stored, None if next_at is None else as_millis(next_at), cid)
        transaction.on_commit(news.send, robust=True)
