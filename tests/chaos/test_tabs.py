"""Several tabs of one person at one table."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from uuid import uuid4

from tests.chaos.conftest import Stage, report
from tests.matches.client import sensible_action

ROUNDS = 24


async def test_the_same_action_at_the_same_instant_from_two_tabs_has_one_effect(stage: Stage) -> None:
    """In turns: both tabs send one frame with one id, and both send the same decision under their own ids."""
    (match,) = stage.matches(clock="untimed")
    random = Random(1)
    async with AsyncExitStack() as stack:
        tabs = {
            side: [await stack.enter_async_context(match.page(side, seed)) for seed in range(2)]
            for side in ("white", "black")
        }
        everyone = [page for pages in tabs.values() for page in pages]
        for number in range(ROUNDS):
            await asyncio.gather(*(page.until(10, lambda page=page: page.is_live) for page in everyone))
            version = max(page.version for page in everyone)
            await asyncio.gather(*(page.until(10, lambda page=page, v=version: page.version == v) for page in everyone))
            side = everyone[0].view["awaits"][0]
            one, other = tabs[side]
            action = sensible_action(one.view, side, random)
            assert action is not None
            ids = [str(uuid4()), str(uuid4())] if number % 2 else [str(uuid4())] * 2
            await asyncio.gather(one.act(action, ids[0]), other.act(action, ids[1]))
            await asyncio.gather(
                one.until(10, lambda one=one, ids=ids: one.is_answered(ids[0])),
                other.until(10, lambda other=other, ids=ids: other.is_answered(ids[1])),
                *(page.until(10, lambda page=page, v=version: page.version > v) for page in everyone),
            )
            done = {page.done[cid] for page, cid in zip((one, other), ids, strict=True) if cid in page.done}
            assert len(done) == 1
            if number % 2:
                refused = {page.refusal(cid) for page, cid in zip((one, other), ids, strict=True)} - {None}
                assert refused in ({"stale"}, {"already_ready"})  # Next answers no decision of the game
    log = stage.backstage.ask("log", code=match.code)
    assert len(log["commands"]) == ROUNDS
    assert stage.backstage.ask("look", code=match.code)["whole"]
    report(f"{ROUNDS} actions sent from two tabs at once: {len(log['commands'])} effects")
