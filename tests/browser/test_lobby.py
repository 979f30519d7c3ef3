"""The lobby in real browsers: offer, take, go, challenge, decline; on every page what waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bgsite.accounts.models import User
from matches.models import Match, Seek
from matches.services.lifecycle import match_create
from matches.services.seeks import seek_post, seek_take
from tests.browser.conftest import Windows, cut_line, watched_windows
from tests.browser.elsewhere import elsewhere
from tests.browser.line import Line
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, terms

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lobby(windows: Windows, live_site: SiteProcesses) -> Callable[..., Page]:
    """Open the lobby as somebody in a window of their own."""

    def opened(user: User | None = None, **options: object) -> Page:
        page = windows.page(user, **options)
        page.goto(f"{live_site.url}/lobby/")
        return page if options.get("java_script_enabled") is False else live(page)

    return opened


def live(page: Page) -> Page:
    """Wait until the lobby speaks with the server."""
    expect(page.locator("html[data-line=live]")).to_be_attached()
    return page


def at_table(page: Page) -> None:
    """Wait until the page has gone to the table by itself, and the table speaks with the server."""
    expect(page.locator("#table")).to_be_attached()
    TablePage(page).ready()


def test_an_offer_is_taken_and_both_are_at_the_table(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    hers, his, watcher = lobby(alice), lobby(bob), lobby()
    expect(his.locator("#seeks")).to_contain_text("Nobody looks for an opponent just now.")
    hers.get_by_role("button", name="5 points").click()
    expect(hers.locator("#lobby-said")).to_contain_text("Your offer is in the list.")
    for page in (his, watcher):
        expect(page.locator("#seeks tr[data-seek]")).to_contain_text("5-point match")
    expect(his.locator("#lobby-live")).to_have_text("alice offers a game: 5-point match.")
    expect(watcher.get_by_role("button", name="Play alice")).to_have_count(0)
    his.locator("#seeks summary").click()
    expect(his.locator("#seeks dl")).to_contain_text("Crawford rule")
    his.get_by_role("button", name="Play alice").click()
    for page in (his, hers):
        at_table(page)
    assert his.url == hers.url
    expect(watcher.locator("#seeks")).to_contain_text("Nobody looks for an opponent just now.")


def test_an_offer_is_withdrawn(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    hers, his = lobby(alice), lobby(bob)
    hers.get_by_label("Clock").select_option("fast")
    hers.get_by_label("Counts for the rating").check()
    hers.get_by_role("button", name="3 points").click()
    expect(his.locator("#seeks tr[data-seek]")).to_contain_text("rated")
    expect(his.locator("#seeks tr[data-seek]")).to_contain_text("Fast")
    hers.get_by_role("button", name="3 points").click()
    expect(hers.locator("#lobby-said")).to_contain_text("You offer this very game already.")
    hers.get_by_role("button", name="Withdraw").click()
    expect(hers.locator("#lobby-said")).to_contain_text("Your offer is withdrawn.")
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(0)


@pytest.fixture
def hasty(browser: Browser, transactional_db: None) -> Iterator[tuple[Windows, SiteProcesses]]:
    """A site where an offer lives for six seconds after the last word of its owner."""
    with SiteProcesses({"BARPOINT_SEEK_SECONDS": "6"}) as site:
        site.start_web()
        for windows in watched_windows(browser, site):
            yield windows, site


@pytest.mark.early
def test_whoever_closes_the_tab_is_matched_with_nobody(
    hasty: tuple[Windows, SiteProcesses], alice: User, bob: User
) -> None:
    """Case 137: the offer stays while the tab is open, also over a reload, and leaves the lists after the grace."""
    windows, site = hasty
    hers, his = windows.page(alice), windows.page(bob)
    for page in (hers, his):
        page.goto(f"{site.url}/lobby/")
        live(page)
    hers.get_by_role("button", name="1 point", exact=True).click()
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(1)
    hers.reload()
    live(hers)
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(1)
    number = int(his.locator("#seeks tr[data-seek]").get_attribute("data-seek") or 0)
    hers.close()
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(0)
    refused = his.evaluate(
        """async (seek) => {
            const body = new URLSearchParams({ t: "take", seek, csrfmiddlewaretoken: JSON.parse(
                document.getElementById("page").textContent).csrf });
            return await (await fetch("/lobby/ask/", { method: "POST", body })).text();
        }""",
        str(number),
    )
    assert "This offer is gone" in refused
    assert elsewhere(Match.objects.count) == 0


def test_a_challenge_is_declined_with_a_reason_and_that_is_seen(
    lobby: Callable[..., Page], alice: User, bob: User
) -> None:
    hers, his = lobby(alice), lobby(bob)
    expect(hers.locator("#online")).to_contain_text("bob")
    hers.get_by_role("link", name="Challenge bob").click()
    hers.get_by_role("button", name="Create the match").click()
    card = his.locator("#challenges li")
    expect(card).to_contain_text("alice")
    expect(his.locator("#lobby-live")).to_contain_text("alice challenges you: 5-point match.")
    expect(his).to_have_title(re.compile(r"^\(1\) "))
    hers.goto(f"{hers.url.partition('/match/')[0]}/lobby/")
    live(hers)
    expect(hers.get_by_role("button", name="Cancel bob")).to_be_visible()
    his.get_by_label("Reason for declining alice").select_option(label="Another clock, please")
    his.get_by_role("button", name="Decline alice").click()
    expect(card).to_have_count(0)
    expect(hers.locator("#challenges")).to_contain_text("Another clock, please")
    expect(hers.locator("#lobby-live")).to_have_text("bob declined: Another clock, please.")


def test_an_accepted_challenge_brings_both_to_the_table(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    elsewhere(lambda: match_create(alice, terms(), bob))
    hers, his = lobby(alice), lobby(bob)
    expect(hers.locator("#challenges")).to_contain_text("bob")
    his.get_by_role("button", name="Accept alice").click()
    for page in (his, hers):
        at_table(page)


def test_games_change_while_one_looks(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    hers = lobby(alice)
    expect(hers.locator("#games")).to_contain_text("No game of yours is running.")
    match = elsewhere(lambda: begun_match(bob, alice))
    row = hers.locator(f"#games li[data-match='{match.code}']")
    expect(row).to_contain_text("3-point match")
    row.get_by_role("link", name="bob").click()
    at_table(hers)


def test_only_the_tab_that_is_looked_at_goes(
    windows: Windows, live_site: SiteProcesses, alice: User, bob: User
) -> None:
    context = windows.context(alice)
    back, front = context.new_page(), context.new_page()
    back.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => true });document.hasFocus = () => false;"
    )
    for page in (back, front):
        page.goto(f"{live_site.url}/lobby/")
        live(page)
    front.get_by_role("button", name="7 points").click()
    expect(back.locator("#seeks tr[data-seek]")).to_have_count(1)
    front.bring_to_front()
    elsewhere(lambda: seek_take(Seek.objects.get().pk, bob))
    at_table(front)
    expect(back.locator("#lobby-began")).to_contain_text("bob plays with you: 7-point match.")
    expect(back).to_have_title(re.compile("^● "))
    back.get_by_role("link", name="Go to the table").click()
    at_table(back)


def test_everything_works_without_script(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    hers = lobby(alice, java_script_enabled=False)
    hers.get_by_role("button", name="3 points").click()
    expect(hers.get_by_role("status").filter(has_text="Your offer is in the list.")).to_be_visible()
    his = lobby(bob, java_script_enabled=False)
    his.get_by_role("button", name="Play alice").click()
    expect(his.locator("#distribution")).to_be_attached()
    hers.reload()
    hers.locator("#games").get_by_role("link", name="bob").click()
    assert hers.url == his.url


def test_by_keyboard_alone(lobby: Callable[..., Page], alice: User, bob: User) -> None:
    elsewhere(lambda: seek_post(alice, terms(length=5)))
    his = lobby(bob)
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(1)
    his.locator("#seeks summary").focus()
    his.keyboard.press("Enter")
    expect(his.locator("#seeks dl")).to_be_visible()
    his.keyboard.press("Tab")
    expect(his.get_by_role("button", name="Play alice")).to_be_focused()
    his.keyboard.press("Enter")
    at_table(his)


def test_a_lost_line_is_said_and_healed(windows: Windows, line: Line, alice: User, bob: User) -> None:
    windows.allowed += cut_line(line)
    his = windows.page(bob)
    his.goto(f"{line.url}/lobby/")
    expect(live(his).locator("#online")).to_contain_text("bob")
    line.mute()
    his.evaluate("dispatchEvent(new Event('offline'))")
    expect(his.locator("#lobby-line [data-line=lost]")).to_be_visible()
    line.cut()
    elsewhere(lambda: seek_post(alice, terms()))
    line.mend()
    expect(his.locator("#lobby-line [data-line=lost]")).to_have_count(0)
    expect(his.locator("#seeks tr[data-seek]")).to_have_count(1)


def test_what_came_between_page_and_line_is_shown(
    windows: Windows, live_site: SiteProcesses, alice: User, bob: User
) -> None:
    def late(route: Route) -> None:
        elsewhere(lambda: match_create(alice, terms(), bob))
        route.continue_()

    his = windows.page(bob)
    his.route("**/dist/waiting*.js", late)
    his.goto(f"{live_site.url}/matches/")
    expect(his.get_by_role("button", name="Join alice")).to_be_visible()


def test_other_pages_say_what_waits(windows: Windows, live_site: SiteProcesses, alice: User, bob: User) -> None:
    his = windows.page(bob)
    his.goto(f"{live_site.url}/matches/")
    expect(his.locator("main")).to_contain_text("You have no matches yet.")
    elsewhere(lambda: match_create(alice, terms(), bob))
    expect(his.get_by_role("button", name="Join alice")).to_be_visible()
    expect(his).to_have_title(re.compile(r"^\(1\) "))
