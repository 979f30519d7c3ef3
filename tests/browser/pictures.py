"""Pictures of every page and every state of a table, wide and narrow, for somebody to look at.

Not among the tests, nothing is judged: `BARPOINT_PICTURES=FOLDER python -m pytest tests/browser/pictures.py`.
BARPOINT_SCENES=table takes those only whose name begins so.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games.rules.actions import Double, Roll, Take
from games.rules.clock import ClockPreset
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import ToPlay, game_of, to_act
from matches.models import Match
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.gallery import Scene, admin_scenes, broken_site, make_world, page_scenes, table_scenes
from tests.browser.table_page import TablePage
from tests.browser.tidy_play import tidy_turn
from tests.live import ROOT, SiteProcesses
from tests.matches.matchmaking import act, begun_match, lose_game, next_game, person, play_to_a_roll, state, terms

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((1280, 800), (1920, 1080), (390, 844), (844, 390))


@pytest.fixture
def folder() -> Path:
    """Where the pictures go."""
    folder = Path(os.environ.get("BARPOINT_PICTURES", ROOT / "var" / "pictures"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_take_all(windows: Windows, live_site: SiteProcesses, folder: Path, size: tuple[int, int]) -> None:
    windows.allowed += ["the server responded with a status of"]
    world = elsewhere(make_world)
    only = os.environ.get("BARPOINT_SCENES", "")
    for scene in elsewhere(lambda: [*page_scenes(world), *table_scenes(world), *admin_scenes(world)]):
        if scene.name.startswith(only):
            take(windows, live_site, scene, size, folder)
    with broken_site():
        take(windows, live_site, Scene("500", "/watch/"), size, folder)


def take(windows: Windows, site: SiteProcesses, scene: Scene, size: tuple[int, int], folder: Path) -> None:
    """One picture, as tall as the page."""
    width, height = size
    context = windows.context(scene.who, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(site.url + scene.path)
    if scene.arrange is not None:
        scene.arrange(page)
    page.screenshot(path=folder / f"{scene.name}-{width}.png", full_page=True)
    context.close()


def test_take_the_one_of_the_readme(open_table: OpenTable, folder: Path) -> None:
    match = elsewhere(_nice_match)
    side = to_act(state(match))
    assert side is not None
    open_table(match, match.seats.get(side=side.other.value).user)
    table = open_table(match, match.seats.get(side=side.value).user)
    elsewhere(lambda: act(match, side, Roll()))
    if table.wait_for_turn().phase == "to_play":
        _choose(table)
    table.page.screenshot(path=folder / "table.png")


def _nice_match() -> Match:
    """The second game of a match to 7, the cube at 2, a roll to be thrown, many checkers in play."""
    match = begun_match(person("Ada"), person("Lucien"), terms(length=7, clock=ClockPreset.NORMAL))
    lose_game(match, Side.BLACK, ResultKind.GAMMON)
    next_game(match)
    for _ in range(5):
        tidy_turn(match)
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    act(match, doubler.other, Take())
    for _ in range(4):
        tidy_turn(match)
    if isinstance(game_of(state(match)).phase, ToPlay):
        tidy_turn(match)
    return match


def _choose(table: TablePage) -> None:
    if table.page.locator('#board [data-can="target"]').count() == 0:
        table.page.locator('#board [data-can="move"]').first.click()
    table.settled()
