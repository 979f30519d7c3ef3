"""Two people register, meet and play a whole match in two browsers, with everything that may come in between."""

from __future__ import annotations

import os
import time

import pytest
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from matches.models import Match
from tests.browser.conftest import Windows, cut_line
from tests.browser.line import Line
from tests.browser.person import Person
from tests.browser.table_page import TablePage
from tests.browser.two_tables import TwoTables, checkers
from tests.live import SiteProcesses

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

CUT_SECONDS = float(os.environ.get("BARPOINT_CUT_SECONDS", "8"))
"""How long the line stays cut. 20 is what is promised; 8 is past the page's own patience as well."""
RIGHT_AGAIN_SECONDS = 6


def meet(anna: Person, bruno: Person) -> TwoTables:
    """Both register; Anna invites Bruno to three points, Bruno joins."""
    bruno.register()
    anna.register()
    anna.invite("Bruno", 3)
    second = bruno.join("Anna")
    return TwoTables(anna.table(), second)


def test_a_whole_match_in_two_browsers(windows: Windows, live_site: SiteProcesses, line: Line) -> None:
    windows.allowed += cut_line(line)
    anna = Person("Anna", windows.page(), line.url)
    bruno = Person("Bruno", windows.page(), live_site.url)
    tables = meet(anna, bruno)
    leader = play_the_cube_game(tables)
    play_the_crawford_game(tables, leader)
    play_the_last_game(tables, line, leader)
    director = windows.page(User.objects.create_superuser("Dana"))
    look_in_the_admin(director, live_site, "Anna" if leader is tables.first else "Bruno")


def play_the_cube_game(tables: TwoTables) -> TablePage:
    """A declined resignation, a reload, a taken double, a dropped redouble: 2 points to who is given back."""
    opener = tables.on_turn()
    doubler = tables.other(opener)
    dice = opener.data("dice")
    tables.offer_resignation(opener, "gammon")
    doubler.answer("decline_resignation")
    tables.in_step()
    assert (opener.phase, opener.data("dice")) == ("to_play", dice)
    reload_in_mid_turn(opener)
    tables.turn()
    tables.double(doubler, "take")
    for table in (tables.first, tables.second):
        assert table.position()["cube"][1] == 2
    tables.turn()
    tables.turns_until_rolls(opener)
    tables.double(opener, "drop")
    assert opener.phase == "between"
    expect(opener.page.locator("[data-game-result]")).to_contain_text("2 points")
    assert sorted(opener.score()) == [0, 2]
    tables.next_game()
    return opener


def reload_in_mid_turn(table: TablePage) -> None:
    """The dice stay, what was not confirmed is gone, nothing else changes."""
    before, dice, version = checkers(table), table.data("dice"), table.version
    table.step(table.steps()[0])
    table.settled()
    assert checkers(table) != before
    table.page.reload()
    table.ready()
    assert (checkers(table), table.data("dice"), table.version) == (before, dice, version)


def play_the_crawford_game(tables: TwoTables, leader: TablePage) -> None:
    """Nobody can double; the leader gives up a gammon: 2–2."""
    for table in (tables.first, tables.second):
        expect(table.page.locator("[data-crawford-sign]")).to_be_visible()
    for table in (tables.other(leader), leader):
        tables.turns_until_rolls(table)
        assert table.can("roll")
        expect(table.action("double")).to_have_count(0)
        table.page.keyboard.press("d")
        assert table.phase == "to_roll"
    tables.offer_resignation(leader, "gammon")
    tables.other(leader).answer("accept_resignation")
    tables.in_step()
    assert leader.score() == (2, 2)
    tables.next_game()


def play_the_last_game(tables: TwoTables, line: Line, loser: TablePage) -> None:
    """Neither Crawford nor a live cube; the line is cut in the middle; then `loser` gives up."""
    expect(loser.page.locator("[data-crawford-sign]")).to_have_count(0)
    tables.turns_until_rolls(tables.first)
    assert not tables.first.can("double")
    play_through_a_cut(tables, line)
    tables.turn()
    tables.turns_until_rolls(loser)
    tables.offer_resignation(loser, "single")
    winner = tables.other(loser)
    assert winner.phase == loser.phase == "over"
    expect(winner.page.locator("[data-match-result]")).to_have_text("You win the match 3 : 2.")
    expect(loser.page.locator("[data-match-result]")).to_contain_text("wins the match 3 : 2.")


def play_through_a_cut(tables: TwoTables, line: Line) -> None:
    """The answer to Anna's play is lost, then her line; Bruno plays on; her page catches up by itself."""
    anna, bruno = tables.first, tables.second
    anna.page.evaluate("window.notReloaded = true")
    anna.do("roll")
    while not anna.can("confirm"):
        anna.step(anna.steps()[0])
    before = anna.version
    line.mute()
    anna.action("confirm").click()
    bruno.wait_for_version(before + 1)
    assert line.connections > 0
    line.cut()
    end = time.monotonic() + CUT_SECONDS
    expect(anna.table).to_have_attribute("data-line", "lost")
    expect(anna.page.locator("[data-connection=lost]")).to_be_visible()
    assert (line.connections, anna.version) == (0, before)
    mover = bruno.wait_for_turn().do("roll")
    if mover.is_my_turn:
        mover.play_first()
    anna.page.wait_for_timeout(1000 * max(0, end - time.monotonic()))
    assert (anna.data("line"), anna.version) == ("lost", before)
    line.mend()
    begun = time.monotonic()
    anna.ready().wait_for_version(bruno.version)
    assert time.monotonic() - begun < RIGHT_AGAIN_SECONDS
    tables.in_step()
    assert anna.page.evaluate("window.notReloaded") is True
    kinds = Match.objects.get().events.filter(seq__gt=before).order_by("seq").values_list("kind", flat=True)
    assert [kind for kind in kinds if kind in {"checkers_played", "dice_rolled"}] in (
        ["checkers_played", "dice_rolled", "checkers_played"],
        ["checkers_played", "dice_rolled"],  # Bruno could not move
    )


def look_in_the_admin(page: Page, site: SiteProcesses, leader: str) -> None:
    """Every game as it was played, and the log gives the stored snapshot."""
    page.goto(f"{site.url}/admin/matches/match/?q=Anna")
    match = Match.objects.get()
    page.get_by_role("link", name=match.code).click()
    side = match.seats.get(user__username=leader).side
    other = "black" if side == "white" else "white"
    score = "2 : 0" if side == "white" else "0 : 2"
    games = page.locator("#games-group tr.form-row")
    names = ("score_before", "crawford", "cube_value", "cube_owner", "winner", "points", "kind", "termination")
    rows = [[games.nth(at).locator(f".field-{name}").inner_text().lower() for name in names] for at in range(3)]
    expect(games).to_have_count(3)
    assert rows == [
        ["0 : 0", "pending", "2", side, side, "2", "–", "dropped"],
        [score, "active", "1", "-", other, "2", "gammon", "resigned"],
        ["2 : 2", "expired", "1", "-", other, "1", "single game", "resigned"],
    ]
    page.get_by_role("link", name="Check the log").click()
    expect(page.get_by_role("status")).to_have_text("Replaying the log gives exactly the stored snapshot.")
    games.first.get_by_role("link", name="Positions").click()
    expect(page.get_by_role("heading", name="Game 1").first).to_be_visible()
