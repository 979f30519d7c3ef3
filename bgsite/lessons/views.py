"""The pages of the course. GET changes nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bgsite.lessons.answers import LONGEST, BadAnswerError, read_answer
from bgsite.lessons.course import beside, course, exercise_named
from bgsite.lessons.exercise import Exercise, Stage
from bgsite.lessons.judge import judge
from bgsite.lessons.selectors import done_by
from bgsite.lessons.services import progress_keep
from bgsite.lessons.tasks import CardsTask, ChoiceTask, PlayTask
from bgsite.lessons.wire import exercise_wire, form_of, picture_of, solved_picture, verdict_wire
from bgsite.lessons.wording import DRILLS, sentences_of, setting_texts, stage_words_of, words_of
from matches.reader import reader_of

_MOST_KEYS = 400
"""Exercises that a browser may name at once as done."""


@dataclass(frozen=True, slots=True)
class Row:
    """An exercise in a list."""

    key: str
    url: str
    title: str
    drill: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class StageRows:
    """A stage in the list of the course."""

    name: str
    title: str
    summary: str
    rows: tuple[Row, ...]

    @property
    def done(self) -> int:
        """How many of its exercises are done."""
        return sum(row.is_done for row in self.rows)


@require_safe
def course_page(request: HttpRequest) -> HttpResponse:
    """Show the stages and their exercises, and how far the reader has come."""
    done = _done(request)
    stages = [_stage_rows(stage, done) for stage in course().stages]
    rows = [row for stage in stages for row in stage.rows]
    context = {
        "stages": stages,
        "total": len(rows),
        "done": sum(row.is_done for row in rows),
        "next": next((row for row in rows if not row.is_done), None),
        "page": _page_data(request, None),
    }
    return render(request, "lessons/course.html", context)


@require_safe
def exercise_page(request: HttpRequest, stage: str, name: str) -> HttpResponse:
    """Show an exercise."""
    exercise = _found(stage, name)
    done = _done(request)
    before, after = beside(exercise)
    own_stage = next(each for each in course().stages if each.name == exercise.stage)
    task = exercise.task
    words = words_of(exercise)
    context: dict[str, Any] = {
        "exercise": exercise,
        "form": form_of(task),
        "words": words,
        "stage": _stage_rows(own_stage, done),
        "number": own_stage.exercises.index(exercise) + 1,
        "is_free": isinstance(task, PlayTask) and task.is_free,
        "drill": DRILLS[exercise.drill],
        "is_done": exercise.key in done,
        "settings": setting_texts(exercise),
        "picture": picture_of(exercise.position),
        "solved": solved_picture(exercise),
        "before": before and _row(before, done),
        "after": after and _row(after, done),
        "points": (*range(13, 25), *range(12, 0, -1)),
        "wire": exercise_wire(exercise),
        "page": _page_data(request, exercise),
    }
    if isinstance(task, ChoiceTask):
        context["choices"] = [(choice.id, words.choices[choice.id]) for choice in task.choices]
        context["right_choice"] = words.choices[task.right]
    if isinstance(task, CardsTask):
        context["cards"] = [(card.id, words.cards[card.id], card.is_true) for card in task.cards]
    return render(request, "lessons/exercise.html", context)


@require_POST
def answer(request: HttpRequest, stage: str, name: str) -> HttpResponse:
    """Judge an answer; a right one of an account is kept."""
    exercise = _found(stage, name)
    try:
        given = read_answer(exercise, request.body)
    except BadAnswerError as error:
        return JsonResponse({"error": str(error)}, status=400)
    verdict = judge(exercise, given)
    account = reader_of(request).registered
    if verdict.is_right and account is not None:
        progress_keep(account.pk, [exercise.key])
    return JsonResponse(verdict_wire(exercise, verdict, sentences_of(exercise, verdict)))


@require_POST
def progress(request: HttpRequest) -> HttpResponse:
    """Take over what the browser knows as done, `{"done": [key, …]}`, for the account that is logged in."""
    account = reader_of(request).registered
    if account is None:
        return JsonResponse({"error": _("This needs an account.")}, status=403)
    try:
        sent = json.loads(request.body) if len(request.body) <= LONGEST * 10 else None
    except (ValueError, RecursionError):
        sent = None
    keys = sent.get("done") if isinstance(sent, dict) else None
    if not isinstance(keys, list) or len(keys) > _MOST_KEYS or not all(isinstance(key, str) for key in keys):
        return JsonResponse({"error": _("The server could not read this. Reload the page.")}, status=400)
    return JsonResponse({"kept": progress_keep(account.pk, keys)})


def _found(stage: str, name: str) -> Exercise:
    exercise = exercise_named(stage, name)
    if exercise is None:
        raise Http404
    return exercise


def _done(request: HttpRequest) -> frozenset[str]:
    account = reader_of(request).registered
    return frozenset() if account is None else done_by(account.pk)


def _url(exercise: Exercise) -> str:
    return reverse("lessons:exercise", args=[exercise.stage, exercise.name])


def _row(exercise: Exercise, done: frozenset[str]) -> Row:
    title = words_of(exercise).title
    return Row(exercise.key, _url(exercise), title, str(DRILLS[exercise.drill]), exercise.key in done)


def _stage_rows(stage: Stage, done: frozenset[str]) -> StageRows:
    words = stage_words_of(stage)
    return StageRows(stage.name, words.title, words.summary, tuple(_row(each, done) for each in stage.exercises))


def _page_data(request: HttpRequest, exercise: Exercise | None) -> dict[str, Any]:
    """What the script needs beside the exercise."""
    place = None if exercise is None else reverse("lessons:answer", args=[exercise.stage, exercise.name])
    registered = reader_of(request).registered is not None
    return {"answer": place, "progress": reverse("lessons:progress"), "registered": registered}
