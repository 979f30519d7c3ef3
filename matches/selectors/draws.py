"""Every throw of the server's dice, for the audit: counted, and of no match any more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

from matches.models import MatchEvent

SETTLED_AFTER: Final = timedelta(minutes=2)
"""Numbers of events are given before their transactions end. Far longer than a transaction that writes events lasts."""

# Dice that come again after a take-back were thrown before. Who threw is what the seat says; where a computer took over
# at some time, what the log says of that moment.
_DRAWS: Final = """
    WITH thrown AS (
        SELECT match_id, seq, kind = 'opening_thrown' AS is_opening, data ->> 'side' AS side,
            (CASE WHEN kind = 'opening_thrown' THEN data ->> 'white' ELSE data -> 'dice' ->> 0 END)::int AS first,
            (CASE WHEN kind = 'opening_thrown' THEN data ->> 'black' ELSE data -> 'dice' ->> 1 END)::int AS second
        FROM matches_matchevent
        WHERE id > %(after)s AND id <= %(until)s AND kind IN ('opening_thrown', 'opening_rerolled', 'dice_rolled')
            AND coalesce(data ->> 'again', 'false') = 'false'
    ), lined_up AS (
        SELECT *, lag(first = second) OVER (PARTITION BY match_id ORDER BY seq) AS is_after_double FROM thrown
    )
    SELECT CASE WHEN is_opening THEN 'opening' ELSE 'roll' END AS kind,
        CASE
            WHEN is_opening THEN 'both'
            WHEN CASE
                WHEN match.taken_over THEN (
                    SELECT CASE
                        WHEN told.kind = 'match_started' THEN told.data -> 'computers' ->> lined_up.side
                        ELSE told.data ->> 'computer'
                    END
                    FROM matches_matchevent told
                    WHERE told.match_id = lined_up.match_id AND told.seq < lined_up.seq AND (
                        told.kind = 'match_started'
                        OR (told.kind = 'control_passed' AND told.data ->> 'side' = lined_up.side)
                    )
                    ORDER BY told.seq DESC LIMIT 1
                ) IS NOT NULL
                ELSE seat.level <> ''
            END THEN 'computer'
            ELSE 'person'
        END AS by,
        CASE WHEN is_after_double THEN 'double' WHEN NOT is_after_double THEN 'plain' ELSE 'none' END AS after,
        first, second, count(*)
    FROM lined_up
    JOIN matches_match match ON match.id = lined_up.match_id
    LEFT JOIN matches_seat seat ON seat.match_id = lined_up.match_id AND seat.side = lined_up.side
    GROUP BY 1, 2, 3, 4, 5
"""


@dataclass(frozen=True, slots=True)
class Draw:
    """Throws that were alike, and how many there were."""

    kind: str
    """`opening` or `roll`."""
    by: str
    """`person`, `computer`, or `both`: one die each."""
    after: str
    """The throw before it in the same match: `double`, `plain`, or `none` seen."""
    first: int
    """The higher die of a roll; White's of an opening."""
    second: int
    count: int


def settled_event_id(older_than: timedelta = SETTLED_AFTER) -> int:
    """Give the number of the last event before which no event will appear any more; 0 where there is none."""
    settled = MatchEvent.objects.filter(at__lte=timezone.now() - older_than).order_by("-id")
    return settled.values_list("id", flat=True).first() or 0


def draws_between(after_id: int, until_id: int) -> list[Draw]:
    """Count the throws of the events after the one number and up to the other."""
    with connection.cursor() as cursor:
        cursor.execute(_DRAWS, {"after": after_id, "until": until_id})
        return [Draw(*row) for row in cursor.fetchall()]
