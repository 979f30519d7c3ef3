"""Several things in the same instant, in threads of their own: for tests of what happens at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import connection

from matches.services.lifecycle import LifecycleError
from matches.services.seeks import SeekError

Answer = TypeVar("Answer")
Refusing = type[SeekError] | type[LifecycleError]


def at_once(*works: Callable[[], Answer]) -> list[Answer]:
    """Run all of them in threads that start in the same instant; their answers, in this order."""
    gate = threading.Barrier(len(works))

    def run(work: Callable[[], Answer]) -> Answer:
        gate.wait()
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def answers_at_once(refusals: tuple[Refusing, ...], *works: Callable[[], object]) -> list[object]:
    """The same, where the answer of what is refused in one of these ways is its fault."""
    return at_once(*[partial(_answer_or_fault, refusals, work) for work in works])


def _answer_or_fault(refusals: tuple[Refusing, ...], work: Callable[[], object]) -> object:
    try:
        return work()
    except refusals as refused:
        return refused.fault
