"""Counted from the front page as a new visitor: two clicks to a game, two and a paste to a friend's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.live import SiteProcesses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def visitor(windows: Windows, live_site: SiteProcesses) -> Callable[[], Page]:
    """Somebody who was never here, on the front page."""

    def come() -> Page:
        page = windows.page(None)
        page.goto(live_site.url)
        return page

    return come


def _live(page: Page) -> None:
    expect(page.locator("#table")).to_have_attribute("data-line", "live")


def test_two_clicks_to_a_game_against_the_computer(visitor: Callable[[], Page]) -> None:
    page = visitor()
    page.get_by_role("link", name="Play the computer").click()
    expect(page.get_by_role("radio", name="White")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    _live(page)
    expect(page.locator("#players")).to_contain_text("Computer (intermediate)")


def test_two_clicks_to_two_at_one_screen(visitor: Callable[[], Page]) -> None:
    page = visitor()
    page.get_by_role("link", name="Two at one screen").click()
    page.get_by_role("button", name="Play", exact=True).click()
    _live(page)
    page.get_by_role("link", name="Play", exact=True).first.click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()


def test_two_clicks_and_a_paste_to_a_game_with_a_friend_beside_a_third_who_watches(
    visitor: Callable[[], Page],
) -> None:
    page, friend, third = visitor(), visitor(), visitor()
    page.get_by_role("link", name="Play a friend").click()
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    friend.goto(link)
    expect(friend.locator("main")).to_contain_text("You play Black.")
    friend.get_by_role("button", name="Join").click()
    _live(friend)
    _live(page)
    third.goto(link)
    _live(third)
    assert page.url == friend.url == third.url
    expect(third.get_by_role("button", name="Roll")).to_have_count(0)


def test_the_ways_can_be_taken_by_keyboard_alone(visitor: Callable[[], Page]) -> None:
    page = visitor()
    page.get_by_role("link", name="Play the computer").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Intermediate").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()
    page.keyboard.press("Enter")
    _live(page)
    expect(page.locator("#players")).to_contain_text("Computer (beginner)")


def test_a_double_click_opens_one_match(visitor: Callable[[], Page]) -> None:
    page = visitor()
    page.get_by_role("link", name="Play a friend").click()
    page.get_by_role("button", name="Make the link").dblclick()
    expect(page.get_by_label("Link", exact=True)).to_be_visible()
    page.get_by_role("link", name="My matches").click()
    expect(page.get_by_role("link", name="Open")).to_have_count(1)
