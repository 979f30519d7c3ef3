"""The answer to a hint: the best plays or the cube advice, as the frame for the asking socket."""

from __future__ import annotations

import logging
from typing import Final
from uuid import UUID

from games.engines.brain import Advice as Judged
from games.engines.errors import NothingToDecideError
from games.engines.levels import brain_for
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import MatchState
from matches.protocol import Advice, Answered, Code, CubeAdvice, PlayAdvice, ProtocolCode, TableCode
from matches.selectors.computers import seen_match

logger = logging.getLogger(__name__)

HOT_SEAT_LEVEL: Final = Level.ADVANCED
"""Where no computer plays: strong, and quick enough for a button."""


def advice_frame(match_id: int, side: Side, about: int, ask: UUID) -> Advice | Answered:
    """What the engine would do as `side` at decision `about`, as strong as the computer at the match plays.

    Answered with STALE when the decision has passed already, with SERVER_FAULT when the engine failed.
    """
    seen = seen_match(match_id)
    if seen is None or seen.state.decision != about:
        return _instead(ask, ProtocolCode.STALE)
    level = hint_level(seen.state)
    try:
        judged = brain_for(level).advise(seen.state, side)
    except NothingToDecideError:
        return _instead(ask, TableCode.HINT_NOTHING)
    except Exception:  # whatever goes wrong in an engine: the person is told, the match is not touched
        logger.exception("match %s at version %s: no advice as %s", seen.code, seen.state.version, level)
        return _instead(ask, ProtocolCode.SERVER_FAULT)
    return _frame(judged, ask, about, side, level)


def hint_level(state: MatchState) -> Level:
    """How strong a hint at this match is."""
    return next((level for level in (state.computers.of(side) for side in Side) if level is not None), HOT_SEAT_LEVEL)


def _instead(ask: UUID, code: Code) -> Answered:
    return Answered(str(ask), code, {})


def _frame(judged: Judged, ask: UUID, about: int, side: Side, level: Level) -> Advice:
    plays = [
        PlayAdvice([(move.from_, move.to, move.die) for move in one.play.moves], one.text, one.equity, one.loss)
        for one in judged.plays
    ]
    cube = judged.cube
    verdict = None if cube is None else CubeAdvice(cube.best.value, cube.no_double, cube.take, cube.drop)
    return Advice(str(ask), about, side, level.value, plays, verdict)
