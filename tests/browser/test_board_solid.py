"""The solid board by itself: hands, keys and camera, and what happens where there is no WebGL, or no longer.

What it does at a real table, and how soon it is there, is in test_shows_board.py.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.browser.test_board_alone import (  # the fixtures are that module's
    OpenBoard,
    address,
    built,
    click,
    count,
    drag,
    focused,
    middle,
    open_board,
    steps,
)

__all__ = ["address", "built", "open_board"]

LOSE = "document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
LISTEN = """
window.heard = [];
board.on((event) => heard.push(event));
addEventListener('barpoint:board', (event) => heard.push(event.detail));
"""


def solid(open_board: OpenBoard, query: str, **options: Any) -> Page:
    """The page with the solid board as cheap as can be, drawn at least once."""
    page = open_board(f"look=solid&quality=low&controls&{query}", **options)
    expect(page.locator(".board[data-look='solid'][data-frames]")).to_be_visible()
    return page


def data(page: Page, name: str) -> str:
    return page.locator(".board").get_attribute(f"data-{name}") or ""


def turn_by_hand(page: Page, across: int = 160, down: int = -40) -> None:
    """Drag where nothing can be moved: the free middle of the board."""
    (left, y), (right, _) = middle(page, 7), middle(page, 12)
    x, y = (left + right) / 2, y - 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=4)
    page.mouse.up()


def touch(page: Page, *way: tuple[float, float]) -> None:
    """One finger along a way, in small parts."""
    line = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", way[0])
    for (x, y), (to_x, to_y) in itertools.pairwise(way):
        for part in range(1, 7):
            send("touchMove", (x + (to_x - x) * part / 6, y + (to_y - y) * part / 6))
    send("touchEnd")


def test_it_is_drawn_only_when_something_changes(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=look")
    page.wait_for_timeout(200)
    frames = data(page, "frames")
    page.wait_for_timeout(200)
    assert data(page, "frames") == frames
    assert page.locator("canvas").get_attribute("aria-hidden") == "true"
    assert Axe().run(page, context="#board").response["violations"] == []


def test_buttons_follow_a_board_turned_by_hand(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none")
    before = middle(page, 24)
    turn_by_hand(page)
    assert (data(page, "view"), steps(page)) == ("free", [])
    assert abs(middle(page, 24)[0] - before[0]) > 30
    click(page, 8)
    click(page, 5)
    click(page, 6)
    click(page, 5)
    assert steps(page) == [[8, 5, 3], [6, 5, 1]]


def test_dragging_moves_a_checker_on_a_turned_board(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening")
    turn_by_hand(page, across=-220)
    yaw = data(page, "yaw")
    drag(page, 8, middle(page, 5))
    assert (steps(page), data(page, "yaw")) == ([[8, 5, 3]], yaw)
    drag(page, 24, (3, 3))
    assert (steps(page), count(page, 24), data(page, "yaw")) == ([[8, 5, 3]], 2, yaw)


def test_from_above_from_the_side_and_remembered(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none")
    assert data(page, "view") == "oblique"
    page.get_by_role("button", name="See the board from above").click()
    assert (data(page, "view"), float(data(page, "pitch"))) == ("top", 90)
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Turn the board to the left").click()
    assert (data(page, "view"), data(page, "zoom")) == ("free", "1.25")
    yaw = data(page, "yaw")
    page.reload()
    expect(page.locator(".board[data-look='solid'][data-frames]")).to_be_visible()
    assert (data(page, "view"), data(page, "zoom"), data(page, "yaw")) == ("free", "1.25", yaw)
    page.get_by_role("button", name="See the board from the side").click()
    assert (data(page, "view"), data(page, "zoom"), float(data(page, "yaw"))) == ("oblique", "1.00", 0)


def test_the_wheel_zooms_and_then_leaves_the_page_its_scrolling(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none", size=(1000, 500))
    page.mouse.move(400, 300)
    page.mouse.wheel(0, -100)
    expect(page.locator(".board:not([data-zoom='1.00'])")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.mouse.wheel(0, 120)
    expect(page.locator(".board[data-zoom='1.00']")).to_be_visible()
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")


def test_keyboard_plays_and_turns(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none")
    page.evaluate("board.focusPoint(8)")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("+")
    assert (data(page, "view"), data(page, "zoom")) == ("free", "1.25")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert (steps(page), focused(page)) == ([[8, 5, 3]], "Point 24: 2 of yours, can move")


PHONE = {"size": (390, 480), "has_touch": True, "is_mobile": True}


def test_a_finger_on_a_phone_moves_checkers_and_scrolls_only_elsewhere(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none", **PHONE)
    assert (data(page, "view"), data(page, "narrow")) == ("top", "true")
    for button in page.locator(".board-button:visible, .board-control:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, button.get_attribute("aria-label")
    (x, y), (to_x, to_y) = middle(page, 24), middle(page, 23)
    touch(page, (x, y - 20), (to_x, to_y + 60))
    assert (steps(page), page.evaluate("scrollY")) == ([[24, 23, 1]], 0)
    x, y = middle(page, 10)
    touch(page, (x, y), (x, y - 150))
    page.wait_for_function("() => scrollY > 20")
    assert (data(page, "view"), data(page, "yaw")) == ("top", "0.0")


def test_a_finger_on_the_felt_turns_a_board_seen_from_the_side(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none", **PHONE)
    page.get_by_role("button", name="See the board from the side").click()
    for point in (1, 13, 19, 24):
        box = page.locator(f"[data-point='{point}']").bounding_box()
        assert box is not None
        assert box["width"] >= 24
    x, y = middle(page, 10)
    touch(page, (x, y), (x + 120, y - 60))
    assert (data(page, "view"), page.evaluate("scrollY")) == ("free", 0)
    assert abs(float(data(page, "yaw"))) > 10


def test_losing_the_context_in_mid_turn_leaves_the_turn_as_it_is(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none")
    page.evaluate(LISTEN)
    page.evaluate("board.step(8, 5), board.focusPoint(6)")
    page.evaluate(LOSE)
    expect(page.locator(".board[data-look='flat']")).to_be_visible()
    assert page.locator("canvas").count() == 0
    assert (steps(page), focused(page)) == ([[8, 5, 3]], "Point 6: 5 of yours, can move")
    heard = page.evaluate("heard")
    assert {"kind": "look", "look": "flat", "why": "lost"} in heard
    assert {"board": "lost", "frame": "none"} in heard
    click(page, 6)
    click(page, 5)
    assert page.evaluate("board.turn().complete")
    page.get_by_role("button", name="Show the board in 3D").click()
    expect(page.locator(".board[data-look='solid']")).to_be_visible()
    assert page.evaluate("board.turn().complete")


def test_without_webgl_it_stays_flat_and_says_so(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none&controls")
    page.evaluate("HTMLCanvasElement.prototype.getContext = () => null")
    page.evaluate(LISTEN)
    page.evaluate("board.step(8, 5), board.settings({ look: 'solid' })")
    page.wait_for_function("() => heard.some((event) => event.why === 'failed')")
    assert {"board": "failed", "frame": "none"} in page.evaluate("heard")
    assert (data(page, "look"), steps(page)) == ("flat", [[8, 5, 3]])


def test_where_pixels_are_counted_out_auto_is_flat(open_board: OpenBoard) -> None:
    page = open_board("position=opening&look=auto&controls")
    page.wait_for_timeout(300)
    assert data(page, "look") == "flat"
    assert page.locator("canvas").count() == 0


def test_the_board_is_played_before_the_solid_one_is_there(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none&controls")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/solid-*.js", hold)
    page.evaluate("board.settings({ look: 'solid', quality: 'low' })")
    click(page, 8)
    click(page, 5)
    assert (steps(page), data(page, "look")) == ([[8, 5, 3]], "flat")
    page.evaluate("board.focusPoint(6)")
    tries = itertools.count()
    while not waiting:  # the script is asked for when the page has nothing else to do
        assert next(tries) < 1000
        page.wait_for_timeout(20)
    waiting[0].continue_()
    expect(page.locator(".board[data-look='solid'][data-frames]")).to_be_visible()
    assert (steps(page), focused(page)) == ([[8, 5, 3]], "Point 6: 5 of yours, can move")


def test_checkers_fly_and_land_and_are_heard(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=toroll&speed=fast")
    page.evaluate(LISTEN)
    page.evaluate("window.over = board.play('black', [[25, 24, 1], [13, 10, 3]]).then(() => 'landed'), 0")
    expect(page.locator("[data-flying]")).to_have_count(1)
    assert page.evaluate("over") == "landed"
    assert (count(page, 1), count(page, 15), count(page, "far-bar")) == (3, 1, 0)
    assert [event["what"] for event in page.evaluate("heard") if event.get("kind") == "landed"] == ["move", "move"]
    page.evaluate("board.show(toPlay('white', [6, 1], [...POSITIONS.opening.position.board]), 'white')")
    assert {"kind": "rolled"} in page.evaluate("heard")


def test_nothing_moves_by_itself_for_whoever_wants_less_motion(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening", reduced_motion="reduce")
    page.evaluate("board.step(8, 5), 0")
    assert page.locator("[data-flying]").count() == 0
    page.get_by_role("button", name="See the board from above").click()
    assert float(data(page, "pitch")) == 90


def test_with_forced_colours_what_can_be_played_is_outlined(open_board: OpenBoard) -> None:
    page = solid(open_board, "position=opening&speed=none", forced_colors="active")
    assert page.locator("[data-point='8']").evaluate("(button) => getComputedStyle(button).outlineStyle") == "dashed"
    page.locator("[data-point='8']").focus()
    page.keyboard.press("Shift")
    assert page.locator("[data-point='8']").evaluate("(button) => getComputedStyle(button).outlineStyle") == "double"


@pytest.mark.parametrize(
    "changes", [{"theme": "night", "checkers": "inlaid", "dice": "matching"}, {"direction": "left"}]
)
def test_settings_change_in_place(open_board: OpenBoard, changes: dict[str, str]) -> None:
    page = solid(open_board, "position=opening&speed=none")
    page.evaluate("board.step(8, 5), 0")
    frames = int(data(page, "frames"))
    page.evaluate(f"board.settings({json.dumps(changes)})")
    page.wait_for_function("before => Number(document.querySelector('.board').dataset.frames) > before", arg=frames)
    assert (data(page, "look"), steps(page)) == ("solid", [[8, 5, 3]])
    click(page, 6)
    click(page, 5)
    assert page.evaluate("board.turn().complete")
