"""Reads what is asked and what is right, by the form of the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bgsite.lessons.claims import ChoiceClaim, NumberClaim, PlayClaim, PointsClaim
from bgsite.lessons.fields import Fields
from bgsite.lessons.position import Position
from bgsite.lessons.reading.moves import read_moves
from bgsite.lessons.reading.points import read_placed, read_points
from bgsite.lessons.reading.positions import read_board, read_dice, read_position, read_setting
from bgsite.lessons.tasks import (
    Card,
    CardsTask,
    Choice,
    ChoiceTask,
    NumberTask,
    PlaceTask,
    PlayTask,
    PointsTask,
    Proof,
    Task,
)
from games.rules.sides import Side

_OF: Final = {NumberClaim.MIRRORED: (1, 24), NumberClaim.POINTS_WON: (1, 3)}
"""Claims about a number that the file names: its least and its greatest."""


def read_position_and_task(table: Fields) -> tuple[Position, Task]:
    """Cards bring positions of their own: the first is shown. Raises LessonError."""
    form = table.text("form")
    if form == "cards":
        cards = _cards_task(table)
        proof = cards.cards[0].proof
        return Position(proof.board, Side.WHITE, proof.dice, read_setting(table)), cards
    readers: dict[str, Callable[[Fields, Position], Task]] = {
        "play": _play_task,
        "choice": _choice_task,
        "points": _points_task,
        "place": _place_task,
        "number": _number_task,
    }
    if form not in readers:
        raise table.error("form", f"must be cards, {', '.join(readers)}, not {form!r}")
    position = read_position(table)
    return position, readers[form](table, position)


def _play_task(table: Fields, position: Position) -> PlayTask:
    if position.dice is None or position.on_roll is not Side.WHITE:
        raise table.error("dice", "are needed, and White must be on roll, where checkers are moved")
    claim = table.one_of("claim", PlayClaim)
    plays = table.texts("plays") if table.has("plays") else ()
    return PlayTask(claim, plays, table.maybe("free", bool) or False)


def _choice_task(table: Fields, position: Position) -> ChoiceTask:
    claim = table.one_of("claim", ChoiceClaim)
    choices = tuple(_choice(each, position) for each in table.tables("choices"))
    names = [choice.id for choice in choices]
    right = table.text("answer")
    if len(names) < 2 or len(set(names)) != len(names):
        raise table.error("choices", "must be two or more, each with an id of its own")
    if right not in names:
        raise table.error("answer", f"is no choice: {right!r}")
    made = table.maybe("made", str)
    moves = None if made is None else read_moves(table, "made", made, position.seen, position.dice)
    return ChoiceTask(claim, choices, right, moves)


def _choice(table: Fields, position: Position) -> Choice:
    name, play, dice = table.text("id"), table.maybe("play", str), read_dice(table) or position.dice
    moves = None if play is None else read_moves(table, "play", play, position.seen, dice)
    found = Choice(name, moves, dice, table.maybe("fact", str) or "")
    table.done()
    return found


def _points_task(table: Fields, _position: Position) -> PointsTask:
    return PointsTask(table.one_of("claim", PointsClaim), read_points(table, "answer"))


def _place_task(table: Fields, _position: Position) -> PlaceTask:
    return PlaceTask(read_placed(table, "answer"))


def _number_task(table: Fields, _position: Position) -> NumberTask:
    claim, number = table.one_of("claim", NumberClaim), table.take("answer", int)
    if claim not in _OF:
        return NumberTask(claim, number, 0)
    of, least, most = table.take("of", int), *_OF[claim]
    if not least <= of <= most:
        raise table.error("of", f"must be from {least} to {most}, not {of}")
    return NumberTask(claim, number, of)


def _cards_task(table: Fields) -> CardsTask:
    cards = tuple(_card(each) for each in table.tables("cards"))
    if len({card.id for card in cards}) != len(cards) or not cards:
        raise table.error("cards", "must be one or more, each with an id of its own")
    return CardsTask(cards)


def _card(table: Fields) -> Card:
    name, is_true = table.text("id"), table.take("true", bool)
    board, dice = read_board(table, "board"), read_dice(table)
    moves = read_moves(table, "play", table.take("play", str), board, dice)
    if dice is None:
        raise table.error("dice", "is missing")
    card = Card(name, is_true, Proof(board, dice, moves, table.take("legal", bool)))
    table.done()
    return card
