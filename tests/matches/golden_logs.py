"""Golden logs: matches written in each schema so far, which must be readable for ever.

`python -m tests.matches.golden_logs` writes the file of today's schema, once; a file that exists is never changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, PlayKind, Preset, RuleCard, card_for
from games.rules.sides import Pair
from games.rules.state import TakeBackRule
from matches.codec import SCHEMA, encode_event, encode_state, event_kind
from tests.games.random_play import RandomMatch

FOLDER = Path(__file__).parent.parent / "golden" / "logs"
_MONEY = RuleCard(
    Preset.CUSTOM,
    PlayKind.MONEY,
    None,
    jacoby=True,
    automatic_doubles=2,
    max_redoubles=3,
    beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON,
)
_TERMS = (
    MatchStarted(card_for(Preset.MATCH, 5), ClockSetting(ClockPreset.FAST), TakeBackRule.NEVER),
    MatchStarted(_MONEY, ClockSetting(ClockPreset.UNTIMED), TakeBackRule.HOT_SEAT),
    MatchStarted(card_for(Preset.SINGLE_GAME), ClockSetting(ClockPreset.CORRESPONDENCE, 3), TakeBackRule.NEVER),
    MatchStarted(
        card_for(Preset.MONEY),
        ClockSetting(ClockPreset.UNTIMED),
        TakeBackRule.AGAINST_COMPUTER,
        Pair(None, Level.ADVANCED),
    ),
)
MATCHES = 12


def log_rows(match: RandomMatch) -> dict[str, Any]:
    """The match as a row of the file."""
    events = [[event_kind(event), encode_event(event)] for event in match.log]
    return {"schema": SCHEMA, "events": events, "state": encode_state(match.state)}


def played(number: int) -> RandomMatch:
    """A whole match, always the same for a number."""
    match = RandomMatch(_TERMS[number % len(_TERMS)], Random(number))
    match.play_out(lambda _transition: None)
    return match


if __name__ == "__main__":
    place = FOLDER / f"schema-{SCHEMA}.jsonl"
    if not place.exists():
        place.write_text("".join(json.dumps(log_rows(played(n))) + "\n" for n in range(MATCHES)), encoding="utf-8")
