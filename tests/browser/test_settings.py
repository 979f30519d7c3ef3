"""The settings page: kept on the account or in the browser, seen on the board, heard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match

pytestmark = pytest.mark.django_db(transaction=True)

_LISTEN = """
window.heard = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  const samples = this.buffer.getChannelData(0);
  window.heard.push({ peak: Math.max(...samples.map(Math.abs)), state: this.context.state });
  return start.apply(this, when);
};
"""
"""Notes the sounds that are started."""


def opened(page: Page, site: SiteProcesses) -> Page:
    """The settings page, with its board alive."""
    page.goto(f"{site.url}/settings/")
    expect(page.locator("#board > .board")).to_be_visible()
    return page


def test_an_account_finds_its_choices_in_another_browser(
    windows: Windows, live_site: SiteProcesses, open_table: OpenTable, alice: User, bob: User
) -> None:
    page = opened(windows.page(alice), live_site)
    page.get_by_label("Walnut and blue felt").check()
    expect(page.locator("#board .board")).to_have_attribute("data-theme", "night")
    page.get_by_label("Pip counts on the board").uncheck()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    table = open_table(elsewhere(lambda: begun_match(alice, bob)), alice)
    expect(table.page.locator("#board .board")).to_have_attribute("data-theme", "night")


def test_a_guest_finds_them_in_the_same_browser_and_every_tab_follows(
    windows: Windows, live_site: SiteProcesses
) -> None:
    context = windows.context()
    context.add_init_script(_LISTEN)
    page, other = (opened(context.new_page(), live_site) for _ in range(2))
    page.get_by_label("Maple and burgundy").check()
    expect(page.get_by_role("status").filter(has_text="Saved in this browser")).to_be_visible()
    expect(other.locator("#board .board")).to_have_attribute("data-theme", "sand")
    expect(other.get_by_label("Maple and burgundy")).to_be_checked()
    opened(page, live_site)
    expect(page.locator("#board .board")).to_have_attribute("data-theme", "sand")
    page.get_by_role("button", name="Back to defaults").click()
    expect(page.get_by_label("Mahogany and green felt")).to_be_checked()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#board .board")).to_have_attribute("data-theme", "sand")
    _hear(page)


def _hear(page: Page) -> None:
    """Each sound sounds, and at volume 0 none does."""
    buttons = page.get_by_role("button", name="Hear it").all()
    for button in buttons:
        button.click()
    page.wait_for_function("count => window.heard.length === count", arg=len(buttons))
    assert all(0.1 < heard["peak"] < 1 for heard in page.evaluate("window.heard"))
    page.get_by_label("Volume").press("Home")
    buttons[0].click()
    expect(page.get_by_role("status").filter(has_text="The volume is 0")).to_be_visible()
    assert page.evaluate("window.heard.length") == len(buttons)


def test_a_sound_of_before_its_script_came_is_not_heard_afterwards(windows: Windows, live_site: SiteProcesses) -> None:
    windows.allowed += ["net::ERR_FAILED"]
    context = windows.context()
    context.add_init_script(_LISTEN)
    page = opened(context.new_page(), live_site)
    page.route("**/sound-*.js", lambda route: route.abort(), times=1)
    button = page.get_by_role("button", name="Hear it").first
    with page.expect_event("requestfinished", lambda request: "/sound-" in request.url):
        button.click()
    expect(page.get_by_role("status").filter(has_text="plays no sounds")).to_be_visible()
    assert page.evaluate("window.heard") == []
    page.wait_for_timeout(300)
    button.click()
    page.wait_for_function("() => window.heard.length > 0")
    assert page.evaluate("window.heard.length") == 1


def test_a_browser_that_keeps_nothing_says_so(windows: Windows, live_site: SiteProcesses) -> None:
    context = windows.context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })"
    )
    page = opened(context.new_page(), live_site)
    expect(page.get_by_text("This browser keeps nothing for pages")).to_be_visible()
    page.get_by_label("High contrast").check()
    expect(page.locator("#board .board")).to_have_attribute("data-theme", "contrast")
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_be_visible()
