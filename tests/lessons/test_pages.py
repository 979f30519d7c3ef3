"""The pages of the course: what they say, how answers are taken, and where progress is kept."""

from __future__ import annotations

from http import HTTPStatus
from itertools import cycle
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from bgsite.lessons.course import course
from bgsite.lessons.models import LessonProgress
from bgsite.lessons.services import progress_keep
from bgsite.lessons.words import LANGUAGES
from tests.matches.matchmaking import browser, person, text_of

pytestmark = pytest.mark.django_db

ORDER = "/lessons/moving/order-decides/"
RIGHT = [[13, 8, 5], [8, 5, 3]]


@pytest.fixture
def alice() -> User:
    return person("alice")


def answer(client: Client, page: str, given: Any) -> Any:
    return client.post(f"{page}answer/", {"answer": given}, content_type="application/json")


def test_the_course_lists_every_exercise() -> None:
    page = text_of(Client(), "/lessons/")
    assert all(f"/lessons/{exercise.key}/" in page for exercise in course().exercises)


def test_every_exercise_has_a_page_in_the_language_of_its_reader() -> None:
    clients = {language: Client(headers={"accept-language": language}) for language in LANGUAGES}
    for exercise, language in zip(course().exercises, cycle(LANGUAGES), strict=False):
        page = text_of(clients[language], f"/lessons/{exercise.key}/")
        assert exercise.words[language].title.replace("'", "&#x27;") in page


def test_without_a_script_task_picture_and_solution_are_there() -> None:
    page = text_of(Client(), ORDER)
    words = course().stages[1].exercises[0].words["en"]
    assert "To answer, this page needs JavaScript" in page
    assert words.task in page
    assert words.solution in page
    assert page.count('class="board-picture"') == 2


def test_the_page_does_not_have_the_answer_in_its_data() -> None:
    data = text_of(Client(), "/lessons/cube-and-score/dead-cube/").partition('id="exercise-data"')[2].partition("</")[0]
    assert '"right"' not in data
    assert '"fact"' not in data


def test_the_score_beside_the_board_does_not_tell_the_answer() -> None:
    page = text_of(Client(), "/lessons/cube-and-score/crawford/")
    assert "Score: White 2, Black 4" in page
    assert "<li>This is the Crawford game.</li>" not in page


@pytest.mark.parametrize("path", ["/lessons/nothing/here/", "/lessons/moving/", "/lessons/moving/pip-count/"])
def test_an_exercise_that_is_not_there(path: str) -> None:
    assert Client().get(path).status_code == HTTPStatus.NOT_FOUND


def test_a_right_answer_of_an_account_is_kept_once(alice: User) -> None:
    client = browser(alice)
    for _ in range(2):
        assert answer(client, ORDER, RIGHT).json()["right"] is True
    assert list(LessonProgress.objects.values_list("person_id", "exercise")) == [(alice.pk, "moving/order-decides")]
    assert '<span id="course-done">1</span>' in text_of(client, "/lessons/")


def test_a_wrong_answer_is_explained_with_its_position_and_kept_nowhere(alice: User) -> None:
    told = answer(browser(alice), ORDER, [[13, 10, 3]]).json()
    assert told["right"] is False
    assert told["sentences"][0] == "Point 10 is blocked: 2 checkers of Black are there."
    assert told["shown"][0]["after"]["board"][13] == 1
    assert not LessonProgress.objects.exists()


def test_the_explanation_is_in_the_language_of_the_reader() -> None:
    told = answer(Client(headers={"accept-language": "zh-TW"}), ORDER, [[13, 10, 3]]).json()
    with translation.override("zh-hant"):
        expected = course().stages[1].exercises[0].words["zh-hant"].wrong["three-first"]
    assert told["sentences"][-1] == expected


def test_points_are_listed_as_the_language_lists_things() -> None:
    told = answer(Client(headers={"accept-language": "zh-CN"}), "/lessons/moving/prime/", [8, 7, 6]).json()
    assert "5、4" in told["sentences"][0]


def test_an_answer_of_a_guest_makes_nobody_and_keeps_nothing() -> None:
    assert answer(Client(), ORDER, RIGHT).json()["right"] is True
    assert not LessonProgress.objects.exists()
    assert not User.objects.exists()


def test_an_answer_needs_the_token_of_the_page() -> None:
    assert answer(Client(enforce_csrf_checks=True), ORDER, RIGHT).status_code == HTTPStatus.FORBIDDEN
    assert Client().get(f"{ORDER}answer/").status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize(
    ("page", "given"),
    [
        (ORDER, None),
        (ORDER, [[13, 8]]),
        (ORDER, [[13, 8, True]]),
        (ORDER, [[13, 7, 6]]),
        (ORDER, [[12, 7, 5]]),
        (ORDER, [[13, 8, 5]] * 5),
        (ORDER, "13/8"),
        ("/lessons/moving/opening-31/", "none"),
        ("/lessons/moving/opening-31/", ["split"]),
        ("/lessons/moving/prime/", []),
        ("/lessons/moving/prime/", [25]),
        ("/lessons/moving/prime/", {"8": 1}),
        ("/lessons/setting-up/pip-count/", "33"),
        ("/lessons/setting-up/pip-count/", True),
        ("/lessons/setting-up/pip-count/", 10**9),
        ("/lessons/setting-up/place-checkers/", {"13": 9}),
        ("/lessons/setting-up/place-checkers/", {"0": 1}),
        ("/lessons/setting-up/place-checkers/", {"x": 1}),
        ("/lessons/moving/no-jump/", {"one-jump": True}),
        ("/lessons/moving/no-jump/", {"one-jump": 1}),
    ],
)
def test_a_bad_answer_gets_a_sentence_and_changes_nothing(alice: User, page: str, given: Any) -> None:
    refused = answer(browser(alice), page, given)
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert refused.json()["error"].endswith(".")
    assert not LessonProgress.objects.exists()


@pytest.mark.parametrize("body", [b"", b"[", b"[]", b"{}", b"\xff", b"[" * 3000, b'{"answer": "' + b"x" * 5000 + b'"}'])
def test_what_is_no_json_is_refused(body: bytes) -> None:
    refused = Client().post(f"{ORDER}answer/", body, content_type="application/json")
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert refused.json()["error"].endswith(".")


def take_over(client: Client, done: Any) -> Any:
    return client.post("/lessons/progress/", {"done": done}, content_type="application/json")


def test_an_account_takes_over_what_the_browser_knows(alice: User) -> None:
    done = ["moving/order-decides", "moving/prime", "moving/prime", "gone/long-ago"]
    assert take_over(browser(alice), done).json() == {"kept": 2}
    assert set(LessonProgress.objects.values_list("exercise", flat=True)) == set(done[:2])


def test_only_an_account_can_take_over() -> None:
    assert take_over(Client(), ["moving/prime"]).status_code == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("done", [None, "moving/prime", [1], ["x"] * 500])
def test_a_bad_list_is_not_taken_over(alice: User, done: Any) -> None:
    refused = take_over(browser(alice), done)
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert refused.json()["error"].endswith(".")


def test_a_deleted_account_is_forgotten_here_too(alice: User) -> None:
    answer(browser(alice), ORDER, RIGHT)
    account_delete(alice)
    assert not LessonProgress.objects.exists()


def test_an_answer_that_comes_after_the_account_was_deleted_is_not_kept(alice: User) -> None:
    account_delete(alice)
    assert progress_keep(alice.pk, ["moving/prime"]) == 0
    assert not LessonProgress.objects.exists()


def test_a_page_asks_once_how_the_account_likes_its_boards(alice: User) -> None:
    client = browser(alice)
    with CaptureQueriesContext(connection) as asked:
        client.get(ORDER)
    assert sum("matches_playersettings" in query["sql"] for query in asked) == 1


def test_the_administration_has_a_list_to_look_at(alice: User) -> None:
    answer(browser(alice), ORDER, RIGHT)
    boss = User.objects.create_superuser("boss")
    client = browser(boss)
    assert "moving/order-decides" in text_of(client, "/admin/lessons/lessonprogress/")
    assert client.get("/admin/lessons/lessonprogress/add/").status_code == HTTPStatus.FORBIDDEN
