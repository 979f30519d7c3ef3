"""The computer as a seat, with real workers: it moves once, whatever dies, and nobody else waits for its thoughts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from uuid import uuid4

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.chaos.conftest import Game, Stage, report
from tests.chaos.page import Frame, Page
from tests.chaos.test_kills import answers, until
from tests.matches.client import sensible_action, some_path
from tests.serving import wait_for

pytestmark = pytest.mark.early

WHITE_BEGINS, COMPUTER_BEGINS = (6, 1), (1, 2)
BACK_SECONDS = 30.0
OVERDUE_SECONDS = 20.0
ANSWERED_MILLIS = 300
EXPERTS = 12


async def test_a_computer_whose_worker_dies_in_mid_thought_moves_after_the_restart_once(stage: Stage) -> None:
    """Issue 3, show 4. The page sees the opening dice before anything else happens (case 118)."""
    await ready_to_think(stage)
    (match,) = stage.computer_matches(level="expert", opening=COMPUTER_BEGINS)
    async with match.page("white") as page:
        await page.until(10, lambda: page.is_live)
        opening = page.version
        assert [event["e"] for event in events(page)] == ["game_started", "opening_thrown"]
        assert page.view["awaits"] == ["black"]
        worker = await asyncio.to_thread(stage.serve.living, "worker-engine")
        with frozen_in_thought(worker) as thinkers:
            assert stage.backstage.ask("look", code=match.code)["version"] == opening, "the thought was too quick"
            for process in (worker, *thinkers):
                process.kill()
        died = time.monotonic()
        await until(lambda: answers(stage.serve, "worker-engine", worker), 30)
        assert stage.backstage.ask("let_wait", code=match.code, seconds=OVERDUE_SECONDS) == {"waiting": 1}
        await page.until(BACK_SECONDS, lambda: page.version > opening)
        report(f"worker killed in mid-thought: the computer moved {time.monotonic() - died:.1f} s later")
        await asyncio.sleep(1)
        assert_moved_once(stage, match, page)


async def test_a_computer_whose_nudge_was_lost_moves_when_the_sweeper_comes(stage: Stage) -> None:
    """Valkey dies, and what it had for the workers is gone."""
    await ready_to_think(stage)
    (match,) = stage.computer_matches(level="beginner", opening=WHITE_BEGINS)
    async with match.page("white") as page:
        await page.until(10, lambda: page.is_live)
        worker, valkey = [await asyncio.to_thread(stage.serve.living, name) for name in ("worker-engine", "valkey")]
        worker.suspend()
        try:
            valkey.kill()
            await until(lambda: answers(stage.serve, "valkey", valkey), 30)
            cid = await page.act({"t": "play", "steps": some_path(page.view["graph"], Random(1))})
            await page.until(10, lambda: page.is_answered(cid))
            assert cid in page.done
            await until(lambda: stage.backstage.ask("relieve")["taken"] == 1, 10)
        finally:
            worker.resume()
        played = page.done[cid]
        assert stage.backstage.ask("let_wait", code=match.code, seconds=OVERDUE_SECONDS) == {"waiting": 1}
        lost = time.monotonic()
        await page.until(BACK_SECONDS, lambda: "dice_rolled" in [event["e"] for event in events(page, played)])
        report(f"nudge lost with Valkey: the computer moved {time.monotonic() - lost:.1f} s later")
        await page.until(BACK_SECONDS, lambda: page.view["awaits"] == ["white"])
        assert_moved_once(stage, match, page, after=played)


async def test_others_are_answered_at_once_while_computers_think(stage: Stage) -> None:
    """Case 155: engines think in workers, which step back behind who answers people."""
    await ready_to_think(stage)
    (match,) = stage.matches(clock="untimed")
    random, waits = Random(5), []
    async with AsyncExitStack() as stack:
        pages = {side: await stack.enter_async_context(match.page(side)) for side in ("white", "black")}
        for page in pages.values():
            await page.until(10, lambda page=page: page.is_live)
        worker = await asyncio.to_thread(stage.serve.living, "worker-engine")
        before = [cpu_seconds(process) for process in worker.children()]
        stage.computer_matches(EXPERTS, level="expert", opening=COMPUTER_BEGINS)
        end = time.monotonic() + 4
        while time.monotonic() < end:
            waits.append(await seconds_to_act(pages, random))
            await asyncio.sleep(0.02)
        thought = sum(cpu_seconds(process) for process in worker.children()) - sum(before)
    assert thought > 0.3, "nobody thought meanwhile"
    waits.sort()
    slow = waits[int(len(waits) * 0.95)]
    work = f"{EXPERTS} experts think ({thought:.1f} s in all)"
    report(f"{len(waits)} moves of others while {work}: 95 % within {slow * 1000:.0f} ms")
    assert slow * 1000 < ANSWERED_MILLIS


async def test_a_hint_comes_to_the_tab_that_asked_and_to_no_other(stage: Stage) -> None:
    await ready_to_think(stage)
    (match,) = stage.computer_matches(level="intermediate", opening=(3, 1))
    async with tab(match) as one, tab(match) as other:
        view = (await until_told(one, "hello"))["view"]
        await until_told(other, "hello")
        ask = str(uuid4())
        await one.send(json.dumps({"t": "hint", "ask": ask, "side": "white", "about": view["decision"]}))
        advice = await until_told(one, "advice")
        assert (advice["ask"], advice["about"], advice["level"]) == (ask, view["decision"], "intermediate")
        assert "8/5 6/5" in [play["text"] for play in advice["plays"]]
        await other.send(json.dumps({"t": "ping", "n": 1}))
        assert "advice" not in await told_until(other, "pong")
        await other.send(json.dumps({"t": "hint", "ask": ask, "side": "black", "about": view["decision"]}))
        assert (await until_told(other, "answered"))["code"] == "not_your_side"


def tab(match: Game) -> connect:
    address = f"{match.url.replace('http', 'ws', 1)}/ws/match/{match.code}/"
    headers = {"Cookie": match.cookies["white"]}
    return connect(address, origin=match.url, additional_headers=headers, close_timeout=1)  # type: ignore[arg-type]


async def until_told(socket: ClientConnection, tag: str) -> Frame:
    """Read on to the next frame of that kind."""
    async with asyncio.timeout(30):
        while True:
            frame: Frame = json.loads(await socket.recv())
            if frame["t"] == tag:
                return frame


async def told_until(socket: ClientConnection, tag: str) -> set[str]:
    """The kinds of frames up to the next one of that kind."""
    tags: set[str] = set()
    async with asyncio.timeout(30):
        while tag not in tags:
            tags.add(json.loads(await socket.recv())["t"])
    return tags


async def seconds_to_act(pages: dict[str, Page], random: Random) -> float:
    """One action of who must act; how long the answer took."""
    version = max(page.version for page in pages.values())
    await asyncio.gather(*(page.until(10, lambda page=page: page.version == version) for page in pages.values()))
    side = pages["white"].view["awaits"][0]
    action = sensible_action(pages[side].view, side, random)
    assert action is not None
    began = time.monotonic()
    cid = await pages[side].act(action)
    await pages[side].until(10, lambda: pages[side].is_answered(cid))
    return time.monotonic() - began


async def ready_to_think(stage: Stage) -> None:
    """Everything answers, and the workers have thought once: beat and workers begin last."""
    assert await asyncio.to_thread(wait_for, stage.serve.is_well)
    (match,) = stage.computer_matches(level="beginner", opening=COMPUTER_BEGINS)
    await until(lambda: stage.backstage.ask("look", code=match.code)["version"] > 3, 60)


def events(page: Page, after: int = 0) -> list[Frame]:
    """What the page was told happened after that version, in order, the clock left out."""
    return [event for number, event in sorted(page.told.items()) if number > after and event["e"] != "clock_turned"]


def assert_moved_once(stage: Stage, match: Game, page: Page, after: int = 0) -> None:
    """The computer made one play, and it is the person's turn."""
    seen = stage.backstage.ask("look", code=match.code)
    assert seen["whole"]
    assert seen["version"] == page.version
    log = [event for event in stage.backstage.ask("log", code=match.code)["events"] if event["n"] > after]
    assert [event["side"] for event in log if event["e"] == "checkers_played"] == ["black"]
    assert page.contradictions == []
    assert page.view["awaits"] == ["white"]


@contextlib.contextmanager
def frozen_in_thought(worker: psutil.Process) -> Iterator[list[psutil.Process]]:
    """Wait until a process of the worker computes, and stop it there and then."""
    thinkers = worker.children()
    before = {process.pid: cpu_seconds(process) for process in thinkers}
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if any(cpu_seconds(process) > before[process.pid] + 0.08 for process in thinkers):
            for process in thinkers:
                process.suspend()
            yield thinkers
            return
        time.sleep(0.005)
    raise AssertionError("nobody thinks")


def cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
