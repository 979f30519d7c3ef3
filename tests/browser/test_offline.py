"""The site without a network: one page says so, and goes on by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.live import SiteProcesses

pytestmark = pytest.mark.django_db(transaction=True)


def test_without_a_network_a_page_says_so_and_goes_on_when_it_is_back(
    windows: Windows, live_site: SiteProcesses
) -> None:
    windows.allowed += ["net::ERR_INTERNET_DISCONNECTED"]
    context = windows.context(service_workers="allow")
    page = context.new_page()
    page.goto(f"{live_site.url}/help/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto(f"{live_site.url}/privacy/")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no connection to Barpoint")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 29)"  # its style is kept
    kept = page.evaluate("async () => (await (await caches.open((await caches.keys())[0])).keys()).length")
    assert kept == 4
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("There is no connection to Barpoint")
    assert page.url == f"{live_site.url}/privacy/"
