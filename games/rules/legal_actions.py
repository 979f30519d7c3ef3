"""What a side may do now: asked of the same guards that judge the actions, so the two cannot differ."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.control import resume_refusal
from games.rules.doubling import beaver_refusal, double_refusal, offer_of, take_refusal
from games.rules.ending import end_session_refusal, next_refusal, resign_match_refusal
from games.rules.errors import IllegalAction
from games.rules.game import turn_refusal
from games.rules.proposing import (
    adjourn_refusal,
    answer_proposal_refusal,
    draw_refusal,
    propose_end_refusal,
    settle_refusal,
    settlement_range,
    withdraw_proposal_refusal,
)
from games.rules.resigning import (
    answer_resignation_refusal,
    resign_refusal,
    resignation_price,
    withdraw_resignation_refusal,
)
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, ToRoll, game_of
from games.rules.taking_back import take_back_refusal
from games.rules.turns import play_refusal, reroll_refusal, roll_refusal


@dataclass(frozen=True, slots=True)
class LegalActions:
    """Exactly what ``match.apply`` would accept from one side (the ``Can`` of docs/protocol.md)."""

    roll: bool
    reroll: bool
    play: bool
    """Some play of the dice on the table; which ones is the step graph's to say."""
    double: bool
    double_refusal: IllegalAction | None
    """Why the double button is off on one's own turn before the roll; None when it is on."""
    take: bool
    drop: bool
    beaver: bool
    beaver_value: int | None
    """What the cube would show after it."""
    resign: tuple[tuple[ResultKind, int], ...]
    """The values that may be offered, each with its price in points."""
    answer_resignation: bool
    withdraw_resignation: bool
    resign_match: bool
    settle: tuple[int, int] | None
    """Least and most points a settlement may pay to the offerer."""
    draw: bool
    propose_end: bool
    adjourn: bool
    answer_proposal: bool
    withdraw_proposal: bool
    end_session: bool
    next: bool
    resume: bool
    take_back: bool


def legal_actions(state: MatchState, side: Side) -> LegalActions:
    """Everything ``side`` may do in ``state``."""
    answers_cube = take_refusal(state, side) is None
    beaver = beaver_refusal(state, side) is None
    return LegalActions(
        roll=roll_refusal(state, side) is None,
        reroll=reroll_refusal(state, side) is None,
        play=play_refusal(state, side) is None,
        double=double_refusal(state, side) is None,
        double_refusal=_why_no_double(state, side),
        take=answers_cube,
        drop=answers_cube,
        beaver=beaver,
        beaver_value=_beaver_value(state) if beaver else None,
        resign=_resignations(state, side),
        answer_resignation=answer_resignation_refusal(state, side) is None,
        withdraw_resignation=withdraw_resignation_refusal(state, side) is None,
        resign_match=resign_match_refusal(state) is None,
        settle=settlement_range(state) if settle_refusal(state, side) is None else None,
        draw=draw_refusal(state, side) is None,
        propose_end=propose_end_refusal(state, side) is None,
        adjourn=adjourn_refusal(state, side) is None,
        answer_proposal=answer_proposal_refusal(state, side) is None,
        withdraw_proposal=withdraw_proposal_refusal(state, side) is None,
        end_session=end_session_refusal(state) is None,
        next=next_refusal(state, side) is None,
        resume=resume_refusal(state, side) is None,
        take_back=take_back_refusal(state, side) is None,
    )


def _why_no_double(state: MatchState, side: Side) -> IllegalAction | None:
    if turn_refusal(state, side) is not None or not isinstance(game_of(state).phase, ToRoll):
        return None
    return double_refusal(state, side)


def _beaver_value(state: MatchState) -> int | None:
    offer = offer_of(state)
    return None if offer is None else offer.value * 2


def _resignations(state: MatchState, side: Side) -> tuple[tuple[ResultKind, int], ...]:
    return tuple(
        (kind, resignation_price(state, side, kind)) for kind in ResultKind if resign_refusal(state, side, kind) is None
    )
