"""Somebody who takes the course: answers exercises on their pages as the data files say, rightly or wrongly."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from bgsite.lessons.attempts import Fault
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.given import Answer, Called, Placed
from bgsite.lessons.judge import dice_of, judge, right_results
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask
from games.rules.board import BAR, OFF
from games.rules.legal import legal_plays
from games.rules.plays import board_after

_PLACES = {BAR: "bar", OFF: "off"}


def right_answer(exercise: Exercise) -> Answer:
    """An answer that is right."""
    task = exercise.task
    match task:
        case PlayTask():
            board, dice = exercise.position.seen, dice_of(exercise.position)
            right = right_results(exercise.file, task, board, dice)
            plays = (play.moves for play in legal_plays(board, dice) if board_after(board, play.moves) in right)
            return next(plays, ())
        case ChoiceTask():
            return task.right
        case PointsTask():
            return task.points
        case NumberTask():
            return task.number
        case PlaceTask():
            return Placed(task.missing)
        case CardsTask():
            return Called({card.id: card.is_true for card in task.cards})


def wrong_answer(exercise: Exercise) -> Answer:
    """An answer that is wrong and explained."""
    match exercise.task:
        case ChoiceTask(choices=choices, right=right):
            return next(choice.id for choice in choices if choice.id != right)
        case CardsTask(cards=cards):
            return Called({card.id: not card.is_true for card in cards})
        case _:
            return exercise.mistakes[0].answer


def _is_judged_at_once(exercise: Exercise, answer: Answer) -> bool:
    if not isinstance(answer, tuple):
        return False
    refused = judge(exercise, answer).refused
    return not answer or (refused is not None and refused.fault is Fault.BLOCKED)


_ANSWER = """async (selectors) => {
  const verdict = document.querySelector("#verdict");
  for (const selector of selectors) {
    document.querySelector(selector).click();
    await new Promise((done) => setTimeout(done));
  }
  for (let waited = 0; verdict.dataset.tone === undefined && waited < 20000; waited += 5) {
    await new Promise((done) => setTimeout(done, 5));
  }
  return [verdict.dataset.tone, verdict.textContent];
}"""


class Learner:
    """The page of an exercise, with hands on it. By the mouse, or (several times as quick) by clicks of a script."""

    def __init__(self, page: Page, *, by_mouse: bool = True) -> None:
        self.page = page
        self.by_mouse = by_mouse
        self._said = ("", "")

    def give(self, exercise: Exercise, answer: Answer) -> None:
        """Answer. Stepping onto a blocked point and saying that nothing can be played is judged at once."""
        if isinstance(answer, int):
            self.page.fill("#number", str(answer))
        selectors = [*_selectors(answer), *([] if _is_judged_at_once(exercise, answer) else ["#check"])]
        if not self.by_mouse:
            self._said = self.page.evaluate(_ANSWER, selectors)
            return
        for selector in selectors:
            self.page.click(selector)

    def expect_verdict(self, tone: str, sentence: str) -> None:
        """The live region says so, with this sentence."""
        if self.by_mouse:
            expect(self.page.locator(f"#verdict[data-tone={tone}]")).to_contain_text(sentence)
            return
        found, text = self._said
        assert (found, sentence in text) == (tone, True), (self.page.url, sentence, text)

    def again(self) -> None:
        """Start over: the old verdict is gone at once."""
        if self.by_mouse:
            self.page.click("#again")
        else:
            self.page.evaluate("document.querySelector('#again').click()")
        assert self.page.text_content("#verdict") == ""


def _selectors(answer: Answer) -> list[str]:
    """What is clicked for an answer, in order."""
    match answer:
        case tuple():
            return [_place(place) for move in answer for place in (move.from_, move.to)] or ["#pass"]
        case str():
            return [f"label[for=choice-{answer}]"]
        case frozenset():
            return [f".learn-point:has(input[value='{point}'])" for point in answer]
        case int():
            return []
        case Placed(counts=counts):
            return [_place(point) for point, count in counts.items() for _ in range(count)]
        case Called(cards=cards):
            return [f"label[for=card-{name}-{str(is_true).lower()}]" for name, is_true in cards.items()]


def _place(place: int) -> str:
    return f'#board [data-point="{_PLACES.get(place, place)}"]'
