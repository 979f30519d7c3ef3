"""Clocks for tests: a match whose time is over, without waiting for it."""

from __future__ import annotations

from django.db import transaction

from games.rules.clock import ClockPreset, ClockSetting, Millis
from games.rules.events import ClockTurned
from games.rules.match import evolve
from games.rules.rulecard import RuleCard
from matches.models import Match
from matches.moment import now_millis
from matches.services.rows import match_locked
from matches.services.visit import Visit
from tests.factories import running_match

NORMAL = ClockSetting(ClockPreset.NORMAL)


def run_out_at(match: Match, deadline: Millis) -> None:
    """Let the running clock be over at `deadline`, in the log, the snapshot and the column."""
    with transaction.atomic():
        locked = match_locked(match_id=match.pk)
        assert locked is not None
        visit = Visit(locked)
        clock = visit.state.clock
        assert clock is not None
        assert clock.running is not None
        since = deadline - clock.delay - clock.reserve.of(clock.running)
        event = ClockTurned(clock.running, since, clock.reserve)
        visit.state = evolve(visit.state, event)
        visit._events.append(event)
        visit.now = now_millis()
        visit.store()
    match.refresh_from_db()


def late_match(card: RuleCard | None = None, late_by: Millis = 1) -> Match:
    """A match whose running clock is over since `late_by` milliseconds."""
    match = running_match(card=card, clock=NORMAL)
    run_out_at(match, now_millis() - late_by)
    return match
