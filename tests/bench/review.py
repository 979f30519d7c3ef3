"""The administration at 1,000,000 games: each list, search and step page, by how long the server takes for it.

Everything is made by `generate_series` in a PostgreSQL of its own: 250,000 matches with four games each, the people who
play them (a few play very much), and 150 long matches with a whole log, commands, connections and chat. Then each kind
of page is asked for many times with other words, days and numbers; all that the process does for it counts, rendering
included. The goal is 0.3 s at the 95th percentile.
"""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.bench.database import migrated_database
from tests.bench.figures import HEADINGS, Figures, say

if TYPE_CHECKING:
    from django.test import Client

    from games.rules.state import MatchState
    from matches.wire import StoredEvent

MATCHES: Final = 250_000
GAMES_A_MATCH: Final = 4
PEOPLE: Final = 20_000
LOGGED: Final = 150
LENGTH: Final = 25
"""Of the matches with a log: some thousand events."""
SAMPLES: Final = 30
GOAL: Final = 0.3
_TODAY: Final = datetime(2026, 11, 30, tzinfo=UTC)
_DAYS: Final = 1000
"""The matches are spread over so many days."""

Ask = Callable[[Random], str]
"""An address, drawn anew for each sample."""


def main() -> int:
    """Measure and print a table; 1 if a page misses the goal."""
    with _database():
        codes = _fill()
        rows = _measured(codes)
    say("pages of the administration at 1,000,000 games; milliseconds of the whole answer")
    say(HEADINGS + "   (CPU: of Django, without PostgreSQL)")
    for row in rows:
        say(row.row())
    slow = [row.name for row in rows if statistics.quantiles(row.times, n=20)[18] > GOAL]
    say("every page keeps the goal of 300 ms at the 95th percentile" if not slow else f"too slow: {', '.join(slow)}")
    return 1 if slow else 0


@contextlib.contextmanager
def _database() -> Iterator[None]:
    with migrated_database():
        from django.db import connection
        from django.test.utils import setup_test_environment

        setup_test_environment()
        yield
        connection.close()


# --- a million games ----------------------------------------------------------------------------------------------

_PEOPLE = """
    INSERT INTO accounts_user (password, is_superuser, username, name_folded, name_skeleton, email, is_staff, is_active,
        date_joined, is_guest, guest_name)
    SELECT '!', false, 'player' || n, 'player' || n, 'sk' || n, '', false, true,
        %(today)s - n * interval '1 hour', false, ''
    FROM generate_series(1, %(people)s) n
"""
# One setseed() before makes every run the same. Every 20th match is open, running or cancelled.
_MATCHES = """
    INSERT INTO matches_match (code, link_token, owner_token, status, created_by_id, creator_side, card, kind, preset,
        length, clock_preset, take_back, is_public, declined, decline_reason, origin, is_rated, pace, created_at,
        started_at, ended_at, version, snapshot, snapshot_schema, shift_due, score_white, score_black, winner,
        termination, paused, taken_over, is_flagged)
    SELECT 'm' || lpad(n::text, 11, '0'), 'l' || n, 'o' || n, status, NULL, 'random', %(card)s,
        CASE WHEN length IS NULL THEN 'money' ELSE 'match' END, CASE WHEN length IS NULL THEN 'money' ELSE 'match' END,
        length, clock, 'never', n %% 2 = 0, false, '', origin, n %% 3 = 0, 1000, at, at, at + interval '40 min', 9,
        %(snapshot)s, %(schema)s, 0, n %% 7, n %% 5, CASE WHEN n %% 2 = 0 THEN 'white' ELSE 'black' END,
        CASE WHEN status = 'finished' THEN ending ELSE '' END, n %% 997 = 0, n %% 211 = 0, n %% 1009 = 0
    FROM (
        SELECT n, %(today)s - n * (%(days)s * interval '1 day' / %(matches)s) AS at,
            (ARRAY[1, 3, 3, 5, 5, 5, 7, 7, 9, 11, 25, NULL])[1 + floor(random() * 12)] AS length,
            (ARRAY['borne_off', 'borne_off', 'dropped', 'dropped', 'resigned', 'timed_out', 'forfeited'])
                [1 + floor(random() * 7)] AS usual,
            CASE WHEN n %% 20 > 0 THEN 'finished' WHEN n %% 3 = 0 THEN 'open' WHEN n %% 3 = 1 THEN 'running'
                ELSE 'cancelled' END AS status,
            CASE WHEN n %% 5000 = 1 THEN 'awarded' WHEN n %% 5000 = 2 THEN 'voided' END AS rare,
            (ARRAY['named', 'link', 'seek', 'computer', 'computer'])[1 + floor(random() * 5)] AS origin,
            (ARRAY['untimed', 'normal', 'fast'])[1 + floor(random() * 3)] AS clock
        FROM generate_series(1, %(matches)s) n
    ) made, LATERAL (SELECT coalesce(rare, usual) AS ending) chosen
    ORDER BY n DESC
"""
# The power makes some people play thousands of matches, and most of them few.
_SEATS = """
    INSERT INTO matches_seat (match_id, side, user_id, level, hidden, mailed_decision, joined_at)
    SELECT match.id, side,
        CASE WHEN is_computer THEN NULL ELSE people.first + floor(power(random(), 3) * %(people)s) END,
        CASE WHEN is_computer THEN (ARRAY['beginner', 'intermediate', 'advanced', 'expert'])[1 + floor(random() * 4)]
        ELSE '' END, false, 0, match.created_at
    FROM matches_match match, unnest(ARRAY['white', 'black']) side,
        LATERAL (SELECT match.origin = 'computer' AND side = 'black' AS is_computer) opponent,
        (SELECT min(id) AS first FROM accounts_user WHERE username LIKE 'player%%') people
    WHERE match.status <> 'open'
"""
_GAMES = """
    INSERT INTO matches_gamerecord (match_id, number, score_white, score_black, crawford, preset, length, cube_value,
        cube_owner, winner, points, result_kind, termination, first_event, last_event, started_at, ended_at)
    SELECT match.id, number, number - 1, 0, CASE WHEN number = 3 THEN 'active' ELSE 'pending' END, match.preset,
        match.length, cube, CASE WHEN cube > 1 THEN 'white' END, 'white', cube * size, size,
        CASE WHEN match.id %% 5000 = 7 THEN 'awarded' ELSE usual END,
        2 + (number - 1) * 200, 1 + number * 200, match.created_at + number * interval '9 min',
        match.created_at + number * interval '9 min' + interval '8 min'
    FROM matches_match match, generate_series(1, %(games)s) number,
        LATERAL (SELECT (ARRAY[1, 1, 1, 1, 2, 2, 2, 4])[1 + floor(random() * 8)]
            * CASE WHEN (match.id + number) %% 3001 = 0 THEN 64 ELSE 1 END AS cube,
            (ARRAY[1, 1, 1, 1, 1, 2, 2, 3])[1 + floor(random() * 8)] AS size,
            (ARRAY['borne_off', 'borne_off', 'dropped', 'dropped', 'resigned', 'timed_out'])[1 + floor(random() * 6)]
                AS usual) drawn
    ORDER BY match.id, number
"""
_EVENTS = """
    INSERT INTO matches_matchevent (match_id, seq, kind, schema, data, at)
    SELECT match.id, event.seq, event.kind, event.schema, event.data, event.at
    FROM matches_match match, matches_matchevent event
    WHERE match.id = ANY(%(logged)s) AND event.match_id = %(model)s AND match.id <> %(model)s
"""
_COMMANDS = """
    INSERT INTO matches_command (match_id, side, cid, version, answer, at)
    SELECT match_id, data ->> 'side', gen_random_uuid(), seq, '{}', at FROM matches_matchevent
    WHERE kind IN ('checkers_played', 'dice_rolled')
"""
_CONNECTIONS = """
    INSERT INTO matches_connection (match_id, side, version, came_at, left_at)
    SELECT match_id, (ARRAY['white', 'black'])[1 + seq %% 2], seq, at, at + interval '5 min'
    FROM matches_matchevent WHERE seq %% 40 = 0
"""
_CHAT = """
    INSERT INTO matches_chatline (match_id, number, author_id, side, audience, preset, text, version, at)
    SELECT match_id, seq / 50, NULL, 'white', 'all', '', 'What a roll that was', seq, at
    FROM matches_matchevent WHERE seq %% 50 = 0
"""


def _fill() -> list[int]:
    """Everything; the numbers of the matches with a log."""
    from django.db import connection

    from matches.codec import SCHEMA, encode_card, encode_state
    from matches.models import GameRecord, Match

    log, state = _long_match()
    values: dict[str, Any] = {
        "today": _TODAY,
        "days": _DAYS,
        "people": PEOPLE,
        "matches": MATCHES,
        "games": GAMES_A_MATCH,
        "schema": SCHEMA,
        "card": _json(encode_card(state.card)),
        "snapshot": _json(encode_state(state)),
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.4)")
        for what in (_PEOPLE, _MATCHES, _SEATS, _GAMES):
            began = time.perf_counter()
            cursor.execute(what, values)
            say(f"  {cursor.rowcount:>9,} rows of {what.split()[2]} in {time.perf_counter() - began:.0f} s")
        logged = list(Match.objects.filter(status="finished").order_by("-pk").values_list("pk", flat=True)[:LOGGED])
        Match.objects.filter(pk__in=logged).update(version=len(log), length=LENGTH)
        GameRecord.objects.filter(match_id__in=logged).delete()
        _store(logged, log)
        for what in (_EVENTS, _COMMANDS, _CONNECTIONS, _CHAT):
            cursor.execute(what, values | {"logged": logged, "model": logged[0]})
            say(f"  {cursor.rowcount:>9,} rows of {what.split()[2]}")
        cursor.execute("VACUUM ANALYZE")
    return logged


def _json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _store(logged: list[int], log: list[StoredEvent]) -> None:
    """The log of the first of these matches, and the games of all."""
    from games.rules.events import GameEnded, GameStarted
    from matches.codec import SCHEMA, encode_event, event_kind
    from matches.models import GameRecord, MatchEvent
    from matches.moment import as_datetime

    MatchEvent.objects.bulk_create(
        MatchEvent(
            match_id=logged[0],
            seq=one.seq,
            kind=event_kind(one.event),
            schema=SCHEMA,
            data=encode_event(one.event),
            at=as_datetime(one.at),
        )
        for one in log
    )
    firsts = [one.seq for one in log if isinstance(one.event, GameStarted)]
    ends = [one for one in log if isinstance(one.event, GameEnded)]
    GameRecord.objects.bulk_create(
        GameRecord(
            match_id=match_id,
            number=number,
            score_white=0,
            score_black=0,
            crawford="pending",
            preset="match",
            length=LENGTH,
            first_event=first,
            last_event=end.seq,
            winner="white",
            points=1,
            result_kind=1,
            termination="borne_off",
            started_at=as_datetime(log[first - 1].at),
            ended_at=as_datetime(end.at),
        )
        for match_id in logged
        for number, (first, end) in enumerate(zip(firsts, ends, strict=True), 1)
    )


def _long_match() -> tuple[list[StoredEvent], MatchState]:
    """A whole match of two who play anything; its events, a second apart."""
    from games.rules.actions import Next, PlayerAction, Roll
    from games.rules.clock import ClockPreset, ClockSetting
    from games.rules.events import MatchStarted
    from games.rules.match import apply, start, to_act
    from games.rules.rulecard import Preset, card_for
    from games.rules.sides import Side
    from games.rules.state import TakeBackRule, ToPlay, game_of
    from matches.wire import StoredEvent
    from tests.games.random_play import plays
    from tests.games.scripted_dice import SeededDice

    random = Random(4)
    dice = SeededDice(random)
    now = int(_TODAY.timestamp() * 1000)
    terms = MatchStarted(card_for(Preset.MATCH, LENGTH), ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER)
    transition = start(terms, now=now, dice=dice)
    events, state = list(transition.events), transition.after
    moments = [now] * len(events)
    while state.result is None:
        now += 1000
        side = to_act(state)
        action: PlayerAction
        if side is None:
            side, action = next(one for one in Side if not state.ready.of(one)), Next()
        elif isinstance(game_of(state).phase, ToPlay):
            action = random.choice(plays(state))
        else:
            action = Roll()
        transition = apply(state, action, by=side, now=now, dice=dice)
        state = transition.after
        events += transition.events
        moments += [now] * len(transition.events)
    return [StoredEvent(seq, at, event) for seq, (at, event) in enumerate(zip(moments, events, strict=True), 1)], state


# --- what is asked for --------------------------------------------------------------------------------------------


def _measured(logged: list[int]) -> list[Figures]:
    from django.test import Client

    from bgsite.accounts.models import User

    client = Client()
    client.force_login(User.objects.create_superuser("root-of-all"))
    return [_pages(client, name, ask) for name, ask in {**_lists(), **_steps(logged)}.items()]


def _pages(client: Client, name: str, ask: Ask) -> Figures:
    random = Random(name)
    client.get(ask(random))  # templates are compiled once
    times = []
    began, computed = time.perf_counter(), time.process_time()
    for _ in range(SAMPLES):
        address = ask(random)
        at = time.perf_counter()
        answer = client.get(address)
        times.append(time.perf_counter() - at)
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")
    return Figures(name, tuple(times), time.perf_counter() - began, time.process_time() - computed)


def _lists() -> dict[str, Ask]:
    """Name and address of each list, narrowed down in each way, and in some together."""
    ways: dict[str, Ask] = {
        "newest": lambda _: "",
        "page 2-20": lambda random: f"p={random.randint(2, 20)}",
        "last page": lambda _: "p=40",
        "player": lambda random: f"q=player{random.randint(1, PEOPLE)}",
        "players by beginning": lambda random: f"q=player{random.randint(1, 199)}",
        "who plays most": lambda _: "q=player1",
        "nobody": lambda random: f"q=nobody{random.randint(1, 99)}",
        "code": lambda random: f"q=m{random.randint(1, MATCHES):011}",
        "one day": lambda random: f"from={(day := _day(random))}&to={day}",
        "until a day": lambda random: f"to={_day(random)}",
        "length": lambda random: f"length={random.choice([1, 3, 5, 7, 9, 11, 25, 21, 'none'])}",
        "ending": lambda random: f"termination__exact={random.choice(_ENDINGS)}",
        "rule card": lambda random: f"preset={random.choice(['match', 'money', 'custom'])}",
        "flagged": lambda _: "flagged=1",
        "length, ending, day": lambda random: (
            f"length={random.choice([3, 5, 25])}&termination__exact={random.choice(_ENDINGS)}&to={_day(random)}"
        ),
        "length, ending": lambda random: (
            f"length={random.choice([1, 21, 25])}&termination__exact={random.choice(_ENDINGS)}"
        ),
        "player, ending": lambda random: (
            f"q=player{random.randint(1, 99)}&termination__exact={random.choice(_ENDINGS)}"
        ),
        "flagged, card, length": lambda random: f"flagged=1&preset=money&length={random.choice([3, 'none'])}",
    }
    of_matches: dict[str, Ask] = {
        "status": lambda random: f"status__exact={random.choice(['open', 'running', 'finished', 'cancelled'])}",
        "origin": lambda random: f"origin__exact={random.choice(['named', 'link', 'seek', 'computer', 'hot_seat'])}",
        "computer": lambda random: f"computer={random.choice(['beginner', 'expert'])}",
        "paused": lambda _: "paused=1",
        "rated": lambda _: "rated=1",
        "taken over": lambda _: "taken_over=1",
        "taken over, length, ending": lambda _: "taken_over=1&length=25&termination__exact=awarded",
        "computer, ending": lambda random: f"computer=expert&termination__exact={random.choice(_ENDINGS)}",
    }
    of_games: dict[str, Ask] = {
        "cube": lambda random: f"cube_value={random.choice([1, 2, 4, 8, 32, 64, 128])}",
        "kind of win": lambda random: f"result_kind={random.choice([1, 2, 3])}",
        "cube, ending, length": lambda random: (
            f"cube_value={random.choice([1, 4, 64])}&termination__exact={random.choice(_ENDINGS)}&length=25"
        ),
        "cube, player": lambda random: f"cube_value=4&q=player{random.randint(1, 99)}",
    }
    asks = {f"matches: {name}": _at("match", way) for name, way in {**ways, **of_matches}.items()}
    asks |= {f"games: {name}": _at("gamerecord", way) for name, way in {**ways, **of_games}.items()}
    for name in ("newest", "last page", "player", "who plays most", "code"):
        asks[f"seats: {name}"] = _at("seat", ways[name])
    asks["seats: computer"] = _at("seat", lambda random: f"level__exact={random.choice(['beginner', 'expert'])}")
    asks["seats: side"] = _at("seat", lambda _: "side__exact=black")
    asks["events: newest"] = _at("matchevent", ways["newest"])
    asks["events: code"] = _at("matchevent", lambda random: f"q=m{random.randint(1, LOGGED):011}")
    for model in ("owndevice", "seek", "chatreport", "mute"):
        asks[f"{model}: newest"] = _at(model, ways["newest"])
    asks["a match"] = lambda random: f"/admin/matches/match/{random.randint(1, MATCHES)}/change/"
    asks["accounts: newest"] = lambda _: "/admin/accounts/user/"
    return asks


_ENDINGS: Final = ("borne_off", "dropped", "resigned", "timed_out", "forfeited", "awarded", "claimed")


def _at(model: str, way: Ask) -> Ask:
    return lambda random: f"/admin/matches/{model}/?{way(random)}"


def _day(random: Random) -> date:
    return (_TODAY - timedelta(days=random.randint(0, _DAYS))).date()


def _steps(logged: list[int]) -> dict[str, Ask]:
    """The review at its beginning, anywhere, and at its end, which is folded from the whole log."""
    from matches.models import Match

    last = Match.objects.get(pk=logged[0]).version

    def at(query: Callable[[Random], str]) -> Ask:
        return lambda random: f"/admin/matches/match/{random.choice(logged)}/review/?{query(random)}"

    return {
        "step: first": at(lambda _: "v=1"),
        f"step: any of {last}": at(lambda random: f"v={random.randint(1, last)}"),
        "step: last": at(lambda _: ""),
        "step: any, with chat": at(lambda random: f"v={random.randint(1, last)}&chat=1"),
    }
