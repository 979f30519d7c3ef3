"""Forgetting by real workers and beat: what became too old while they were dead is gone as soon as they live again."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import psutil
import psycopg

from bgsite.embedded.places import Places
from tests.chaos.conftest import Stage, report
from tests.serving import wait_for

DEAD = ("beat", "worker-engine")
PURGED_SECONDS = 30.0
"""A worker that thinks loads its engines first."""


class Database:
    """The site's own."""

    def __init__(self, stage: Stage) -> None:
        self._url = Places(stage.serve.var).database_url()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            done = connection.execute(sql, values)
            return done.fetchall() if done.description else []

    def facts(self, age: int, count: int) -> None:
        """Starts of games so many UTC days ago, in the table and in the outbox."""
        for table in ("stats_gamefact", "matches_gamefactoutbox"):
            self.rows(
                f"INSERT INTO {table} (key, day, moment, play, level, preset, ending, winner)"  # noqa: S608 - two names
                " SELECT gen_random_uuid(), %s, 'started', 'computer', 'expert', 'plain', '', ''"
                " FROM generate_series(1, %s)",
                datetime.now(UTC).date() - timedelta(days=age),
                count,
            )

    def ages(self) -> set[int]:
        """Of the rows that are there, in UTC days; today's are of other trials at this site."""
        days = self.rows("SELECT DISTINCT day FROM stats_gamefact UNION SELECT day FROM matches_gamefactoutbox")
        today = datetime.now(UTC).date()
        return {(today - day).days for (day,) in days} - {0}  # type: ignore[operator]


def test_what_became_too_old_while_beat_and_worker_were_dead_goes_at_once_when_they_live(stage: Stage) -> None:
    """Show 2. Two days without both are made of rows and runs that are two days older than they should be."""
    assert wait_for(stage.serve.is_well)
    database = Database(stage)
    dead = [stage.serve.living(name) for name in DEAD]
    family = [one for process in dead for one in [process, *process.children(recursive=True)]]
    for process in family:
        process.suspend()
    try:
        for age in (29, 30, 31, 60):
            database.facts(age, 500)
        long_ago = datetime.now(UTC) - timedelta(days=2)
        database.rows(
            "UPDATE stats_purgerun SET began_at = %s, through = %s", long_ago, long_ago.date() - timedelta(30)
        )
        time.sleep(2)
        assert database.ages() == {29, 30, 31, 60}
        assert stage.serve.health()["statistics"] == "late"
    finally:
        for process in family:
            _end(process)
    died = time.monotonic()
    assert wait_for(lambda: database.ages() == {29}, PURGED_SECONDS), database.ages()
    purged = time.monotonic() - died
    assert wait_for(stage.serve.is_well, PURGED_SECONDS), stage.serve.health()
    ((rows, late),) = database.rows(
        "SELECT rows, now() - began_at > interval '1 minute' FROM stats_purgerun"
        " WHERE took_ms IS NOT NULL ORDER BY began_at DESC LIMIT 1"
    )
    assert not late
    report(f"beat and worker dead for two days: purged {purged:.1f} s after their end, {rows} rows in the last run")


def _end(process: psutil.Process) -> None:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        return
