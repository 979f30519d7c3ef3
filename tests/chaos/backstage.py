"""A second process of the site, for trials: arranges matches and reads the log where `serve` keeps its data.

`python -m tests.chaos.backstage` reads one request a line from standard input and writes one answer a line.
The other end is `Backstage`. Only public services are used; the one thing that is not as in life is the moment at which
a match begins (`ends_in`): it may lie in the past, so that a real clock runs out in a second and not in minutes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.live import ROOT
from tests.serving import environment

Answer = dict[str, Any]


class Backstage:
    """The trial's end of the pipe."""

    def __init__(self, var: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.backstage"],
            cwd=ROOT,
            env=environment(var, DJANGO_SETTINGS_MODULE="bgsite.settings"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, **how: Any) -> Answer:
        """Have something done; give what it says."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"what": what, **how}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the process backstage has died; its error is above"
        answer: Answer = json.loads(line)
        return answer

    def end(self) -> None:
        """Let the process go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


def begin(
    count: int = 1,
    preset: str = "money",
    length: int | None = None,
    clock: str = "normal",
    ends_in: float | None = None,
) -> Answer:
    """Begin matches of two new people. `ends_in`: the running flag falls in so many seconds."""
    from games.rules.clock import ClockPreset, ClockSetting
    from games.rules.rulecard import Preset, card_for
    from matches.moment import as_millis
    from tests.factories import running_match
    from tests.matches.client import cookie_of

    white, black = _newcomer("white"), _newcomer("black")
    card, setting = card_for(Preset(preset), length), ClockSetting(ClockPreset(clock))
    matches = []
    for _ in range(count):
        with _begun_before(setting, length, ends_in):
            match = running_match(white, black, card=card, clock=setting, is_public=True)
        deadline = match.deadline_at and as_millis(match.deadline_at) / 1000
        matches.append({"code": match.code, "to_act": match.to_act, "deadline": deadline})
    return {"matches": matches, "white": cookie_of(white), "black": cookie_of(black)}


def _begun_before(setting: Any, length: int | None, ends_in: float | None) -> Any:
    """Matches started inside began so long ago that the first flag falls in `ends_in` seconds; None: begin now."""
    from games.rules.clock import clock_for
    from matches.moment import now_millis

    clock = clock_for(setting, length)
    if ends_in is None or clock is None:
        return nullcontext()
    began = now_millis() + int(ends_in * 1000) - clock.delay - clock.reserve.white
    return patch("matches.services.start.now_millis", lambda: began)


def begin_with_computer(level: str, opening: tuple[int, int], count: int = 1, pace: int = 0) -> Answer:
    """Begin matches of new people, White, against the computer, with that opening throw (White's die first)."""
    from games.rules.clock import ClockPreset, ClockSetting
    from games.rules.levels import Level
    from games.rules.rulecard import Preset, card_for
    from games.rules.sides import Side
    from matches.services.lifecycle import Terms
    from matches.services.sitting import computer_match_start
    from tests.games.scripted_dice import ScriptedDice
    from tests.matches.client import cookie_of

    terms = Terms(card_for(Preset.MONEY), ClockSetting(ClockPreset.UNTIMED), Side.WHITE, True)
    matches = []
    for _ in range(count):
        white = _newcomer("white")
        with patch("matches.services.start.SystemDice", lambda: ScriptedDice((opening[0], opening[1]))):
            match = computer_match_start(white, terms, Level(level), pace)
        matches.append({"code": match.code, "to_act": match.to_act, "deadline": None, "white": cookie_of(white)})
    return {"matches": matches}


def let_wait(code: str, seconds: float) -> Answer:
    """Let the computer at the match have been awaited for so long, so that the sweeper finds it overdue now."""
    from matches.models import Match
    from matches.moment import as_datetime, now_millis

    since = as_datetime(now_millis() - int(seconds * 1000))
    return {"waiting": Match.objects.filter(code=code, bot_due_at__isnull=False).update(bot_due_at=since)}


def look(code: str) -> Answer:
    """Where the match stands, and every ending it has."""
    from matches.models import Match
    from matches.moment import as_millis
    from matches.selectors.replays import is_like_its_log

    match = Match.objects.get(code=code)
    endings = match.events.filter(kind__in=["match_ended", "flag_fell"]).values_list("kind", "at")
    return {
        "version": match.version,
        "status": match.status,
        "termination": match.termination,
        "deadline": match.deadline_at and as_millis(match.deadline_at) / 1000,
        "endings": [[kind, as_millis(at) / 1000] for kind, at in endings],
        "ended_games": match.games.filter(last_event__isnull=False).count(),
        "whole": is_like_its_log(match),
    }


def log(code: str) -> Answer:
    """Every event as the wire tells it, and every accepted command."""
    from games.rules.board import Board
    from matches.models import Match
    from matches.selectors.tables import log_of
    from matches.wire import wire_events

    match = Match.objects.get(code=code)
    events = wire_events(Board.start(), log_of(match.pk))
    commands = [[str(cid), version] for cid, version in match.commands.values_list("cid", "version")]
    return {"events": events, "commands": commands}


def occupy(tasks: int, seconds: int) -> Answer:
    """Give the engine workers more than they can do: real work, ended by Celery after so many seconds a task.

    The work is a task that lasts as long as it is told to, again and again by Celery's own `starmap`.
    """
    from matches.tasks import check_replays

    for _ in range(tasks):
        check_replays.starmap([[]] * 20_000).apply_async(queue="engine", soft_time_limit=seconds, expires=seconds)
    return {}


def waiting() -> Answer:
    """How many tasks nobody has begun in the engine's queue."""
    with _broker() as broker:
        return {"engine": broker.llen("engine")}


def relieve() -> Answer:
    """Take what nobody has begun out of the engine's queue, but for the statistics, which come by the clock."""
    with _broker() as broker:
        unclaimed = [one for one in broker.lrange("engine", 0, -1) if b'"task": "stats.' not in one]
        return {"taken": sum(broker.lrem("engine", 1, one) for one in unclaimed)}


def _broker() -> Any:
    from django.conf import settings
    from redis import Redis

    return Redis.from_url(settings.REDIS_URL.replace("db=0", "db=1"))


def sweep(seconds: float) -> Answer:
    """Sweep without a pause, beside the sweeper that comes every 5 s."""
    from matches.services.clocks import sweep_deadlines

    end, found = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        found += sweep_deadlines()
    return {"visited": found}


def _newcomer(name: str) -> Any:
    from django.utils.crypto import get_random_string

    from bgsite.accounts.models import User

    return User.objects.create_user(f"{name} {get_random_string(10, 'abcdefghijkmnopqrstuvwxyz')}")


_REQUESTS: dict[str, Callable[..., Answer]] = {
    one.__name__: one for one in (begin, begin_with_computer, let_wait, look, log, occupy, waiting, relieve, sweep)
}


def main() -> None:
    """Answer until the other end closes."""
    import django

    django.setup()
    from django.db import connection

    for line in sys.stdin:
        request = json.loads(line)
        connection.close()  # the server may have been killed meanwhile
        answer = _REQUESTS[request.pop("what")](**request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
