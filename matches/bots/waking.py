"""Wake a computer as soon as somebody waits for it: the receiver of `match_moved`."""

from __future__ import annotations

from typing import Any

from games.rules.state import MatchState
from matches.bots.awaited import awaited_computer, pause_before
from matches.bots.sending import send_think
from matches.selectors.computers import pace_of


def wake(*, match_id: int, before: MatchState | None, after: MatchState, **_others: Any) -> None:
    """Send the nudge for the version that was just stored, if it awaits a computer. `bgsite.wiring` connects it."""
    side = awaited_computer(after)
    level = after.computers.of(side) if side is not None else None
    if side is None or level is None:
        return
    pace = pace_of(match_id)
    if pace is not None:
        send_think(match_id, after.version, level, pause_before(after, side, pace, is_start=before is None))
