"""Two people play a match to its end over real sockets of a real web process."""

from __future__ import annotations

import asyncio

from matches.models import GameRecord, Match
from matches.selectors.replays import is_like_its_log
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.client import Frame, TableClient, cookie_of, play_on
from tests.people import alice, bob


def is_over(view: Frame) -> bool:
    return bool(view["phase"] == "over")


async def play_both(site: SiteProcesses, code: str, cookies: list[str]) -> list[TableClient]:
    async with TableClient(site, code, cookies[0]) as white, TableClient(site, code, cookies[1]) as black:
        for client in (white, black):
            await client.until(lambda frame: frame["t"] == "hello")
        assert (white.you, black.you) == (["white"], ["black"])
        await asyncio.gather(
            play_on(white, "white", is_over),
            play_on(black, "black", is_over),
        )
        return [white, black]


def test_two_people_play_a_match_to_its_end(live_site: SiteProcesses) -> None:
    match = running_match()
    cookies = [cookie_of(alice()), cookie_of(bob())]
    white, black = asyncio.run(play_both(live_site, match.code, cookies))
    assert white.view == black.view
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (match.score_white, match.score_black) == (white.view["score"]["white"], white.view["score"]["black"])
    assert max(match.score_white, match.score_black) >= 3
    games = list(GameRecord.objects.filter(match=match).order_by("number"))
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    assert len(games) >= 2
    assert all(game.termination and game.points and game.last_event for game in games)
    assert is_like_its_log(match)
