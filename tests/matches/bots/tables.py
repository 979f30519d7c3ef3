"""Matches with computers, for tests, and what is said to Celery about them."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bgsite.accounts.models import User
from games.rules.actions import PlayerAction
from games.rules.clock import ClockPreset, ClockSetting, Millis
from games.rules.levels import Level
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.sides import Side
from matches.bots import tasks, waking
from matches.models import Match
from matches.services import start, visit
from matches.services.lifecycle import Terms
from matches.services.sitting import computer_match_start
from tests.games.scripted_dice import ScriptedDice
from tests.matches.doing import act, must
from tests.people import alice

WHITE_BEGINS, BLACK_BEGINS = (6, 1), (1, 6)


def against_computer(
    level: Level = Level.BEGINNER,
    *,
    card: RuleCard | None = None,
    side: Side = Side.WHITE,
    pace: int = 1000,
    clock: ClockPreset = ClockPreset.UNTIMED,
    user: User | None = None,
) -> Match:
    """A match of alice against the computer; without a card: to 3 points."""
    terms = Terms(card or card_for(Preset.MATCH, 3), ClockSetting(clock), side, False)
    return computer_match_start(user or alice(), terms, level, pace)


def dice(monkeypatch: pytest.MonkeyPatch, *throws: tuple[int, int]) -> None:
    """What is thrown, from the opening on (White's die first)."""
    script = ScriptedDice(*throws)
    monkeypatch.setattr(start, "SystemDice", lambda: script)
    monkeypatch.setattr(visit, "SystemDice", lambda: script)


def alice_does(match: Match, action: PlayerAction, side: Side = Side.WHITE) -> int:
    """The person's action; the version after it."""
    return must(act(match, action, side, user=alice()))


@dataclass(slots=True)
class Nudges:
    """What would be sent to Celery."""

    sent: list[tuple[int, int, Level, Millis]] = field(default_factory=list)

    def send_think(self, match_id: int, version: int, level: Level, pause: Millis = 0) -> bool:
        self.sent.append((match_id, version, level, pause))
        return True


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> Nudges:
    """Keep the nudges here."""
    kept = Nudges()
    monkeypatch.setattr(waking, "send_think", kept.send_think)
    monkeypatch.setattr(tasks, "send_think", kept.send_think)
    return kept
