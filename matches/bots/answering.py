"""What a computer does: what its level says, and what is done when that fails, so that no match is ever stuck."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from games.engines.levels import brain_for
from games.rules.actions import (
    DeclineProposal,
    DeclineResignation,
    Next,
    PlayCheckers,
    PlayerAction,
    Resume,
    Roll,
    Take,
)
from games.rules.legal import legal_plays
from games.rules.legal_actions import LegalActions, legal_actions
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import MatchState, ToPlay, game_of

logger = logging.getLogger(__name__)


def answers(state: MatchState, side: Side, level: Level) -> Iterator[PlayerAction]:
    """What to try, in order: the level's own answer; what weaker levels say; at the very end anything legal.

    Only the first is what was agreed. Each further one comes after a fault that was logged as an error.
    """
    for one in _down_from(level):
        action = _asked(one, state, side)
        if action is not None:
            yield action
    last = anything_legal(state, side)
    if last is not None:
        yield last


def anything_legal(state: MatchState, side: Side) -> PlayerAction | None:
    """Something that `side` may do and that gets the match on, without an engine; None: there is nothing."""
    can = legal_actions(state, side)
    if can.play:
        return _first_play(state)
    return next((action for possible, action in _plain(can) if possible), None)


def _plain(can: LegalActions) -> tuple[tuple[bool, PlayerAction], ...]:
    return (
        (can.answer_proposal, DeclineProposal()),
        (can.answer_resignation, DeclineResignation()),
        (can.take, Take()),
        (can.roll, Roll()),
        (can.next, Next()),
        (can.resume, Resume()),
    )


def _first_play(state: MatchState) -> PlayerAction | None:
    game = game_of(state)
    if not isinstance(game.phase, ToPlay):
        return None
    return PlayCheckers(legal_plays(game.board.seen_by(game.on_roll), game.phase.dice)[0].moves)


def _down_from(level: Level) -> list[Level]:
    levels = list(Level)
    return levels[levels.index(level) :: -1]


def _asked(level: Level, state: MatchState, side: Side) -> PlayerAction | None:
    """The level's answer. Whatever goes wrong in an engine is logged here, and the match goes on without it."""
    try:
        action = brain_for(level).decide(state, side)
    except Exception:
        logger.exception("the engine failed as %s for %s at version %s", level, side, state.version)
        return None
    if action is None:
        logger.error("the engine has no answer as %s for %s at version %s", level, side, state.version)
    return action
