"""In the language of tests no page shows a word that is not translated, and none is wider than a telephone.

Tables are looked at beside their panels, too.

A sample of pages; BARPOINT_PSEUDO_ALL=1 takes every page and every state of a table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize

from bgsite.accounts.models import User
from bgsite.languages.known import PSEUDO
from games.rules.actions import Double
from games.rules.clock import ClockPreset
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.gallery import Scene, World, make_world, page_scenes, table_scene, table_scenes
from tests.browser.test_axe import BAD_STATUS
from tests.live import SiteProcesses
from tests.matches.matchmaking import act, begun_match, play_to_a_roll, terms

pytestmark = pytest.mark.django_db(transaction=True)

TELEPHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
TEXTS = frozenset({"correction", "help"})
"""Written in each language by itself (`bgsite.pages.texts`), and not in this one."""
_SHOWN = """() => {
    const own = "bdi, kbd, code, [lang]:not(html), .number, svg text, input[value], time, script, style";
    const said = ["aria-label", "title", "alt", "placeholder"];
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent && !parent.closest(own) && parent.checkVisibility()) texts.push(walker.currentNode.data);
    }
    for (const one of document.querySelectorAll(said.map((name) => `body [${name}]`).join())) {
        if (!one.closest("[lang]:not(html)")) texts.push(...said.map((name) => one.getAttribute(name) ?? ""));
    }
    return texts.map((text) => text.trim()).filter((text) => text !== "");
}"""
"""Every text that is seen or read aloud, but for names, keys, notation and what is in another language."""
_TOO_WIDE = """() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const right = (one) => Math.round(one.getBoundingClientRect().right);
    const over = [...document.querySelectorAll("body *")].filter((one) => right(one) > innerWidth);
    const named = (one) => `${one.localName}.${one.className} ${right(one)}`;
    return [`scrolls sideways: ${over.slice(0, 5).map(named).join(", ")}`];
}"""
_PLAIN = re.compile(r"[A-Za-z]{2,}")
_SAME_EVERYWHERE = re.compile(
    r"\b(?:Barpoint|Anna|Bartholom\w*|Dana|CSV|JSON|UTC|bar|off|coffee)\b|“bart”|\S+@\S+|/\S+"
)
"""Names, notation, addresses, and what somebody looked for."""


@pytest.fixture
def world() -> World:
    return elsewhere(make_world)


def plain_words(page: Page) -> list[str]:
    """What is in plain letters."""
    texts: list[str] = page.evaluate(_SHOWN)
    return sorted({text for text in texts if _PLAIN.search(_SAME_EVERYWHERE.sub("", text))})


def faults(page: Page) -> list[str]:
    """What is not translated there, and whether it is too wide."""
    too_wide: list[str] = page.evaluate(_TOO_WIDE)
    return plain_words(page) + too_wide


def faults_at_a_desk(page: Page) -> list[str]:
    """Whether a table is too wide with its panels beside it."""
    page.set_viewport_size(DESK)
    page.wait_for_function("width => innerWidth === width", arg=DESK["width"])
    too_wide: list[str] = page.evaluate(_TOO_WIDE)
    page.set_viewport_size(TELEPHONE)
    return [f"{DESK['width']} px: {one}" for one in too_wide]


def look(windows: Windows, site: SiteProcesses, scenes: Iterable[Scene]) -> dict[str, list[str]]:
    """Open each scene; what is wrong there. What is done there by words of English is left out."""
    pages: dict[User | None, Page] = {}
    wrong = {}
    for scene in scenes:
        if scene.who not in pages:
            context = windows.context(scene.who, viewport=TELEPHONE)
            context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": PSEUDO, "url": site.url}])
            pages[scene.who] = context.new_page()
        page = pages[scene.who]
        page.goto(site.url + scene.path)
        if scene.arrange is not None and scene.name.startswith("table-"):
            scene.arrange(page)
        found = faults(page)
        if scene.name.startswith("table-"):
            found += faults_at_a_desk(page)
        if found:
            wrong[scene.name] = found
    return wrong


def all_scenes(world: World) -> list[Scene]:
    return [scene for scene in [*page_scenes(world), *table_scenes(world)] if scene.name not in TEXTS]


def some_scenes(world: World) -> list[Scene]:
    """Pages with forms and lists, and a table with most of its parts."""
    match = begun_match(world.anna, world.bart, terms(length=5, clock=ClockPreset.NORMAL))
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    return [
        Scene("home", "/", world.anna),
        Scene("register", "/accounts/signup/"),
        Scene("create", "/matches/new/", world.anna),
        Scene("lobby", "/lobby/", world.anna),
        Scene("play-settings", "/settings/", world.anna),
        table_scene("double", match, world.player(doubler.other)),
    ]


def test_no_page_has_a_word_that_is_not_translated(windows: Windows, live_site: SiteProcesses, world: World) -> None:
    windows.allowed += [BAD_STATUS]
    scenes_of = all_scenes if os.environ.get("BARPOINT_PSEUDO_ALL") else some_scenes
    wrong = look(windows, live_site, elsewhere(lambda: scenes_of(world)))
    assert wrong == {}, "\n".join(f"{name}: {what}" for name, whats in wrong.items() for what in whats)
