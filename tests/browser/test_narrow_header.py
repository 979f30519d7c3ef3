"""What stands above a page on a phone: in one line where it can be, and never out of sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.factories import running_match
from tests.live import SiteProcesses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("path", ["/lessons/", "/help/", "/history/"])
def test_the_page_one_is_on_is_in_sight_among_the_pages_that_teach(
    windows: Windows, live_site: SiteProcesses, path: str
) -> None:
    page = windows.page(viewport={"width": 390, "height": 844})
    page.goto(live_site.url + path)
    expect(page.locator(".learn-nav [aria-current=page]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 360])
def test_what_a_guest_may_press_above_a_table_is_in_one_line(
    open_table: OpenTable, alice: User, bob: User, width: int
) -> None:
    match = elsewhere(lambda: running_match(alice, bob, is_public=True))
    page = open_table(match, viewport={"width": width, "height": 844}).page
    boxes = [
        page.locator(one).first.bounding_box() for one in (".table-tools", ".language-menu", ".account-nav > .button")
    ]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box is not None]
    assert len(middles) == len(boxes)
    assert max(middles) - min(middles) < 8
