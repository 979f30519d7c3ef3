"""One supervised process: started again when it dies, stopped step by step, its lines printed with its name."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from asyncio.subprocess import Process

from bgsite.embedded.server import Server
from bgsite.serving.lines import say

_FIRST_DELAY = 0.2
_LONGEST_DELAY = 10.0
_LONG_LIFE_SECONDS = 30.0
_LONGEST_LINE = 2**16


class Child:
    """Keeps one server or program running until `stop` is called."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ready = asyncio.Event()
        """Set while the process answers."""
        self._stopping = asyncio.Event()
        self._launching = asyncio.Lock()
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._printers: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to keep it running."""
        await asyncio.to_thread(self.server.prepare)
        self._keeper = asyncio.create_task(self._keep())

    async def stop(self, hurry: asyncio.Event) -> None:
        """Stop it by its own steps; kill it at once when `hurry` is set."""
        self._stopping.set()
        async with self._launching:  # a process that is just being started must be there to be stopped
            pass
        for step in self.server.stop_steps:
            if not self._is_alive() or hurry.is_set():
                break
            self._signal(step.signal)
            await self._ended_or_hurried(step.seconds, hurry)
        if self._is_alive():
            say(self.server.name, "does not stop and is killed")
            self._signal(signal.SIGKILL)
        if self._keeper is not None:
            await self._keeper
        if self._printers:
            await asyncio.wait(self._printers, timeout=1)

    async def _keep(self) -> None:
        delay = _FIRST_DELAY
        while not self._stopping.is_set():
            began = time.monotonic()
            async with self._launching:
                if self._stopping.is_set():
                    return
                await asyncio.to_thread(self.server.clear_leftovers)
                process = self._process = await self._launch()
            how = await self._run_to_end(process)
            if self._stopping.is_set():
                return
            delay = _FIRST_DELAY if time.monotonic() - began > _LONG_LIFE_SECONDS else min(delay * 2, _LONGEST_DELAY)
            say(self.server.name, f"{how}; it starts again in {delay:.1f} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), delay)

    async def _run_to_end(self, process: Process) -> str:
        """Wait for the end of the process; say how it ended."""
        watcher = asyncio.create_task(self._watch_ready(process))
        code = await process.wait()
        watcher.cancel()
        self.ready.clear()
        _kill_group(process)  # what a dead process left behind
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    async def _launch(self) -> Process:
        """Start it. Our own pipe, because asyncio's would make `wait` last until grandchildren close theirs, too."""
        read_end, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *self.server.command(),
                cwd=self.server.folder,
                env=self.server.environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=write_end,
                stderr=write_end,
                start_new_session=True,
            )
        except OSError:
            os.close(read_end)
            raise
        finally:
            os.close(write_end)
        printer = asyncio.create_task(self._print_lines(read_end))
        self._printers.add(printer)
        printer.add_done_callback(self._printers.discard)
        return process

    async def _watch_ready(self, process: Process) -> None:
        while process.returncode is None:
            if await asyncio.to_thread(self.server.is_ready):
                self.ready.set()
                return
            await asyncio.sleep(0.05)

    async def _print_lines(self, read_end: int) -> None:
        reader = asyncio.StreamReader(limit=_LONGEST_LINE)
        with os.fdopen(read_end, "rb") as pipe:
            transport, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), pipe
            )
            while True:
                try:
                    line = await reader.readline()
                except ValueError:
                    say(self.server.name, "(a very long line is left out)")
                    continue
                if not line:
                    break
                if text := line.decode(errors="replace").rstrip():
                    say(self.server.name, text)
            transport.close()

    def _is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _ended_or_hurried(self, seconds: float, hurry: asyncio.Event) -> None:
        if self._process is None:
            return
        waits = {asyncio.create_task(self._process.wait()), asyncio.create_task(hurry.wait())}
        _, pending = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()


def _kill_group(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
