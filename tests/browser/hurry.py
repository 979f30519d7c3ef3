"""Matches that are played to their end in browsers: the middle of each game is played at the door, for its time.

The first turns, the last ones and all between two games happen on the pages. BARPOINT_WHOLE_GAMES=1 plays it all there.
"""

from __future__ import annotations

import os
import time

from games.rules.sides import Side
from matches.models import Match
from tests.browser.elsewhere import elsewhere
from tests.browser.pilot import END_MILLIS, is_at_rest, let_play, played_out
from tests.browser.scripted import to_the_bear_off
from tests.browser.table_page import TablePage

IS_WHOLE = bool(os.environ.get("BARPOINT_WHOLE_GAMES"))
ROLLS = 3
"""So often each page rolls before the middle of a game: both sides have doubled by then."""
LEFT = 4
"""Checkers that are still to be borne off after the middle."""
_LOOK_MILLIS = 50
_TWICE = 4


def hurry(match: Match, winner: Side, *tables: TablePage, left: int = LEFT) -> None:
    """While somebody is to roll: the game goes on to the bear-off of `winner`, who will win a gammon."""
    if IS_WHOLE:
        return
    to_the_bear_off(match, winner, left)
    version = elsewhere(lambda: Match.objects.get(pk=match.pk).version)
    for table in tables:
        table.wait_for_version(version)


def is_doubled_enough(table: TablePage) -> bool:
    """It is for us to roll, and both have doubled."""
    return table.phase == "to_roll" and table.is_my_turn and table.position()["cube"][1] == _TWICE


def play_out(match: Match, *tables: TablePage) -> None:
    """Let the script play at these pages to the end of the match, which White wins."""
    while not any(table.phase == "over" for table in tables):
        for table in tables:
            let_play(table, rolls=None if IS_WHOLE else ROLLS)
        if not _come_to_the_end(tables):
            hurry(match, Side.WHITE, *tables)
    for table in tables:
        played_out(table)


def _come_to_the_end(tables: tuple[TablePage, ...]) -> bool:
    """Wait until the match is over, or else one of them rests."""
    end = time.monotonic() + END_MILLIS / 1000
    while not any(table.phase == "over" for table in tables):
        if any(is_at_rest(table) for table in tables):
            return False
        assert time.monotonic() < end
        tables[0].page.wait_for_timeout(_LOOK_MILLIS)
    return True
