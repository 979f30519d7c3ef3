"""Games of a level against itself under random cards; ``make``-sized here, 200 of each level by the command."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from games.engines.brain import Advice
from games.engines.errors import NothingToDecideError
from games.engines.levels import brain_for
from games.engines.selfplay import play, random_card
from games.rules import actions as a
from games.rules.levels import Level
from games.rules.rulecard import PlayKind, checked_card
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState


@pytest.mark.parametrize(("level", "games", "offers"), [(Level.BEGINNER, 6, 0.02), (Level.INTERMEDIATE, 4, 0.05)])
def test_nothing_illegal_nothing_stuck_no_forbidden_resignation(level: Level, games: int, offers: float) -> None:
    findings = play(brain_for(level), games, seed=7, offers=offers)
    assert findings.games >= games
    assert findings.faults == 0, findings


def test_random_cards_are_of_every_kind_and_legal() -> None:
    random = Random(4)
    cards = [random_card(random) for _ in range(120)]
    assert {card.kind for card in cards} == set(PlayKind)
    assert all(checked_card(card) == card for card in cards)
    assert {card.has_cube for card in cards} == {True, False}
    assert any(card.max_redoubles for card in cards)


@dataclass(frozen=True, slots=True)
class _Always:
    """A brain that does one thing, whatever is asked."""

    action: a.PlayerAction | None

    def decide(self, _state: MatchState, _side: Side) -> a.PlayerAction | None:
        return self.action

    def advise(self, _state: MatchState, _side: Side) -> Advice:
        raise NothingToDecideError


def test_it_finds_an_illegal_action() -> None:
    assert play(_Always(a.PlayCheckers(())), 1, seed=1, offers=0).illegal


def test_it_finds_a_seat_that_is_stuck() -> None:
    assert play(_Always(None), 1, seed=1, offers=0).stuck


def test_it_finds_a_forbidden_resignation() -> None:
    assert play(_Always(a.OfferResignation(ResultKind.SINGLE)), 1, seed=1, offers=0).forbidden_resignations
