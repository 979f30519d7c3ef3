"""Sockets of a real web process: frames that are malformed, too large, too many, or meant ill."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games.rules.rulecard import Preset, card_for
from games.rules.sides import Side
from matches.protocol import BROWSER_TAGS, MAX_FRAME_BYTES
from tests.factories import running_match
from tests.live import SiteProcesses
from tests.matches.at_tables import a_play, greeted, is_type, mover, run
from tests.matches.client import Frame, TableClient, cookie_of
from tests.matches.doing import everything
from tests.people import alice, bob

pytestmark = pytest.mark.django_db(transaction=True)


def test_bad_frames_are_answered_and_the_socket_stays(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)
    stored = everything(match)
    head = {"id": str(uuid4()), "side": "white", "decision": match.version}
    bad: list[tuple[str | bytes, str]] = [
        ("{", "bad_json"),
        ("", "bad_json"),
        (b"\x00\xff", "bad_json"),
        ("[1, 2]", "unknown_frame"),
        ('{"t": "win_for_me"}', "unknown_frame"),
        (json.dumps({"t": "roll", **head, "dice": [6, 6]}), "bad_frame"),
        (json.dumps({"t": "play", **head, "steps": [[6, 0, 6]], "winner": "white"}), "bad_frame"),
        (json.dumps({"t": "ping"}), "bad_frame"),
    ]

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            for text, code in bad:
                await table.socket.send(text)
                assert (await table.until(is_type("error")))["code"] == code
            await table.send({"t": "ping", "n": 5})
            assert (await table.until(is_type("pong")))["n"] == 5

    run(scenario)
    assert everything(match) == stored


def test_too_large_a_frame_closes_the_socket(live_site: SiteProcesses) -> None:
    match = running_match()
    _, cookie = mover(match)

    async def scenario() -> None:
        async with TableClient(live_site, match.code, cookie) as table:
            await greeted(table)
            await table.socket.send(json.dumps({"t": "ping", "n": 1, "x": "y" * MAX_FRAME_BYTES}))
            assert await table.close_code() == 4413
            assert table.frames[-1] == {"t": "bye", "code": "too_large"}

    run(scenario)


def test_a_flood_closes_the_socket_and_nobody_elses(live_site: SiteProcesses) -> None:
    match = running_match()
    side, cookie = mover(match)
    other = cookie_of(bob() if side is Side.WHITE else alice())

    async def scenario() -> None:
        async with (
            TableClient(live_site, match.code, other) as flood,
            TableClient(live_site, match.code, cookie) as table,
        ):
            await greeted(flood)
            await greeted(table)
            for number in range(200):
                await flood.socket.send(json.dumps({"t": "ping", "n": number}))
            assert await flood.close_code() == 4429
            assert flood.frames[-1] == {"t": "bye", "code": "too_fast"}
            await table.act(side.value, a_play(table))
            await table.until(is_type("done"))

    run(scenario)


NASTY: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    "",
    "white",
    "\u0000",
    "' OR 1=1; --",
    "<script>",
    "\U0001f3b2" * 50,
    [],
    [[]],
    [[25, 19, 6]] * 4,
    [[13, 7, 6], [8, 7, 1]],
    [["13", "7", "6"]],
    {},
    {"$gt": 0},
    {"t": "roll"},
    "__class__",
    "00000000-0000-0000-0000-000000000000",
]


ASKED = {
    "say": ("ask", "preset", "text"),
    "hint": ("ask", "side", "about"),
    "pace": ("ask", "millis"),
    "absent": ("ask", "accused", "about", "choice"),
    "seat_back": ("ask", "side"),
}
"""The fields of the asks beside the game."""
ANSWERS = {"error", "refused", "pong", "missed", "hello", "answered"}


def test_every_frame_type_with_nasty_fields_changes_nothing(live_site: SiteProcesses) -> None:
    """A live process, every type of frame, every field replaced by everything: not one byte of the match changes."""
    match = running_match(card=card_for(Preset.MONEY))
    side, cookie = mover(match)
    stored = everything(match)
    good: Frame = {"id": str(uuid4()), "side": side.other.value, "decision": match.version, "n": 1, "after": 1}
    good |= {"steps": [[24, 18, 6]], "kind": 1, "points": 1}
    asking: Frame = {"ask": str(uuid4()), "side": "white", "about": 1, "millis": 1, "accused": "white"}
    asking |= {"choice": "claim", "preset": "nosuch", "text": ""}
    frames = []
    for tag in sorted(BROWSER_TAGS):
        for name in ("id", "side", "decision", "steps", "kind", "points", "n", "after", "more"):
            frames += [{"t": tag, **good, name: value} for value in NASTY]
        for name in ASKED.get(tag, ()):
            one = {key: asking[key] for key in ASKED[tag]}
            frames += [{"t": tag, **one, name: value} for value in NASTY]
        if tag == "chat_after":
            frames += [{"t": tag, "number": value} for value in NASTY if value != 0]
        frames += [{"t": tag}, {"t": [tag]}, {"t": tag.upper()}, {"T": tag}]
    random = Random(20)
    random.shuffle(frames)
    codes: set[str] = set()

    async def fire(some: list[Frame]) -> None:
        while some:
            async with TableClient(live_site, match.code, cookie) as table:
                await greeted(table)
                batch, some = some[:38], some[38:]  # a socket takes 40 at once
                for frame in batch:
                    await table.send(frame)
                for _ in batch:
                    answer = await table.until(lambda frame: frame["t"] in ANSWERS, 20)
                    codes.add(answer.get("code", ""))

    async def scenario() -> None:
        chosen = frames[:1600]
        await asyncio.gather(*[fire(chosen[number::4]) for number in range(4)])

    run(scenario)
    assert everything(match) == stored
    assert {"bad_frame", "unknown_frame"} <= codes
