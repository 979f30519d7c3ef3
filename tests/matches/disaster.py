"""`kill -9` of everything while two people play: a program of its own, on a PostgreSQL and a Valkey of its own.

`python -m tests.matches.disaster FOLDER` ends with exit code 0 when every promise was kept; `test_disaster` runs it.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bgsite.embedded.pair import _start, _stop
from bgsite.embedded.places import Places
from bgsite.embedded.postgres import DURABLE, make_postgres
from bgsite.embedded.server import Server
from bgsite.embedded.valkey import make_valkey

if TYPE_CHECKING:
    from tests.live import SiteProcesses

Frame = dict[str, Any]
RIGHT_AGAIN_SECONDS = 6
PING_SECONDS = 5


@dataclass
class Killable:
    """A server that can be killed and started again."""

    server: Server
    log: Path
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = _start(self.server, log)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        _stop(self.server, self.process)


@dataclass
class Page:
    """An open page as the protocol asks for it: reconnects, keeps unanswered actions, heals gaps. Plays one side."""

    urls: list[str]
    cookie: str
    side: str
    random: Random
    view: Frame = field(default_factory=dict)
    version: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    waiting: Frame | None = None
    is_playing: bool = True
    reconnects: int = -1

    async def live(self) -> None:
        """Stay at the table until cancelled."""
        while True:
            self.reconnects += 1
            try:
                headers = {"Cookie": self.cookie}
                url = self.urls[self.reconnects % len(self.urls)]
                origin = Origin("http://" + url.split("/")[2])
                async with connect(url, origin=origin, additional_headers=headers) as socket:
                    await asyncio.gather(self._ping(socket), self._listen(socket))
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.3 + 0.4 * self.random.random())

    async def _ping(self, socket: Any) -> None:
        number = 0
        while True:
            await asyncio.sleep(PING_SECONDS)
            number += 1
            await socket.send(json.dumps({"t": "ping", "n": number}))

    async def _listen(self, socket: Any) -> None:
        async for text in socket:
            await self._hear(socket, json.loads(text))

    async def _hear(self, socket: Any, frame: Frame) -> None:
        match frame["t"]:
            case "hello":
                self.version, self.view = frame["v"], frame["view"]
                if self.waiting is not None:
                    await socket.send(json.dumps(self.waiting))
            case "moved" | "missed" if frame["from"] == self.version:
                self.version, self.view = frame["v"], frame["view"]
            case "moved" | "missed" | "pong" if frame["v"] > self.version:
                await socket.send(json.dumps({"t": "resync", "after": self.version}))
            case "done":
                self.acknowledged[frame["id"]] = frame["v"]
                self.waiting = None
            case "refused":
                self.waiting = None
                if frame["code"] in ("busy", "server_fault"):
                    await asyncio.sleep(0.3)
        await self._go_on(socket)

    async def _go_on(self, socket: Any) -> None:
        from tests.matches.client import sensible_action

        if not self.is_playing or self.waiting is not None or self.view["phase"] == "over":
            return
        action = sensible_action(self.view, self.side, self.random)
        if action is not None:
            head = {"id": str(uuid4()), "side": self.side, "decision": self.view["decision"]}
            self.waiting = {**head, **action}
            await asyncio.sleep(0.02)
            await socket.send(json.dumps(self.waiting))


async def play_through(match_code: str, pages: list[Page], disasters: list[Any], fate: Executor) -> None:
    """Play; let each disaster happen in the middle of it; look that both pages are right again in time."""
    tasks = [asyncio.create_task(page.live()) for page in pages]
    try:
        await until(lambda: all(len(page.acknowledged) > 5 for page in pages), 30, "the game begins")
        for name, disaster in disasters:
            before = [len(page.acknowledged) for page in pages]
            await asyncio.get_running_loop().run_in_executor(fate, disaster)
            came_back = time.monotonic()
            await until(
                lambda before=before: all(
                    len(page.acknowledged) > count + 1 for page, count in zip(pages, before, strict=True)
                ),
                30,
                f"play goes on after {name}",
            )
            await until(lambda: pages[0].view == pages[1].view, RIGHT_AGAIN_SECONDS, f"both pages agree after {name}")
            say(f"{name}: right again after {time.monotonic() - came_back:.1f} s")
        for page in pages:
            page.is_playing = False
        await until(lambda: all(page.waiting is None for page in pages), 20, "every action is answered")
        version = await asyncio.to_thread(version_of, match_code)
        await until(
            lambda: all(page.version == version for page in pages), RIGHT_AGAIN_SECONDS + 5, "both are up to date"
        )
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(condition: Any, seconds: float, what: str) -> None:
    """Wait for it. Raises TimeoutError that says for what."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"not in {seconds} s: {what}")
        await asyncio.sleep(0.05)


def version_of(code: str) -> int:
    """The match's version in the database."""
    from django.db import connection

    from matches.models import Match

    try:
        return Match.objects.values_list("version", flat=True).get(code=code)
    finally:
        connection.close()


def say(text: str) -> None:
    """One line for whoever runs this."""
    print(text, flush=True)  # noqa: T201 - a program


def main(folder: Path) -> None:
    """The whole program."""
    places = Places(folder)
    places.log.mkdir(parents=True, exist_ok=True)
    postgres = Killable(make_postgres(places, DURABLE), places.log / "postgres.log")
    valkey = Killable(make_valkey(places), places.log / "valkey.log")
    for one in (postgres, valkey):
        one.server.prepare()
        one.start()
    try:
        make_postgres(places, DURABLE).create_database()
        os.environ["DATABASE_URL"], os.environ["REDIS_URL"] = places.database_url(), places.redis_url()
        os.environ["DJANGO_SETTINGS_MODULE"] = "bgsite.settings"
        play_and_check(postgres, valkey)
    finally:
        valkey.stop()
        postgres.stop()
        places.remove_socket_folders()


def play_and_check(postgres: Killable, valkey: Killable) -> None:
    """Set the site up, play through the disasters, look at what is stored."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from tests.live import SiteProcesses

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    site = SiteProcesses({"DATABASE_URL": os.environ["DATABASE_URL"], "REDIS_URL": os.environ["REDIS_URL"]})
    try:
        from games.rules.rulecard import Preset, card_for
        from tests.factories import running_match
        from tests.matches.client import cookie_of
        from tests.matches.timing import NORMAL
        from tests.people import alice, bob

        match = running_match(card=card_for(Preset.MONEY), clock=NORMAL)
        cookies = [cookie_of(alice()), cookie_of(bob())]
        connection.close()
        pages, disasters = set_up(site, match.code, cookies, postgres, valkey)
        with ThreadPoolExecutor(1) as fate:  # a server ends with the thread that started it
            asyncio.run(play_through(match.code, pages, disasters, fate))
            check(match.pk, pages)
    finally:
        site.end()


def set_up(
    site: SiteProcesses, code: str, cookies: list[str], postgres: Killable, valkey: Killable
) -> tuple[list[Page], list[Any]]:
    """Two web processes, a page at each, and what will happen to them."""
    from tests.live import free_port

    ports = [site.port, free_port()]
    webs = [site.start_web(port) for port in ports]
    urls = [f"ws://127.0.0.1:{port}/ws/match/{code}/" for port in ports]
    pages = [
        Page([urls[0]], cookies[0], "white", Random(1)),
        Page(urls[::-1], cookies[1], "black", Random(2)),
    ]

    def kill_web() -> None:
        webs[0].kill()
        time.sleep(0.5)
        webs[0].start()

    def kill_valkey() -> None:
        valkey.kill()
        time.sleep(2)
        valkey.start()

    def kill_postgres() -> None:
        postgres.kill()
        time.sleep(2)
        postgres.start()

    def kill_all_webs() -> None:
        run_out_soon(code)
        for web in webs:
            web.kill()
        time.sleep(8)  # the clock that ran is over meanwhile
        for web in webs:
            web.start()

    return pages, [
        ("kill -9 of a web process", kill_web),
        ("kill -9 of Valkey", kill_valkey),
        ("kill -9 of PostgreSQL", kill_postgres),
        ("kill -9 of all web processes for 8 s", kill_all_webs),
    ]


def run_out_soon(code: str) -> None:
    """Whose clock runs has 3 s left."""
    from django.db import connection

    from matches.models import Match
    from matches.moment import now_millis
    from tests.matches.timing import run_out_at

    try:
        match = Match.objects.get(code=code)
        if match.deadline_at is not None:
            run_out_at(match, now_millis() + 3_000)
    finally:
        connection.close()


def check(match_id: int, pages: list[Page]) -> None:
    """Every acknowledged move is there, once; nobody was flagged; the log is whole."""
    from matches.models import Command, Match, MatchEvent
    from matches.selectors.replays import is_like_its_log

    acknowledged = {cid: version for page in pages for cid, version in page.acknowledged.items()}
    stored = {str(cid): version for cid, version in Command.objects.values_list("cid", "version")}
    kinds = list(MatchEvent.objects.filter(match_id=match_id).values_list("kind", flat=True))
    assert acknowledged.items() <= stored.items()
    assert is_like_its_log(Match.objects.get(pk=match_id))
    assert "flag_fell" not in kinds
    assert len(pages[0].acknowledged) > 20
    say(f"{len(acknowledged)} acknowledged actions, all stored; {kinds.count('clock_shifted')} shifts after outages")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
