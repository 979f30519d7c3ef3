"""Creating, inviting and joining in a real browser, with and without script. test_axe.py looks at every page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.live import SiteProcesses
from tests.matches.matchmaking import open_match

_FIRST_ANSWER_IS_LATE = """
    const fetchNow = window.fetch;
    let asked = 0;
    window.fetch = async (...words) => {
        const answer = fetchNow(...words);
        if (asked++ > 0) return answer;
        while (document.querySelector("[name=kind]")?.value !== "money") await new Promise((on) => setTimeout(on, 10));
        setTimeout(() => { window.firstAnswerCame = true; }, 50);
        return answer;
    };
"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def window(windows: Windows, live_site: SiteProcesses) -> Callable[..., Page]:
    """Open a page of the site as somebody."""

    def opened(path: str, user: User | None = None, **options: object) -> Page:
        page = windows.page(user, **options)
        page.goto(live_site.url + path)
        return page

    return opened


def test_a_link_is_made_sent_and_joined_and_both_come_to_the_table(
    window: Callable[..., Page], alice: User, bob: User
) -> None:
    hers = window("/matches/new/", alice)
    hers.get_by_label("7", exact=True).check()
    hers.get_by_role("button", name="Create the match").click()
    link = hers.get_by_label("Link", exact=True).input_value()
    his = window(link.removeprefix(hers.url.partition("/match/")[0]), bob)
    expect(his.get_by_role("heading", level=1)).to_have_text("alice invites you: 7-point match")
    his.get_by_role("button", name="Join").click()
    expect(his.locator("#table")).to_be_visible()
    expect(hers.locator("#table")).to_be_visible()  # by itself, within seconds
    assert his.url == hers.url


def test_the_link_is_copied(window: Callable[..., Page], windows: Windows, alice: User) -> None:
    match = elsewhere(lambda: open_match(alice))
    page = window(f"/match/{match.code}/", alice)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("#waiting-status")).to_contain_text("The link is copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/join/{match.link_token}/")


def test_everything_works_without_script(window: Callable[..., Page], alice: User, bob: User) -> None:
    hers = window("/matches/new/", alice, java_script_enabled=False)
    hers.get_by_label("Opponent").fill("nobody-at-all")
    hers.get_by_role("button", name="Create the match").click()
    expect(hers.get_by_role("alert")).to_contain_text("There is no player with this name.")
    hers.get_by_label("Opponent").fill("bob")
    hers.get_by_label("Another length").fill("13")
    hers.get_by_role("button", name="Create the match").click()
    expect(hers.locator("main")).to_contain_text("bob has been asked")
    his = window("/matches/", bob, java_script_enabled=False)
    his.get_by_role("button", name="Join alice").click()
    expect(his.get_by_text("must play.")).to_be_visible()
    expect(his.locator("#distribution")).to_contain_text("24: 2, 13: 5, 8: 3, 6: 5")
    hers.reload()
    expect(hers.locator("#players")).to_contain_text("13-point match")


def test_the_clocks_follow_the_length_and_only_what_matters_is_shown(window: Callable[..., Page], alice: User) -> None:
    page = window("/matches/new/", alice)
    clocks = page.locator("#id_clock")
    expect(clocks).to_contain_text("10 s for each move, and 5 min in reserve for the match.")
    page.get_by_label("11", exact=True).check()
    expect(clocks).to_contain_text("12 s for each move, and 22 min in reserve for the match.")
    page.get_by_label("Another length").fill("2")
    expect(clocks).to_contain_text("8 s for each move, and 40 s in reserve for the match.")
    page.get_by_label("Money", exact=True).check()
    expect(clocks).to_contain_text("15 s for each move, and 15 min in reserve for the game.")
    expect(page.get_by_label("Another length")).to_be_hidden()
    expect(page.get_by_label("Days a turn")).to_be_hidden()
    page.get_by_label("Correspondence").check()
    expect(page.get_by_label("Days a turn")).to_be_visible()


def test_a_preset_sets_the_options_and_the_page_says_what_does_not_go_together(window: Callable[..., Page]) -> None:
    page = window("/play/screen/")
    page.get_by_text("change").click()
    page.get_by_label("Club money").check()
    line = page.locator("#rules-line")
    expect(line).to_have_text("Money session, Jacoby, beaver, raccoon and further, automatic doubles")
    page.get_by_text("More options").click()
    expect(page.get_by_label("Automatic doubles")).to_have_value("1")
    page.get_by_label("Opening", exact=True).select_option("white_first")
    expect(page.locator("#id_opening_error")).to_have_text("Automatic doubles need an opening throw.")
    expect(page.get_by_label("Opening", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("status")).to_have_text("Not yet: see what is marked.")
    page.get_by_label("Automatic doubles").select_option("0")
    expect(page.locator("#id_opening_error")).to_have_count(0)
    expect(page.get_by_label("Own rules")).to_be_checked()
    expect(page.get_by_role("status")).to_have_text("These rules go together.")
    page.get_by_label("Stake", exact=True).fill("5")
    page.get_by_label("Of what").fill("coffee")
    expect(line).to_contain_text("5 coffee a point")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#table")).to_contain_text("5 coffee a point (play money)")


def test_a_late_answer_of_the_server_does_not_undo_a_choice(window: Callable[..., Page]) -> None:
    page = window("/play/screen/")
    page.add_init_script(_FIRST_ANSWER_IS_LATE)
    page.reload()
    page.get_by_text("change").click()
    page.get_by_label("Own rules").check()
    page.get_by_text("More options").click()
    page.get_by_label("Kind of play").select_option("money")
    page.wait_for_function("() => window.firstAnswerCame")
    expect(page.get_by_label("Kind of play")).to_have_value("money")
    expect(page.locator("#rules-line")).to_have_text("Money session, Jacoby, beaver")


def test_own_rules_of_another_kind_begin_with_what_is_usual(window: Callable[..., Page]) -> None:
    page = window("/play/screen/")
    page.get_by_text("change").click()
    page.get_by_label("Own rules").check()
    page.get_by_text("More options").click()
    page.get_by_label("Kind of play").select_option("money")
    expect(page.locator("#rules-line")).to_have_text("Money session, Jacoby, beaver")
    expect(page.get_by_label("Another length")).to_be_hidden()
    expect(page.get_by_label("Own rules")).to_be_checked()


def test_without_script_a_guest_composes_and_is_told(window: Callable[..., Page]) -> None:
    page = window("/play/screen/", java_script_enabled=False)
    page.get_by_text("change").click()
    page.get_by_text("More options").click()
    page.get_by_label("Jacoby rule").select_option("on")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("The Jacoby rule is for money play, not for a match.")
    page.get_by_label("Money", exact=True).check()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#players")).to_contain_text("Money session")


def test_a_declined_invitation_shows_on_the_waiting_page(
    window: Callable[..., Page], windows: Windows, alice: User, bob: User
) -> None:
    windows.allowed.append("410")  # the browser reports the status of the page that says so
    match = elsewhere(lambda: open_match(alice, bob))
    hers = window(f"/match/{match.code}/", alice)
    his = window(f"/match/{match.code}/", bob)
    his.get_by_role("button", name="Decline").click()
    expect(his.get_by_role("status")).to_contain_text("You declined the invitation.")
    expect(hers.locator("main")).to_contain_text("bob declined this invitation.")
