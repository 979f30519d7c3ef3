"""Issue 4, show 4: what a director rules is seen by both players and by who watches, and a held table says why."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import expect

from bgsite.accounts.models import User
from games.rules.rulecard import Preset
from games.rules.rulings import AdjustScore, Hold, Release, Ruling
from games.rules.score import Crawford
from games.rules.sides import Pair
from matches.models import Match
from matches.services.play import Accepted
from matches.services.rulings import ruling_give
from tests.browser.conftest import OpenTable
from tests.browser.elsewhere import elsewhere
from tests.browser.table_page import TablePage
from tests.browser.two_tables import TwoTables
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
