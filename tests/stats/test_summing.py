"""The summary: tables that agree with SQL, small buckets left out, and no day that is to be forgotten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from games.rules.score import Termination
from stats.models import BrowserFact, UsageSummary
from stats.selectors.purges import KEPT_DAYS
from stats.selectors.usage import SLUGS, Table, usage
from stats.services.hiding import SMALLEST, shown
from stats.services.summing import summarise
from tests.stats.rows import BROWSER, END, START, browser_fact, game_facts

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TODAY = NOW.date()
OTHERS = "All others together"
LINK = {"play": "friend_link", "connected": True, "reconnects": 0}


def _tables(now: datetime = NOW) -> dict[str, Table]:
    summarise(now)
    return dict(usage(now).tables)


def _counts(table: Table) -> dict[Any, Any]:
    """The first number of each row, by the words before it."""
    found = {}
    for row in table.rows:
        *words, count = row[: next(place for place, cell in enumerate(row) if not isinstance(cell, str)) + 1]
        found[words[0] if len(words) == 1 else tuple(words)] = count
    return found


def _stored(slug: str) -> dict[Any, int]:
    """The rows of the summary, by what they count."""
    rows = UsageSummary.objects.get().data["tables"][slug]["rows"]
    return {row[0] if len(row) == 2 else tuple(row[:-1]): row[-1] for row in rows}


def _by_sql(columns: str, condition: str, table: str = "stats_gamefact") -> dict[Any, int]:
    """The counts as somebody gets who asks the database."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}, count(*) FROM {table} WHERE {condition} GROUP BY {columns}")  # noqa: S608 - our own words
        return {row[0] if len(row) == 2 else tuple(row[:-1]): row[-1] for row in cursor.fetchall()}


@pytest.fixture
def busy() -> None:
    """Games and browsers of all kinds, as a busy server has them: no bucket is small."""
    random = Random(4)
    for play in ("computer", "friend_link", "online_match"):
        link = {"connected": random.random() < 0.8, "reconnects": 0} if play == "friend_link" else {}
        for back in range(4):
            day = TODAY - timedelta(days=back)
            game_facts(day, random.randrange(20, 40), play=play, length=random.choice([3, 7]))
            for result in (1, 2, 3, None):
                more = {
                    "result": result,
                    "ending": "borne_off" if result else "drawn",
                    "duration": random.randrange(9),
                    "turns": random.randrange(11),
                    "cube_turns": random.randrange(4),
                }
                game_facts(day, random.randrange(6, 20), **END | more | link | {"play": play})
    BrowserFact.objects.bulk_create(
        BrowserFact(key=uuid4(), day=TODAY, **BROWSER | {"board": board, "is_phone": board == "lost", "frame": frame})
        for board in ("flat", "solid", "failed", "lost")
        for frame in ("none", "16", "slow")
        for _ in range(random.randrange(6, 20))
    )


@pytest.mark.parametrize(
    ("slug", "columns", "condition"),
    [
        ("games", "play, day::text", "moment = 'started'"),
        ("length", "length", "moment = 'started'"),
        ("presets", "preset", "moment = 'started'"),
        ("duration", "duration", "moment = 'ended'"),
        ("results", "play, coalesce(result::text, 'none')", "moment = 'ended'"),
        ("endings", "ending", "moment = 'ended'"),
        ("cube", "cube_turns", "moment = 'ended'"),
        ("turns", "turns", "moment = 'ended'"),
    ],
)
def test_tables_of_games_agree_with_sql(busy: None, slug: str, columns: str, condition: str) -> None:
    _tables()
    stored = {key if isinstance(key, int | str) else (key[0], str(key[1])): n for key, n in _stored(slug).items()}
    assert stored == _by_sql(columns, condition)
    assert len(stored) > 0


def test_the_completion_rate_agrees_with_sql(busy: None) -> None:
    rows = {row[0]: row[1:] for row in _tables()["completion"].rows}
    begun, over = (_by_sql("play", f"moment = '{moment}'") for moment in ("started", "ended"))
    expected = {play: (begun[play], over[play], round(100 * over[play] / begun[play], 1)) for play in begun}
    words = {"computer": "Against the computer", "friend_link": "Friend by link", "online_match": "Online match"}
    assert rows == {words[play]: one for play, one in expected.items()}


def test_gammon_rates_agree_with_sql(busy: None) -> None:
    counted, ended = _by_sql("play, result", "moment = 'ended'"), _by_sql("play", "moment = 'ended'")
    row = next(row for row in _tables()["results"].rows if row[0] == "Against the computer")
    assert row[1:4] == tuple(counted["computer", kind] for kind in (1, 2, 3))
    assert row[-3:] == tuple(round(100 * counted["computer", kind] / ended["computer"], 1) for kind in (1, 2, 3))


@pytest.mark.parametrize(
    ("slug", "question", "column", "where"),
    [
        ("boards", "board", "board", "true"),
        ("boards", "frame", "frame", "true"),
        ("devices", "is_phone", "CASE WHEN is_phone THEN 'yes' ELSE 'no' END", "true"),
        ("devices", "browser", "browser", "true"),
        ("devices", "memory", "memory", "true"),
    ],
)
def test_tables_of_browsers_agree_with_sql(busy: None, slug: str, question: str, column: str, where: str) -> None:
    _tables()
    stored = {answer: count for (asked, answer), count in _stored(slug).items() if asked == question}
    assert stored == _by_sql(column, where, "stats_browserfact")


def test_connections_agree_with_sql() -> None:
    game_facts(TODAY, 12, **END | LINK)
    game_facts(TODAY, 9, **END | LINK | {"reconnects": 2})
    game_facts(TODAY, 6, **END | LINK | {"connected": False})
    game_facts(TODAY, 30, **END)
    table = _tables()["connections"]
    by_sql = _by_sql("connected, reconnects", "play = 'friend_link'")
    assert by_sql == {(True, 0): 12, (True, 2): 9, (False, 0): 6}
    assert table.rows == (
        ("Both there, nobody had to come back", 12, 44.4),
        ("Both there, 2 reconnections", 9, 33.3),
        ("Never both there", 6, 22.2),
    )


def test_few_failed_connections_leave_what_succeeded_to_be_seen() -> None:
    for reconnects, count in ((0, 90), (1, 20), (3, 7)):
        game_facts(TODAY, count, **END | LINK | {"reconnects": reconnects})
    game_facts(TODAY, 2, **END | LINK | {"connected": False})
    assert _counts(_tables()["connections"]) == {
        "Both there, nobody had to come back": 90,
        "Both there, 1 reconnection": 20,
        OTHERS: 9,
    }


def test_others_alone_are_nothing_to_show() -> None:
    game_facts(TODAY, 8, **END | LINK)
    game_facts(TODAY, 2, **END | LINK | {"connected": False})
    assert _tables()["connections"].rows == ()


def test_a_bucket_of_four_is_not_shown_and_one_of_five_is() -> None:
    game_facts(TODAY, 4, play="hot_seat")
    game_facts(TODAY, 5, play="computer")
    tables = _tables()
    assert tables["games"].columns == ("Day (UTC)", "Against the computer")
    assert tables["games"].rows == ((TODAY.isoformat(), 5),)


def test_no_table_counts_games_of_a_kind_too_rare_to_be_shown() -> None:
    """Else the total of another table, less what is shown here, would tell how many they were."""
    game_facts(TODAY, 4, **END | {"play": "hot_seat", "ending": "borne_off"})
    game_facts(TODAY, 20, **END | {"play": "computer", "ending": "borne_off"})
    tables = _tables()
    for slug in ("endings", "cube", "turns", "duration"):
        assert list(_stored(slug).values()) == [20]
    assert tables["completion"].rows == (("Against the computer", None, 20, None),)


def test_what_is_left_out_cannot_be_had_by_subtraction() -> None:
    """Three backgammons among 50 games: with 40 singles and 7 gammons shown, 50 less 47 would tell them."""
    for result, count in ((1, 40), (2, 7), (3, 3)):
        game_facts(TODAY, count, **END | {"result": result})
    tables = _tables()
    assert tables["completion"].rows == (("Online match", None, 50, None),)
    (row,) = tables["results"].rows
    assert row == ("Online match", 40, None, None, None, 10, 80.0, None, None)


def test_what_stands_together_is_enough_to_be_shown_itself() -> None:
    for ending, count in (("borne_off", 30), ("dropped", 4), ("resigned", 3), ("timed_out", 2)):
        game_facts(TODAY, count, **END | {"ending": ending})
    assert _counts(_tables()["endings"]) == {"All checkers borne off": 30, OTHERS: 9}


@pytest.mark.parametrize("seed", range(20))
def test_nothing_small_is_seen_and_nothing_small_is_left_over(seed: int) -> None:
    random = Random(seed)
    for _ in range(200):
        counts = {bucket: random.choice([1, 2, 4, 5, 6, 30]) for bucket in range(random.randrange(7))}
        seen = shown(counts)
        left = sum(counts.values()) - sum(seen.counts.values())
        assert all(count >= SMALLEST and counts[bucket] == count for bucket, count in seen.counts.items())
        assert left == 0 or left >= SMALLEST or not seen.counts
        assert seen.others == (left if left >= SMALLEST else 0)


def test_as_many_days_are_spoken_of_as_are_kept() -> None:
    for back in (0, KEPT_DAYS - 1, KEPT_DAYS):
        game_facts(TODAY - timedelta(days=back), 10 + back)
    table = _tables()["games"]
    first = TODAY - timedelta(days=KEPT_DAYS - 1)
    assert (table.rows[0][0], table.rows[0][1], len(table.rows)) == (first.isoformat(), 39, KEPT_DAYS)
    assert _counts(_tables()["length"]) == {"5 points": 49}


def test_after_midnight_the_last_summary_of_the_day_before_speaks_of_no_forgotten_day() -> None:
    """Worker and beat at work: the last one was made less than ten minutes before midnight."""
    game_facts(TODAY - timedelta(days=KEPT_DAYS - 1), 10)
    game_facts(TODAY, 20)
    summarise(NOW.replace(hour=23, minute=50))
    found = usage(NOW.replace(hour=0, minute=0) + timedelta(days=1))
    assert not found.is_stale
    assert _counts(found.tables["length"]) == {"5 points": 20}


def test_after_midnight_an_old_summary_tells_days_alone_and_none_that_is_to_be_forgotten() -> None:
    """Worker and beat dead: what was summed up at noon holds a day that no page may speak of any more."""
    game_facts(TODAY - timedelta(days=KEPT_DAYS - 1), 10)
    game_facts(TODAY, 20)
    summarise(NOW)
    found = usage(NOW.replace(hour=0, minute=0) + timedelta(days=1))
    assert found.is_stale
    assert found.tables["games"].rows == ((TODAY.isoformat(), 20),)
    assert all(found.tables[slug].rows == () for slug in SLUGS if slug != "games")


def test_summing_up_twice_is_as_once() -> None:
    game_facts(TODAY, 7)
    summarise(NOW)
    first = UsageSummary.objects.get().data
    summarise(NOW)
    assert UsageSummary.objects.get().data == first


def test_without_anything_every_table_is_there_and_empty() -> None:
    never = usage(NOW)
    assert (never.made, never.is_empty) == (None, True)
    tables = _tables()
    assert list(tables) == list(SLUGS)
    assert all(table.rows == () and table.columns for table in tables.values())


def test_days_without_a_game_are_a_gap_not_left_out() -> None:
    for back in (0, 3):
        game_facts(TODAY - timedelta(days=back), 6)
    assert [row[1] for row in _tables()["games"].rows] == [6, None, None, 6]


def test_every_value_has_its_words() -> None:
    """Whatever the tables may hold is told, and no two values in the same words."""
    for number, ending in enumerate(Termination):
        game_facts(TODAY, 5, **END | {"ending": ending.value, "duration": number % 9, "turns": number})
    game_facts(TODAY, 5, **END | {"turns": 10, "length": None, "preset": "custom"})
    game_facts(TODAY, 5, **START | {"length": None})
    tables = _tables()
    assert len(tables["endings"].rows) == len({row[0] for row in tables["endings"].rows}) == len(Termination)
    assert [row[0] for row in tables["duration"].rows] == [
        "Under 2 min",
        "2 min to 5 min",
        "5 min to 10 min",
        "10 min to 20 min",
        "20 min to 40 min",
        "40 min to 1 h",
        "1 h to 3 h",
        "3 h to 24 h",
        "24 h and more",
    ]
    assert [row[0] for row in tables["turns"].rows][-2:] == ["90–99", "100 and more"]
    assert tables["length"].rows[0][0] == "No length"


def test_names_are_written_as_their_makers_do() -> None:
    for system in ("ios", "macos", "windows"):
        for _ in range(5):
            browser_fact(TODAY, system=system, frame="16")
    rows = [row[:2] for row in [*_tables()["devices"].rows, *_tables()["boards"].rows]]
    assert [answer for question, answer in rows if question == "System"] == ["Windows", "macOS", "iOS"]
    assert ("Time of a frame", "Up to 16 ms") in rows


def test_everything_is_counted_in_one_question_a_table(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game_facts(TODAY, 50)
    with django_assert_max_num_queries(5):  # two counts, and a write in a savepoint
        summarise(NOW)
