"""Whole matches and sessions under random rule cards, with every law checked on the way.

``test_whole_matches`` plays from the first throw to the last event: 120 in the ``ci`` profile, 2,000 in
``long`` (HYPOTHESIS_PROFILE=long). Cheap laws are checked after each event, dear ones on some steps.
``TestAnyMatch`` is the machine for finding a short counterexample: hypothesis chooses each action.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.actions import PassControl
from games.rules.events import Event, MatchStarted
from games.rules.levels import Level
from games.rules.match import Transition, apply, start
from games.rules.sides import Side
from tests.games import laws
from tests.games.ledger import Ledger
from tests.games.random_play import RandomMatch, accepted_actions
from tests.games.scripted_dice import SeededDice
from tests.games.strategies import levels, seeds, sides, terms

pytestmark = pytest.mark.early

WHOLE_MATCHES = {"dev": 40, "ci": 120, "long": 2_000}
DEAR_LAWS_EVERY = 24
"""Steps between two checks of the laws that cost as much as the step itself."""


def _number_of_matches() -> int:
    return WHOLE_MATCHES[settings.get_current_profile_name()]


def _play_with_all_laws(match: RandomMatch) -> None:
    lots, book = Random(match.random.random()), Ledger()

    def look(transition: Transition) -> None:
        for before, event, after in laws.check_transition(transition):
            book.check(before, event, after)
        laws.check_settled(transition.after)
        laws.check_dice(transition.events, match.dice.thrown)
        assert transition.before is not transition.after
        if lots.randrange(DEAR_LAWS_EVERY) == 0:
            fingerprint = hash(transition.before), hash(transition.after)
            laws.check_exactly_legal(transition.after, match.now, lots.randrange(2**32))
            laws.check_graph(transition.after)
            laws.check_mirror(match)
            laws.check_both_orders(transition.after, lots)
            now = hash(transition.before), hash(transition.after)
            assert now == fingerprint, "apply changed the state it was given"

    match.play_out(look)
    laws.check_replay(match.log, match.state)


def test_whole_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """Every law of architecture.md section 2 holds in whole random matches, sessions and single games."""
    played: Counter[str] = Counter()
    happened: Counter[str] = Counter()

    @settings(max_examples=_number_of_matches(), suppress_health_check=list(HealthCheck))
    @given(terms=terms(), seed=seeds)
    def one_match(terms: MatchStarted, seed: int) -> None:
        match = RandomMatch(terms, Random(seed))
        _play_with_all_laws(match)
        played[terms.card.kind.value] += 1
        happened.update(type(event).__name__ for event in match.log)

    one_match()
    with capsys.disabled():
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(played.items()))
        sys.stdout.write(
            f"\nwhole matches played: {played.total()} ({kinds}); {happened.total()} events of {len(happened)} kinds\n"
        )
    assert played.total() >= _number_of_matches()
    if played.total() >= WHOLE_MATCHES["ci"]:
        assert min(played["match"], played["money"], played["single"]) > played.total() / 40
        assert len(_EVENT_NAMES - happened.keys()) <= 4, "several kinds of events never happened"


_EVENT_NAMES = {kind.__name__ for kind in Event.__args__}


class AnyMatch(RuleBasedStateMachine):
    """Hypothesis itself chooses who does what, legal or not."""

    @initialize(terms=terms(), seed=seeds)
    def begin(self, terms: MatchStarted, seed: int) -> None:
        self.dice = SeededDice(Random(seed))
        self.now = 1_700_000_000_000
        self.transition = start(terms, now=self.now, dice=self.dice)
        self.log = list(self.transition.events)

    @precondition(lambda self: self.transition.after.result is None)
    @rule(data=st.data(), pause=st.integers(0, 30_000))
    def act(self, data: st.DataObject, pause: int) -> None:
        """One of the legal actions of one side."""
        self.now += pause
        state = self.transition.after
        choices = [(side, action) for side in Side for action in accepted_actions(state, side)]
        if not choices:
            assert state.paused, "somebody must be able to do something, but for two computers in a pause"
            return
        side, action = data.draw(st.sampled_from(choices))
        self.transition = apply(state, action, by=side, now=self.now, dice=self.dice)
        self.log.extend(self.transition.events)

    @precondition(lambda self: self.transition.after.result is None)
    @rule(side=sides, computer=st.none() | levels)
    def pass_control(self, side: Side, computer: Level | None) -> None:
        """Somebody else plays a side."""
        state = self.transition.after
        if state.computers.of(side) is computer:
            return
        self.transition = apply(state, PassControl(side, computer), by=None, now=self.now, dice=self.dice)
        self.log.extend(self.transition.events)

    @rule(seed=seeds)
    def everything_else_is_refused(self, seed: int) -> None:
        laws.check_exactly_legal(self.transition.after, self.now, seed)

    @invariant()
    def laws_hold(self) -> None:
        if hasattr(self, "transition"):
            laws.check_graph(self.transition.after)
            laws.check_transition(self.transition)
            laws.check_settled(self.transition.after)
            laws.check_replay(self.log, self.transition.after)


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(max_examples=15, stateful_step_count=30, suppress_health_check=list(HealthCheck))
