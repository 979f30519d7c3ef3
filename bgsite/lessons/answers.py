"""What the browser sends: untrusted. BadAnswerError has a sentence for the person."""

from __future__ import annotations

import json
from typing import Any, Final

from django.utils.translation import gettext as _

from bgsite.lessons.attempts import Moves, NoAttemptError, checked_attempt
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.given import Answer, Called, Placed
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask
from games.rules.board import POINTS
from games.rules.plays import CheckerMove

LONGEST: Final = 4000
"""Bytes of an answer."""
_LARGEST_NUMBER: Final = 100_000


class BadAnswerError(ValueError):
    """The answer is no answer to this exercise; ``str()`` is a sentence for the person."""


def read_answer(exercise: Exercise, body: bytes) -> Answer:
    """The answer in a request's body, ``{"answer": …}``. Raises BadAnswerError."""
    sent = _sent(body)
    match exercise.task:
        case PlayTask():
            return _moves(exercise, sent)
        case ChoiceTask(choices=choices):
            if not isinstance(sent, str) or sent not in {choice.id for choice in choices}:
                raise BadAnswerError(_("Choose one of the answers."))
            return sent
        case PointsTask():
            return _points(sent)
        case NumberTask():
            if not _is_whole(sent) or abs(sent) > _LARGEST_NUMBER:
                raise BadAnswerError(_("Write a whole number."))
            return int(sent)
        case PlaceTask(missing=missing):
            return _placed(sent, sum(missing.values()))
        case CardsTask(cards=cards):
            return _cards(sent, {card.id for card in cards})


def _sent(body: bytes) -> Any:
    if len(body) > LONGEST:
        raise BadAnswerError(_("This answer is too long."))
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadAnswerError(_unreadable()) from error
    if not isinstance(sent, dict) or "answer" not in sent:
        raise BadAnswerError(_unreadable())
    return sent["answer"]


def _unreadable() -> str:
    return _("The server could not read this answer. Reload the page.")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _moves(exercise: Exercise, sent: Any) -> Moves:
    dice = exercise.position.dice
    if dice is None or not isinstance(sent, list) or len(sent) > len(dice.numbers):
        raise BadAnswerError(_unreadable())
    if not all(isinstance(step, list) and len(step) == 3 and all(map(_is_whole, step)) for step in sent):
        raise BadAnswerError(_unreadable())
    moves = tuple(CheckerMove(*step) for step in sent)
    try:
        return checked_attempt(exercise.position.seen, dice, moves)
    except NoAttemptError as error:
        raise BadAnswerError(_("These steps do not fit the position. Reload the page.")) from error


def _points(sent: Any) -> frozenset[int]:
    if not isinstance(sent, list) or not all(_is_whole(point) and point in POINTS for point in sent):
        raise BadAnswerError(_unreadable())
    if not sent:
        raise BadAnswerError(_("Choose at least one point."))
    return frozenset(sent)


def _placed(sent: Any, most: int) -> Placed:
    if not isinstance(sent, dict):
        raise BadAnswerError(_unreadable())
    placed = {}
    for point, count in sent.items():
        if not (
            point.isdecimal() and len(point) <= 2 and int(point) in POINTS and _is_whole(count) and 1 <= count <= 15
        ):
            raise BadAnswerError(_unreadable())
        placed[int(point)] = count
    if sum(placed.values()) > most:
        raise BadAnswerError(_("There are not so many checkers to place."))
    return Placed(placed)


def _cards(sent: Any, wanted: set[str]) -> Called:
    if not isinstance(sent, dict) or not all(isinstance(value, bool) for value in sent.values()):
        raise BadAnswerError(_unreadable())
    if set(sent) != wanted:
        raise BadAnswerError(_("Say of every statement whether it is true."))
    return Called(dict(sent))
