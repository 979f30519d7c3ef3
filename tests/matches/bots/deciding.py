"""What a process of a worker does, without the rest of it: for `test_processes`."""

from __future__ import annotations

from random import Random

from games.engines.levels import brain_for
from games.rules.actions import PlayerAction
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.match import apply, awaits, start
from games.rules.rulecard import Preset, card_for
from games.rules.state import TakeBackRule
from tests.games.scripted_dice import SeededDice

DECISIONS = 5


def decisions(seed: int) -> list[PlayerAction]:
    """The first decisions of a game with the dice of `seed`, by levels in turn."""
    dice = SeededDice(Random(seed))
    card = card_for(Preset.MONEY) if seed % 2 else card_for(Preset.MATCH, 3 + seed)
    state = start(MatchStarted(card, ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER), now=0, dice=dice).after
    made: list[PlayerAction] = []
    for number in range(DECISIONS):
        side = min(awaits(state))
        level = Level.ADVANCED if number == 1 else Level.INTERMEDIATE
        action = brain_for(level).decide(state, side)
        assert action is not None
        made.append(action)
        state = apply(state, action, by=side, now=0, dice=dice).after
    return made
