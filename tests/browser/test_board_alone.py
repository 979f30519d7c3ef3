"""The board by itself in a real browser: hands and keys on the page of bgsite/frontend/dev, without a server."""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

FRONTEND = Path(__file__).parents[2] / "bgsite" / "frontend"

OpenBoard = Callable[..., Page]
Steps = list[list[int]]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        pass


def build_page(folder: Path) -> None:
    subprocess.run(["node", "build.mjs", "--dev", str(folder)], cwd=FRONTEND, check=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, in a folder of this process alone: others run tests of this module at the same time."""
    if not (FRONTEND / "node_modules").is_dir() or not shutil.which("node"):
        pytest.skip("The page that tries the board is built by node: run `npm ci` in bgsite/frontend.")
    folder = tmp_path_factory.mktemp("board")
    build_page(folder)
    return folder


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(built))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/board.html"
        server.shutdown()
        thread.join()


@pytest.fixture
def open_board(browser: Browser, address: str) -> Iterator[OpenBoard]:
    """Open the page with a query; `size` and other options are the browser context's. Errors fail the test."""
    contexts = []
    errors: list[str] = []

    def opened(query: str, size: tuple[int, int] = (1200, 900), **options: Any) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}?{query}")
        expect(page.locator("[data-point='1']")).to_be_attached()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def steps(page: Page) -> Steps:
    return cast("Steps", page.evaluate("board.turn().steps"))


def count(page: Page, point: int | str) -> int:
    return int(page.locator(f"[data-point='{point}']").get_attribute("data-count") or 0)


def middle(page: Page, point: int | str) -> tuple[float, float]:
    box = page.locator(f"[data-point='{point}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, point: int | str, **options: Any) -> None:
    page.mouse.click(*middle(page, point), **options)


def drag(page: Page, point: int | str, to: tuple[float, float]) -> None:
    x, y = middle(page, point)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y - 9)
    page.mouse.move(*to, steps=3)
    page.mouse.up()


def focused(page: Page) -> str:
    return cast(
        "str", page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.tagName")
    )


def test_a_page_built_by_another_process_leaves_ours_where_it_is(
    open_board: OpenBoard, built: Path, tmp_path: Path
) -> None:
    before = {file: file.stat().st_mtime_ns for file in built.iterdir()}
    build_page(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in before}
    assert {file: file.stat().st_mtime_ns for file in built.iterdir()} == before
    open_board("position=opening&speed=none")


def test_two_clicks_move_and_undo_gives_back_that_die(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    click(page, 8)
    click(page, 5)
    click(page, 6)
    click(page, 5)
    assert steps(page) == [[8, 5, 3], [6, 5, 1]]
    assert page.evaluate("board.turn().complete")
    page.evaluate("board.undo()")
    assert page.evaluate("board.turn().left") == [1]
    assert (count(page, 5), count(page, 6)) == (1, 5)


def test_combined_target_moves_one_checker_by_both_dice(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    click(page, 24)
    click(page, 20)
    assert [step[:2] for step in steps(page)] == [[24, 21], [21, 20]]


def test_illegal_target_does_not_react(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    click(page, 8)
    click(page, 3)
    assert steps(page) == []
    assert page.locator("[data-chosen='true']").count() == 0


def test_dragging_moves_and_lets_nothing_hang_in_the_air(open_board: OpenBoard) -> None:
    page = open_board("position=opening")
    drag(page, 8, middle(page, 5))
    assert steps(page) == [[8, 5, 3]]
    assert page.locator(".board-layer-flights *").count() == 0


def test_checker_let_go_outside_goes_back(open_board: OpenBoard) -> None:
    page = open_board("position=opening")
    drag(page, 8, (3, 3))
    assert (steps(page), count(page, 8)) == ([], 3)
    assert page.locator("use[href$='-white']").count() >= 15


def test_drag_by_touch_does_not_scroll_the_page(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none", size=(390, 300), has_touch=True, is_mobile=True)
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page, 24), middle(page, 23)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    send("touchStart", (x, y + 40))
    for part in range(1, 9):
        send("touchMove", (x + (to_x - x) * part / 8, y + 40 + (to_y - y - 80) * part / 8))
    send("touchEnd")
    assert steps(page) == [[24, 23, 1]]
    assert page.evaluate("scrollY") == 0


def test_entering_shows_targets_at_once(open_board: OpenBoard) -> None:
    page = open_board("position=bar&speed=none")
    expect(page.locator("[data-can='target']")).to_have_count(2)
    click(page, 21)
    assert (steps(page), count(page, "far-bar")) == ([[25, 21, 4]], 2)


def test_bearing_off_by_the_tray(open_board: OpenBoard) -> None:
    page = open_board("position=bearoff&speed=none")
    before = count(page, "off")
    click(page, 6)
    click(page, "off")
    assert (steps(page), count(page, "off")) == ([[6, 0, 6]], before + 1)


@pytest.mark.parametrize(("swap", "button", "die"), [(False, "left", 3), (False, "right", 1), (True, "left", 1)])
def test_one_click_uses_the_left_die_the_other_button_the_other(
    open_board: OpenBoard, swap: bool, button: str, die: int
) -> None:
    page = open_board("position=opening&style=one_click&speed=none")
    if swap:
        click(page, "dice")
    click(page, 8, button=button)
    assert steps(page) == [[8, 8 - die, die]]


def test_keyboard_has_one_stop_and_arrows_among_what_can_be_played(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    page.locator("#tools button").last.focus()
    page.keyboard.press("Tab")
    assert focused(page) == "Point 24: 2 of yours, can move"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Point 13: 5 of yours, can move"
    page.keyboard.press("Tab")
    assert focused(page) == "BODY"


def test_keyboard_chooses_cancels_and_moves(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    page.evaluate("board.focusPoint(8)")
    page.keyboard.press("Enter")
    assert focused(page) == "Point 7: empty, move here with 1"
    page.keyboard.press("Escape")
    assert focused(page) == "Point 8: 3 of yours, can move"
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert (steps(page), focused(page)) == ([[8, 5, 3]], "Point 24: 2 of yours, can move")


def test_dice_and_cube_are_wishes(open_board: OpenBoard) -> None:
    page = open_board("position=toroll")
    click(page, "dice")
    expect(page.locator("#turn")).to_have_text('{"kind":"dice"}')
    click(page, "cube")
    expect(page.locator("#turn")).to_have_text('{"kind":"cube"}')


def test_dice_of_a_complete_turn_confirm_it(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    page.evaluate("board.step(8, 5); board.step(6, 5)")
    expect(page.locator("[data-point='dice']")).to_have_attribute("data-can", "confirm")
    click(page, "dice")
    expect(page.locator("#turn")).to_have_text('{"kind":"dice"}')


def test_local_steps_outlive_the_same_decision_only(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    page.evaluate("board.step(8, 5); board.show(structuredClone(POSITIONS.opening.position), 'white')")
    assert steps(page) == [[8, 5, 3]]
    page.evaluate("board.show(POSITIONS.bar.position, 'white')")
    assert steps(page) == []


def test_opponents_play_flies_and_lands(open_board: OpenBoard) -> None:
    page = open_board("position=toroll&speed=fast")
    page.evaluate("window.landed = board.play('black', [[25, 24, 1], [13, 10, 3]]).then(() => 'landed'), 0")
    expect(page.locator("[data-flying]")).to_have_count(1)
    assert page.evaluate("landed") == "landed"
    expect(page.locator("[data-flying]")).to_have_count(0)
    assert (count(page, 1), count(page, 15), count(page, "far-bar")) == (3, 1, 0)


def test_nothing_flies_for_whoever_wants_less_motion(open_board: OpenBoard) -> None:
    page = open_board("position=opening", reduced_motion="reduce")
    page.evaluate("board.step(8, 5)")
    assert page.locator("[data-flying]").count() == 0


@pytest.mark.parametrize("query", ["position=look", "position=toroll&direction=left", "position=bar&near=black"])
def test_targets_of_a_hand_are_large_enough_on_a_phone(open_board: OpenBoard, query: str) -> None:
    page = open_board(query, size=(390, 700))
    for button in page.locator(".board-button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, button.get_attribute("data-point")


@pytest.mark.parametrize("position", ["look", "bar", "bearoff", "toroll", "offered", "watching"])
def test_axe_finds_nothing_on_the_board(open_board: OpenBoard, position: str) -> None:
    page = open_board(f"position={position}")
    assert Axe().run(page, context="#board").response["violations"] == []


def test_dice_tumble_over_the_board_until_they_lie(open_board: OpenBoard) -> None:
    page = open_board("position=toroll&speed=fast")
    dice = page.locator(".board-layer-dice")
    assert (
        dice.evaluate("(dice) => (board.show(POSITIONS.look.position, 'white'), dice.getAttribute('visibility'))")
        == "hidden"
    )
    expect(page.locator(".board-layer-flights > *")).to_have_count(0)
    assert dice.get_attribute("visibility") is None


def test_swapped_dice_go_round_each_other_to_where_they_are_drawn(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=normal")
    die = page.locator(".board-die").first
    place = die.get_attribute("transform") or ""
    swapped = "document.querySelector('.board-die').getAttribute('transform')"
    assert page.evaluate(f"(document.querySelector('[data-point=dice]').click(), {swapped})") != place
    expect(die).to_have_attribute("transform", place)
    assert die.locator("use[href$='-pip']").count() == 1


def test_the_cube_is_turned_on_its_way_to_the_middle(open_board: OpenBoard) -> None:
    page = open_board("position=toroll&speed=fast")
    carried = "[...document.querySelectorAll('.board-layer-flights text')].map((text) => text.textContent)"
    assert page.evaluate(f"(board.show(POSITIONS.offered.position, 'white'), {carried})") == ["2", "64"]
    expect(page.locator(".board-layer-flights > *")).to_have_count(0)
    assert page.locator(".board-layer-cube text").text_content() == "2"


def test_another_look_is_drawn_at_once_and_local_steps_stay(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    click(page, 8)
    click(page, 5)
    page.evaluate("board.settings({theme: 'sand', checkers: 'inlaid', dice: 'matching'})")
    picture = page.locator(".board-picture")
    expect(picture).to_have_count(1)
    assert "#6b1f2b" in picture.inner_html()
    assert steps(page) == [[8, 5, 3]]


def test_a_step_draws_only_where_a_checker_left_and_where_it_landed(open_board: OpenBoard) -> None:
    page = open_board("position=opening&speed=none")
    page.evaluate(
        "window.written = new Set();"
        " new MutationObserver((all) => all.forEach(({ target }) => written.add(target)))"
        ".observe(document.querySelector('.board-layer-checkers'), { childList: true, subtree: true })"
    )
    page.evaluate("board.step(8, 5), 0")
    assert page.evaluate("written.size") == 2
