"""Reads the wrong answers that have words of their own."""

from __future__ import annotations

from bgsite.lessons.exercise import Mistake
from bgsite.lessons.fields import Fields
from bgsite.lessons.given import Answer, Placed
from bgsite.lessons.position import Position
from bgsite.lessons.reading.moves import read_moves
from bgsite.lessons.reading.points import read_placed, read_points
from bgsite.lessons.reading.positions import read_dice
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask, Task


def read_mistake(table: Fields, task: Task, position: Position) -> Mistake:
    """One wrong answer. Raises LessonError."""
    name, answer = table.text("id"), _wrong_answer(table, task, position)
    shows, dice = table.maybe("play", str), read_dice(table)
    if shows is not None and not isinstance(task, NumberTask | PointsTask):
        raise table.error("play", "belongs to wrong numbers and points; other answers show themselves")
    moves = None if shows is None else read_moves(table, "play", shows, position.seen, dice)
    table.done()
    return Mistake(name, answer, moves, dice)


def _wrong_answer(table: Fields, task: Task, position: Position) -> Answer:
    match task:
        case PlayTask():
            text = table.take("answer", str)
            return read_moves(table, "answer", text, position.seen, position.dice)
        case PointsTask():
            return read_points(table, "answer")
        case NumberTask():
            return table.take("answer", int)
        case PlaceTask():
            return Placed(read_placed(table, "answer"))
        case ChoiceTask() | CardsTask():
            raise table.error("answer", "choices and cards have words of their own without it")
