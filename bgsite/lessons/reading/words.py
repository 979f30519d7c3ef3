"""Reads the words of an exercise and of a stage, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bgsite.lessons.exercise import Mistake
from bgsite.lessons.fields import Fields
from bgsite.lessons.tasks import CardsTask, ChoiceTask, Task
from bgsite.lessons.words import CardWords, StageWords, Words


def read_stage_words(table: Fields) -> StageWords:
    """Title and summary of a stage. Raises LessonError."""
    words = StageWords(table.text("title"), table.text("summary"))
    table.done()
    return words


def read_words(table: Fields, task: Task, mistakes: tuple[Mistake, ...]) -> Words:
    """The words of an exercise: exactly those that its task and its mistakes need. Raises LessonError."""
    choices = {choice.id for choice in task.choices} if isinstance(task, ChoiceTask) else set()
    cards = {card.id for card in task.cards} if isinstance(task, CardsTask) else set()
    wrong = {mistake.id for mistake in mistakes}
    if isinstance(task, ChoiceTask):
        wrong |= choices - {task.right}
    words = Words(
        title=table.text("title"),
        task=table.text("task"),
        right=table.text("right"),
        other="" if isinstance(task, ChoiceTask | CardsTask) else table.text("other"),
        solution=table.text("solution"),
        check=table.text("check"),
        wrong=_named(table, "wrong", wrong),
        choices=_named(table, "choices", choices),
        cards=_card_words(table, cards),
    )
    table.done()
    return words


def _named(table: Fields, name: str, wanted: set[str]) -> Mapping[str, str]:
    if not wanted and not table.has(name):
        return MappingProxyType({})
    texts = table.table(name)
    found = {key: texts.text(key) for key in sorted(wanted)}
    texts.done()
    return MappingProxyType(found)


def _card_words(table: Fields, wanted: set[str]) -> Mapping[str, CardWords]:
    if not wanted:
        return MappingProxyType({})
    texts, found = table.table("cards"), {}
    for key in sorted(wanted):
        one = texts.table(key)
        found[key] = CardWords(one.text("statement"), one.text("why"))
        one.done()
    texts.done()
    return MappingProxyType(found)
