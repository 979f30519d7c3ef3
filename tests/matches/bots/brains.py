"""Engines for tests: quick, and as good or bad as a test needs them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engines.brain import Advice, CubeChoice, CubeVerdict, RankedPlay
from games.engines.errors import NothingToDecideError
from games.notation.play_text import format_play
from games.rules.actions import PlayerAction
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import MatchState, ToPlay, game_of
from matches.bots import advising, answering
from matches.bots.answering import anything_legal

Decide = Callable[[MatchState, Side], PlayerAction | None]


class PlainBrain:
    """Does the first thing that is legal; `meanwhile` happens while it thinks."""

    def __init__(self, decide: Decide = anything_legal, meanwhile: Callable[[], object] = lambda: None) -> None:
        self._decide, self._meanwhile = decide, meanwhile
        self.asked: list[tuple[int, Side]] = []
        """Version and side of each question."""

    def decide(self, state: MatchState, side: Side) -> PlayerAction | None:
        self.asked.append((state.version, side))
        self._meanwhile()
        return self._decide(state, side)

    def advise(self, state: MatchState, side: Side) -> Advice:
        self.asked.append((state.version, side))
        self._meanwhile()
        phase = game_of(state).phase
        if isinstance(phase, ToPlay):
            board = game_of(state).board.seen_by(side)
            plays = legal_plays(board, phase.dice)[:3]
            return Advice(tuple(RankedPlay(play, format_play(board, play), 0.0, 0.0) for play in plays), None)
        if anything_legal(state, side) is None:
            raise NothingToDecideError
        return Advice((), CubeVerdict(CubeChoice.NO_DOUBLE, 0.1, 0.2, 1.0))


def install(monkeypatch: pytest.MonkeyPatch, brain: PlainBrain, **by_level: PlainBrain) -> PlainBrain:
    """Every level thinks with `brain`, but for those named."""

    def brain_for(level: Level) -> PlainBrain:
        return by_level.get(level.value, brain)

    monkeypatch.setattr(answering, "brain_for", brain_for)
    monkeypatch.setattr(advising, "brain_for", brain_for)
    return brain
