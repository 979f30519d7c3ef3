"""Talking at the table, in real browsers."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from matches.models import Block, ChatLine, ChatReport, Match
from matches.services.muting import mute, unmute
from tests.browser.conftest import CUT_LINE, OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.line import Line
from tests.browser.table_page import TablePage
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.matchmaking import person

pytestmark = pytest.mark.django_db(transaction=True)

ZALGO = "".join(letter + "\u0336\u0301\u0489\u0322" * 15 for letter in "covers")
NASTY = f'{ZALGO} \u202eright to left\u202c <b>bold</b> & ß ö % + "quotes" ' + "w" * 90
NARROW = {"viewport": {"width": 390, "height": 844}}


class ChatPanel:
    """The chat of one open table."""

    def __init__(self, table: TablePage) -> None:
        self.page: Page = table.page
        self.root = table.page.locator("#chat")
        self.field = self.root.get_by_label("Your message")

    def lines(self) -> Locator:
        """All lines that the server has told."""
        return self.root.locator("[data-line]")

    def line(self, text: str) -> Locator:
        """One line."""
        return self.lines().filter(has_text=text)

    def write(self, text: str) -> None:
        """Type a text and send it."""
        self.field.fill(text)
        self.field.press("Enter")

    def open(self, text: str) -> Locator:
        """Open what can be done about a line."""
        line = self.line(text)
        line.locator("[data-chat-more]").click()
        return line


def match_of(white: User, black: User) -> Match:
    return elsewhere(lambda: running_match(white, black, is_public=True))


@pytest.fixture
def bart() -> User:
    return elsewhere(lambda: person("Bartholomäus"))


def axe_faults(page: Page) -> list[str]:
    page.evaluate(Axe().axe_script)
    violations = page.evaluate("axe.run({resultTypes: ['violations']}).then((results) => results.violations)")
    return [f"{one['id']}: {node['html'][:150]}" for one in violations for node in one["nodes"]]


def test_two_players_talk_and_their_board_hears_nothing_of_it(open_table: OpenTable, anna: User, bart: User) -> None:
    match = match_of(anna, bart)
    annas, barts = open_table(match, anna), open_table(match, bart)
    here, there = ChatPanel(annas), ChatPanel(barts)
    here.root.locator('[data-say="hello"]').click()
    expect(there.line("Hello!")).to_be_visible()  # what the page finds when it comes is not read aloud
    here.root.locator('[data-say="good_luck"]').click()
    expect(there.line("Good luck!")).to_have_attribute("data-mine", "false")
    expect(here.line("Good luck!")).to_have_attribute("data-mine", "true")
    expect(barts.page.locator("#live")).to_contain_text("Anna: Good luck!")
    version = annas.version
    here.field.click()
    annas.page.keyboard.type("dDhH t 12 ")
    annas.page.keyboard.press("Backspace")
    annas.page.keyboard.press("Enter")
    expect(there.line("dDhH t 12")).to_be_visible()
    expect(here.field).to_have_value("")
    assert annas.version == version
    annas.page.keyboard.press("Escape")
    expect(here.field).not_to_be_focused()
    assert axe_faults(annas.page) == []


def test_case_170_nothing_that_is_written_covers_another_line(open_table: OpenTable, anna: User, bart: User) -> None:
    match = match_of(anna, bart)
    table = open_table(match, bart)
    here, there = ChatPanel(open_table(match, anna)), ChatPanel(table)
    for text in ("first", NASTY, "last"):
        here.write(text)
        expect(here.root.locator("[data-waiting]")).to_have_count(0)
    expect(there.lines()).to_have_count(3)
    assert there.root.locator("b").count() == 0
    boxes = [box for line in there.lines().all() if (box := line.bounding_box())]
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"]
    inside = "line => getComputedStyle(line).overflow === 'hidden' && line.scrollWidth <= line.clientWidth"
    assert all(line.evaluate(inside) for line in there.lines().all())
    for width in (1280, 390):
        table.page.set_viewport_size({"width": width, "height": 844})
        assert not table.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_refusals_are_sentences_and_the_text_stays(open_table: OpenTable, anna: User, bart: User) -> None:
    here = ChatPanel(open_table(match_of(anna, bart), anna))
    here.write("x" * 5000)
    expect(here.root.get_by_role("alert")).to_have_text("A line can have 300 characters; this has 5000.")
    expect(here.field).to_have_value("x" * 5000)
    here.write("\u200b\u202e")
    expect(here.root.get_by_role("alert")).to_have_text("There is nothing to send.")
    assert elsewhere(ChatLine.objects.count) == 0


def test_guests_and_who_plays_them_have_ready_made_lines(open_table: OpenTable, anna: User, windows: Windows) -> None:
    guest = elsewhere(guest_make)
    match = match_of(anna, guest)
    here = ChatPanel(open_table(match, anna))
    expect(here.root.locator("[data-say]")).to_have_count(12)
    expect(here.field).to_have_count(0)
    expect(here.root).to_contain_text("Free text is for registered players.")
    page = windows.page()
    page.goto(here.page.url)
    expect(page.locator("#table")).to_have_attribute("data-line", "live")
    expect(page.locator("#chat")).to_be_hidden()  # a stranger, and nobody has written
    here.root.locator('[data-say="hello"]').click()
    expect(page.locator("#chat [data-line]")).to_have_count(1)
    expect(page.locator("#chat [data-say]")).to_have_count(0)


def test_a_line_is_reported_and_its_writer_blocked(
    open_table: OpenTable, windows: Windows, anna: User, bart: User
) -> None:
    windows.allowed += ["the server responded with a status of 409"]
    match = match_of(anna, bart)
    here, there = ChatPanel(open_table(match, anna)), ChatPanel(open_table(match, bart))
    there.write("You are a fool")
    line = here.open("You are a fool")
    expect(line.locator("[data-chat-block]")).to_be_focused()
    line.locator("[data-chat-report]").click()
    assert axe_faults(here.page) == []
    line.locator('[data-reason="insult"]').click()
    expect(here.root.locator("[data-chat-note]")).to_have_text("Thank you. The administrators will look at it.")
    line = here.open("You are a fool")
    line.locator("[data-chat-report]").click()
    line.locator('[data-reason="insult"]').click()
    expect(here.root.get_by_role("alert")).to_have_text("You have reported this line already.")
    here.page.keyboard.press("Escape")
    expect(line.locator("[data-chat-more]")).to_be_focused()
    here.open("You are a fool").locator("[data-chat-block]").click()
    expect(here.root.locator("[data-chat-note]")).to_contain_text("Bartholomäus is blocked.")
    expect(here.lines()).to_have_count(0)
    there.write("Hello?")
    expect(there.root.get_by_role("alert")).to_have_text("One of you has blocked the other; nothing was sent.")
    expect(there.field).to_have_value("Hello?")
    assert elsewhere(lambda: list(ChatReport.objects.values_list("accused__username", "reason"))) == [
        ("Bartholomäus", "insult")
    ]
    assert elsewhere(lambda: Block.objects.filter(owner=anna, person=bart).exists())


def test_case_172_a_mute_is_seen_at_once(open_table: OpenTable, anna: User, bart: User) -> None:
    here = ChatPanel(open_table(match_of(anna, bart), anna))
    expect(here.field).to_be_visible()
    elsewhere(lambda: mute(anna.pk, timedelta(hours=1)))
    expect(here.root.locator("[data-muted]")).to_contain_text("An administrator took the word from you until")
    expect(here.field).to_have_count(0)
    assert axe_faults(here.page) == []
    elsewhere(lambda: unmute(anna.pk))
    expect(here.field).to_be_visible()


def test_a_narrow_screen_folds_the_chat_and_counts_what_is_new(open_table: OpenTable, anna: User, bart: User) -> None:
    match = match_of(anna, bart)
    table = open_table(match, anna, **NARROW)
    here, there = ChatPanel(table), ChatPanel(open_table(match, bart))
    expect(here.field).to_be_hidden()
    there.write("Are you there?")
    there.root.locator('[data-say="one_moment"]').click()
    expect(here.root.locator("[data-unread]")).to_have_text("2 new lines")
    here.root.locator("summary").click()
    expect(here.line("Are you there?")).to_be_visible()
    expect(here.root.locator("[data-unread]")).to_have_count(0)
    assert axe_faults(table.page) == []


def test_a_script_that_was_lost_on_its_way_comes_when_the_network_is_back(
    windows: Windows, live_site: SiteProcesses, anna: User, bart: User
) -> None:
    windows.allowed += ["net::ERR_FAILED"]
    page = windows.page(anna)
    page.route("**/chat-*.js", lambda route: route.abort(), times=1)
    page.goto(f"{live_site.url}/match/{match_of(anna, bart).code}/")
    here = ChatPanel(TablePage(page).ready())
    here.write("I am in a tunnel")
    expect(here.line("I am in a tunnel")).to_be_visible()


def test_a_line_whose_answer_was_lost_is_said_once(
    open_table: OpenTable, windows: Windows, line: Line, anna: User, bart: User
) -> None:
    windows.allowed += [*CUT_LINE, "net::ERR"]
    match = match_of(anna, bart)
    there = ChatPanel(open_table(match, bart))
    page = windows.page(anna)
    page.goto(f"{line.url}/match/{match.code}/")
    table = TablePage(page).ready()
    here = ChatPanel(table)
    expect(here.field).to_be_visible()
    line.mute()
    here.write("I am in a tunnel")
    expect(there.line("I am in a tunnel")).to_be_visible()
    expect(here.root.locator("[data-waiting]")).to_contain_text("being sent")
    line.cut()
    expect(here.root.locator("[data-waiting]")).to_contain_text("waits for the connection")
    there.write("Hello?")
    line.mend()
    table.ready()
    expect(here.lines()).to_have_count(2)
    expect(here.root.locator("[data-waiting]")).to_have_count(0)
    expect(there.lines()).to_have_count(2)
    assert elsewhere(ChatLine.objects.count) == 2
