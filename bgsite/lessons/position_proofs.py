"""Positions that no game comes to: it is over already, or cube, score and Crawford game do not go together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bgsite.lessons.claims import ChoiceClaim, PointsClaim
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.facts import ALLOWED, answer_to_double
from bgsite.lessons.position import Position, Setting
from bgsite.lessons.tasks import CardsTask, ChoiceTask, PointsTask, Task
from games.rules.board import Board
from games.rules.score import Crawford, crawford_fits

_ASKS_FOR_A_DOUBLE: Final = {ChoiceClaim.MAY_DOUBLE, ChoiceClaim.LAST_ROLL_DOUBLE, ChoiceClaim.ENGINE_DOUBLE}
_ASKS_FOR_AN_ANSWER: Final = {ChoiceClaim.LAST_ROLL_ANSWER, ChoiceClaim.ENGINE_ANSWER}
_NEEDS_NO_GAME: Final = {ChoiceClaim.RESULT, PointsClaim.START}
"""The game is over, or has not begun."""


def position_faults(exercise: Exercise) -> Iterator[str]:
    """Why the position of an exercise, or one of its cards, cannot be."""
    position, task = exercise.position, exercise.task
    if _claim_of(task) not in _NEEDS_NO_GAME and any(map(_is_over, _boards(position, task))):
        yield "a side has borne off everything, so the game is over"
    found = list(_score_faults(position.setting))
    yield from found or _cube_faults(position, task)


def _boards(position: Position, task: Task) -> list[Board]:
    return [card.proof.board for card in task.cards] if isinstance(task, CardsTask) else [position.board]


def _is_over(board: Board) -> bool:
    return board.near_on_board == 0 or board.far_on_board == 0


def _claim_of(task: Task) -> ChoiceClaim | PointsClaim | None:
    return task.claim if isinstance(task, ChoiceTask | PointsTask) else None


def _score_faults(setting: Setting) -> Iterator[str]:
    crawford, score, length = setting.crawford, setting.score, setting.length
    if length is None:
        if crawford is not Crawford.NONE:
            yield "the Crawford rule belongs to matches: `length` is missing"
    elif not crawford_fits(crawford, score, length):
        yield f"the Crawford game cannot be {crawford.value} at {score.white}-{score.black} to {length} points"


def _cube_faults(position: Position, task: Task) -> Iterator[str]:
    setting, claim = position.setting, _claim_of(task)
    is_about_cube = setting.is_offered or claim in _ASKS_FOR_A_DOUBLE | _ASKS_FOR_AN_ANSWER
    if is_about_cube and setting.cube is None:
        yield "the question is about the cube: `cube` is missing"
    elif claim in _ASKS_FOR_AN_ANSWER and not setting.is_offered:
        yield "an answer is asked for, but nobody has doubled: `offered` is missing"
    elif claim in _ASKS_FOR_A_DOUBLE and setting.is_offered:
        yield "whether to double is asked, but the double is offered already"
    elif setting.is_offered and (said := answer_to_double(position)) != ALLOWED:
        yield f"the double that is offered is not allowed: {said}"
