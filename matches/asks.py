"""What a socket asks beside the game: to whom each ask goes, and the frame that answers it.

Runs in a thread of the hub. What may be done stands in the services; here is only who is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from matches.protocol import Absent, Answered, HintAsk, Pace, Presence, ProtocolCode, Say, SeatBack
from matches.services.absence import answer_absent, seat_back
from matches.services.answers import Answer
from matches.services.chat import say
from matches.services.hints import hint_request
from matches.services.pace import pace_set

Ask = Say | HintAsk | Pace | Absent | SeatBack


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks."""

    match_id: int
    user_id: int | None
    """None: nobody that the site knows, who can only look on."""
    presence: Presence
    """Who is at the table, by the server's own record."""
    reply_group: str
    """The group of the asking socket alone, for what takes longer (`publish.hint_group`)."""


def answered(asker: Asker, ask: Ask) -> Answered | None:
    """Do what is asked, and say what became of it; None: the answer comes later, by the group."""
    answer = Answer(ProtocolCode.NOT_PLAYING) if asker.user_id is None else _answer(asker, asker.user_id, ask)
    return None if answer is None else Answered(str(ask.ask), answer.code, answer.params)


def _answer(asker: Asker, user_id: int, ask: Ask) -> Answer | None:
    match ask:
        case Say():
            return say(asker.match_id, user_id, ask)
        case HintAsk():
            return hint_request(asker.match_id, user_id, ask, asker.reply_group)
        case Pace():
            return pace_set(asker.match_id, user_id, ask)
        case Absent():
            return answer_absent(asker.match_id, user_id, ask, asker.presence)
        case SeatBack():
            return seat_back(asker.match_id, user_id, ask)
        case _ as never:
            assert_never(never)
