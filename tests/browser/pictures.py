"""Pictures of every page and every state of a table, wide and narrow, for somebody to look at.

Not among the tests, nothing is judged: `BARPOINT_PICTURES=FOLDER python -m pytest tests/browser/pictures.py`.
BARPOINT_SCENES=table takes those only whose name begins so.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from bgsite.languages.known import LANGUAGES
from bgsite.lessons.course import course
from games.rules.actions import Roll
from games.rules.state import ToPlay, game_of, to_act
from matches.models import Match
from tests.browser.board_gallery import BoardGallery, BoardScene
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.gallery import Scene, admin_scenes, broken_site, make_world, page_scenes, table_scenes
from tests.browser.solid_table import choose, forget_choices, is_solid
from tests.browser.table_page import TablePage
from tests.browser.tidy_play import middle_of_a_match, tidy_turn
from tests.live import ROOT, SiteProcesses
from tests.matches.matchmaking import act, person, state

_SLOW = 120_000
expect.set_options(timeout=_SLOW)  # a picture as good as can be takes long without a machine for graphics
pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = ((1280, 800), (1920, 1080), (390, 844))
SIZES = (*SHOWN, (844, 390))
_DRAWN = 700
"""Milliseconds in which the last change is drawn, without a machine for graphics."""


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


@pytest.mark.parametrize("size", SHOWN, ids=str)
def test_take_the_boards(windows: Windows, live_site: SiteProcesses, folder: Path, size: tuple[int, int]) -> None:
    """Issue 5, show 1: both boards, as well as this machine can draw them."""
    only = os.environ.get("BARPOINT_SCENES", "")
    for scene in BoardGallery().scenes():
        if scene.name.startswith(only):
            take_board(windows, live_site, scene, size, folder)


def take_board(windows: Windows, site: SiteProcesses, scene: BoardScene, size: tuple[int, int], folder: Path) -> None:
    """One picture of what is on the screen."""
    width, height = size
    motion = "no-preference" if scene.moves else "reduce"
    context = windows.context(scene.who, viewport={"width": width, "height": height}, reduced_motion=motion)
    context.set_default_timeout(_SLOW)
    forget_choices()
    choose(context, quality="high", **scene.preferences)
    context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": scene.language, "url": site.url}])
    page = context.new_page()
    page.goto(f"{site.url}/match/{scene.match.code}/")
    table = TablePage(page).ready()
    if scene.preferences.get("look", "solid") == "solid":
        is_solid(table)
    if scene.deed is not None:
        scene.deed(page)
    if not scene.moves:
        page.wait_for_timeout(_DRAWN)
    page.screenshot(path=folder / f"{scene.name}-{width}.png")
    context.close()


@pytest.mark.parametrize("language", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", SHOWN, ids=str)
def test_take_the_languages(
    windows: Windows, live_site: SiteProcesses, folder: Path, size: tuple[int, int], language: str
) -> None:
    """A table with targets, the rules and a lesson."""
    gallery = BoardGallery()
    table = next(scene for scene in gallery.scenes() if scene.name == "3d-targets")
    take_board(windows, live_site, replace(table, name=f"table-{language}", language=language), size, folder)
    context = windows.context(viewport={"width": size[0], "height": size[1]})
    context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_site.url}])
    page = context.new_page()
    for name, path in (("rules", "/rules/"), ("lesson", f"/lessons/{course().exercises[-1].key}/")):
        page.goto(live_site.url + path)
        page.wait_for_load_state("load")
        page.screenshot(path=folder / f"{name}-{language}-{size[0]}.png", full_page=name == "lesson")
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
    match = middle_of_a_match(person("Ada"), person("Lucien"))
    if isinstance(game_of(state(match)).phase, ToPlay):
        tidy_turn(match)
    return match


def _choose(table: TablePage) -> None:
    if table.page.locator('#board [data-can="target"]').count() == 0:
        table.page.locator('#board [data-can="move"]').first.click()
    table.settled()
