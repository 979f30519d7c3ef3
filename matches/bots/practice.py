"""A level against itself at the real door: matches under given rule cards, looked at for what must not happen.

`games.engines.selfplay` does the same without a database, and faster.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from games.engines.selfplay import may_resign
from games.rules.actions import EndSession
from games.rules.events import GameEnded, ResignationOffered
from games.rules.levels import Level
from games.rules.rulecard import PlayKind, RuleCard
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, game_of, is_game_running
from matches.bots.thinking import Thought, think_once
from matches.selectors.computers import seen_match
from matches.selectors.replays import is_whole
from matches.selectors.tables import log_of
from matches.services.play import submit_bot_action
from matches.services.practice import practice_forget, practice_start

GAMES_OF_A_SESSION: Final = 3
MOST_THOUGHTS: Final = 10_000
"""Of one match; the longest real ones take some hundreds a game."""


@dataclass(slots=True)
class Findings:
    """What was seen."""

    matches: int = 0
    games: int = 0
    thoughts: int = 0
    faults: list[str] = field(default_factory=list)
    """Engines that failed, actions that were refused, seats that were stuck, resignations against rules.md 5.6,
    logs that do not give their snapshot."""


def practise(level: Level, games: int, cards: Iterator[RuleCard]) -> Findings:
    """Play at least so many games of `level` against itself, a match for each card, and forget them again."""
    findings = Findings()
    with _errors_kept(findings.faults):
        while findings.games < games:
            _play(practice_start(next(cards), Pair(level, level)).pk, findings, games)
            findings.matches += 1
    return findings


def _play(match_id: int, findings: Findings, games: int) -> None:
    """One match to its end, a session for some games; no more than `games` in all."""
    try:
        for _ in range(MOST_THOUGHTS):
            seen = seen_match(match_id)
            if seen is None or (findings.games >= games and not is_game_running(seen.state)):
                break
            if _is_enough(seen.state):
                submit_bot_action(match_id, Side.WHITE, EndSession(), seen.state.decision)
                break
            thought = think_once(match_id, seen.state.version)
            findings.thoughts += 1
            if thought is not Thought.DONE:
                findings.faults.append(f"{seen.code}: {thought} in {seen.state}")
                return
            _look(match_id, seen.state, findings)
        else:
            findings.faults.append(f"match {match_id}: without end")
        if not is_whole(match_id):
            findings.faults.append(f"match {match_id}: its log does not give its snapshot")
    finally:
        practice_forget(match_id)


def _is_enough(state: MatchState) -> bool:
    is_session = state.card.kind is PlayKind.MONEY and not is_game_running(state)
    return is_session and game_of(state).number >= GAMES_OF_A_SESSION


def _look(match_id: int, before: MatchState, findings: Findings) -> None:
    """Look at what the thought did."""
    for one in log_of(match_id, first=before.version + 1):
        match one.event:
            case GameEnded():
                findings.games += 1
            case ResignationOffered(side, kind) if not may_resign(before, kind, side):
                findings.faults.append(f"match {match_id}: {side} offers to lose {kind.name} in {before}")
            case _:
                pass


class _Keeper(logging.Handler):
    """Keeps what was logged as an error."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record.getMessage())


@contextmanager
def _errors_kept(kept: list[str]) -> Iterator[None]:
    """What goes wrong in an engine or at the door is logged, and then made good; here it counts."""
    keeper, watched = _Keeper(kept), logging.getLogger("matches")
    watched.addHandler(keeper)
    try:
        yield
    finally:
        watched.removeHandler(keeper)
