"""The switch of languages, with script at a table on a telephone, and without script on a page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from tests.browser.conftest import Windows, table_in
from tests.browser.elsewhere import elsewhere
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match

pytestmark = pytest.mark.django_db(transaction=True)

_HAN = re.compile(r"[\u4e00-\u9fff]")


def _choose(page: Page, name: str) -> None:
    page.locator(".language-menu summary").click()
    page.locator(".language-menu").get_by_role("button", name=name).click()


def test_a_player_goes_on_at_the_table_in_another_language(
    windows: Windows, live_site: SiteProcesses, alice: User, bob: User
) -> None:
    match = elsewhere(lambda: begun_match(alice, bob))
    table = table_in(windows, live_site, match, alice, viewport={"width": 390, "height": 844})
    _choose(table.page, "繁體中文")
    expect(table.page.locator("html")).to_have_attribute("lang", "zh-Hant")
    assert table.page.url == f"{live_site.url}/match/{match.code}/"
    table.ready()
    for words in (table.page.locator("#status"), table.page.locator("#log")):  # the script wrote them
        expect(words).to_contain_text(_HAN)


def test_it_needs_no_script(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page(java_script_enabled=False)
    page.goto(f"{live_site.url}/privacy/?from=here")
    _choose(page, "简体中文")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    assert page.url == f"{live_site.url}/privacy/?from=here"
    page.locator("footer").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_what_was_typed_and_the_place_outlive_the_switch(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page()
    page.goto(f"{live_site.url}/corrections/#id_words")
    words = page.locator("textarea")
    words.fill("Nobody enters on the 18 point.\nReally.")
    page.locator("input[type=radio]").nth(3).check()
    page.locator("footer").get_by_role("button", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(words).to_have_value("Nobody enters on the 18 point.\nReally.")
    expect(page.locator("input[type=radio]").nth(3)).to_be_checked()
    assert page.url.endswith("/corrections/#id_words")
    page.reload()
    expect(words).to_have_value("")  # once


def test_chosen_rules_outlive_the_switch(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page()
    page.goto(f"{live_site.url}/play/computer/")
    page.locator("#composer summary").first.click()
    page.get_by_role("radio", name="11", exact=True).check()
    expect(page.locator("#composer summary").first).to_contain_text("11-point match")
    page.locator("footer").get_by_role("button", name="简体中文").click()
    expect(page.locator("#composer summary").first).to_contain_text("11分赛")


def test_a_password_is_never_kept(windows: Windows, live_site: SiteProcesses) -> None:
    page = windows.page()
    page.goto(f"{live_site.url}/accounts/login/")
    page.locator("input[name=login]").fill("alice")
    page.locator("input[name=password]").fill("secret-of-alice")
    page.locator("footer").get_by_role("button", name="简体中文").click()
    expect(page.locator("input[name=login]")).to_have_value("alice")
    expect(page.locator("input[name=password]")).to_have_value("")
