"""`{% view_board view near %}`: the picture of what a table shows, drawn by the server."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.templatetags.board import board_svg
from matches.view import View

register = template.Library()


@register.simple_tag(takes_context=True)
def view_board(context: template.Context, view: View, near: Side) -> SafeString:
    """The position of ``view`` as seen by ``near``, with dice and cube where there are any."""
    cube = Cube(view.cube.value, view.cube.owner) if view.cube.in_use or view.cube.owner else None
    dice = None if view.dice is None else Dice.of(*view.dice)
    return board_svg(context, Board(tuple(view.board)), near, cube=cube, dice=dice, dice_side=view.dice_side)
