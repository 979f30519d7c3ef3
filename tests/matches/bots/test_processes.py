"""Engines in processes side by side, as the workers run them."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from bgsite.serving.programs import ENGINE_PROCESSES
from tests.matches.bots.deciding import decisions

pytestmark = pytest.mark.early

GAMES = 8


def test_games_at_once_are_decided_as_one_after_the_other() -> None:
    """Case 112: the engine's library has state of its own; each process has its own copy, and asks one at a time."""
    with ProcessPoolExecutor(ENGINE_PROCESSES, mp_context=get_context("spawn")) as processes:
        at_once = processes.map(decisions, range(GAMES))
        alone = [decisions(seed) for seed in range(GAMES)]
        assert list(at_once) == alone
