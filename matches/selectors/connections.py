"""What the record of connections says about a game between two who met by a link."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import connection

from games.rules.sides import Side
from matches.facts import Link

# Each connection beside the last moment at which any earlier one of its side was open; null for the side's first.
_LINK: Final = """
    SELECT count(DISTINCT side), count(*) FILTER (WHERE came_at >= %s AND open_until <= came_at)
    FROM (
        SELECT side, came_at, max(coalesce(left_at, 'infinity')) OVER (
            PARTITION BY side ORDER BY came_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS open_until
        FROM matches_connection WHERE match_id = %s AND came_at <= %s
    ) AS one
"""


def link_of(match_id: int, began: datetime, ended: datetime) -> Link:
    """Whether both sides were ever there until the game had ended, and how often a side came back in it.

    Coming back: in the game, not for the first time at this match, and with no other connection of the side open.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LINK, [began, match_id, ended])
        sides, reconnects = cursor.fetchone()
    return Link(connected=sides == len(Side), reconnects=reconnects)
