"""Issue 3, show 2: a money session with automatic doubles, Jacoby, beaver and raccoon, in two browsers and with a bot.

After each game the page's own table of the session says what it brought, in points and in coffee.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, Preset, RuleCard, Stake, card_for
from games.rules.sides import Side
from matches.models import Match
from matches.selectors.replays import is_whole
from matches.services.lifecycle import Terms
from matches.services.sitting import computer_match_start
from tests.browser.conftest import Windows, table_in
from tests.browser.elsewhere import elsewhere
from tests.browser.scripted import Throw, next_game, next_game_to_the_last_roll_of_a_gammon, thrown
from tests.browser.table_page import TablePage
from tests.browser.two_tables import TwoTables
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

TIE: Throw = (3, 3)
WHITE_BEGINS: Throw = (6, 2)
WHITE_LEADS: Throw = (3, 1)
"""Its own point is made at once: whoever is asked for a draw is glad of it."""
BLACK_LEADS: Throw = (1, 3)
"""White's double is answered by a beaver."""


def the_card(refusal: BeaverRefusal = BeaverRefusal.LOSE) -> RuleCard:
    return replace(
        card_for(Preset.MONEY),
        preset=Preset.CUSTOM,
        automatic_doubles=1,
        max_redoubles=2,
        beaver_refusal=refusal,
        stake=Stake(5, "coffee"),
    )


def the_terms(card: RuleCard) -> Terms:
    return Terms(card, ClockSetting(ClockPreset.UNTIMED), Side.WHITE, True)


@dataclass(frozen=True, slots=True)
class Account:
    """The session as one page tells it."""

    page: Page

    def after_game(self, number: int, result: str, cube: int | None, balance: str) -> None:
        """The row of a finished game, and how the session stands."""
        row = self.page.locator(f'#session [data-game="{number}"]')
        expect(row).to_contain_text(result)
        expect(row).to_contain_text(f"Cube {cube} · {balance}" if cube else balance)
        self.stands(balance)

    def stands(self, balance: str) -> None:
        """How the session stands, beside the board."""
        expect(self.page.locator("#session .session-balance b")).to_have_text(balance)

    def sums_up(self, games: int, white: int, black: int, balance: str, highest_cube: int) -> None:
        """The summary of a session that is over."""
        facts = self.page.locator("#session .session-summary")
        expect(facts).to_contain_text(balance)
        expect(facts).to_contain_text(re.compile(rf"Games played\s*{games}\s*Games won"))
        expect(facts.locator("dd").nth(2)).to_have_text(re.compile(rf".*\b{white}\b.*\b{black}\b.*"))
        expect(facts).to_contain_text(re.compile(rf"Highest cube\s*{highest_cube}\s*$"))


def cube(table: TablePage) -> tuple[str, int]:
    """Who has it, in the reader's words, and its value."""
    return table.position()["cube"]


def resign(loser: TablePage) -> None:
    """Offer a single game."""
    loser.action("resign").click()
    loser.action("resign_offer").click()
    loser.settled()


def settle(table: TablePage, points: int) -> None:
    table.action("settle").click()
    table.page.get_by_label("Points to you").fill(str(points))
    table.action("settle_offer").click()


def ask(table: TablePage, name: str) -> None:
    """Offer what is asked for once more: `draw`, `end_session`."""
    table.action(name).click()
    table.action(f"{name}_sure").click()


# --- two browsers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Session:
    """Anna plays White, Bob Black."""

    match: Match
    tables: TwoTables

    @property
    def anna(self) -> TablePage:
        return self.tables.first

    @property
    def bob(self) -> TablePage:
        return self.tables.second

    def tells(self, number: int, result: str, cube: int | None, balance: str) -> None:
        """Both pages say the same."""
        for table in (self.anna, self.bob):
            Account(table.page).after_game(number, result, cube, balance)

    def next(self, *throws: Throw) -> None:
        """Anna presses *Next* in her browser, Bob's comes with these dice."""
        self.anna.do("next")
        next_game(self.match, Side.BLACK, *throws)
        self.shows_what_is_stored()

    def shows_what_is_stored(self) -> None:
        """Nothing is on its way to the pages any more, of what was done in the test's own process."""
        stored = elsewhere(lambda: Match.objects.get(pk=self.match.pk).version)
        for table in (self.anna, self.bob):
            table.wait_for_version(stored)
        self.tables.in_step()

    def doubled_and_beavered(self) -> None:
        """White plays the opening; Black doubles, White beavers."""
        self.anna.play_first()
        self.tables.in_step()
        self.bob.do("double")
        self.anna.answer("beaver")
        self.tables.in_step()


def composed_in_the_browser(rooms: Windows, site: SiteProcesses) -> Session:
    """A guest composes the rules on the page; a friend reads them and joins."""
    page, friend = rooms.page(), rooms.page()
    page.goto(site.url)
    page.get_by_role("link", name="Money session").click()
    page.get_by_role("radio", name="A friend, by link").check()
    page.get_by_text("More options").click()
    page.get_by_label("Automatic doubles").select_option("1")
    page.get_by_label("Beavers and further").select_option(label="Beaver and raccoon")
    page.get_by_label("Stake").fill("5")
    page.get_by_label("Of what").fill("coffee")
    page.get_by_role("button", name="Begin the session").click()
    friend.goto(page.get_by_label("Link", exact=True).input_value())
    for part in ("gammons count only once the cube has been turned", "raccoon", "at most once", "5 coffee a point"):
        expect(friend.locator("main")).to_contain_text(part)
    friend.get_by_role("button", name="Join").click()
    tables = TwoTables(TablePage(page).ready(), TablePage(friend).ready())
    return Session(elsewhere(Match.objects.get), tables)


def test_a_session_in_two_browsers(rooms: Windows, full_site: SiteProcesses) -> None:
    session = composed_in_the_browser(rooms, full_site)
    anna, bob, tables = session.anna, session.bob, session.tables
    mover = tables.on_turn()
    settle(mover, 1 if mover is anna else -1)
    tables.other(mover).answer("accept")
    session.tells(1, "wins 1 point (settlement)", None, "White +1 point · 5 coffee")

    session.next(TIE, WHITE_BEGINS)
    assert cube(anna) == ("", 2)
    session.doubled_and_beavered()
    bob.answer("beaver")  # the raccoon
    anna.answer("take")
    tables.in_step()
    assert cube(anna) == ("white", 16)
    resign(bob)
    anna.answer("accept_resignation")
    session.tells(2, "wins 16 points (resignation)", 16, "White +17 points · 85 coffee")

    session.next(WHITE_BEGINS)
    session.doubled_and_beavered()
    bob.answer("drop")
    session.tells(3, "wins 2 points (", 2, "White +19 points · 95 coffee")

    anna_bears_off_a_gammon(session)
    session.tells(4, "wins 2 points", 2, "White +21 points · 105 coffee")

    session.next(WHITE_BEGINS)
    ask(anna, "draw")
    bob.answer("accept")
    session.tells(5, "Nobody wins (draw", 1, "White +21 points · 105 coffee")

    ask(bob, "end_session")
    for table in (anna, bob):
        Account(table.page).sums_up(5, 4, 0, "White +21 points · 105 coffee", highest_cube=16)
    assert elsewhere(lambda: is_whole(session.match.pk))


def anna_bears_off_a_gammon(session: Session) -> None:
    """Under Jacoby, with a cube that only an automatic double has turned: worth the cube, no more."""
    session.bob.do("next")
    next_game_to_the_last_roll_of_a_gammon(session.match, Side.WHITE, TIE, WHITE_BEGINS)
    session.shows_what_is_stored()
    assert cube(session.anna) == ("", 2)
    session.anna.do("roll")
    bear_off(session.anna)


def bear_off(table: TablePage) -> None:
    """What the coming play ends the game with; it may have been played by itself."""
    assert table.position().get("far-off") is None
    table.play_first()
    expect(table.table).to_have_attribute("data-phase", "between")


def test_a_refused_beaver_that_is_paid_in_two_browsers(rooms: Windows, full_site: SiteProcesses) -> None:
    anna, bob = elsewhere(lambda: (person("Anna"), person("Bob")))
    terms = the_terms(the_card(BeaverRefusal.PAY_AND_PLAY_ON))
    match = thrown(lambda _: begun_match(anna, bob, terms), WHITE_BEGINS)
    first, second = (at_table(rooms, full_site, match, user) for user in (anna, bob))
    session = Session(match, TwoTables(first, second))
    session.doubled_and_beavered()
    second.answer("drop")
    session.tables.in_step()
    for table in (first, second):
        Account(table.page).stands("White +2 points · 10 coffee")
    assert (second.phase, second.is_my_turn, cube(first)) == ("to_roll", True, ("white", 2))
    resign(second)
    first.answer("accept_resignation")
    session.tells(1, "Anna wins 2 points (resignation)", 2, "White +4 points · 20 coffee")


# --- against the computer ---------------------------------------------------------------------------------------


def at_table(rooms: Windows, site: SiteProcesses, match: Match, user: User) -> TablePage:
    return table_in(rooms, site, match, user)


def with_computer(anna: User, refusal: BeaverRefusal, *throws: Throw) -> Match:
    """Anna plays White; the computer does not wait before its acts."""
    terms = the_terms(the_card(refusal))
    return thrown(lambda _: computer_match_start(anna, terms, Level.ADVANCED, 0), *throws)


@dataclass(frozen=True, slots=True)
class Alone:
    """Anna at a table with the computer."""

    match: Match
    table: TablePage

    def next(self, *throws: Throw) -> None:
        """The computer has pressed *Next*; Anna's comes with these dice."""
        self.computer_is_ready()
        next_game(self.match, Side.WHITE, *throws)
        self.shows_what_is_stored()

    def computer_is_ready(self) -> None:
        expect(self.table.page.locator('[data-ready="black"]')).to_be_attached()

    def shows_what_is_stored(self) -> None:
        self.table.wait_for_version(elsewhere(lambda: Match.objects.get(pk=self.match.pk).version))

    def double_and_be_beavered(self) -> None:
        """The computer has opened well; what Anna doubles it turns once more."""
        self.table.wait_for_turn()
        self.table.do("double")
        expect(self.table.page.get_by_role("dialog")).to_contain_text("beavers")


def test_a_session_against_the_computer(rooms: Windows, full_site: SiteProcesses) -> None:
    anna = elsewhere(lambda: person("Anna"))
    match = with_computer(anna, BeaverRefusal.LOSE, TIE, BLACK_LEADS)
    table = at_table(rooms, full_site, match, anna)
    alone, account = Alone(match, table), Account(table.page)
    alone.double_and_be_beavered()
    table.answer("beaver")  # the raccoon, which the computer accepts
    table.wait_for_turn()
    assert cube(table) == ("black", 16)
    resign(table)
    account.after_game(1, "wins 16 points (resignation)", 16, "Black +16 points · 80 coffee")

    alone.next(BLACK_LEADS)
    alone.double_and_be_beavered()
    table.answer("drop")
    account.after_game(2, "wins 2 points (", 2, "Black +18 points · 90 coffee")

    alone.computer_is_ready()
    next_game_to_the_last_roll_of_a_gammon(match, Side.WHITE, TIE, BLACK_LEADS)
    alone.shows_what_is_stored()
    assert cube(table) == ("", 2)
    table.do("roll")
    bear_off(table)
    account.after_game(3, "Anna wins 2 points", 2, "Black +16 points · 80 coffee")

    alone.next(WHITE_LEADS)
    settle(table, -1)
    account.after_game(4, "wins 1 point (settlement)", 1, "Black +17 points · 85 coffee")

    alone.next(WHITE_LEADS)
    ask(table, "draw")
    account.after_game(5, "Nobody wins (draw", 1, "Black +17 points · 85 coffee")

    ask(table, "end_session")
    account.sums_up(5, 1, 3, "Black +17 points · 85 coffee", highest_cube=16)
    assert elsewhere(lambda: is_whole(match.pk))


def test_a_refused_beaver_that_is_paid_against_the_computer(rooms: Windows, full_site: SiteProcesses) -> None:
    anna = elsewhere(lambda: person("Anna"))
    match = with_computer(anna, BeaverRefusal.PAY_AND_PLAY_ON, BLACK_LEADS)
    table = at_table(rooms, full_site, match, anna)
    alone, account = Alone(match, table), Account(table.page)
    alone.double_and_be_beavered()
    table.answer("drop")
    account.stands("Black +2 points · 10 coffee")
    table.wait_for_turn()
    assert (table.phase, cube(table)) == ("to_roll", ("black", 2))
    resign(table)
    account.after_game(1, "wins 2 points (resignation)", 2, "Black +4 points · 20 coffee")
