"""Golden logs: matches written in each schema so far, which must be readable for ever.

Some have a director, who gives each ruling once where it can be given.

`python -m tests.matches.golden_logs` writes the file of today's schema, once; a file that exists is never changed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from games.rules.actions import GiveRuling
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, Opening, PlayKind, Preset, RuleCard, card_for
from games.rules.rulings import AddTime, AdjustScore, AwardGame, AwardMatch, Hold, Release, VoidAll
from games.rules.sides import Pair
from games.rules.state import TakeBackRule
from matches.codec import SCHEMA, encode_event, encode_state, event_kind
from tests.games.random_play import RandomMatch, accepted_rulings

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
_OVERTIME = replace(
    card_for(Preset.MATCH, 3), preset=Preset.CUSTOM, opening=Opening.THROW_WITH_REROLL, holland=True, overtime=True
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
    MatchStarted(_OVERTIME, ClockSetting(ClockPreset.FAST), TakeBackRule.NEVER),
)
MATCHES = 32
_RULED = range(5, 10)
"""The matches with a director."""
_RULINGS = (AddTime, Hold, Release, AwardGame, AdjustScore, AwardMatch, VoidAll)
"""In this order; the last two end the match."""
_STEPS_BETWEEN = 5


def log_rows(match: RandomMatch) -> dict[str, Any]:
    """The match as a row of the file."""
    events = [[event_kind(event), encode_event(event)] for event in match.log]
    return {"schema": SCHEMA, "events": events, "state": encode_state(match.state)}


def played(number: int) -> RandomMatch:
    """A whole match, always the same for a number."""
    match = RandomMatch(_TERMS[number % len(_TERMS)], Random(number))
    to_come = list(_RULINGS) if number in _RULED else []
    while match.state.result is None:
        match.step()
        if to_come and match.steps % _STEPS_BETWEEN == 0 and match.state.result is None:
            _rule(match, to_come)
    return match


def _rule(match: RandomMatch, to_come: list[type]) -> None:
    """The first of the rulings that are still to come and can be given now."""
    accepted = accepted_rulings(match.state, match.random)
    for kind in to_come:
        ruling = next((one for one in accepted if isinstance(one, kind)), None)
        if ruling is not None:
            match.do(None, GiveRuling(ruling, f"{kind.__name__}, after a call of both players"))
            to_come.remove(kind)
            return


if __name__ == "__main__":
    place = FOLDER / f"schema-{SCHEMA}.jsonl"
    if not place.exists():
        place.write_text("".join(json.dumps(log_rows(played(n))) + "\n" for n in range(MATCHES)), encoding="utf-8")
