"""Connections of players at a table: noted when a socket comes and goes, forgotten after 180 days.

A killed web process says no goodbye, and leaves its rows open. Two things tell so later, and only then are they closed:
the first heartbeat of a new process finds that no process was alive (`connections_lost`); or the record of presence
says since when nobody of a side was there, at the next coming or going of that side. Whoever is there in truth after
all, has the right moment in the row with the own goodbye.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Least
from django.utils import timezone

from games.rules.clock import Millis
from games.rules.sides import Side
from matches.models import Connection
from matches.moment import as_datetime
from matches.protocol import Presence

CONNECTIONS_KEPT_FOR: Final = timedelta(days=180)


def connection_open(match_id: int, side: Side, version: int) -> int:
    """Note that a player's socket came, at this version of the match; give the row's number."""
    return Connection.objects.create(match_id=match_id, side=side.value, version=version).pk


def connection_close(connection_id: int) -> None:
    """Note that it went. A row that is gone meanwhile is nobody's trouble."""
    Connection.objects.filter(pk=connection_id).update(left_at=timezone.now())


def socket_open(match_id: int, sides: Iterable[Side], version: int, before: Presence) -> dict[Side, int]:
    """Note that a socket came for each of its sides; give the rows' numbers.

    `before` is the presence without the socket: it may say that whoever was there earlier is gone.
    """
    rows = {}
    for side in sides:
        _strays_close(match_id, side, before)
        rows[side] = connection_open(match_id, side, version)
    return rows


def socket_close(match_id: int, rows: Mapping[Side, int], after: Presence) -> None:
    """Note that the socket with these rows went. `after` is the presence without it, as for `socket_open`."""
    for side, connection_id in rows.items():
        connection_close(connection_id)
        _strays_close(match_id, side, after)


def connections_lost(alive_until: Millis) -> int:
    """Close what was open when no web process was alive any more; give how many."""
    moment = as_datetime(alive_until)
    return _open().filter(came_at__lte=moment).update(left_at=moment)


def connections_forget() -> int:
    """Forget the connections of 180 days ago; give how many."""
    count, _by_table = Connection.objects.filter(came_at__lt=timezone.now() - CONNECTIONS_KEPT_FOR).delete()
    return count


def _strays_close(match_id: int, side: Side, presence: Presence) -> None:
    """Close the rows of the side that are open although nobody of it is there.

    They ended when the side was gone, or when it came again: a browser comes back as soon as it misses the server.
    """
    since = presence.white_gone if side is Side.WHITE else presence.black_gone
    if since is None:  # somebody is there, or it is not known
        return
    gone = as_datetime(since)
    later = Connection.objects.filter(match_id=match_id, side=side.value, came_at__gt=OuterRef("came_at"))
    again = Subquery(later.order_by("came_at").values("came_at")[:1])
    strays = _open().filter(match_id=match_id, side=side.value, came_at__lte=gone)
    strays.update(left_at=Least(again, Value(gone)))  # PostgreSQL leaves a null out


def _open() -> QuerySet[Connection]:
    return Connection.objects.filter(left_at=None)
