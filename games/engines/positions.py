"""Positions to measure with: decisions out of noisy self-play, repeatable by a seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engines.brain import Brain
from games.engines.computer import Computer
from games.engines.judge import Depth, Judge
from games.engines.selfplay import SeededDice
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.match import apply, awaits, start
from games.rules.rulecard import PlayKind, Preset, RuleCard, checked_card
from games.rules.sides import Side
from games.rules.state import MatchState, TakeBackRule

_NOISE = 0.10
"""How far the players of these games err: positions that people get into, not only good ones."""

MONEY = RuleCard(Preset.CUSTOM, PlayKind.MONEY, None)
"""Money play without Jacoby and without beavers: what error rates are measured with."""


def decisions(seed: int, *, share: float = 1.0, card: RuleCard = MONEY) -> Iterator[tuple[MatchState, Side]]:
    """States somebody must decide in, without end, game after game.

    ``share`` of them are given, chosen by chance, so that neighbours in one game are not all taken.
    """
    random = Random(seed)  # noqa: S311 - repeatable on purpose
    players = Computer(Level.INTERMEDIATE, Judge(Depth(1)), _NOISE)
    while True:
        for state, side in _match(checked_card(card), players, SeededDice(random)):
            if random.random() < share:
                yield state, side


def _match(card: RuleCard, players: Brain, dice: SeededDice) -> Iterator[tuple[MatchState, Side]]:
    terms = MatchStarted(card, ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER)
    state = start(terms, now=0, dice=dice).after
    while state.result is None and state.game is not None and state.game.number == 1:
        side = min(awaits(state))
        yield state, side
        action = players.decide(state, side)
        if action is None:
            return
        state = apply(state, action, by=side, now=0, dice=dice).after
