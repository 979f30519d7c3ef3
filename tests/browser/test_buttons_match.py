"""A whole match by "play by buttons" only: the board itself is never touched. The middle of the game as in `hurry`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Match
from matches.selectors.replays import is_like_its_log
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.hurry import hurry, is_doubled_enough
from tests.browser.opponent import Opponent
from tests.browser.table_page import StepButton, TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = pytest.mark.django_db(transaction=True)

LEFT = 8
"""Checkers to bear off by hand."""

_COUNT_TOUCHES = """
window.touches = 0;
addEventListener('pointerdown', (event) => { if (event.target.closest('#board')) window.touches += 1 }, true);
"""


def quiet_step(table: TablePage) -> StepButton:
    """The first step in the list that hits nothing, so that the game ends some day."""
    hits = table.page.locator('[data-step][data-combined="false"]').evaluate_all(
        "all => all.map(one => one.textContent.includes('hits'))"
    )
    ways = sorted(zip(hits, table.steps(), strict=True), key=lambda way: (way[0], -way[1].start))
    return ways[0][1]


def play_turn(table: TablePage) -> None:
    """Press what there is to press."""
    match table.phase:
        case "doubled":
            table.answer("take")
        case "to_roll" if table.can("double"):
            table.do("double")
        case "to_roll":
            table.do("roll")
        case "to_play":
            while not table.can("confirm"):
                table.step(quiet_step(table))
            table.do("confirm")
        case phase:
            raise AssertionError(f"nothing to press in {phase}")


def test_a_whole_match_by_buttons(windows: Windows, live_site: SiteProcesses) -> None:
    anna, bob = person("Anna"), person("Bob")
    match = elsewhere(lambda: begun_match(anna, bob, terms(Preset.MATCH, 3)))
    page = windows.page(bob)
    page.add_init_script(_COUNT_TOUCHES)
    page.goto(f"{live_site.url}/match/{match.code}/")
    table = TablePage(page).ready()
    with Opponent(live_site, match.code, anna, Side.WHITE.value, doubles=True) as opponent:
        while table.phase != "over":
            if is_doubled_enough(table):
                hurry(match, Side.BLACK, table, left=LEFT)
            if table.wait_for_turn_or_end():
                play_turn(table)
            opponent.must_be_well()
        last = opponent.last_view()
    expect(page.locator("[data-match-result]")).to_be_visible()
    assert page.evaluate("window.touches") == 0
    assert last["match_result"]["termination"] == "borne_off"
    assert last["cube"]["value"] == 4
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert is_like_its_log(match)
