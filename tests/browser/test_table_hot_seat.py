"""Two at one screen, in a real browser: numbers and panel turn, plays are taken back, things happen by themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from bgsite.accounts.models import User
from games.rules.rulecard import Preset
from matches.models import Match
from matches.selectors.replays import is_whole
from matches.services.sitting import hot_seat_start
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.keyboard import KeyboardPlayer
from tests.browser.table_page import TablePage, turn
from tests.live import SiteProcesses
from tests.matches.matchmaking import terms

pytestmark = pytest.mark.django_db(transaction=True)


def sit_down(anna: User, preset: Preset = Preset.SINGLE_GAME, length: int | None = None) -> Match:
    return elsewhere(lambda: hot_seat_start(anna, terms(preset, length)))


def open_with(windows: Windows, site: SiteProcesses, match: Match, user: User, **preferences: Any) -> TablePage:
    """The table in a window whose settings were made before."""
    page = windows.page(user)
    kept = json.dumps(json.dumps({"speed": "none"} | preferences))
    page.add_init_script(f"localStorage.getItem('barpoint.table') ?? localStorage.setItem('barpoint.table', {kept})")
    page.goto(f"{site.url}/match/{match.code}/")
    return TablePage(page).ready()


def bottom(table: TablePage) -> str | None:
    return table.page.locator("#board .board").get_attribute("data-near")


def numbering(table: TablePage) -> str | None:
    return table.page.locator("#board .board").get_attribute("data-numbering")


def near_player(table: TablePage) -> str | None:
    """Whose block stands last in the panel, next to the reader."""
    return table.page.locator("#players .player").last.get_attribute("data-side")


def test_numbers_and_panel_turn_to_the_player_on_turn_and_the_board_stays(open_table: OpenTable, anna: User) -> None:
    table = open_table(sit_down(anna), anna)
    for _ in range(2):
        mover = table.data("on-roll")
        assert (numbering(table), near_player(table), bottom(table)) == (mover, mover, "white")
        assert table.status.startswith(f"{mover.capitalize()}’s turn")
        turn(table)
    assert [table.player(side).locator("bdi").inner_text() for side in ("white", "black")] == ["White", "Black"]


def test_the_name_of_a_point_has_the_number_that_is_shown(open_table: OpenTable, anna: User) -> None:
    table = open_table(sit_down(anna), anna)
    turn(table)
    if table.data("on-roll") == "white":
        turn(table)
    labels = table.page.locator('#board [data-point="6"]').get_attribute("aria-label")
    assert labels is not None
    assert labels.startswith("Point 19: ")  # White's 6-point is Black's 19-point
    table.page.keyboard.press("1")
    expect(table.page.locator('#board [data-point="24"]')).to_be_focused()


def test_the_board_turns_too_where_that_is_wanted(windows: Windows, live_site: SiteProcesses, anna: User) -> None:
    table = open_with(windows, live_site, sit_down(anna), anna, turnBoard=True)
    for _ in range(2):
        assert bottom(table) == numbering(table) == table.data("on-roll")
        turn(table)


def test_several_plays_are_taken_back_and_the_same_dice_come_again(
    windows: Windows, live_site: SiteProcesses, anna: User
) -> None:
    match = sit_down(anna, Preset.PLAIN)
    table = open_with(windows, live_site, match, anna)
    for _ in range(5):
        turn(table)
    before = elsewhere(lambda: dice_of(match, again=False))
    plays = elsewhere(lambda: count(match, "checkers_played"))
    for number in range(plays):
        assert table.page.locator("[data-take-back-note]").inner_text().startswith("Take back: ")
        version = table.version
        table.page.keyboard.press("t")
        table.wait_for_version(version + 1)
        assert elsewhere(lambda: count(match, "play_taken_back")) == number + 1
    expect(table.action("take_back")).to_have_count(0)  # back at the first play of the game
    for _ in range(5):
        turn(table)
    assert elsewhere(lambda: dice_of(match, again=True)) == before
    assert elsewhere(lambda: dice_of(match, again=False)) == before  # each is counted once
    assert elsewhere(lambda: is_whole(match.pk))


def dice_of(match: Match, *, again: bool) -> list[list[int]]:
    """What was thrown after the opening throw, or came again after a take-back, in order."""
    rolls = match.events.filter(kind="dice_rolled").order_by("seq").values_list("data", flat=True)
    return [data["dice"] for data in rolls if data["again"] is again]


def count(match: Match, kind: str) -> int:
    """How many events of a kind there are."""
    return match.events.filter(kind=kind).count()


def test_forced_and_free_turns_go_by_themselves_where_that_is_wanted(
    windows: Windows, live_site: SiteProcesses, anna: User
) -> None:
    match = sit_down(anna, Preset.PLAIN)
    table = open_with(windows, live_site, match, anna, autoRoll=True, autoConfirm="always")
    first = table.data("on-roll")
    while table.data("on-roll") == first and table.steps():
        table.step(table.steps()[0])
    expect(table.table).not_to_have_attribute("data-on-roll", first)  # confirmed
    expect(table.table).to_have_attribute("data-phase", "to_play")  # and rolled
    assert elsewhere(lambda: count(match, "dice_rolled")) == 1


def test_an_undo_keeps_the_turn_in_the_players_hand(windows: Windows, live_site: SiteProcesses, anna: User) -> None:
    table = open_with(windows, live_site, sit_down(anna, Preset.PLAIN), anna)
    while not table.can("confirm"):
        table.step(table.steps()[0])
    table.page.keyboard.press("Backspace")
    table.page.locator(".preferences > summary").click()
    table.page.locator('[data-preference="autoConfirm"]').select_option("always")
    version = table.version
    table.step(table.steps()[0])
    table.page.wait_for_timeout(800)
    assert table.version == version
    assert table.can("confirm")


def test_after_a_turn_by_keys_the_focus_is_where_the_game_goes_on(open_table: OpenTable, anna: User) -> None:
    table = open_table(sit_down(anna), anna)
    player = KeyboardPlayer(table)
    while not table.can("confirm"):
        player.step_in_panel()
    player.confirm()
    assert player.focus.get("action") == "roll"


def test_a_rematch_begins_at_once(open_table: OpenTable, anna: User) -> None:
    match = sit_down(anna)
    table = open_table(match, anna)
    table.action("resign").click()
    table.action("resign_offer").click()
    expect(table.table).to_have_attribute("data-phase", "over")
    table.action("rematch").click()
    table.page.wait_for_url(lambda url: match.code not in url)
    again = TablePage(table.page).ready()
    assert again.data("you") == "white black"
