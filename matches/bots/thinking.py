"""One thought of a computer: from the question as it stands to the answer at the door.

1. The match is read without a lock.
2. The engine is asked; no lock and no transaction is held meanwhile.
3. The answer goes through the one door, for the decision that was seen. Whatever happened meanwhile – a play taken
   back, a resignation, another game, the person back in the seat – makes it stale, and it is dropped.
4. What the answer changed wakes the next thought, like every change at a match.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Final

from games.rules.actions import PlayerAction
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import MatchState
from matches.bots.answering import answers
from matches.bots.awaited import awaited_computer
from matches.protocol import ProtocolCode, TableCode
from matches.selectors.computers import Seen, only_thinker, seen_match
from matches.services.play import Accepted, NotFound, Outcome, Refused, submit_bot_action

logger = logging.getLogger(__name__)

_TRIES: Final = 3
"""How often an answer is brought to a match on which others are working: each waits for the lock by itself."""


class Thought(StrEnum):
    """What became of a thought."""

    DONE = "done"
    """The computer has acted."""
    MOVED_ON = "moved_on"
    """The match is another one than that which was thought about; nothing was done."""
    NOBODY = "nobody"
    """Nobody waits for a computer."""
    ELSEWHERE = "elsewhere"
    """Another worker thinks about it already."""
    BUSY = "busy"
    """The match could not be reached; the sweeper comes again."""
    STUCK = "stuck"
    """Nothing was accepted. A fault of the program, logged as an error."""


def think_once(match_id: int, version: int | None = None) -> Thought:
    """Let the computer that is awaited at the match act once. `version`: only if the match still stands there.

    Raises django.db.Error when the database is away.
    """
    seen = seen_match(match_id)
    if seen is None or version not in {None, seen.state.version}:
        return Thought.MOVED_ON
    side = awaited_computer(seen.state)
    level = seen.state.computers.of(side) if side is not None else None
    if side is None or level is None:
        return Thought.NOBODY
    with only_thinker(match_id, seen.state.version) as is_ours:
        return _thought(match_id, seen, side, level) if is_ours else Thought.ELSEWHERE


def _thought(match_id: int, seen: Seen, side: Side, level: Level) -> Thought:
    for action in answers(seen.state, side, level):
        thought = _brought(match_id, seen.state, side, action)
        if thought is not Thought.STUCK:
            return thought
        logger.error(
            "match %s at version %s: the computer (%s, %s) offered %s, which is refused",
            *(seen.code, seen.state.version, side, level, action),
        )
    logger.error("match %s at version %s: the computer (%s, %s) is stuck", seen.code, seen.state.version, side, level)
    return Thought.STUCK


def _brought(match_id: int, state: MatchState, side: Side, action: PlayerAction) -> Thought:
    """Bring one answer to the door; STUCK: it was refused although nothing has changed."""
    outcome: Outcome = Refused(ProtocolCode.BUSY)
    for _ in range(_TRIES):
        outcome = submit_bot_action(match_id, side, action, state.decision)
        if not (isinstance(outcome, Refused) and outcome.code is ProtocolCode.BUSY):
            break
    match outcome:
        case Accepted():
            return Thought.DONE
        case NotFound() | Refused(code=ProtocolCode.STALE | TableCode.NO_COMPUTER):
            return Thought.MOVED_ON
        case Refused(code=ProtocolCode.BUSY):
            return Thought.BUSY
        case Refused(version=version):
            return Thought.STUCK if version in {0, state.version} else Thought.MOVED_ON
