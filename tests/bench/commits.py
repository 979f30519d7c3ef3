"""One row, committed: what durability alone costs on this machine."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg

from tests.bench.figures import Figures


def measure(database_url: str, connections: int, count: int) -> Figures:
    """INSERT one row and COMMIT, `count` times on each of so many connections at once."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bench_row (id bigserial PRIMARY KEY, text text NOT NULL)")
    began = time.perf_counter()
    with ThreadPoolExecutor(connections) as threads:
        lists = list(threads.map(lambda _: _insert(database_url, count), range(connections)))
    elapsed = time.perf_counter() - began
    return Figures(f"one-row commit, {connections} at once", tuple(one for times in lists for one in times), elapsed)


def _insert(database_url: str, count: int) -> list[float]:
    times = []
    with psycopg.connect(database_url) as connection:
        for number in range(count):
            began = time.perf_counter()
            connection.execute("INSERT INTO bench_row (text) VALUES (%s)", [f"row {number}"])
            connection.commit()
            times.append(time.perf_counter() - began)
    return times
