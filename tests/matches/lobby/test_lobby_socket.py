"""The lobby's socket on a real web process: who may come in, who is told what, and what happens when somebody goes."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.guests import COOKIE
from bgsite.accounts.guests import cookie_of as guest_cookie_of
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban, sessions_end
from games.rules.sides import Side
from matches import publish
from matches.lobby.consumer import FRAMES_AT_ONCE
from matches.lobby.protocol import BROWSER_TAGS, MAX_FRAME_BYTES
from matches.models import Block, Match, PlayerSettings, Seek
from matches.protocol import CloseCode
from matches.services.lifecycle import match_create
from matches.services.seeks import seek_post
from tests.live import SiteProcesses
from tests.matches.at_tables import db, run
from tests.matches.client import Frame, TableClient, cookie_of
from tests.matches.lobby.client import LobbyClient
from tests.matches.matchmaking import begun_match, person, terms

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.early]


DROP = "drop"
"""In place of a value: no such field."""


def names(client: LobbyClient) -> list[str]:
    return [one["name"] for one in client.online["people"]]


def owners(client: LobbyClient) -> list[str]:
    return [seek["owner"] for seek in client.seeks]


def mine(client: LobbyClient) -> Frame:
    assert client.mine is not None
    return client.mine


# --- coming in ------------------------------------------------------------------------------------------------------


def test_everybody_may_watch_and_only_registered_players_act(live_site: SiteProcesses, anna: User) -> None:
    seek = seek_post(anna, terms())
    guest = f"{COOKIE}={guest_cookie_of(guest_make())}"

    async def scenario() -> None:
        for cookie in ("", guest):
            async with LobbyClient(live_site, cookie) as lobby:
                hello = await lobby.greeted()
                assert (hello["protocol"], lobby.name, owners(lobby)) == (1, "", ["anna"])
                assert (lobby.mine is None) == (not cookie)
                for tag, fields in (
                    ("take", {"seek": seek.pk}),
                    ("withdraw", {"seek": seek.pk}),
                    ("post", {"length": 1, "clock": "normal", "rated": False}),
                    ("accept", {"match": "abc"}),
                ):
                    assert (await lobby.ask(tag, **fields))["code"] == "seek_registered_only"

    run(scenario)
    assert (Seek.objects.count(), Match.objects.count()) == (1, 0)


def test_pages_of_other_sites_are_refused(live_site: SiteProcesses) -> None:
    async def scenario() -> None:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{live_site.ws_url}/ws/lobby/", origin="https://evil.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403

    run(scenario)


def test_an_ended_session_is_told_not_to_come_back(live_site: SiteProcesses, anna: User) -> None:
    """Case 149: the code says so, and nothing is left behind."""
    cookie, other = cookie_of(anna), cookie_of(person("bart"))

    async def scenario() -> None:
        async with LobbyClient(live_site, cookie) as lobby, LobbyClient(live_site, other) as watcher:
            await lobby.greeted()
            await watcher.greeted()
            await db(lambda: sessions_end(anna.pk))
            assert await lobby.close_code() == CloseCode.LOGIN_AGAIN
            assert lobby.frames[-1] == {"t": "bye", "code": "login_again"}
            await watcher.pinging_until(lambda one: names(one) == ["bart"])

    run(scenario)


def test_a_banned_player_is_thrown_out_with_the_offers(live_site: SiteProcesses, anna: User, bart: User) -> None:
    cookie, other = cookie_of(anna), cookie_of(bart)
    seek_post(anna, terms())

    async def scenario() -> None:
        async with LobbyClient(live_site, cookie) as lobby, LobbyClient(live_site, other) as watcher:
            await lobby.greeted()
            await watcher.greeted()
            assert owners(watcher) == ["anna"]
            await db(lambda: account_ban(anna))
            assert await lobby.close_code() == CloseCode.LOGIN_AGAIN
            await watcher.pinging_until(lambda one: owners(one) == [])

    run(scenario)


# --- offers ---------------------------------------------------------------------------------------------------------


def test_an_offer_is_seen_at_once_and_taken_by_one_click(live_site: SiteProcesses, anna: User, bart: User) -> None:
    hers, his = cookie_of(anna), cookie_of(bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b, LobbyClient(live_site) as c:
            for lobby in (a, b, c):
                await lobby.greeted()
            assert (await a.ask("post", length=5, clock="normal", rated=True))["code"] is None
            for lobby in (b, c):
                await lobby.until(lambda frame: bool(frame["t"] == "seeks"), 3)
                (seek,) = lobby.seeks
                assert (seek["owner"], seek["title"], seek["clock"]) == ("anna", "5-point match", "Normal")
                assert (seek["rated"], seek["mine"], seek["colour"]) == (True, False, "Random")
                assert ["Crawford rule" in fact["name"] for fact in seek["facts"]].count(True) == 1
            if not a.seeks:
                await a.until(lambda frame: bool(frame["t"] == "seeks"), 3)
            assert a.seeks[0]["mine"] is True
            answer = await b.ask("take", seek=b.seeks[0]["id"])
            assert answer["code"] is None
            await a.until(lambda frame: frame["t"] == "mine" and bool(frame["mine"]["games"]), 3)
            (game,) = mine(a)["games"]
            assert (game["code"], game["opponent"], game["mine"]) == (answer["match"], "bart", True)
            await c.until(lambda frame: bool(frame["t"] == "seeks"), 3)
            assert c.seeks == []

    run(scenario)
    match = Match.objects.get()
    assert (match.status, match.origin, match.is_rated, match.length) == ("running", "seek", True, 5)


def test_refusals_name_their_code_and_change_nothing(live_site: SiteProcesses, anna: User, bart: User) -> None:
    hers, his = cookie_of(anna), cookie_of(bart)
    seek = seek_post(anna, terms(length=3))

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b:
            await a.greeted()
            await b.greeted()
            assert (await a.ask("take", seek=seek.pk))["code"] == "seek_own"
            assert (await b.ask("take", seek=seek.pk + 7))["code"] == "seek_gone"
            assert (await b.ask("withdraw", seek=seek.pk))["code"] == "seek_gone"
            assert (await b.ask("accept", match="nosuchmatch"))["code"] == "no_such_match"
            assert (await b.ask("post", length=26, clock="fast", rated=True))["code"] == "seek_rated_terms"
            assert (await b.ask("post", length=3, clock="fast", rated=False))["code"] is None
            assert (await b.ask("post", length=3, clock="fast", rated=False))["code"] == "seek_same"

    run(scenario)
    assert Seek.objects.count() == 2


def test_people_who_blocked_do_not_see_each_others_offers(live_site: SiteProcesses, anna: User, bart: User) -> None:
    seek_post(anna, terms())
    Block.objects.create(owner=anna, person=bart)
    his, hers = cookie_of(bart), cookie_of(anna)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b:
            await a.greeted()
            await b.greeted()
            assert (owners(a), owners(b)) == (["anna"], [])
            await b.pinging_until(lambda one: names(one) == ["bart"])

    run(scenario)


def test_a_lost_message_is_healed_by_the_next_ping(live_site: SiteProcesses, anna: User, bart: User) -> None:
    """What is written without a word to the channel layer is shown after a ping all the same."""
    his = cookie_of(bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, his) as b:
            await b.greeted()
            await b.ping()

            def silently() -> None:
                Seek.objects.create(
                    owner=anna,
                    card=seek_card,
                    kind="match",
                    preset="match",
                    length=3,
                    fingerprint="x",
                    alive_until=timezone.now() + timedelta(minutes=1),
                )
                Match.objects.create(
                    created_by=anna, invited=bart, card=seek_card, kind="match", preset="match", length=3
                )

            await db(silently)
            await b.pinging_until(lambda one: owners(one) == ["anna"] and len(mine(one)["incoming"]) == 1)

    seek_card = seek_post(anna, terms()).card
    Seek.objects.all().delete()
    run(scenario)


# --- the owner goes (cases 127, 128, 137) ---------------------------------------------------------------------------


def test_an_offer_goes_when_its_owner_is_gone(live_site: SiteProcesses, anna: User, bart: User) -> None:
    """Case 137: after the grace it is in nobody's list, and taking it is refused."""
    hers, his = cookie_of(anna), cookie_of(bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, his) as b:
            async with LobbyClient(live_site, hers) as a:
                await a.greeted()
                await a.ask("post", length=1, clock="normal", rated=False)
                await b.pinging_until(lambda one: owners(one) == ["anna"])
            number = b.seeks[0]["id"]
            await b.ping()
            assert owners(b) == ["anna"]  # the grace: a reload loses nothing
            await db(lambda: Seek.objects.update(alive_until=timezone.now()))
            await b.pinging_until(lambda one: owners(one) == [])
            assert (await b.ask("take", seek=number))["code"] == "seek_gone"

    run(scenario)
    assert not Match.objects.exists()


def test_a_late_goodbye_of_an_old_page_ends_nothing_of_the_new_one(live_site: SiteProcesses, anna: User) -> None:
    """Cases 127, 128: whoever reloads is here, and so is the offer; each socket takes back only its own word."""
    hers, his = cookie_of(anna), cookie_of(person("bart"))

    async def scenario() -> None:
        async with LobbyClient(live_site, his) as b:
            await b.greeted()
            old = LobbyClient(live_site, hers)
            await old.__aenter__()
            await old.greeted()
            await old.ask("post", length=1, clock="normal", rated=False)
            async with LobbyClient(live_site, hers) as new:
                await new.greeted()
                await old.__aexit__()
                await b.pinging_until(lambda one: names(one) == ["anna", "bart"])
                for _ in range(3):
                    await new.ping()
                    await b.ping()
                assert (names(b), owners(b)) == (["anna", "bart"], ["anna"])
            await b.pinging_until(lambda one: names(one) == ["bart"])

    run(scenario)


# --- challenges -----------------------------------------------------------------------------------------------------


def test_a_challenge_is_seen_declined_with_a_reason_and_that_is_seen(
    live_site: SiteProcesses, anna: User, bart: User
) -> None:
    hers, his = cookie_of(anna), cookie_of(bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b:
            await a.greeted()
            await b.greeted()
            match = await db(lambda: match_create(anna, terms(length=7), bart))
            await b.until(lambda frame: frame["t"] == "mine" and bool(frame["mine"]["incoming"]), 3)
            (challenge,) = mine(b)["incoming"]
            assert (challenge["code"], challenge["name"], challenge["title"]) == (match.code, "anna", "7-point match")
            assert mine(b)["waiting"] == 1
            await a.pinging_until(lambda one: [row["code"] for row in mine(one)["outgoing"]] == [match.code])
            assert (await b.ask("decline", match=match.code, reason="length"))["code"] is None
            await a.until(lambda frame: frame["t"] == "mine" and bool(frame["mine"]["declined"]), 3)
            (refusal,) = mine(a)["declined"]
            assert (refusal["name"], refusal["reason"]) == ("bart", "Another length, please")
            assert mine(a)["outgoing"] == []

    run(scenario)
    assert Match.objects.get().decline_reason == "length"


def test_a_challenge_is_accepted_or_cancelled(live_site: SiteProcesses, anna: User, bart: User) -> None:
    hers, his = cookie_of(anna), cookie_of(bart)
    first, second = match_create(anna, terms(), bart), match_create(anna, terms(length=5), bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b:
            await a.greeted()
            await b.greeted()
            assert {one["code"] for one in mine(b)["incoming"]} == {first.code, second.code}
            assert (await b.ask("cancel", match=second.code))["code"] == "not_creator"
            assert (await a.ask("cancel", match=second.code))["code"] is None
            await b.pinging_until(lambda one: len(mine(one)["incoming"]) == 1)
            answer = await b.ask("accept", match=first.code)
            assert (answer["code"], answer["match"]) == (None, first.code)
            await a.pinging_until(lambda one: [game["code"] for game in mine(one)["games"]] == [first.code])
            assert (await b.ask("decline", match=first.code, reason=""))["code"] == "taken"

    run(scenario)


def test_a_turn_that_passes_is_seen_without_a_ping(live_site: SiteProcesses, anna: User, bart: User) -> None:
    match = begun_match(anna, bart)
    hers, his = cookie_of(anna), cookie_of(bart)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as a, LobbyClient(live_site, his) as b:
            await a.greeted()
            await b.greeted()
            assert [mine(one)["games"][0]["my_turn"] for one in (a, b)].count(True) == 1
            loser = Side.WHITE

            async with TableClient(live_site, match.code, hers) as table:
                await table.until(lambda frame: bool(frame["t"] == "hello"))
                await table.act(loser.value, {"t": "resign_match"})
                for lobby in (a, b):
                    await lobby.until(lambda frame: frame["t"] == "mine" and frame["mine"]["games"] == [], 3)

    run(scenario)


# --- who is online --------------------------------------------------------------------------------------------------


def test_who_is_online_where(live_site: SiteProcesses, anna: User, bart: User) -> None:
    match = begun_match(anna, bart)
    hers, his, hidden = cookie_of(anna), cookie_of(bart), person("carl")
    PlayerSettings.objects.create(person=hidden, is_hidden=True)
    carls = cookie_of(hidden)

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, hers) as table,
            LobbyClient(live_site, his) as b,
            LobbyClient(live_site, carls),
            LobbyClient(live_site),
        ):
            await table.until(lambda frame: bool(frame["t"] == "hello"))
            await b.greeted()
            await b.pinging_until(lambda one: names(one) == ["anna", "bart"] and one.online["guests"] == 1)
            assert {one["name"]: (one["at"], one["me"]) for one in b.online["people"]} == {
                "anna": ("table", False),
                "bart": ("lobby", True),
            }
            assert (b.online["known"], b.online["more"]) == (True, 0)

    run(scenario)


# --- what is no frame -----------------------------------------------------------------------------------------------


def test_unknown_and_broken_frames_are_answered_and_change_nothing(live_site: SiteProcesses, anna: User) -> None:
    hers = cookie_of(anna)
    ask = str(uuid4())
    wrong = [
        ("{", "bad_json"),
        ("[]", "unknown_frame"),
        ('{"t": "say"}', "unknown_frame"),
        (json.dumps({"t": "post", "ask": ask, "length": 0, "clock": "normal", "rated": False}), "bad_frame"),
        (json.dumps({"t": "post", "ask": ask, "length": 1, "clock": "sundial", "rated": False}), "bad_frame"),
        (json.dumps({"t": "take", "ask": "me", "seek": 1}), "bad_frame"),
        (json.dumps({"t": "take", "ask": ask, "seek": 2**60}), "bad_frame"),
        (json.dumps({"t": "decline", "ask": ask, "match": "abc", "reason": "because"}), "bad_frame"),
        (json.dumps({"t": "accept", "ask": ask, "match": "a/../b"}), "bad_frame"),
    ]

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as lobby:
            await lobby.greeted()
            for text, code in wrong:
                await lobby.socket.send(text)
                error = await lobby.until(lambda frame: bool(frame["t"] == "error"))
                assert error["code"] == code, text
            await lobby.ping()

    run(scenario)
    assert not Seek.objects.exists()


def test_too_large_and_too_fast_end_the_socket(live_site: SiteProcesses) -> None:
    async def scenario() -> None:
        async with LobbyClient(live_site) as lobby:
            await lobby.greeted()
            await lobby.socket.send(" " * (MAX_FRAME_BYTES + 1))
            assert await lobby.close_code() == CloseCode.TOO_LARGE
        async with LobbyClient(live_site) as lobby:
            await lobby.greeted()
            with suppress(ConnectionClosed):
                for number in range(200):
                    await lobby.send({"t": "ping", "n": number})
            assert await lobby.close_code() == CloseCode.TOO_FAST

    run(scenario)


def test_any_values_in_every_frame_leave_the_socket_and_the_site_alive(live_site: SiteProcesses, anna: User) -> None:
    """Each frame type with each field missing, wrong, huge or of another type; a socket takes as many as it may."""
    hers = cookie_of(anna)
    chance = random.Random(3)
    ask = str(uuid4())
    good: dict[str, Frame] = {
        "ping": {"n": 1},
        "post": {"ask": ask, "length": 5, "clock": "normal", "rated": False},
        "withdraw": {"ask": ask, "seek": 999_999},
        "take": {"ask": ask, "seek": 999_999},
        "accept": {"ask": ask, "match": "abcdefgh"},
        "decline": {"ask": ask, "match": "abcdefgh", "reason": "busy"},
        "cancel": {"ask": ask, "match": "abcdefgh"},
    }
    assert set(good) == BROWSER_TAGS
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        2**63,
        1.5,
        "",
        "x" * 500,
        "\u202e",
        [],
        {},
        [[]],
        {"t": "ping"},
        "normal",
        "\x00",
    ]
    texts = [
        json.dumps({"t": tag, **{key: value for key, value in (fields | {field: strange}).items() if value != DROP}})
        for tag, fields in good.items()
        for field in [*fields, "extra"]
        for strange in [*chance.sample(odd, 8), DROP]
    ]

    async def scenario() -> None:
        for first in range(0, len(texts), FRAMES_AT_ONCE):
            async with LobbyClient(live_site, hers) as lobby:
                await lobby.greeted()
                for text in texts[first : first + FRAMES_AT_ONCE]:
                    await lobby.socket.send(text)
                    answer = await lobby.until(lambda frame: frame["t"] in {"error", "answered", "pong"})
                    assert answer["t"] != "error" or answer["code"] in {"bad_frame", "bad_json"}, text

    run(scenario)
    assert not Match.objects.exists()


def test_news_for_tables_does_not_disturb_the_lobby(live_site: SiteProcesses, anna: User, bart: User) -> None:
    """A person's group carries other messages as well."""
    hers = cookie_of(anna)

    async def scenario() -> None:
        async with LobbyClient(live_site, hers) as lobby:
            await lobby.greeted()
            await db(lambda: publish.send_advice(publish.user_group(anna.pk), "{}"))
            await lobby.ping()

    run(scenario)
