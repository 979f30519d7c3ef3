"""Hints: who may ask for one, and when. The engine answers later, from a worker (`matches.bots.advising`)."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache

from games.rules.legal_actions import legal_actions
from games.rules.sides import Side
from games.rules.state import MatchState, to_act
from matches.bots.sending import send_advise
from matches.models import Match
from matches.protocol import Code, HintAsk, ProtocolCode, TableCode
from matches.selectors.tables import sides_of, state_of
from matches.services.answers import Answer

HINTED_ORIGINS: Final = frozenset({Match.Origin.COMPUTER.value, Match.Origin.HOT_SEAT.value})
"""Nobody is helped against another person."""
BUSY_SECONDS: Final = 20
"""After this long a hint that never came is given up, and the person may ask again."""


def hint_request(match_id: int, user_id: int, frame: HintAsk, reply_group: str) -> Answer | None:
    """Ask the engine what it would do for `frame.side`. None: asked; the frame `advice` comes to `reply_group`.

    Refused with NOT_PLAYING, NOT_YOUR_SIDE, HINT_NOT_HERE, NOT_STARTED, STALE, COMPUTER_PLAYS, HINT_NOTHING (no play
    and no cube to decide for this side), HINT_BUSY (one at a time for each person), BUSY (no worker can be reached).
    """
    refused = _refusal(match_id, user_id, frame)
    if refused is not None:
        return Answer(refused)
    if not cache.add(_key(user_id), True, BUSY_SECONDS):
        return Answer(TableCode.HINT_BUSY)
    sent = send_advise(
        match_id=match_id,
        side=frame.side.value,
        about=frame.about,
        ask=str(frame.ask),
        user_id=user_id,
        reply_group=reply_group,
    )
    if not sent:
        hint_finished(user_id)
        return Answer(ProtocolCode.BUSY)
    return None


def hint_finished(user_id: int) -> None:
    """The person may ask for the next hint."""
    cache.delete(_key(user_id))


def has_hints(match: Match) -> bool:
    """Whether the players of this match may ask for hints."""
    return match.origin in HINTED_ORIGINS and not match.is_rated


def _refusal(match_id: int, user_id: int, frame: HintAsk) -> Code | None:
    sides = sides_of(match_id, user_id)
    if frame.side not in sides:
        return ProtocolCode.NOT_YOUR_SIDE if sides else ProtocolCode.NOT_PLAYING
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not has_hints(match):
        return TableCode.HINT_NOT_HERE
    if match.version == 0:
        return ProtocolCode.NOT_STARTED
    return _refusal_of(state_of(match), frame.side, frame.about)


def _refusal_of(state: MatchState, side: Side, about: int) -> Code | None:
    if state.decision != about:
        return ProtocolCode.STALE
    if state.computers.of(side) is not None:
        return TableCode.COMPUTER_PLAYS
    can = legal_actions(state, side)
    if to_act(state) is not side or not (can.play or can.double or can.take):
        return TableCode.HINT_NOTHING
    return None


def _key(user_id: int) -> str:
    return f"hint.{user_id}"
