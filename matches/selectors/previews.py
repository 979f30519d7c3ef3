"""The boards of running matches as small pictures beside their lines in lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.rules.sides import Side
from games.rules.state import MatchState
from matches.board_svg import BoardPicture
from matches.codec import SCHEMA, decode_state
from matches.models import Match
from matches.selectors.lists import MatchRow
from matches.view import dice_on_table, is_cube_in_use

MOST: Final = 24
"""So many pictures a page has at most: each is some kilobytes of it."""


def with_pictures(*lists: Sequence[MatchRow]) -> list[list[MatchRow]]:
    """The lists of a page, the first `MOST` rows with the board as it stands, seen from the reader's side.

    One query for all.
    """
    asked = [row.match.pk for rows in lists for row in rows][:MOST]
    found = Match.objects.filter(pk__in=asked, snapshot_schema=SCHEMA, snapshot__isnull=False)
    states = {pk: decode_state(snapshot) for pk, snapshot in found.values_list("pk", "snapshot") if snapshot}
    return [[replace(row, picture=_picture(states.get(row.match.pk), row.my_sides)) for row in rows] for rows in lists]


def _picture(state: MatchState | None, my_sides: tuple[Side, ...]) -> BoardPicture | None:
    game = None if state is None else state.game
    if state is None or game is None:
        return None
    dice, dice_side = dice_on_table(game)
    return BoardPicture(
        board=game.board,
        near=my_sides[0] if len(my_sides) == 1 else Side.WHITE,
        cube=game.cube if is_cube_in_use(state.card, state.crawford) else None,
        dice=dice,
        dice_side=dice_side,
        narrow=True,  # its checkers are larger
    )
