"""Sockets of a real web process: flags and next games while somebody looks on."""

from __future__ import annotations

import pytest

from games.rules.actions import Double, Drop
from matches.models import Match, MatchEvent
from matches.moment import as_datetime, now_millis
from matches.services.heartbeat import beat
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.at_tables import db, greeted, is_type, mover, run
from tests.matches.client import TableClient, cookie_of
from tests.matches.doing import act, must, play_some
from tests.matches.timing import NORMAL, run_out_at
from tests.people import alice

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_flag_falls_within_two_seconds_while_somebody_looks_on(live_site: SiteProcesses) -> None:
    match = running_match(clock=NORMAL)
    _, cookie = mover(match)
    beat()  # the tables were emptied after the last test: without a heartbeat nobody is flagged for up to 2 s
    run_out_at(match, now_millis() + 1_500)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            moved = await table.until(is_type("moved"), 6)
            assert "flag_fell" in [event["e"] for event in moved["events"]]
            assert moved["view"]["match_result"]["termination"] == "timed_out"

    run(scenario)
    assert match.deadline_at is not None
    fell = MatchEvent.objects.get(match=match, kind="flag_fell").at
    assert 0 <= (fell - match.deadline_at).total_seconds() < 2


def test_the_next_game_starts_by_itself_while_somebody_looks_on(live_site: SiteProcesses) -> None:
    match = running_match(clock=NORMAL)
    cookie = cookie_of(alice())
    beat()  # as above

    async def scenario() -> None:
        await db(lambda: _end_the_game(match))
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            assert table.view["phase"] == "between"
            await table.until(is_type("moved"), 6)
            assert (table.view["game"], table.view["next_at"]) == (2, None)

    run(scenario)


def _end_the_game(match: Match) -> None:
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    Match.objects.filter(pk=match.pk).update(next_at=as_datetime(now_millis() + 1_000))
