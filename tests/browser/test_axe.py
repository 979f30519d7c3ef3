"""axe finds nothing on any page and in any state of a table, wide and narrow; nothing scrolls sideways.

Each page is looked at in one of the languages by turns, most tables with the flat board. BARPOINT_AXE_ALL=1 looks at
everything in each language, and with both boards at what has one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from bgsite.languages.known import LANGUAGES
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.gallery import Scene, World, admin_scenes, broken_site, make_world, page_scenes, table_scenes
from tests.browser.solid_table import choose, forget_choices
from tests.live import SiteProcesses

Board = Literal["flat", "solid"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

SIZES = ((1280, 800), (390, 844))
PARTS = 3
"""So that no process of the browser tests is busy with all pages alone."""
CODES = [code for code, _ in LANGUAGES]
EVERYTHING = bool(os.environ.get("BARPOINT_AXE_ALL"))
"""Every scene in every language, at every size, with both boards."""
SOLID_TOO = "table-play-chosen"
"""The table that is looked at with the solid board, too: its picture is hidden from axe, its buttons are not."""
WITH_BOARD = ("table-", "play-settings", "settings-", "lesson-")
"""How the names of scenes begin in which a board can be solid."""
_AXE = """({ contrast, pictures }) => {
  if (!pictures) document.querySelectorAll(".board-picture[aria-hidden]").forEach((one) => one.replaceChildren());
  return axe.run({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: contrast } } })
    .then((results) => results.violations);
}"""
BAD_STATUS = "the server responded with a status of"
"""What the console says about pages that are errors on purpose."""


@pytest.fixture
def world() -> World:
    return elsewhere(make_world)


def faults(page: Page, number: int = 0) -> list[str]:
    """Whether the page is wider than the screen, at each size, and what axe finds: in the suite at one size by turns.

    Colours are the same at each size, and by far the slowest rule: they are looked at in one of them. The insides of
    pictures would only cost time: a board's are looked at in test_board_alone.py. The size that the page has comes
    first: whatever is opened next is opened in the other one.
    """
    found = []
    turn = SIZES[number % len(SIZES)]
    now = page.viewport_size
    for width, height in sorted(SIZES, key=lambda size: now is None or size[0] != now["width"]):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{width}: scrolls sideways")
        is_turn = (width, height) == turn
        if is_turn or EVERYTHING:
            violations = page.evaluate(_AXE, {"contrast": is_turn, "pictures": EVERYTHING})
            found += [f"{width}: {one['id']}: {node['html'][:150]}" for one in violations for node in one["nodes"]]
    return found


def open_page(windows: Windows, who: User | None, board: Board = "flat") -> Page:
    """A page with axe in it, wherever it goes."""
    forget_choices()
    context = windows.context(who)
    context.add_init_script(Axe().axe_script)
    choose(context, look=board)
    return context.new_page()


def speak(page: Page, site: SiteProcesses, language: str) -> None:
    """From now on pages are in this language."""
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site.url}])


def look(
    windows: Windows, site: SiteProcesses, scenes: Iterable[Scene], language: str | None = None, board: Board = "flat"
) -> dict[str, list[str]]:
    """Open each scene, in this language or in all of them by turns; what is wrong there."""
    pages: dict[User | None, Page] = {}
    wrong = {}
    for number, scene in enumerate(scenes):
        if scene.who not in pages:
            pages[scene.who] = open_page(windows, scene.who, board)
        page = pages[scene.who]
        spoken = language or CODES[number % len(CODES)]
        speak(page, site, spoken)
        page.goto(site.url + scene.path)
        if board == "solid":
            expect(page.locator(".board[data-look='solid'][data-frames]").first).to_be_visible()
        if scene.arrange is not None:
            scene.arrange(page)
        if found := faults(page, number):
            wrong[f"{scene.name} ({spoken})"] = found
    return wrong


@pytest.mark.parametrize("part", range(PARTS))
def test_on_every_page(windows: Windows, live_site: SiteProcesses, world: World, part: int) -> None:
    windows.allowed += [BAD_STATUS]
    assert look(windows, live_site, elsewhere(lambda: page_scenes(world))[part::PARTS]) == {}


@pytest.mark.parametrize("part", range(PARTS))
def test_on_the_table_in_every_state(windows: Windows, live_site: SiteProcesses, world: World, part: int) -> None:
    scenes = elsewhere(lambda: table_scenes(world))
    assert SOLID_TOO in {scene.name for scene in scenes}
    assert look(windows, live_site, scenes[part::PARTS]) == {}
    solid = [scene for scene in scenes[part::PARTS] if scene.name == SOLID_TOO]
    assert look(windows, live_site, solid, board="solid") == {}


@pytest.mark.skipif(not EVERYTHING, reason="takes minutes: BARPOINT_AXE_ALL=1 runs it")
@pytest.mark.parametrize("board", ["flat", "solid"])
@pytest.mark.parametrize("language", CODES)
def test_on_everything(windows: Windows, live_site: SiteProcesses, world: World, language: str, board: Board) -> None:
    windows.allowed += [BAD_STATUS]
    scenes = elsewhere(lambda: [*page_scenes(world), *table_scenes(world)])
    if board == "solid":
        scenes = [scene for scene in scenes if scene.name.startswith(WITH_BOARD)]
    sys.stdout.write(f"{len(scenes)} scenes in {language} with the {board} board, each at {len(SIZES)} sizes.\n")
    assert look(windows, live_site, scenes, language, board) == {}


def test_on_our_pages_of_the_administration(windows: Windows, live_site: SiteProcesses, world: World) -> None:
    windows.allowed += ["Applying inline style"]  # axe's own doing, on Django's pages
    ours = [scene for scene in elsewhere(lambda: admin_scenes(world)) if scene.is_ours]
    assert look(windows, live_site, ours) == {}


def test_when_the_server_made_a_mistake(windows: Windows, live_site: SiteProcesses) -> None:
    windows.allowed += [BAD_STATUS]
    page = open_page(windows, None)
    with broken_site():
        answer = page.goto(f"{live_site.url}/watch/")
    assert answer is not None
    assert answer.status == 500
    assert faults(page) == []
