"""Whole money sessions under random rule cards: the score is the sum of the games and of what was paid in them."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.events import Event, GameEnded, MatchStarted
from games.rules.score import Termination
from tests.games import ledger
from tests.games.random_play import RandomMatch
from tests.games.strategies import clock_settings, computers, money_cards, seeds, take_back_rules

SESSIONS = {"dev": 5, "ci": 25, "long": 200}


def _names(log: list[Event]) -> list[str]:
    endings = [event.termination.value for event in log if isinstance(event, GameEnded)]
    return [*(type(event).__name__ for event in log), *endings]


def test_the_score_is_the_sum_of_games_and_payments() -> None:
    """rules.md 3: automatic doubles, Jacoby, multipliers, beavers refused in both styles, settlement, draw."""
    happened: Counter[str] = Counter()
    number = SESSIONS[settings.get_current_profile_name()]

    @settings(max_examples=number, suppress_health_check=list(HealthCheck))
    @given(st.builds(MatchStarted, money_cards(), clock_settings, take_back_rules, computers), seeds)
    def one_session(terms: MatchStarted, seed: int) -> None:
        session = RandomMatch(terms, Random(seed))
        session.play_out(lambda _transition: None)
        ledger.check_score(session.log)
        happened.update(_names(session.log))

    one_session()
    if number >= SESSIONS["long"]:
        wanted = {"AutomaticallyDoubled", "RefusalPaid", "Beavered", "PlayTakenBack"}
        wanted |= {ending.value for ending in (Termination.SETTLED, Termination.DRAWN, Termination.DROPPED)}
        assert not wanted - happened.keys()
