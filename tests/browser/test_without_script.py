"""With scripts off every page still shows what it is about, and says what of it needs JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from bgsite.lessons.course import course
from tests.browser.conftest import Windows
from tests.browser.scripted import thrown
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match

pytestmark = pytest.mark.django_db(transaction=True)


def says(page: Page, sentence: str) -> None:
    notice = page.locator("main noscript .notice").filter(has_text=sentence)
    expect(notice).to_be_visible()


def test_every_page_says_what_still_works(windows: Windows, live_site: SiteProcesses, anna: User, bob: User) -> None:
    match = thrown(lambda _: begun_match(anna, bob), (3, 1))
    page = windows.page(anna, java_script_enabled=False)

    page.goto(f"{live_site.url}/match/{match.code}/")
    says(page, "To play, this page needs JavaScript.")
    expect(page.locator("#status")).to_have_text("Anna has rolled 3-1 and must play.")
    expect(page.locator("#board .board-wide svg")).to_be_visible()
    expect(page.locator("#board .board-narrow svg")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#board .board-narrow svg")).to_be_visible()
    expect(page.locator("#board .board-wide svg")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#log")).to_be_visible()

    page.goto(f"{live_site.url}/lobby/")
    says(page, "Without JavaScript this page loads itself again every 20 seconds")

    page.goto(f"{live_site.url}/lessons/{course().exercises[0].key}/")
    says(page, "The position, the task and the worked solution can be read without it.")
    page.locator("main details summary").first.click()
    expect(page.locator("main details[open]").first).to_be_visible()

    page.goto(f"{live_site.url}/rules/")
    expect(page.locator("main figure svg:not(.board-defs)").first).to_be_visible()


def test_the_caption_of_a_table_is_as_wide_as_a_phone(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.goto(f"{live_site.url}/strategy/")
    box = page.locator("#openings-caption").bounding_box()
    assert box is not None
    assert box["width"] > 300
    expect(page.locator(".openings td.none").first).to_be_hidden()


def test_a_guest_s_head_fits_a_phone(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page.goto(f"{live_site.url}/play/screen/")
    page.locator("#start [type=submit]").click()
    page.goto(f"{live_site.url}/lobby/")
    head, learn = page.locator(".site-header").bounding_box(), page.get_by_role("link", name="Learn").bounding_box()
    assert head is not None
    assert learn is not None
    assert head["height"] < 100
    assert learn["x"] + learn["width"] <= 390


def test_settings_are_kept_without_script(windows: Windows, live_site: SiteProcesses, anna: User) -> None:
    page = windows.page(anna, java_script_enabled=False)
    page.goto(f"{live_site.url}/settings/")
    says(page, "Choose, then press “Save”.")
    page.locator("[name=theme][value=night]").check()
    page.locator("#save").click()
    expect(page.locator("[name=theme][value=night]")).to_be_checked()
