"""The course in a browser: taken as a whole by clicking, by keys alone, and as a guest who registers later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from bgsite.lessons.course import course, exercise_named
from bgsite.lessons.judge import judge
from bgsite.lessons.selectors import done_by
from bgsite.lessons.wording import sentences_of
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.learner import Learner, right_answer, wrong_answer
from tests.live import SiteProcesses

pytestmark = pytest.mark.early


def test_the_whole_course_wrong_answers_first(windows: Windows, live_site: SiteProcesses, alice: User) -> None:
    page, forms = windows.page(alice), set()
    for exercise in course().exercises:
        learner = Learner(page, by_mouse=type(exercise.task) not in forms)
        forms.add(type(exercise.task))
        page.goto(f"{live_site.url}/lessons/{exercise.key}/", wait_until="domcontentloaded")
        wrong = wrong_answer(exercise)
        learner.give(exercise, wrong)
        learner.expect_verdict("wrong", sentences_of(exercise, judge(exercise, wrong))[-1])
        learner.again()
        learner.give(exercise, right_answer(exercise))
        learner.expect_verdict("right", exercise.words["en"].right)
    page.goto(f"{live_site.url}/lessons/")
    expect(page.locator("#course-done")).to_have_text(str(len(course().exercises)))
    expect(page.locator("#course-all")).to_be_visible()
    assert elsewhere(lambda: len(done_by(alice.pk))) == len(course().exercises)


def test_a_guest_keeps_progress_in_the_browser_and_takes_it_along(
    windows: Windows, live_site: SiteProcesses, alice: User
) -> None:
    context = windows.context()
    page = context.new_page()
    exercise = exercise_named("moving", "order-decides")
    assert exercise is not None
    page.goto(f"{live_site.url}/lessons/{exercise.key}/")
    learner = Learner(page)
    learner.give(exercise, right_answer(exercise))
    learner.expect_verdict("right", exercise.words["en"].right)
    page.goto(f"{live_site.url}/lessons/")
    expect(page.locator("#course-done")).to_have_text("1")
    expect(page.locator(f'[data-key="{exercise.key}"] .learn-done')).to_be_visible()
    for cookie in windows.context(alice).cookies():
        context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": live_site.url}])
    with page.expect_response("**/lessons/progress/"):
        page.reload()
    assert elsewhere(lambda: done_by(alice.pk)) == {exercise.key}


def test_an_exercise_by_keys_alone(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page()
    page.goto(f"{live_site.url}/lessons/both-numbers/larger/")
    board = page.locator("#board")
    board.locator('[tabindex="0"]').focus()
    expect(board.locator('[data-point="20"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.locator('[data-point="16"], [data-point="14"]').and_(page.locator(":focus"))).to_have_count(1)
    while page.evaluate("document.activeElement.dataset.point") != "14":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#steps")).to_have_text("20/14")
    page.keyboard.press("Backspace")
    expect(page.locator("#steps")).not_to_have_text("20/14")
    board.locator('[data-point="20"]').focus()
    page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.dataset.point") != "14":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("#check").focus()
    page.keyboard.press("Enter")
    Learner(page).expect_verdict("right", "it must be the larger one")
