"""The frames that tell somebody where a match stands: `hello`, and `missed` after a gap."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.clock import Millis
from games.rules.sides import Side
from matches.moment import now_millis
from matches.presence import UNKNOWN
from matches.protocol import PROTOCOL, Hello, Missed, Presence
from matches.selectors.tables import Table, due_at, table_hello, table_missed
from matches.view import view_of
from matches.wire import wire_events

MISSED_LIMIT = 400
"""Who missed more events than this gets everything anew."""


@dataclass(frozen=True, slots=True)
class Told:
    """A frame for one socket, and what its process must know."""

    frame: Hello | Missed
    due: Millis | None
    """When something happens at the match by itself."""


def hello(match_id: int, sides: tuple[Side, ...], presence: Presence = UNKNOWN) -> Told:
    """Everything about the match for somebody who controls `sides`. Also the page's `#snapshot`."""
    table = table_hello(match_id)
    if table is None:
        return Told(Hello(PROTOCOL, list(sides), 0, None, [], now_millis(), presence), None)
    frame = Hello(
        protocol=PROTOCOL,
        you=list(sides),
        v=table.state.version,
        view=view_of(table.state, table.next_at),
        log=wire_events(table.board_before, table.log),
        now=now_millis(),
        presence=presence,
    )
    return Told(frame, _due(table))


def missed(match_id: int, sides: tuple[Side, ...], after: int, presence: Presence) -> Told:
    """What came after version `after`; everything, when that is too much or no version of this match."""
    table = table_missed(match_id, after)
    if table is None or not 0 < after <= table.state.version or table.state.version - after > MISSED_LIMIT:
        return hello(match_id, sides, presence)
    events = [event for event in wire_events(table.board_before, table.log) if event["n"] > after]
    frame = Missed(after, table.state.version, events, view_of(table.state, table.next_at), now_millis(), None)
    return Told(frame, _due(table))


def _due(table: Table) -> Millis | None:
    return due_at(table.state, table.next_at)
