"""Issue 3, show 4: a friend by link closes the browser; the computer goes on, and the seat is there to come back to.

The two minutes are two seconds on this site. A computer whose worker dies is in tests/chaos/test_bots.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from matches.models import Match
from matches.selectors.replays import is_whole
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage, turn
from tests.live import SiteProcesses

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]


def controls(match: Match) -> list[str | None]:
    """Who got Black's seat, one after the other."""
    data = match.events.filter(kind="control_passed").order_by("seq").values_list("data", flat=True)
    assert {one["side"] for one in data} == {"black"}
    return [one["computer"] for one in data]


def test_a_friend_leaves_the_computer_goes_on_and_the_friend_comes_back(
    impatient_rooms: Windows, impatient_site: SiteProcesses
) -> None:
    page, friend = impatient_rooms.page(), impatient_rooms.page()
    page.goto(f"{impatient_site.url}/play/friend/")
    page.get_by_role("button", name="Make the link").click()
    friend.goto(page.get_by_label("Link", exact=True).input_value())
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Join").click()
    anna, bob = TablePage(page).ready(), TablePage(friend).ready()
    match = elsewhere(Match.objects.get)
    browser = friend.context.storage_state()
    if bob.is_my_turn:  # so that the computer, too, has its turns from the roll on
        turn(bob)
    friend.context.close()

    gone = page.locator("[data-gone]")
    expect(gone).to_have_attribute("data-gone", "offer")
    for name in ("gone_computer", "gone_wait", "gone_adjourn"):
        expect(anna.action(name)).to_be_visible()
    anna.action("gone_computer").click()
    expect(anna.player("black")).to_have_attribute("data-computer", "intermediate")
    expect(gone).to_have_count(0)
    turn(anna)
    anna.wait_for_turn()
    assert elsewhere(lambda: match.events.filter(kind="checkers_played", data__side="black").count()) > 0

    returned = impatient_rooms.page(storage_state=browser)
    returned.goto(anna.page.url)
    back = TablePage(returned).ready()
    assert back.data("you") == "black"
    expect(returned.locator('[data-seat="computer"]')).to_contain_text("The computer (intermediate) plays for you.")
    back.action("seat_back").click()
    for table in (anna, back):
        expect(table.player("black")).to_have_attribute("data-computer", "")
    turn(anna)
    before = back.wait_for_turn().version
    back.do("roll")
    assert back.version > before  # nobody else rolls for Bob

    stored = elsewhere(lambda: Match.objects.get(pk=match.pk))
    assert (stored.taken_over, stored.is_rated) == (True, False)
    expect(page.locator("[data-rated]")).to_have_attribute("data-rated", "false")
    assert elsewhere(lambda: controls(match)) == ["intermediate", None]
    anna.action("resign_match").click()
    anna.action("resign_match_sure").click()
    expect(anna.table).to_have_attribute("data-phase", "over")
    assert elsewhere(lambda: is_whole(match.pk))
    page.goto(f"{impatient_site.url}/match/{match.code}/game/1/")
    record = re.sub(r"\s+", " ", " | ".join(page.locator(".decision-line").all_inner_texts()))
    assert re.search(r"The computer \(intermediate\) plays on for Black\..*Black’s player is back\.", record), record
