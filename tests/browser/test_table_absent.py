"""An opponent who leaves, in real browsers: the countdown, the offer, a computer in the seat, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from games.rules.rulecard import Preset
from matches.models import Match
from tests.browser.conftest import Windows, table_in
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = pytest.mark.django_db(transaction=True)

Sit = Callable[[User], TablePage]


@pytest.fixture
def bob() -> User:
    return elsewhere(lambda: person("Bob"))


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    return elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 3), by_link=True))


@pytest.fixture
def sit(impatient_rooms: Windows, impatient_site: SiteProcesses, match: Match) -> Sit:
    return partial(table_in, impatient_rooms, impatient_site, match)


def leave(table: TablePage) -> None:
    table.page.goto("about:blank")


def test_an_offer_put_away_can_be_opened_again_and_ends_when_the_other_is_back(sit: Sit, anna: User, bob: User) -> None:
    """Case 131."""
    table, other = sit(anna), sit(bob)
    leave(other)
    gone = table.page.locator("[data-gone]")
    expect(gone).to_have_attribute("data-gone", "offer")
    table.action("gone_wait").click()
    expect(gone).to_have_attribute("data-gone", "folded")
    table.action("gone_open").click()
    expect(gone).to_have_attribute("data-gone", "offer")
    sit(bob)
    expect(gone).to_have_count(0)


def test_a_page_from_the_browsers_memory_accuses_nobody(sit: Sit, anna: User, bob: User) -> None:
    """Case 130."""
    table, other = sit(anna), sit(bob)
    leave(other)
    gone = table.page.locator("[data-gone]")
    expect(gone).to_have_attribute("data-gone", "offer")
    table.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    sit(bob)
    expect(gone).to_have_count(0)
    table.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    table.ready()
    expect(table.player("black")).to_have_attribute("data-presence", "here")
    expect(gone).to_have_count(0)


def test_two_adjourn_and_go_on_when_both_are_ready(sit: Sit, anna: User, bob: User) -> None:
    table, other = sit(anna), sit(bob)
    table.action("adjourn").click()
    table.action("adjourn_sure").click()
    other.answer("accept")
    expect(table.table).to_have_attribute("data-paused", "true")
    expect(table.page.locator("#status")).to_have_text(
        "The game is adjourned. Press Resume when you are ready to go on."
    )
    leave(other)
    table.do("resume")
    expect(table.page.locator("#status")).to_have_text("The game is adjourned. Waiting for Bob to be ready.")
    later = sit(bob)
    expect(later.page.locator("#log")).to_contain_text("Anna is ready to go on.")
    later.do("resume")
    expect(table.table).to_have_attribute("data-paused", "false")


def test_a_rematch_is_asked_for_and_taken(sit: Sit, anna: User, bob: User, match: Match) -> None:
    table, other = sit(anna), sit(bob)
    table.action("resign_match").click()
    table.action("resign_match_sure").click()
    expect(table.table).to_have_attribute("data-phase", "over")
    table.action("rematch").click()
    expect(table.page.locator('[data-rematch="waiting"]')).to_be_visible()
    expect(other.page.locator('[data-rematch="asked"]')).to_contain_text("Anna wants a rematch.")
    other.action("rematch_accept").click()
    for one in (table, other):
        one.page.wait_for_url(lambda url: match.code not in url)
    assert TablePage(table.page).ready().data("you") == "black"
    assert TablePage(other.page).ready().data("you") == "white"
