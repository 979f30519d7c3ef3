"""Whole matches at the door: real levels against themselves, and against somebody who does anything."""

from __future__ import annotations

from random import Random
from uuid import uuid4

import pytest

from games.engines.selfplay import random_card
from games.rules import actions as a
from games.rules.legal_actions import legal_actions
from games.rules.levels import Level
from games.rules.rulecard import Preset, card_for
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, awaits
from matches.bots.answering import anything_legal
from matches.bots.awaited import awaited_computer
from matches.bots.practice import practise
from matches.bots.thinking import Thought, think_once
from matches.models import Match
from matches.selectors.replays import is_like_its_log
from matches.services.play import Accepted, submit_action
from tests.games.random_play import accepted_actions
from tests.matches.bots.brains import PlainBrain, install
from tests.matches.bots.tables import Nudges, against_computer
from tests.matches.doing import state_now
from tests.people import alice

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("level", "games"), [(Level.BEGINNER, 2), (Level.INTERMEDIATE, 1)])
def test_a_level_plays_itself_under_random_cards_without_a_fault(nudges: Nudges, level: Level, games: int) -> None:
    """More games: `manage.py botplay --games 200 --level …`."""
    random = Random(games)
    found = practise(level, games, iter(lambda: random_card(random), None))
    assert found.faults == []
    assert found.games >= games
    assert not Match.objects.exists(), "they are forgotten"


def test_what_must_not_happen_is_found(nudges: Nudges, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that gives every game up, which rules.md 5.6 forbids, and once answers what nobody asked."""
    nonsense = iter([a.Drop()])

    def give_up(state: MatchState, side: Side) -> a.PlayerAction | None:
        can = legal_actions(state, side)
        if can.answer_resignation:
            return a.AcceptResignation()
        if can.resign:
            return next(nonsense, a.OfferResignation(ResultKind.SINGLE))
        return anything_legal(state, side)

    install(monkeypatch, PlainBrain(), expert=PlainBrain(give_up))
    found = practise(Level.EXPERT, 1, iter([card_for(Preset.SINGLE_GAME)]))
    assert len(found.faults) == 2
    assert "offered Drop(), which is refused" in found.faults[0]
    assert "offers to lose SINGLE" in found.faults[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_person_who_does_anything_never_leaves_the_computer_stuck(nudges: Nudges, seed: int) -> None:
    """Doubles, offers, resignations, take-backs and *Next* as they come, under random cards."""
    random = Random(seed)
    match = against_computer(card=random_card(random), pace=0)
    for _ in range(150):
        state = state_now(match)
        if state.result is not None:
            break
        if awaited_computer(state) is not None and random.random() < 0.8:
            assert think_once(match.pk, state.version) is Thought.DONE
            continue
        choices = [one for one in accepted_actions(state, Side.WHITE) if not isinstance(one, a.ResignMatch)]
        if not choices:
            assert awaited_computer(state) is not None, (state, awaits(state))
            continue
        action = random.choice(choices)
        outcome = submit_action(match.code, alice().pk, action, side=Side.WHITE, decision=state.decision, cid=uuid4())
        assert isinstance(outcome, Accepted), (action, outcome)
    assert is_like_its_log(Match.objects.get(pk=match.pk))
