"""Issue 3, show 5: plays are taken back, over a hit and over a cube; the same dice come again (rules.md 7.2)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Match
from matches.selectors.replays import is_whole
from matches.services.sitting import computer_match_start, hot_seat_start
from tests.browser.conftest import Windows, table_in
from tests.browser.elsewhere import elsewhere
from tests.browser.scripted import roll, thrown
from tests.browser.table_page import StepButton, TablePage
from tests.browser.two_tables import checkers
from tests.live import SiteProcesses
from tests.matches.matchmaking import person, terms

pytestmark = pytest.mark.django_db(transaction=True)

THOUGHT_SECONDS = 40
"""White thinks so long about the opening; all but the free 15 s comes out of the reserve."""


def table_of(rooms: Windows, site: SiteProcesses, match: Match) -> TablePage:
    return table_in(rooms, site, match, elsewhere(lambda: match.created_by))


def play(table: TablePage, *steps: tuple[int, int, int]) -> None:
    """Make these steps (from, to, die), and confirm."""
    for step in steps:
        table.step(StepButton(*step))
    table.do("confirm")


def take_back(table: TablePage) -> None:
    version = table.version
    table.do("take_back")
    table.wait_for_version(version + 1)


def reserves(table: TablePage) -> list[int]:
    """White's and Black's time in seconds, as the page shows it."""
    texts = [table.player(side).get_by_role("timer").inner_text() for side in ("white", "black")]
    return [int(minutes) * 60 + int(seconds) for minutes, seconds in (text.split(":") for text in texts)]


def log_dice(table: TablePage) -> list[str]:
    """Every roll in the page's log, in order."""
    return [text.strip(" :") for text in table.page.locator("#log .log-dice").all_inner_texts()]


def rolls(match: Match) -> list[tuple[list[int], bool]]:
    """Every roll but the opening throw, and whether it only came again."""
    data = match.events.filter(kind="dice_rolled").order_by("seq").values_list("data", flat=True)
    return [(one["dice"], one["again"]) for one in data]


def listed(table: TablePage, site: SiteProcesses, match: Match) -> list[str]:
    """The lines of the finished game's list of positions."""
    table.page.goto(f"{site.url}/match/{match.code}/game/1/")
    lines = table.page.locator(".decision-line").all_inner_texts()
    return [re.sub(r"\s+", " ", line).strip() for line in lines]


def lose(table: TablePage) -> None:
    """Whoever is on turn offers a single game."""
    table.action("resign").click()
    table.action("resign_offer").click()


def test_at_one_screen_over_several_plays_and_a_hit(rooms: Windows, full_site: SiteProcesses) -> None:
    anna = elsewhere(lambda: person("Anna"))
    what = terms(Preset.SINGLE_GAME, None, clock=ClockPreset.CASUAL)
    match = thrown(lambda _: hot_seat_start(anna, what), (6, 2), ago=THOUGHT_SECONDS * 1000)
    table = table_of(rooms, full_site, match)
    full = reserves(table)[1]
    positions = [checkers(table)]
    play(table, (24, 18, 6), (13, 11, 2))
    roll(match, (6, 1))
    table.wait_for_version(elsewhere(lambda: Match.objects.get(pk=match.pk).version))
    positions.append(checkers(table))
    play(table, (13, 7, 6), (8, 7, 1))
    roll(match, (4, 3))
    table.wait_for_version(elsewhere(lambda: Match.objects.get(pk=match.pk).version))
    assert table.position()["bar"] == ("white", 1)  # hit
    positions.append(checkers(table))
    play(table, (25, 21, 4), (13, 10, 3))

    left, version = reserves(table)[0], table.version
    assert full - THOUGHT_SECONDS - 30 < left < full - THOUGHT_SECONDS + 20
    for dice, mover, position in zip(("43", "61", "62"), ("white", "black", "white"), reversed(positions), strict=True):
        take_back(table)
        assert (table.data("dice"), table.data("on-roll")) == (dice, mover)
        assert checkers(table) == position
    expect(table.action("take_back")).to_have_count(0)
    assert table.version > version
    assert full - THOUGHT_SECONDS - 60 < reserves(table)[0] <= left
    expect(table.page.locator("#log .move-log-note", has_text="is taken back.")).to_have_count(3)

    play(table, (24, 18, 6), (24, 22, 2))
    table.do("roll")
    assert table.data("dice") == "61"
    play(table, (13, 7, 6), (8, 7, 1))
    table.do("roll")
    assert table.data("dice") == "43"
    lose(table)
    expect(table.table).to_have_attribute("data-phase", "over")
    assert log_dice(table) == ["62", "61", "43", "43", "61", "62", "61", "43"]
    assert elsewhere(lambda: rolls(match)) == [([6, 1], False), ([4, 3], False), ([6, 1], True), ([4, 3], True)]
    assert elsewhere(lambda: is_whole(match.pk))
    lines = listed(table, full_site, match)
    assert lines[1:4] == ["The play of White is taken back.", "White 62: 24/22 24/18", "Black 61: 13/7* 8/7"]
    assert [line for line in lines if re.search(r"\d\d: ", line)] == lines[2:4]


def test_against_the_computer_over_a_cube_taken(rooms: Windows, full_site: SiteProcesses) -> None:
    anna = elsewhere(lambda: person("Anna"))
    match = thrown(lambda _: computer_match_start(anna, terms(length=5), Level.INTERMEDIATE, 0), (3, 1))
    table = table_of(rooms, full_site, match)
    start = checkers(table)
    play(table, (8, 5, 3), (6, 5, 1))
    table.wait_for_turn()
    table.do("double")
    table.wait_for_turn()
    assert (table.position()["cube"], table.phase) == (("black", 2), "to_roll")
    answered = log_dice(table)[1]

    take_back(table)
    assert (table.position()["cube"], table.data("dice"), table.data("on-roll")) == (("", 1), "31", "white")
    assert checkers(table) == start
    expect(table.page.locator("#log")).to_contain_text("You take a play back.")
    play(table, (13, 10, 3), (24, 23, 1))
    table.wait_for_turn()
    assert log_dice(table)[:4] == ["31", answered, "31", answered]
    thrown_again = elsewhere(lambda: rolls(match))
    assert thrown_again == [(thrown_again[0][0], False), (thrown_again[0][0], True)]
    lose(table)
    expect(table.table).to_have_attribute("data-phase", "between")
    record = elsewhere(lambda: match.games.get(number=1))
    assert (record.winner, record.points, record.cube_value) == (Side.BLACK.value, 1, 1)
    assert elsewhere(lambda: is_whole(match.pk))
    lines = listed(table, full_site, match)
    assert [line for line in lines if line.startswith("Anna 31: ")] == ["Anna 31: 24/23 13/10"]
    assert sum(line.startswith(f"Computer (intermediate) {answered}: ") for line in lines) == 1
    assert not any("doubles" in line or "takes" in line for line in lines)
