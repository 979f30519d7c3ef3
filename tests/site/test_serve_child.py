"""One supervised process, with programs of a line or two."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from bgsite.embedded.server import StopStep
from bgsite.serving.child import Child

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
POLITE = "import time; print('up', flush=True); time.sleep(60)"
BRIEF = "print('up', flush=True)"


@dataclass(frozen=True, slots=True)
class Script:
    """A Python script with the interface of `Server`."""

    code: str
    name: str = "script"
    folder: Path = field(default=Path("/"))
    stop_steps: tuple[StopStep, ...] = (StopStep(signal.SIGTERM, 0.5),)

    def prepare(self) -> None: ...

    def clear_leftovers(self) -> None: ...

    def command(self) -> list[str]:
        return [sys.executable, "-c", self.code]

    def environment(self) -> dict[str, str]:
        return {}

    def is_ready(self) -> bool:
        return True


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


async def until_said(capsys: pytest.CaptureFixture[str], text: str, times: int = 1) -> str:
    """Wait until a text was printed so many times; give all that was printed."""
    said = ""
    while said.count(text) < times:
        await asyncio.sleep(0.05)
        said += capsys.readouterr().out
    return said


@pytest.mark.parametrize("delay", [0, 0.001, 0.01, 0.03, 0.1, 0.3])
async def test_a_stop_at_any_moment_of_the_start_leaves_nothing(delay: float) -> None:
    before = children()
    child = Child(Script(POLITE))
    await child.start()
    await asyncio.sleep(delay)
    await asyncio.wait_for(child.stop(asyncio.Event()), 10)
    assert children() <= before


async def test_a_stubborn_one_is_killed(capsys: pytest.CaptureFixture[str]) -> None:
    before = children()
    child = Child(Script(STUBBORN))
    await child.start()
    await until_said(capsys, "up")
    await asyncio.wait_for(child.stop(asyncio.Event()), 10)
    assert "does not stop and is killed" in capsys.readouterr().out
    assert children() <= before


async def test_hurry_kills_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    child = Child(Script(STUBBORN, stop_steps=(StopStep(signal.SIGTERM, 60),)))
    await child.start()
    await until_said(capsys, "up")
    hurry = asyncio.Event()
    asyncio.get_running_loop().call_later(0.2, hurry.set)
    began = time.monotonic()
    await asyncio.wait_for(child.stop(hurry), 20)
    assert time.monotonic() - began < 15


async def test_one_that_ends_is_started_again_ever_more_slowly(capsys: pytest.CaptureFixture[str]) -> None:
    child = Child(Script(BRIEF))
    await child.start()
    said = await until_said(capsys, "it starts again", times=3)
    await child.stop(asyncio.Event())
    assert "ended with code 0; it starts again in 0.4 s" in said
    assert "it starts again in 0.8 s" in said
    assert "it starts again in 1.6 s" in said


async def test_a_grandchild_of_a_dead_one_is_killed(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
    child = Child(Script(code))
    await child.start()
    said = await until_said(capsys, "it starts again")
    await child.stop(asyncio.Event())
    numbers = [int(line.split("|")[1]) for line in said.splitlines() if line.split("|")[1].strip().isdigit()]
    assert numbers
    left = [psutil.Process(number) for number in numbers if psutil.pid_exists(number)]
    _, alive = psutil.wait_procs(left, timeout=5)
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


async def test_a_very_long_line_does_not_stop_the_printing(capsys: pytest.CaptureFixture[str]) -> None:
    child = Child(Script("print('x' * 200_000); print('after', flush=True); import time; time.sleep(60)"))
    await child.start()
    said = await until_said(capsys, "after")
    await child.stop(asyncio.Event())
    assert "a very long line is left out" in said
