"""The ways to play on the front page, by keyboard and by a hasty hand (the clicks: `test_shows_first_clicks`)."""

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
