"""Issue 4, show 4: what a director rules is seen by both players and by who watches, and a held table says why."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from games.rules.rulecard import Preset
from games.rules.rulings import AdjustScore, Hold, Release, Ruling
from games.rules.score import Crawford
from games.rules.sides import Pair
from matches.models import Match
from matches.services.play import Accepted
from matches.services.rulings import ruling_give
from matches.services.staff import DIRECTORS, REVIEWERS
from tests.browser.conftest import OpenTable, Windows
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.browser.two_tables import TwoTables
from tests.live import SiteProcesses
from tests.matches.doing import state_now
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = pytest.mark.django_db(transaction=True)

REASON = "Both players agreed after a call."
HELD = "A director has stopped play. It can go on when the director says so."
PLAYING = ("roll", "double", "confirm", "undo", "resume", "adjourn", "draw", "resign")


@pytest.fixture
def director() -> User:
    def made() -> User:
        user = person("Dora")
        user.user_permissions.add(Permission.objects.get(codename="rule_match"))
        return user

    return elsewhere(made)


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    def made() -> Match:
        match = begun_match(alice, bob, terms(Preset.MATCH, 5))
        Match.objects.filter(pk=match.pk).update(is_public=True)
        return match

    return elsewhere(made)


def rule(director: User, match: Match, ruling: Ruling) -> None:
    """The director's form, sent by somebody who has seen everything."""

    def sent() -> None:
        state = state_now(match)
        seen = {"decision": state.decision, "seen_version": state.version}
        assert isinstance(ruling_give(match.pk, director.pk, ruling, REASON, ask=uuid4(), **seen), Accepted)

    elsewhere(sent)


def reads(table: TablePage, words: str) -> None:
    """The table shows the ruling, keeps it in its log and has said it, and names nobody who gave it."""
    notice = table.page.locator("[data-ruling]")
    expect(notice.locator("[data-ruling-words]").last).to_have_text(words)
    expect(notice.locator("[data-ruling-reason]").last).to_have_text(f"Reason: {REASON}")
    sentence = f"Ruling: {words} Reason: {REASON}"
    expect(table.page.locator("#log")).to_contain_text(sentence)
    assert sentence in table.said
    assert "Dora" not in table.page.content()


def close(table: TablePage) -> None:
    table.do("close_ruling")
    expect(table.page.locator("[data-ruling]")).to_have_count(0)


def staff(name: str, group: str) -> User:
    """One of the club's helpers."""

    def made() -> User:
        user = person(name)
        user.is_staff = True
        user.save()
        user.groups.add(Group.objects.get(name=group))
        return user

    return elsewhere(made)


def stepped_through(page: Page, site: SiteProcesses, match: Match) -> None:
    """Every event by the arrow key, from the first to the last: the board is there, and each has its words."""
    page.goto(f"{site.url}/admin/matches/match/{match.pk}/review/?v=1")
    last = elsewhere(match.events.count)
    for version in range(1, last + 1):
        expect(page.get_by_label("Event", exact=True)).to_have_value(str(version))
        expect(page.locator(".review-board svg")).to_be_visible()
        assert len(page.locator("#review-event").inner_text().split()) > 2
        if version < last:
            page.keyboard.press("ArrowRight")
    expect(page.locator(".review-ways a", has_text="Next")).to_have_count(0)


@pytest.fixture
def tables(open_table: OpenTable, match: Match, alice: User, bob: User) -> TwoTables:
    """White's and Black's."""
    return TwoTables(open_table(match, alice), open_table(match, bob))


def test_a_director_steps_through_the_match_and_rules_and_a_reviewer_cannot(
    windows: Windows, live_site: SiteProcesses, match: Match, tables: TwoTables
) -> None:
    white, black = tables.first, tables.second
    for _ in range(3):
        tables.turn()
    reviewer, director = windows.page(staff("Rena", REVIEWERS)), windows.page(staff("Dora", DIRECTORS))
    stepped_through(reviewer, live_site, match)
    expect(reviewer.get_by_role("button", name="Give this ruling")).to_have_count(0)
    rule_page = f"{live_site.url}/admin/matches/match/{match.pk}/review/rule/"
    windows.allowed += ["403"]
    token = {cookie["name"]: cookie["value"] for cookie in reviewer.context.cookies()}.get("csrftoken", "")
    refused = reviewer.request.post(rule_page, form={"csrfmiddlewaretoken": token}, headers={"Referer": rule_page})
    assert refused.status == 403
    assert "CSRF" not in refused.text()

    director.goto(f"{live_site.url}/admin/matches/match/{match.pk}/review/")
    director.get_by_role("radio", name="Adjust the score").check()
    director.get_by_role("spinbutton", name="White").fill("4")
    director.get_by_role("spinbutton", name="Black").fill("2")
    director.get_by_label("Crawford state at this score").select_option("active")
    director.get_by_role("button", name="Give this ruling").click()
    expect(director.get_by_role("alert")).to_contain_text("A ruling needs a reason")
    assert white.score() == (0, 0)
    director.get_by_label("Reason").fill(REASON)
    director.get_by_role("button", name="Give this ruling").click()
    expect(director.locator("#review-rulings")).to_be_visible()
    for table in (white, black):
        reads(table, "The score is set: alice 4, bob 2. The game at this score is the Crawford game.")
        assert table.score() == (4, 2)
    tables.turn()


def test_rulings_are_seen_by_everybody_and_a_held_table_waits(
    open_table: OpenTable, match: Match, alice: User, bob: User, director: User
) -> None:
    white, black, watching = open_table(match, alice), open_table(match, bob), open_table(match)
    tables = TwoTables(white, black)
    everybody = (white, black, watching)
    tables.turn()

    rule(director, match, AdjustScore(Pair(4, 2), Crawford.ACTIVE))
    for table in everybody:
        reads(table, "The score is set: alice 4, bob 2. The game at this score is the Crawford game.")
        expect(table.player("white")).to_have_attribute("data-score", "4")
        assert table.score() == (4, 2)
    tables.turn()
    close(white)
    white.page.reload()
    expect(white.ready().page.locator("[data-ruling]")).to_have_count(0)

    rule(director, match, Hold())
    for table in everybody:
        reads(table, "Play is stopped until the director lets it go on.")
        expect(table.page.locator("#status")).to_have_text(HELD)
        assert [name for name in PLAYING if table.action(name).count()] == []
    black.page.reload()
    assert black.ready().page.locator("[data-ruling-words]").count() == 2  # the score was not put away here

    rule(director, match, Release())
    for table in everybody:
        expect(table.page.locator("[data-ruling-words]").last).to_have_text(
            "Play can go on; the players resume it themselves."
        )
    assert watching.action("resume").count() == 0
    for table in (white, black):
        close(table)
        table.do("resume")
    expect(white.table).to_have_attribute("data-paused", "false")
    tables.turn()
