"""Bad input in the page: a sentence that a person understands, a table that still works, and nothing changed."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils import timezone
from playwright.sync_api import Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bgsite.accounts.models import AccountSession, User
from games.rules.actions import Double
from games.rules.errors import Refusal
from games.rules.sides import Side
from matches.models import Match
from matches.protocol import MAX_FRAME_BYTES, ProtocolCode
from matches.refusals import sentence
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.gallery import broken_site
from tests.browser.spoiler import Frame, Spoil, Spoiler, changed, text
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.client import cookie_of
from tests.matches.matchmaking import act, begun_match, person, play_to_a_roll
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

SPOILT_ROLLS: list[tuple[ProtocolCode | Refusal, Spoil]] = [
    (ProtocolCode.BAD_JSON, text('{"t": "roll"')),
    (ProtocolCode.UNKNOWN_FRAME, changed(t="fly")),
    (ProtocolCode.BAD_FRAME, changed(dice=[6, 6])),
    (ProtocolCode.BAD_FRAME, text('{"t": "roll"}')),
    (ProtocolCode.STALE, lambda frame: [json.dumps({**frame, "decision": frame["decision"] - 1})]),
    (
        ProtocolCode.NOT_YOUR_SIDE,
        lambda frame: [json.dumps({**frame, "side": Side(frame["side"]).other.value})],
    ),
    (Refusal.ROLL_FIRST, changed(t="play", steps=[[13, 7, 6]])),
    (Refusal.NOTHING_OFFERED, changed(t="take")),
    (Refusal.NO_RESIGNATION, changed(t="accept_resignation")),
    (Refusal.MONEY_ONLY, changed(t="settle", points=1)),
]


class Begun:
    """A match in which somebody has to roll."""

    def __init__(self) -> None:
        anna, bob = person("Anna"), person("Bob")
        self.match = begun_match(anna, bob)
        self.side = play_to_a_roll(self.match)
        self.roller: User = anna if self.side is Side.WHITE else bob
        self.other: User = bob if self.side is Side.WHITE else anna

    @property
    def version(self) -> int:
        """How many events the match has, as stored."""
        version = Match.objects.get(pk=self.match.pk).version
        assert version == self.match.events.count()
        return version


@pytest.fixture
def begun() -> Begun:
    return elsewhere(Begun)


@pytest.fixture
def spoilt(windows: Windows, live_site: SiteProcesses, begun: Begun) -> tuple[TablePage, Spoiler]:
    """The table of who has to roll, and who spoils what it sends."""
    page = windows.page(begun.roller)
    spoiler = Spoiler(page)
    page.goto(f"{live_site.url}/match/{begun.match.code}/")
    table = TablePage(page).ready()
    while "chat" not in spoiler.heard:  # what is broken while a socket still opens closes it
        page.wait_for_timeout(20)
    return table, spoiler


def expect_sentence(table: TablePage, refusal: Frame, code: ProtocolCode | Refusal) -> None:
    """The page says, in the words of the site, why nothing happened."""
    assert refusal["code"] == code.value
    notice = table.page.get_by_role("alert")
    expect(notice).to_have_text(sentence(code, refusal["params"]))
    assert "%(" not in notice.inner_text()
    table.page.keyboard.press("Escape")
    expect(notice).to_have_count(0)


def test_each_refusal_is_a_sentence_and_changes_nothing(begun: Begun, spoilt: tuple[TablePage, Spoiler]) -> None:
    table, spoiler = spoilt
    before, position = begun.version, table.position()
    for code, spoil in SPOILT_ROLLS:
        spoiler.spoil = spoil
        table.action("roll").click()
        expect(table.page.get_by_role("alert")).to_be_visible()
        expect_sentence(table, spoiler.refusals.pop(), code)
        assert begun.version == before
        assert (table.settled().phase, table.position()) == ("to_roll", position)
    table.do("roll")
    assert table.version > before


def test_an_illegal_play_says_why_and_the_legal_ones_stay(
    open_table: OpenTable, begun: Begun, spoilt: tuple[TablePage, Spoiler]
) -> None:
    table, spoiler = spoilt
    table.do("roll")
    steps, position, before = table.steps(), table.position(), begun.version
    illegal = [[24, 1, die] for die in map(int, table.data("dice"))]
    spoils: list[tuple[Refusal, Spoil]] = [
        (Refusal.ILLEGAL_STEP, changed(steps=illegal)),
        (Refusal.PLAY_INCOMPLETE, lambda frame: [json.dumps({**frame, "steps": frame["steps"][:1]})]),
    ]
    for code, spoil in spoils:
        while not table.can("confirm"):
            table.step(table.steps()[0])
        spoiler.spoil = spoil
        table.action("confirm").click()
        expect(table.page.get_by_role("alert")).to_be_visible()
        expect_sentence(table, spoiler.refusals.pop(), code)
        assert begun.version == before
        assert (table.settled().steps(), table.position()) == (steps, position)
    table.play_first()
    assert begun.version > before


@pytest.mark.parametrize(
    "spoil",
    [text("x" * (MAX_FRAME_BYTES + 1)), lambda _frame: ['{"t": "ping", "n": 1}'] * 200],
    ids=["too large", "too many"],
)
def test_a_socket_closed_for_what_it_sent_comes_back_and_the_action_is_done_once(
    windows: Windows, begun: Begun, spoilt: tuple[TablePage, Spoiler], spoil: Spoil
) -> None:
    windows.allowed += ["WebSocket is already in CLOSING"]  # the spoiler still sends when the server has closed
    table, spoiler = spoilt
    before = begun.version
    spoiler.spoil = spoil
    table.action("roll").click()
    expect(table.table).not_to_have_attribute("data-phase", "to_roll")
    table.ready()
    rolls = begun.match.events.filter(seq__gt=before, kind="dice_rolled")
    assert rolls.count() == 1


def test_a_fault_of_the_server_is_said_and_costs_nothing(begun: Begun, spoilt: tuple[TablePage, Spoiler]) -> None:
    table, spoiler = spoilt
    before = begun.version
    with broken_site():
        table.action("roll").click()
        expect(table.page.get_by_role("alert")).to_be_visible()
    expect_sentence(table, spoiler.refusals.pop(0), ProtocolCode.SERVER_FAULT)
    assert begun.version == before
    table.ready().do("roll")
    assert begun.version > before


def expect_end(page: Page, code: ProtocolCode) -> None:
    """The line is closed for good, the page says why, and nothing can be done any more."""
    banner = page.locator('[data-connection="closed"]')
    expect(banner).to_contain_text(sentence(code))
    assert banner.get_attribute("data-code") == code.value
    expect(page.locator("#board [data-can]:not([data-can=''])")).to_have_count(0)


def test_logging_out_in_another_tab_ends_the_table_and_logging_in_leads_back(
    open_table: OpenTable, live_site: SiteProcesses, begun: Begun
) -> None:
    begun.roller.password = PBKDF2PasswordHasher().encode(PASSWORD, "pepper", iterations=1)
    begun.roller.save()
    table = open_table(begun.match, begun.roller)
    other_tab = table.page.context.new_page()
    other_tab.goto(live_site.url)
    other_tab.locator("header .account-menu:not(.language-menu) summary").click()
    other_tab.get_by_role("button", name="Log out").click()
    expect(other_tab.get_by_role("link", name="Log in").first).to_be_visible()
    expect_end(table.page, ProtocolCode.LOGIN_AGAIN)
    table.page.get_by_role("link", name="Log in again").click()
    table.page.get_by_label("Name or e-mail address").fill(begun.roller.username)
    table.page.get_by_label("Password").fill(PASSWORD)
    table.page.locator("main").get_by_role("button", name="Log in").click()
    TablePage(table.page).ready().do("roll")


def test_an_expired_session_ends_the_table_and_the_action_is_not_done(
    windows: Windows, live_site: SiteProcesses, begun: Begun
) -> None:
    page = windows.page(begun.roller)
    end = timezone.now() + timedelta(seconds=6)
    AccountSession.objects.update(expire_date=end)
    page.goto(f"{live_site.url}/match/{begun.match.code}/")
    table, before = TablePage(page).ready(), begun.version
    page.wait_for_timeout(1000 * (end - timezone.now()).total_seconds())
    if table.can("roll"):  # else a ping came before us
        table.action("roll").click()
    expect_end(page, ProtocolCode.LOGIN_AGAIN)
    assert begun.version == before


def test_a_deleted_match_ends_the_table(open_table: OpenTable, begun: Begun) -> None:
    table = open_table(begun.match, begun.roller)
    elsewhere(begun.match.delete)
    table.action("roll").click()
    expect_end(table.page, ProtocolCode.NO_SUCH_MATCH)


@pytest.mark.parametrize("is_known", [False, True], ids=["anonymous", "logged in"])
def test_a_spectator_has_nothing_to_press(open_table: OpenTable, begun: Begun, is_known: bool) -> None:
    table = open_table(begun.match, person("Carl") if is_known else None)
    before = begun.version

    def check() -> None:
        expect(table.page.locator("[data-action], [data-step]")).to_have_count(0)
        expect(table.page.locator("#board [data-can]:not([data-can=''])")).to_have_count(0)
        for key in ("Space", "d", "Enter", "Backspace"):
            table.page.keyboard.press(key)
        assert begun.version == before

    check()
    elsewhere(lambda: act(begun.match, begun.side, Double()))
    before = begun.version
    table.wait_for_version(before)
    check()
    expect(table.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:1"])
def test_a_foreign_origin_gets_no_socket(live_site: SiteProcesses, begun: Begun, origin: str) -> None:
    headers = {"Cookie": cookie_of(begun.roller)}
    address = f"{live_site.ws_url}/ws/match/{begun.match.code}/"

    async def knock() -> None:
        async with connect(address, origin=origin, additional_headers=headers):  # type: ignore[arg-type]
            pass

    def refused() -> int:
        with pytest.raises(InvalidStatus) as caught:
            asyncio.run(knock())
        return caught.value.response.status_code

    assert elsewhere(refused) == 403


def test_a_page_of_another_site_gets_no_socket(windows: Windows, live_site: SiteProcesses, begun: Begun) -> None:
    windows.allowed += ["WebSocket connection to"]
    page = windows.page(begun.roller)
    ends = page.evaluate(
        """(address) => new Promise((resolve) => {
            const socket = new WebSocket(address);
            socket.onopen = () => resolve("open");
            socket.onclose = () => resolve("refused");
        })""",
        f"{live_site.ws_url}/ws/match/{begun.match.code}/",
    )
    assert ends == "refused"
