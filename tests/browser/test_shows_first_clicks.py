"""Issue 3, show 1: counted from the front page as a new visitor, all that needs no account, to the end of a match.

What the two clicks begin is played as it is, under the rules that the page proposes, beside a third browser; the middle
of each game as in `hurry`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from matches.models import Match
from matches.selectors.replays import is_whole
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.hurry import play_out
from tests.browser.pilot import played_out
from tests.browser.table_page import TablePage
from tests.browser.two_tables import checkers, from_other_side
from tests.live import SiteProcesses

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

FIRST_SECONDS = 10
"""Whoever opens the site plays within so many (issue 3)."""
_COUNT_CLICKS = """addEventListener("pointerdown", () => {
    sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks") ?? 0) + 1);
}, true)"""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who was never here, on the front page; the browser counts what they press."""

    page: Page
    came: float

    @property
    def clicks(self) -> int:
        return int(self.page.evaluate("Number(sessionStorage.getItem('clicks') ?? 0)"))

    def follow(self, name: str) -> None:
        self.page.get_by_role("link", name=name).click()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def at_table(self, clicks: int) -> TablePage:
        """The table to which so many clicks have led, soon enough."""
        table = TablePage(self.page).ready()
        assert time.monotonic() - self.came < FIRST_SECONDS
        assert self.clicks == clicks
        return table


Come = Callable[[], Visitor]


@pytest.fixture
def come(rooms: Windows, full_site: SiteProcesses) -> Come:
    def visit() -> Visitor:
        page = rooms.page()
        page.add_init_script(_COUNT_CLICKS)
        page.goto(full_site.url)
        return Visitor(page, time.monotonic())

    return visit


def watched(come: Come, at: TablePage) -> TablePage:
    """The same table, as a third browser sees it by its address."""
    third = come().page
    third.goto(at.page.url)
    watching = TablePage(third).ready()
    assert watching.data("you") == ""
    expect(at.page.locator("[data-spectators]")).to_have_attribute("data-spectators", "1")
    return watching


def assert_same_end(played: TablePage, watching: TablePage) -> None:
    """The same board, dice, score and end in both; and the log gives what is stored."""
    watching.wait_for_version(played.version)
    for name in ("v", "phase", "dice", "game", "decision"):
        assert watching.data(name) == played.data(name)
    assert watching.score() == played.score()
    assert checkers(watching) == checkers(played)
    expect(watching.page.locator("[data-match-result]")).to_be_visible()
    match = elsewhere(Match.objects.get)
    assert match.status == Match.Status.FINISHED
    assert max(played.score()) == match.length == 5
    assert elsewhere(lambda: is_whole(match.pk))


def test_two_clicks_to_the_computer_and_to_the_end(come: Come) -> None:
    visitor = come()
    visitor.follow("Play the computer")
    visitor.press("Play")
    table = visitor.at_table(clicks=2)
    assert table.data("you") == "white"
    watching = watched(come, table)
    table.page.locator(".preferences > summary").click()
    table.page.locator('[data-preference="pace"]').select_option("0")
    expect(table.table).to_have_attribute("data-asking", "")
    play_out(elsewhere(Match.objects.get), table)
    assert_same_end(table, watching)


def test_two_clicks_to_two_at_one_screen_and_to_the_end(come: Come) -> None:
    visitor = come()
    visitor.follow("Two at one screen")
    visitor.press("Play")
    table = visitor.at_table(clicks=2)
    assert table.data("you") == "white black"
    watching = watched(come, table)
    play_out(elsewhere(Match.objects.get), on_another_device(come, table))
    assert_same_end(played_out(table), watching)


def on_another_device(come: Come, table: TablePage) -> TablePage:
    """A browser with a cookie of its own, which goes on with the game by the private link."""
    table.page.get_by_text("Play on at your other devices").click()
    phone = come()
    phone.page.goto(table.page.get_by_label("Your private link").input_value())
    phone.press("Play here")
    there = TablePage(phone.page).ready()
    assert there.data("you") == "white black"
    return there


def test_two_clicks_and_a_paste_to_a_friend_and_to_the_end(come: Come) -> None:
    visitor, friend = come(), come()
    visitor.follow("Play a friend")
    visitor.press("Make the link")
    assert visitor.clicks == 2
    friend.page.goto(visitor.page.get_by_label("Link", exact=True).input_value())
    friend.press("Join")
    second, first = friend.at_table(clicks=1), visitor.at_table(clicks=2)
    assert (first.data("you"), second.data("you")) == ("white", "black")
    watching = watched(come, first)
    play_out(elsewhere(Match.objects.get), first, second)
    assert checkers(second) == from_other_side(checkers(first))
    assert_same_end(first, watching)
