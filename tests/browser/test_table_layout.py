"""How the table lies on screens of every size, what of it is remembered, and what it says without a line."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Response, expect

from bgsite.accounts.models import User
from games.rules.actions import Double
from games.rules.sides import Side
from matches.models import Match
from tests.browser.conftest import CUT_LINE, OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import act, begun_match, person, play_to_a_roll, state

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = ((1920, 1080), (1280, 800), (844, 390), (390, 844))
MOST_SCRIPT = 60 * 1024
"""Bytes of compressed script of our own before a table can be played; the 3D board comes afterwards."""

LEAST_TARGET = 24
"""Pixels; WCAG 2.2, 2.5.8."""
LATER = ("chat-", "solid-", "sound-")
"""Scripts that are loaded when the table can be played already; see build.mjs."""

OUTSIDE = """
(selectors) => selectors.filter((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
})
"""
"""Those that are not wholly on the screen."""


class Seats:
    """A match, and who has to move in it."""

    def __init__(self) -> None:
        self._anna, self._bob = person("Anna"), person("Bob")
        self.match: Match = begun_match(self._anna, self._bob)
        self.mover: User = self.player(state(self.match).game.on_roll)  # type: ignore[union-attr]

    def player(self, side: Side) -> User:
        """Anna has White."""
        return self._anna if side is Side.WHITE else self._bob


@pytest.fixture
def seats() -> Seats:
    return elsewhere(Seats)


def resized(table: TablePage, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    table.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_board_and_buttons_are_seen_at_once_on_every_screen(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    outside: dict[tuple[int, int], Any] = {}
    narrowest: dict[tuple[int, int], float] = {}
    for screen in SCREENS:
        resized(table, *screen)
        outside[screen] = table.page.evaluate(OUTSIDE, ["#board", '[data-action="confirm"]', "#status"])
        narrowest[screen] = table.page.locator("#board [data-point]").evaluate_all(
            "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
        )
    assert outside == {screen: [] for screen in SCREENS}
    assert min(narrowest.values()) >= LEAST_TARGET, narrowest
    resized(table, 390, 600)
    table.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert table.page.evaluate(OUTSIDE, ['[data-action="confirm"]']) == []


def test_the_head_of_the_table_cuts_no_words(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    for screen in (*SCREENS, (1000, 700)):
        resized(table, *screen)
        head = table.page.locator(".site-header-inner").locator(".brand, .header-title")
        assert head.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0, screen


def test_an_offer_is_seen_together_with_the_whole_board(open_table: OpenTable, seats: Seats) -> None:
    doubler = elsewhere(lambda: play_to_a_roll(seats.match))
    table = open_table(seats.match, seats.player(doubler.other))
    resized(table, 390, 844)
    elsewhere(lambda: act(seats.match, doubler, Double()))
    expect(table.page.get_by_role("dialog")).to_be_visible()
    assert table.page.evaluate(OUTSIDE, ["#board .board", "#status", "#offer-title"]) == []
    table.page.reload()
    table.ready()
    expect(table.page.locator("#offer-title")).to_be_focused()
    assert table.page.evaluate(OUTSIDE, ["#board .board", "#status", "#offer-title"]) == []


def test_the_table_on_paper_has_no_dark_ground(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    table.page.emulate_media(media="print")
    expect(table.page.locator("body")).to_have_css("background-image", "none")
    expect(table.page.locator("#panel")).to_be_hidden()


def test_the_first_view_is_light(windows: Windows, live_site: SiteProcesses, seats: Seats) -> None:
    page = windows.page(seats.mover)
    scripts: list[Response] = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    page.goto(f"{live_site.url}/match/{seats.match.code}/")
    TablePage(page).ready()
    names = {answer.url.rpartition("/")[2]: answer for answer in scripts}
    sizes = {name: len(gzip.compress(one.body())) for name, one in names.items() if not name.startswith(LATER)}
    assert "table.js" in sizes
    assert sum(sizes.values()) <= MOST_SCRIPT, sizes


def test_where_the_panels_are_is_remembered(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    page, menu = table.page, table.page.locator("#panel-menu")
    page.locator("#log summary").click()
    menu.locator("summary").click()
    menu.get_by_label("Hidden").check()
    page.keyboard.press("Escape")
    expect(page.locator("#chat")).to_be_hidden()
    page.reload()
    table.ready()
    expect(table.table).to_have_attribute("data-panel", "hidden")
    expect(table.action("confirm")).to_be_visible()
    menu.locator("summary").click()
    menu.get_by_label("Below").check()
    expect(page.locator("#chat")).to_be_visible()
    expect(page.locator("#log details")).not_to_have_attribute("open", "")
    assert page.evaluate(OUTSIDE, ["#board", '[data-action="confirm"]']) == []


def test_full_screen_begins_and_ends(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    button = table.page.locator("#full-screen")
    button.click()
    expect(button).to_have_accessible_name("Leave full screen")
    expect(table.page.locator("#live")).to_contain_text("Full screen. Escape leaves it.")
    expect(table.page.get_by_role("navigation")).to_have_count(0)
    button.click()
    expect(button).to_have_accessible_name("Full screen")


def test_help_is_one_click_away_in_a_new_tab(open_table: OpenTable, seats: Seats) -> None:
    table = open_table(seats.match, seats.mover)
    table.page.locator("summary", has_text="Help").click()
    menu = table.page.locator(".tool-menu[open]")
    addresses = {
        "Rules of backgammon": reverse("pages:rules"),
        "What the rules of this match mean": f"{reverse('pages:rules')}#rule-card",
        "Glossary": reverse("pages:glossary"),
        "Lessons": reverse("lessons:course"),
    }
    for name, address in addresses.items():
        link = menu.get_by_role("link", name=f"{name} (opens in a new tab)", exact=True)
        expect(link).to_have_attribute("href", address)
        expect(link).to_have_attribute("target", "_blank")


@pytest.mark.parametrize("screen", [(1280, 800), (390, 844)])
def test_with_forced_colours_a_bar_stands_beside_whoever_is_to_act_only(
    open_table: OpenTable, seats: Seats, screen: tuple[int, int]
) -> None:
    table = open_table(seats.match, seats.mover, forced_colors="active")
    resized(table, *screen)
    to_act, other = (
        table.page.locator(f'.player[data-awaited="{awaited}"]').first.evaluate(
            "one => getComputedStyle(one).borderLeft"
        )
        for awaited in ("true", "false")
    )
    ground = table.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert other == f"3px solid {ground}"  # not to be seen
    assert to_act.startswith("3px solid ")
    assert to_act != other


def test_a_line_that_a_proxy_blocks_is_called_so(windows: Windows, live_site: SiteProcesses, seats: Seats) -> None:
    windows.allowed += CUT_LINE
    page = windows.page(seats.mover)
    page.route_web_socket("**/ws/**", lambda line: line.close())
    page.goto(f"{live_site.url}/match/{seats.match.code}/")
    notice = page.locator('[data-connection="blocked"]')
    expect(notice).to_contain_text("the live connection (WebSocket) does not")
    with page.expect_navigation():
        notice.get_by_role("button", name="Load the page again").click()
    expect(page.locator("#board")).to_be_visible()
