"""Issue 4, show 1: one game of each kind, with statistics on and off; what was sent and what is written.

Beat would move the outbox within a minute; here the same task is sent to the same worker at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db.models import Model
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from bgsite.celery import app
from games.rules.rulecard import Preset
from matches.facts import Moment, Play
from matches.models import GameFactOutbox
from stats.models import BeaconOutbox, BrowserFact, DroppedBeacon, GameFact
from tests.browser.conftest import Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import begun_match, terms
from tests.serving import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]

BEACON = "/usage/beacon/"
FIELDS = {
    "key",
    "day",
    "moment",
    "play",
    "level",
    "preset",
    "length",
    "result",
    "ending",
    "winner",
    "turns",
    "duration",
}
FIELDS |= {"cube_turns", "connected", "reconnects"}
TABLES = (GameFact, BrowserFact, DroppedBeacon, GameFactOutbox, BeaconOutbox)


class People:
    """Whoever comes, with statistics as they are at first or switched off on the privacy page; and all they send."""

    def __init__(self, rooms: Windows, site: SiteProcesses, *, off: bool) -> None:
        self.rooms, self.site, self.off = rooms, site, off
        self.sent: list[str] = []
        self.pages: list[Page] = []

    def come(self, user: User | None = None) -> Page:
        """A window of their own."""
        context = self.rooms.context(user)
        page = context.new_page()
        self.pages.append(page)
        if self.off:
            page.goto(f"{self.site.url}/privacy/")
            switch = page.get_by_role("button", name="Turn statistics off")
            if switch.count() > 0:  # else the person has done it elsewhere
                switch.click()
            expect(page.get_by_role("button", name="Turn statistics on")).to_be_visible()
        context.on("request", lambda request: self.sent.append(request.url))
        page.on("websocket", lambda socket: self.sent.append(socket.url))
        return page

    def beacons(self) -> list[str]:
        """What was sent to be counted, until now: the browser is asked something, so that all it did is heard of."""
        for context in {page.context for page in self.pages}:
            context.cookies()
        return [url for url in self.sent if urlsplit(url).path.startswith("/usage/")]


def look_in(page: Page, site: SiteProcesses) -> None:
    """Give what was asked before the time of one page; it may still come later, but that is rare."""
    page.goto(site.url)
    page.close()


def forget_who_came_before() -> None:
    """A page of the test before may have spoken in the moment when it was closed, which is heard after its end."""
    for table in TABLES:
        table._default_manager.all().delete()


@pytest.fixture(params=[False, True], ids=["on", "off"])
def people(request: pytest.FixtureRequest, rooms: Windows, full_site: SiteProcesses) -> Iterator[People]:
    people = People(rooms, full_site, off=request.param)
    look_in(rooms.page(), full_site)
    elsewhere(forget_who_came_before)
    yield people
    assert {urlsplit(url).netloc for url in people.sent} == {urlsplit(full_site.url).netloc}


def resign(table: TablePage) -> None:
    """For as much as can be lost: nobody has to accept that."""
    table.wait_for_turn().action("resign").click()
    kinds = table.page.get_by_role("dialog").get_by_role("radio")
    is_asked_twice = kinds.count() > 1  # a single is offered at once
    if is_asked_twice:
        kinds.last.check()
    table.action("resign_offer").click()
    if is_asked_twice:
        table.action("resign_sure").click()
    table.settled()


def ended(*tables: TablePage) -> None:
    for table in tables:
        expect(table.page.locator("[data-game-result]")).to_be_visible()


def begun_by_one(people: People, path: str) -> TablePage:
    page = people.come()
    page.goto(f"{people.site.url}{path}")
    page.get_by_role("button", name="Play", exact=True).click()
    return TablePage(page).ready()


def played_against_the_computer(people: People) -> None:
    table = begun_by_one(people, "/play/computer/")
    tell_how_the_board_is_drawn(table.page)
    resign(table)
    ended(table)


def tell_how_the_board_is_drawn(page: Page) -> None:
    """What the page says ten seconds later by itself."""
    page.evaluate("dispatchEvent(new CustomEvent('barpoint:board', { detail: { board: 'flat', frame: 'none' } }))")


def played_at_one_screen(people: People) -> None:
    table = begun_by_one(people, "/play/screen/")
    resign(table)
    ended(table)


def played_with_a_friend(people: People) -> None:
    page, friend = people.come(), people.come()
    page.goto(f"{people.site.url}/play/friend/")
    page.get_by_role("button", name="Make the link").click()
    friend.goto(page.get_by_label("Link", exact=True).input_value())
    friend.get_by_role("button", name="Join").click()
    resigned_by_one(TablePage(page).ready(), TablePage(friend).ready())


def played_by_registered(people: People, alice: User, bob: User, preset: Preset) -> None:
    hers, his = people.come(alice), people.come(bob)
    length = 5 if preset is Preset.MATCH else None
    match = elsewhere(lambda: begun_match(alice, bob, terms(preset, length)))
    tables = []
    for page in (hers, his):
        page.goto(f"{people.site.url}/match/{match.code}/")
        tables.append(TablePage(page).ready())
    resigned_by_one(*tables)


def resigned_by_one(first: TablePage, second: TablePage) -> None:
    resign(first if first.is_my_turn else second)
    ended(first, second)


def moved() -> None:
    """Let the worker move what waits."""
    elsewhere(lambda: app.send_task("stats.move_facts"))
    assert wait_for(lambda: not elsewhere(lambda: GameFactOutbox.objects.exists() or BeaconOutbox.objects.exists()))


def is_written_as_sent(people: People) -> bool:
    """On a slow machine the other windows find the time to speak, too, and at any moment."""
    moved()
    return len(rows(BrowserFact)) == len(people.beacons())


def rows(table: type[Model]) -> list[dict[str, object]]:
    return elsewhere(lambda: [dict(row) for row in table._default_manager.values()])


def test_what_is_sent_and_written(people: People, alice: User, bob: User) -> None:
    played_against_the_computer(people)
    played_at_one_screen(people)
    played_with_a_friend(people)
    played_by_registered(people, alice, bob, Preset.MATCH)
    played_by_registered(people, alice, bob, Preset.MONEY)
    moved()
    if people.off:
        assert people.beacons() == []
        assert {table.__name__: found for table in TABLES if (found := rows(table))} == {}
        return
    assert wait_for(lambda: is_written_as_sent(people))
    assert set(people.beacons()) == {people.site.url + BEACON}
    browser, *_ = rows(BrowserFact)
    assert browser.keys() == {"key", "day", "board", "frame", "is_phone", "memory", "cores", "browser", "system"}
    assert (browser["board"], browser["frame"], browser["browser"]) == ("flat", "none", "chromium")
    facts = rows(GameFact)
    kinds = {Play.COMPUTER, Play.HOT_SEAT, Play.FRIEND_LINK, Play.ONLINE_MATCH, Play.MONEY_SESSION}
    assert {fact["play"] for fact in facts if fact["moment"] == Moment.STARTED} == kinds
    endings = {fact["play"]: fact for fact in facts if fact["moment"] == Moment.ENDED}
    assert endings.keys() == kinds
    for play, fact in endings.items():
        assert fact.keys() == FIELDS
        assert (fact["ending"], fact["turns"], fact["duration"], fact["cube_turns"]) == ("resigned", 0, 0, 0)
        assert fact["result"] in {1, 3}
        assert fact["winner"] in {"white", "black"}
        assert (fact["level"] != "") is (play == Play.COMPUTER)
        assert (fact["length"] is None) is (play == Play.MONEY_SESSION)
        assert (fact["connected"], fact["reconnects"]) == ((True, 0) if play == Play.FRIEND_LINK else (None, None))
