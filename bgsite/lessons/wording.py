"""Sentences: what is said to an answer, and what stands beside the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from bgsite.lessons.attempts import Fault, Refused
from bgsite.lessons.claims import ChoiceClaim
from bgsite.lessons.exercise import Drill, Exercise, Stage
from bgsite.lessons.facts import moves_text
from bgsite.lessons.judge import Verdict
from bgsite.lessons.tasks import CardsTask, ChoiceTask, PointsTask
from bgsite.lessons.words import LANGUAGES, StageWords, Words
from games.rules.score import Crawford

DRILLS: Final[dict[Drill, Promise]] = {
    Drill.UNDERSTAND: gettext_lazy("Understand"),
    Drill.COMPARE: gettext_lazy("Compare"),
    Drill.REVIEW: gettext_lazy("Review a mistake"),
}


def language() -> str:
    """The reader's language, as the data files name it."""
    active = (get_language() or "").lower()
    return active if active in LANGUAGES else LANGUAGES[0]


def words_of(exercise: Exercise) -> Words:
    """The words of an exercise for the reader."""
    return exercise.words[language()]


def stage_words_of(stage: Stage) -> StageWords:
    """The words of a stage for the reader."""
    return stage.words[language()]


def sentences_of(exercise: Exercise, verdict: Verdict) -> list[str]:
    """What is said to an answer: what the rules say first, then the exercise's own words."""
    words = words_of(exercise)
    if verdict.is_right:
        return [words.right]
    if verdict.cards:
        return _cards_text(exercise, verdict)
    said = [] if verdict.refused is None else [refused_text(verdict.refused)]
    said += _points_text(exercise, verdict)
    if verdict.mistake is not None:
        said.append(words.wrong[verdict.mistake])
    elif verdict.refused is None:
        said.append(words.other)
    return said


def _cards_text(exercise: Exercise, verdict: Verdict) -> list[str]:
    words, task = words_of(exercise), exercise.task
    is_true = {card.id: card.is_true for card in task.cards} if isinstance(task, CardsTask) else {}
    said = []
    for name in verdict.cards:
        text = (
            _("“%(statement)s” This is true. %(why)s") if is_true[name] else _("“%(statement)s” This is false. %(why)s")
        )
        said.append(text % {"statement": words.cards[name].statement, "why": words.cards[name].why})
    return said


def _points_text(exercise: Exercise, verdict: Verdict) -> list[str]:
    is_choice = isinstance(exercise.task, PointsTask)
    said = []
    if verdict.extra:
        text = _("Not among them: %(points)s.") if is_choice else _("Too many checkers are on: %(points)s.")
        said.append(text % {"points": _points(verdict.extra)})
    if verdict.missing:
        text = _("Still missing: %(points)s.") if is_choice else _("Too few checkers are on: %(points)s.")
        said.append(text % {"points": _points(verdict.missing)})
    return said


def _points(points: Iterable[int]) -> str:
    return _(", ").join(map(str, sorted(points, reverse=True)))


def refused_text(refused: Refused) -> str:
    """Why the rules refuse a play."""
    move = refused.move
    places: dict[str, str | int] = {}
    if move is not None:
        places = {"move": moves_text((move,)), "die": move.die}
    match refused.fault:
        case Fault.BAR_FIRST:
            return _("A checker is on the bar. It must enter before any other checker moves.")
        case Fault.BLOCKED:
            text = ngettext(
                "Point %(point)s is blocked: %(count)s checker of Black is there.",
                "Point %(point)s is blocked: %(count)s checkers of Black are there.",
                refused.count,
            )
            return text % {"point": refused.point, "count": refused.count}
        case Fault.NOT_HOME:
            text = _("Nothing can be borne off yet: a checker is still outside of the home board, on point %(point)s.")
            return text % {"point": refused.point}
        case Fault.HIGHER_CHECKER:
            text = _(
                "A %(die)s bears off from the %(die)s point. It may bear off a lower checker only when none stands "
                "higher, and one is on the %(point)s point."
            )
            return text % (places | {"point": refused.point})
        case Fault.BOTH_NUMBERS:
            text = _(
                "After %(move)s with the %(die)s the other number cannot be played. "
                "Where both numbers can be played, both must be."
            )
            return text % places
        case Fault.LARGER_NUMBER:
            return _("Only one of the two numbers can be played here, and then it must be the larger one.")
        case Fault.INCOMPLETE:
            text = ngettext(
                "The play is not complete: %(count)s more move can be made, so it must be.",
                "The play is not complete: %(count)s more moves can be made, so they must be.",
                refused.count,
            )
            return text % {"count": refused.count}
        case Fault.CAN_MOVE:
            return _("A move is possible here, and nobody may pass while one is.")


def setting_texts(exercise: Exercise) -> list[str]:
    """Score and rules beside the board; nothing where no cube is in play."""
    setting = exercise.position.setting
    if setting.length is None:
        if setting.cube is None:
            return []
        return [_("Money play"), *([_("Jacoby rule")] if setting.jacoby else [])]
    texts = [
        _("Match to %(length)s points") % {"length": setting.length},
        _("Score: White %(white)s, Black %(black)s") % {"white": setting.score.white, "black": setting.score.black},
    ]
    if _asks_about_doubling(exercise):
        return texts
    match setting.crawford:
        case Crawford.ACTIVE:
            texts.append(_("This is the Crawford game."))
        case Crawford.EXPIRED:
            texts.append(_("The Crawford game has been played."))
        case Crawford.PENDING | Crawford.NONE:
            pass
    return texts


def _asks_about_doubling(exercise: Exercise) -> bool:
    """Whether the name of a rule would be the answer."""
    return isinstance(exercise.task, ChoiceTask) and exercise.task.claim is ChoiceClaim.MAY_DOUBLE
