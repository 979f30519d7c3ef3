"""Two people at one table, each in a window of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from games.rules.actions import Double, Take
from games.rules.rulecard import Preset
from games.rules.sides import Side
from games.rules.state import to_act
from matches.models import Match
from tests.browser.conftest import OpenTable, Windows, cut_line
from tests.browser.elsewhere import elsewhere
from tests.browser.line import Line
from tests.browser.table_page import TablePage, turn
from tests.live import SiteProcesses
from tests.matches.matchmaking import (
    act,
    begun_match,
    lose_game,
    next_game,
    pass_turn,
    person,
    play_to_a_roll,
    state,
    terms,
)

pytestmark = pytest.mark.django_db(transaction=True)

MIRROR = {str(point): str(25 - point) for point in range(1, 25)} | {
    "bar": "far-bar",
    "far-bar": "bar",
    "off": "far-off",
    "far-off": "off",
}
CONTROLS = {"dice", "cube"}


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def bob() -> User:
    return person("Bob")


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Three points, no clock; Anna has White, Bob Black; the opening is thrown."""
    return elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 3)))


@pytest.fixture
def tables(open_table: OpenTable, match: Match, anna: User, bob: User) -> tuple[TablePage, TablePage]:
    """Anna's and Bob's."""
    return open_table(match, anna), open_table(match, bob)


@pytest.fixture
def by_a_line(windows: Windows, line: Line, open_table: OpenTable, match: Match) -> tuple[TablePage, TablePage]:
    """Of whoever is to act and of the other, who comes by the line that can be cut."""
    windows.allowed += cut_line(line)
    seats = elsewhere(lambda: {seat.side: seat.user for seat in match.seats.select_related("user")})
    here = elsewhere(lambda: to_act(state(match)))
    assert here is not None
    page = windows.page(seats[here.other])
    page.goto(f"{line.url}/match/{match.code}/")
    return open_table(match, seats[here]), TablePage(page).ready()


def on_turn(tables: tuple[TablePage, TablePage]) -> tuple[TablePage, TablePage]:
    """Who has to act, and the other."""
    first, second = tables
    return (first, second) if first.is_my_turn else (second, first)


def seen_from_the_other_side(position: dict[str, tuple[str, int]]) -> dict[str, tuple[str, int]]:
    return {MIRROR[point]: here for point, here in position.items() if point not in CONTROLS}


def checkers(position: dict[str, tuple[str, int]]) -> dict[str, tuple[str, int]]:
    return {point: here for point, here in position.items() if point not in CONTROLS}


def to_double(match: Match) -> Side:
    """Play on until somebody may double; who."""

    def play() -> Side:
        opener = state(match).game.on_roll  # type: ignore[union-attr]
        pass_turn(match, opener)
        return opener.other

    return elsewhere(play)


def test_a_play_arrives_at_the_other_table(open_table: OpenTable, match: Match, anna: User, bob: User) -> None:
    """With checkers that fly, as most people have it."""
    hers, his = (open_table(match, user, reduced_motion="no-preference") for user in (anna, bob))
    mover, other = on_turn((hers, his))
    for _ in range(3):
        turn(mover)
        other.wait_for_version(mover.version)
        assert checkers(other.position()) == seen_from_the_other_side(mover.position())
        assert other.is_my_turn
        mover, other = other, mover


def test_a_taken_double_gives_the_taker_the_cube(open_table: OpenTable, match: Match, anna: User, bob: User) -> None:
    doubler = to_double(match)
    tables = open_table(match, anna), open_table(match, bob)
    mover, other = on_turn(tables)
    mover.do("double")
    expect(mover.page.locator("#status")).to_contain_text("You double to 2")
    other.answer("take")
    mover.wait_for_version(other.version)
    for table in tables:
        assert table.position()["cube"] == (doubler.other.value, 2)
    assert mover.can("roll")
    assert not mover.can("double")


def test_a_dropped_double_ends_the_game_at_the_old_value(
    open_table: OpenTable, match: Match, anna: User, bob: User
) -> None:
    doubler = to_double(match)
    tables = open_table(match, anna), open_table(match, bob)
    mover, other = on_turn(tables)
    mover.do("double")
    other.answer("drop")
    mover.wait_for_version(other.version)
    assert mover.phase == other.phase == "between"
    assert mover.score() == ((1, 0) if doubler is Side.WHITE else (0, 1))
    mover.do("next")
    other.wait_for_version(mover.version)
    other.do("next")
    mover.wait_for_version(other.version)
    assert mover.data("game") == other.data("game") == "2"


def test_a_gammon_resignation_is_asked_twice_and_can_be_declined(open_table: OpenTable, anna: User, bob: User) -> None:
    match = elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 7)))
    mover, other = on_turn((open_table(match, anna), open_table(match, bob)))
    dice = mover.data("dice")
    mover.action("resign").click()
    mover.page.get_by_role("radio", name="gammon: 2 points").check()
    mover.action("resign_offer").click()
    expect(mover.page.get_by_role("dialog", name="Really resign a gammon?")).to_be_focused()
    mover.do("resign_sure")
    other.answer("decline_resignation")
    mover.wait_for_version(other.version)
    assert (mover.phase, mover.data("dice")) == ("to_play", dice)
    assert "Bob declines" in mover.status or "Anna declines" in mover.status
    mover.action("resign").click()
    expect(mover.page.get_by_role("radio")).to_have_count(1)  # a declined size can only be raised


def test_an_accepted_resignation_ends_the_game(open_table: OpenTable, match: Match, anna: User, bob: User) -> None:
    mover, other = on_turn((open_table(match, anna), open_table(match, bob)))
    mover.action("resign").click()
    mover.do("resign_offer")
    other.answer("accept_resignation")
    expect(other.page.locator("[data-game-result]")).to_contain_text("You win a single: 1 point.")


def test_a_reload_in_mid_turn_keeps_the_dice(tables: tuple[TablePage, TablePage]) -> None:
    mover, _ = on_turn(tables)
    before, dice = mover.position(), mover.data("dice")
    mover.step(mover.steps()[0])
    mover.settled()
    assert mover.position() != before
    mover.page.reload()
    mover.ready()
    assert (mover.position(), mover.data("dice")) == (before, dice)


def test_steps_can_be_undone_before_confirming(tables: tuple[TablePage, TablePage]) -> None:
    mover, _ = on_turn(tables)
    before = mover.position()
    mover.step(mover.steps()[0])
    mover.do("undo")
    assert mover.position() == before
    while not mover.can("confirm"):
        mover.step(mover.steps()[0])
    mover.do("reset")
    assert mover.position() == before


def test_the_board_shows_dice_to_throw_to_whoever_is_to_roll(tables: tuple[TablePage, TablePage]) -> None:
    first, mover = on_turn(tables)
    turn(first)
    mover.wait_for_turn()
    dice = mover.page.locator('#board [data-point="dice"]')
    assert (dice.get_attribute("data-can"), dice.get_attribute("data-side")) == ("roll", mover.data("you"))
    expect(mover.page.locator(f'#board svg use[href$="{mover.data("you")}-die"]')).to_have_count(2)
    dice.click()
    expect(mover.table).to_have_attribute("data-phase", "to_play")


def test_two_clicks_roll_once(tables: tuple[TablePage, TablePage]) -> None:
    first, mover = on_turn(tables)
    turn(first)
    mover.wait_for_turn()
    mover.action("roll").dblclick()
    mover.settled()
    assert mover.phase in {"to_play", "to_roll"}
    expect(mover.page.locator("[data-notice]")).to_have_count(0)


def test_the_crawford_game_has_no_double_button(open_table: OpenTable, anna: User, bob: User) -> None:
    def prepare() -> Match:
        match = begun_match(anna, bob, terms(Preset.MATCH, 2))
        lose_game(match, Side.BLACK)
        next_game(match)
        pass_turn(match, state(match).game.on_roll)  # type: ignore[union-attr]
        return match

    match = elsewhere(prepare)
    mover, _ = on_turn((open_table(match, anna), open_table(match, bob)))
    assert mover.can("roll")
    expect(mover.action("double")).to_have_count(0)
    expect(mover.page.locator("[data-crawford-sign]")).to_be_visible()


def test_a_double_that_is_off_says_why(open_table: OpenTable, match: Match, anna: User, bob: User) -> None:
    doubler = to_double(match)

    def prepare() -> None:
        act(match, doubler, Double())
        act(match, doubler.other, Take())
        pass_turn(match, doubler)
        while play_to_a_roll(match) is not doubler:
            pass_turn(match, doubler.other)

    elsewhere(prepare)
    table = open_table(match, anna if doubler is Side.WHITE else bob)
    assert table.phase == "to_roll"
    assert not table.can("double")
    expect(table.page.locator("#double-reason")).to_have_text("The other side owns the cube.")


def test_a_spectator_sees_everything_and_can_do_nothing(
    open_table: OpenTable, match: Match, tables: tuple[TablePage, TablePage]
) -> None:
    guest = open_table(match)
    mover, _ = on_turn(tables)
    turn(mover)
    guest.wait_for_version(mover.version)
    assert guest.data("you") == ""
    expect(guest.page.locator("[data-action]")).to_have_count(0)
    expect(guest.page.locator("#board [data-can]:not([data-can=''])")).to_have_count(0)


def test_a_second_window_of_the_same_person_follows(
    open_table: OpenTable, match: Match, anna: User, bob: User, tables: tuple[TablePage, TablePage]
) -> None:
    mover, _ = on_turn(tables)
    twin = open_table(match, anna if mover is tables[0] else bob)
    twin.step(twin.steps()[0])  # begun here, finished in the other window
    turn(mover)
    twin.wait_for_version(mover.version)
    assert twin.position() == mover.position()


def test_what_was_played_while_the_line_was_silent_and_cut_arrives_once(
    line: Line, by_a_line: tuple[TablePage, TablePage]
) -> None:
    mover, other = by_a_line
    line.mute()
    other.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(other.table).to_have_attribute("data-line", "lost")
    line.cut()
    turn(mover)
    line.mend()
    other.ready().wait_for_version(mover.version)
    assert checkers(other.position()) == seen_from_the_other_side(mover.position())
    assert other.version == mover.version


def test_an_action_made_while_the_line_is_cut_is_done_once(
    line: Line, by_a_line: tuple[TablePage, TablePage], match: Match
) -> None:
    first, mover = by_a_line
    turn(first)
    mover.wait_for_turn()
    before = mover.version
    line.cut()
    expect(mover.table).to_have_attribute("data-line", "lost")
    mover.action("roll").click()
    expect(mover.page.locator("[data-kept]")).to_be_visible()
    line.mend()
    mover.ready().wait_for_version(before + 1)
    rolls = elsewhere(lambda: match.events.filter(kind="dice_rolled").count())
    assert rolls == 1


def test_the_match_goes_to_its_end_and_says_so(open_table: OpenTable, anna: User, bob: User) -> None:
    match = elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 1)))
    mover, other = on_turn((open_table(match, anna), open_table(match, bob)))
    mover.action("resign").click()
    mover.do("resign_offer")
    other.wait_for_version(mover.version)
    assert mover.phase == other.phase == "over"
    expect(other.page.locator("[data-match-result]")).to_have_text("You win the match 1 : 0.")
    expect(other.page.get_by_role("link", name="New match")).to_be_visible()


def test_a_page_from_the_browsers_memory_shows_nothing_before_the_server_has_spoken(
    open_table: OpenTable, match: Match, anna: User
) -> None:
    table = open_table(match, anna)
    table.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(table.table).to_have_attribute("data-line", "resting")
    elsewhere(lambda: pass_turn(match, state(match).game.on_roll))  # type: ignore[union-attr]
    table.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(table.page.locator("#board")).to_be_hidden()
    table.ready()
    expect(table.page.locator("#board")).to_be_visible()
    assert table.version == elsewhere(lambda: state(match).version)


def test_who_logs_out_elsewhere_is_told_and_can_do_nothing_more(
    windows: Windows, live_site: SiteProcesses, open_table: OpenTable, match: Match, anna: User
) -> None:
    table = open_table(match, anna)
    other_tab = table.page.context.new_page()
    other_tab.goto(f"{live_site.url}/accounts/logout/")
    other_tab.locator("main button[type=submit]").click()
    expect(table.table).to_have_attribute("data-line", "closed")
    expect(table.page.get_by_role("link", name="Log in again")).to_be_visible()
    expect(table.page.locator("[data-action]")).to_have_count(0)
    assert windows.faults == []
