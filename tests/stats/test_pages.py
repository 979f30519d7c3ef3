"""The public pages, the CSV files and the dashboard of the administration."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.guests import COOKIE as GUEST_COOKIE
from bgsite.accounts.guests import cookie_of
from bgsite.accounts.models import User
from matches.selectors.draws import Draw
from stats.models import DroppedBeacon, PurgeRun, UsageSummary
from stats.selectors.usage import SLUGS
from stats.services.dice import draws_add
from stats.services.summing import summarise
from tests.people import dana, person
from tests.site.people import text_of
from tests.site.test_pages import audit as whole
from tests.stats.rows import END, browser_fact, game_facts, game_waits

pytestmark = pytest.mark.django_db

DASHBOARD = "/admin/stats/gamefact/"


def _today() -> Any:
    return datetime.now(UTC).date()


@pytest.fixture
def some() -> None:
    """Games of two days, three resignations among them: too few to be shown."""
    for back in (0, 1):
        game_facts(_today() - timedelta(days=back), 8, play="computer", level="expert")
    for ending, count in (("borne_off", 11), ("dropped", 6), ("resigned", 3)):
        game_facts(_today(), count, **END | {"ending": ending})
    for _ in range(7):
        browser_fact(_today())
    summarise()


@pytest.fixture
def dice() -> None:
    """A thousand times each throw: too even, but enough."""
    draws_add(
        Draw("roll", by, after, high, low, 1_000 if high != low else 500)
        for by in ("person", "computer")
        for after in ("double", "plain")
        for high in range(1, 7)
        for low in range(1, high + 1)
    )


def _rows(html: str, slug: str) -> list[list[str]]:
    """A table as a reader hears it, its head first."""
    (table,) = re.findall(rf'aria-labelledby="{slug}"><table.*?</table>', html, re.DOTALL)
    lines = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [[unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)] for line in lines]


def _charts(html: str) -> dict[str, Any]:
    (written,) = re.findall(r'<script id="charts" type="application/json">(.*?)</script>', html, re.DOTALL)
    found: dict[str, Any] = json.loads(written)
    return found


def _file(client: Client, name: str) -> list[list[str]]:
    """The rows of a CSV file."""
    return list(csv.reader(io.StringIO(text_of(client.get(f"/usage/{name}.csv")))))


# --- the public page ----------------------------------------------------------------------------------------


def test_the_page_shows_every_table_and_a_chart_beside_each_that_has_something(client: Client, some: None) -> None:
    html = text_of(client.get("/usage/"))
    page = whole(html)
    assert set(SLUGS) <= set(page.ids)
    assert page.tags.count("table") == page.tags.count("canvas") == len(_charts(html))
    assert html.count("There is too little yet to be shown.") == len(SLUGS) - len(_charts(html))
    for slug in _charts(html):
        assert f'<canvas data-chart="{slug}" role="img" aria-label="Chart: ' in html
    assert 'src="/static/dist/usage_page.js"' in html


def test_charts_say_what_their_tables_say(client: Client, some: None) -> None:
    html = text_of(client.get("/usage/"))
    for slug, chart in _charts(html).items():
        head, *rows = _rows(html, slug)
        rows = [row for row in rows if "All others together" not in row]
        assert len(chart["labels"]) == len(rows)
        assert chart["series"], slug
        for series in chart["series"]:
            place = head.index(series["name"])
            assert [row[place] for row in rows] == ["–" if n is None else str(n) for n in series["values"]]


def test_what_is_too_little_stands_nowhere_in_the_page(client: Client, some: None) -> None:
    html = text_of(client.get("/usage/"))
    assert _rows(html, "endings")[1:] == [
        ["All checkers borne off", "11", "55.0"],
        ["All others together", "9", "45.0"],
    ]
    assert "Resignation" not in html


def test_the_file_of_a_table_is_the_table(client: Client, some: None) -> None:
    html = text_of(client.get("/usage/"))
    for slug in _charts(html):
        shown = [["" if cell == "–" else cell for cell in row] for row in _rows(html, slug)]
        assert _file(client, slug) == shown
        assert f'href="/usage/{slug}.csv"' in html


def test_a_file_is_handed_out_to_be_kept(client: Client, some: None) -> None:
    answer = client.get("/usage/games.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="games.csv"'
    assert answer["Cache-Control"] == "max-age=300, private"
    assert client.get("/usage/secrets.csv").status_code == 404
    assert client.post("/usage/games.csv").status_code == 405


def test_no_shared_cache_keeps_a_file_that_came_with_a_guests_cookie(some: None) -> None:
    """Where the browser sends a signal, the guest is looked at on every page, and the cookie renewed once a day."""
    guest = guest_make()
    User.objects.filter(pk=guest.pk).update(last_login=datetime.now(UTC) - timedelta(days=2))
    client = Client(headers={"DNT": "1"})
    client.cookies[GUEST_COOKIE] = cookie_of(guest)
    answer = client.get("/usage/endings.csv")
    assert GUEST_COOKIE in answer.cookies
    assert "private" in answer["Cache-Control"]


def test_without_a_summary_the_page_says_so(client: Client) -> None:
    html = text_of(client.get("/usage/"))
    whole(html)
    assert "Nothing was summed up yet." in html
    assert _charts(html) == {}
    assert _file(client, "endings") == [["Ended by", "Games", "Games, %"]]


def test_an_old_summary_is_called_old(client: Client) -> None:
    game_facts(_today(), 9)
    summarise(datetime.now(UTC) - timedelta(days=2))
    html = text_of(client.get("/usage/"))
    assert "That is too long ago" in html
    assert list(_charts(html)) == ["games"]


def test_the_page_is_the_same_for_everybody_but_its_top_is_not_kept_for_others(client: Client, some: None) -> None:
    """It names the reader, so only a reader's own browser may keep it."""
    assert client.get("/usage/")["Cache-Control"] == "max-age=300, private"
    client.force_login(person("alice"))
    answer = client.get("/usage/")
    assert "Cookie" in answer["Vary"]
    assert "alice" in text_of(answer)


def test_the_page_reads_one_row_however_many_games_there_are(
    client: Client, some: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        client.get("/usage/")


# --- the dice -----------------------------------------------------------------------------------------------


def test_the_audit_shows_all_counts_with_their_reading(client: Client, dice: None) -> None:
    html = text_of(client.get("/usage/dice/"))
    whole(html)
    assert "72000 throws of two dice were counted so far." in html
    assert _rows(html, "faces")[1] == ["1", "24000", "24000.0"]
    assert _rows(html, "doubles")[1:3] == [["1-1", "2000", "2000.0"], ["2-2", "2000", "2000.0"]]
    assert len(_rows(html, "rolls")) == 22
    assert "Chi-square 0.00, degrees of freedom 5, p = 1.0000" in html
    assert "These dice are not left to chance." in html
    assert set(_charts(html)) == {"faces", "doubles", "rolls", "serial", "computers"}


def test_the_counts_of_the_dice_are_a_file_as_well(client: Client, dice: None) -> None:
    head, first, *_more = _file(client, "dice")
    assert head == ["Question", "Outcome", "Thrown", "To be expected"]
    assert first == ["How often each number came, of both dice", "1", "24000", "24000.0"]


def test_before_there_are_throws_enough_the_page_says_so(client: Client) -> None:
    html = text_of(client.get("/usage/dice/"))
    whole(html)
    assert "0 throws of two dice were counted so far." in html
    assert "From about 720 throws on, the counts are shown here." in html
    assert "<canvas" not in html


# --- the dashboard ------------------------------------------------------------------------------------------


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(dana())
    return client


def _staff(*rights: str) -> Client:
    user: User = person("sam")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


def test_the_dashboard_shows_the_same_tables(director: Client, some: None) -> None:
    html, public = text_of(director.get(DASHBOARD)), text_of(director.get("/usage/"))
    assert _charts(html) == _charts(public)
    for slug in _charts(html):
        assert _rows(html, slug) == _rows(public, slug)


def test_the_dashboard_says_how_collecting_and_forgetting_go(director: Client) -> None:
    assert "Nothing was forgotten for more than 26 hours." in text_of(director.get(DASHBOARD))
    game_waits(_today())
    DroppedBeacon.objects.create(day=_today(), reason="huge", count=12)
    DroppedBeacon.objects.create(day=_today(), reason="late", count=3)
    DroppedBeacon.objects.create(day=_today() - timedelta(days=30), reason="forged", count=40)
    PurgeRun.objects.create(began_at=datetime.now(UTC), took_ms=14, through=_today() - timedelta(days=30), rows=6)
    html = text_of(director.get(DASHBOARD))
    assert "26 hours" not in html
    assert "6 rows in 14 ms" in html
    assert "On their way into the tables: 1." in html
    drops = dict(_rows(html, "drops"))
    assert drops["Too long"] == "12"
    assert drops["Too late"] == drops["Not asked for by a page of ours"] == "fewer than 5"


def test_the_dashboard_needs_the_right_to_view() -> None:
    assert _staff().get(DASHBOARD).status_code == 403
    assert _staff("view_match").get(DASHBOARD).status_code == 403
    assert _staff("view_gamefact").get(DASHBOARD).status_code == 200
    assert Client().get(DASHBOARD).status_code == 302


def test_nobody_can_look_at_one_fact_or_change_it(director: Client) -> None:
    game_facts(_today(), 1)
    summary = UsageSummary.objects.count()
    for place in ("add/", "1/change/", "1/delete/", "1/history/", "1/"):
        assert director.get(DASHBOARD + place).status_code == 404
    assert UsageSummary.objects.count() == summary


def test_the_runs_of_forgetting_are_a_list_to_look_at(director: Client) -> None:
    PurgeRun.objects.create(began_at=datetime.now(UTC), took_ms=14, through=_today(), rows=61_733)
    html = text_of(director.get("/admin/stats/purgerun/"))
    assert "61733" in html.replace(",", "")
    assert director.get("/admin/stats/purgerun/add/").status_code == 403


def test_the_index_of_the_administration_leads_to_the_dashboard(director: Client) -> None:
    assert f'href="{DASHBOARD}"' in text_of(director.get("/admin/"))


def test_no_page_of_statistics_writes(client: Client, some: None, dice: None) -> None:
    before = [UsageSummary.objects.get().made_at, PurgeRun.objects.count()]
    for path in _pages():
        assert client.get(path).status_code == 200
        assert client.head(path).status_code == 200
    assert [UsageSummary.objects.get().made_at, PurgeRun.objects.count()] == before


def _pages() -> Iterator[str]:
    yield from ("/usage/", "/usage/dice/", "/usage/dice.csv")
    yield from (f"/usage/{slug}.csv" for slug in SLUGS)
