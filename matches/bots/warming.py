"""A process that thinks gets ready: what costs time is loaded before the first question, and people come first."""

from __future__ import annotations

import logging
import os
import threading
from typing import Final

from games.engines.errors import EngineError
from games.engines.levels import brain_for
from games.rules import match as rules
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.rulecard import Preset, card_for
from games.rules.state import TakeBackRule, game_of
from matches.dice import SystemDice

logger = logging.getLogger(__name__)

NICENESS: Final = 2
"""Where the cores are few, who answers people and who watches the clocks go a little before who thinks."""
WARMED: Final = Level.BEGINNER
"""Loads the library and the smallest network. Stronger levels load theirs when they are first asked, in 0.1 s."""


def begin() -> None:
    """Step back behind the other processes, and load in the background: Celery gives a new process few seconds."""
    os.nice(NICENESS)
    threading.Thread(target=_warm, name="warming", daemon=True).start()


def _warm() -> None:
    """Play an opening for nobody."""
    terms = MatchStarted(card_for(Preset.MATCH, 1), ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER)
    state = rules.start(terms, now=0, dice=SystemDice()).after
    try:
        brain_for(WARMED).decide(state, game_of(state).on_roll)
    except EngineError as error:
        logger.error("computers cannot play here: %s", error)  # noqa: TRY400 - one line says it all
