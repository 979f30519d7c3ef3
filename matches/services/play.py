"""The one door to a running match.

1. One transaction; the match's row is locked.
2. A command known already gets its stored answer again, whatever happened since.
3. The sender must control the side: a person with a seat there, and only where no computer plays it; a computer only
   where it does.
4. Time comes first: the shift after an outage, then a flag that has fallen. These stay, whatever becomes of the action.
5. The action must answer the decision that stands; an older one is refused as stale.
6. The rules judge. What they say happened is stored with the snapshot, the columns and the command, and sent after
   the commit.

A refusal changes nothing. An error that is nobody's intention – a bug – is caught here and only here: it is logged
with the match and its version, rolled back, and answered as `server_fault`; it never costs anybody a game.

A database that went away in the middle is no fault and no refusal, because the action may have been stored: the error
goes on to the caller. The socket is closed then, and the page comes back and sends the same command again (step 2).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from django.db import transaction
from psycopg import InterfaceError, OperationalError
from psycopg.errors import DeadlockDetected, LockNotAvailable

from games.rules.actions import (
    AcceptProposal,
    Action,
    GiveRuling,
    Next,
    OfferAdjournment,
    PlayerAction,
    Resume,
    ResumeMatch,
    ServerAction,
    StartNextGame,
)
from games.rules.errors import IllegalAction, InvalidAction, Refusal
from games.rules.sides import Side
from games.rules.state import MatchState, is_game_running
from matches.models import Match
from matches.moment import as_millis
from matches.protocol import Code, Param, ProtocolCode, TableCode
from matches.services.heartbeat import is_web_alive
from matches.services.rows import Asked, askers_place, match_locked
from matches.services.visit import Visit

logger = logging.getLogger(__name__)

_AWAY = ("08", "57P")
"""PostgreSQL's classes of errors for a connection that broke and for a server that shuts down or starts."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Stored: as version `version`, now or (`repeated`) earlier."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The action changed nothing. `version` and `decision` say where the match stands; 0: not known."""

    code: Code
    params: dict[str, Param] = field(default_factory=dict)
    version: int = 0
    decision: int = 0


@dataclass(frozen=True, slots=True)
class NotFound:
    """There is no such match (any more)."""


Outcome = Accepted | Refused | NotFound


def submit_action(  # noqa: PLR0913 - one command, each part of it named
    code: str, user_id: int | None, action: PlayerAction, *, side: Side, decision: int, cid: UUID
) -> Outcome:
    """Do what the person asks for `side` at the match, if the rules allow it. See the module's docstring.

    Raises django.db.OperationalError or InterfaceError when the database is away.
    """
    attempt = _Attempt(code)
    return attempt.safely(lambda: attempt.act(user_id, action, decision, Asked(side, cid)))


def submit_bot_action(match_id: int, side: Side, action: PlayerAction, decision: int) -> Outcome:
    """Do what the computer that plays `side` decided at `decision`, if it still plays there and the decision stands.

    The same door as for people, with the same judgement. There is no command: a computer that does not know whether
    its action came through looks at the match again, and an action done already is stale.

    Refused with TableCode.NO_COMPUTER or ProtocolCode.STALE; raises as `submit_action`.
    """
    attempt = _Attempt(match_id)
    return attempt.safely(lambda: attempt.act_for_computer(match_id, side, action, decision))


def submit_server_action(match_id: int, action: ServerAction) -> Outcome:
    """Do what the server itself decided: forfeit, void, pause, resume, claim, start the next game.

    Can be called inside a transaction that already holds the match's lock or none of a match.
    """
    attempt = _Attempt(match_id)
    return attempt.safely(lambda: attempt.act_by_server(match_id, action))


class RulingDesk(Protocol):
    """Whoever brings a ruling, asked by the door under the match's lock."""

    def given_at(self, match: Match) -> int | None:
        """The number of the event, if this very ruling was given before."""

    def is_outdated(self, match: Match) -> bool:
        """Whether the director has not seen everything that counts, though the decision may be the same."""

    def note(self, match: Match) -> None:
        """Write down who gave the ruling that was stored just now; `match` is as it was before."""


def submit_ruling(match_id: int, action: GiveRuling, decision: int, desk: RulingDesk) -> Outcome:
    """Do what a director ruled at `decision`, once. `services.rulings.ruling_give` is for everybody else."""
    attempt = _Attempt(match_id)
    return attempt.safely(lambda: attempt.rule(match_id, action, decision, desk))


def look_at_the_time(match_id: int) -> Outcome:
    """Let time have its say at the match and nothing else: what `catch_up` does, and the next game if it is due."""
    attempt = _Attempt(match_id)
    return attempt.safely(lambda: attempt.look_at_the_time(match_id))


@dataclass(frozen=True, slots=True)
class _Sender:
    """Who asks: a side, and whether its person has the other one, too (hot seat)."""

    side: Side
    has_both: bool


class _Attempt:
    """One call of the door; remembers the visit, so that a fault can be logged with the match's version."""

    def __init__(self, name: str | int) -> None:
        self._name = name
        self._visit: Visit | None = None

    def safely(self, work: Callable[[], Outcome]) -> Outcome:
        """The one place that catches what nobody expected."""
        try:
            with transaction.atomic():
                return work()
        except Exception as error:
            if isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                return Refused(ProtocolCode.BUSY)
            if _is_database_away(error.__cause__):
                raise
            before = self._visit.before if self._visit else None
            version, decision = (before.version, before.decision) if before else (0, 0)
            logger.exception("match %s at version %s: refused, a fault of the server", self._name, version)
            return Refused(ProtocolCode.SERVER_FAULT, {}, version, decision)

    def _visit_to(self, match: Match) -> Visit:
        self._visit = Visit(match)
        self._visit.catch_up()
        return self._visit

    def act(self, user_id: int | None, action: PlayerAction, decision: int, asked: Asked) -> Outcome:
        """Steps 1 to 6 of the module's docstring. Needs a transaction."""
        match = match_locked(code=str(self._name))
        if match is None:
            return NotFound()
        place = askers_place(match.pk, user_id, asked)
        if asked.side not in place.sides:
            return _refused_at(match, ProtocolCode.NOT_YOUR_SIDE if place.sides else ProtocolCode.NOT_PLAYING)
        if place.answered is not None:
            return Accepted(place.answered, repeated=True)
        if match.version == 0:
            return _refused_at(match, ProtocolCode.NOT_STARTED)
        visit = self._visit_to(match)
        if visit.state.computers.of(asked.side) is not None and visit.state.result is None:
            outcome: Outcome = _refused(visit.state, TableCode.COMPUTER_PLAYS)
        else:
            outcome = _judged(visit, action, decision, _Sender(asked.side, len(place.sides) > 1))
        visit.store(asked if isinstance(outcome, Accepted) else None)
        return outcome

    def act_for_computer(self, match_id: int, side: Side, action: PlayerAction, decision: int) -> Outcome:
        """The same for the computer that plays `side`: no seat, no command. Needs a transaction."""
        match = match_locked(match_id=match_id)
        if match is None:
            return NotFound()
        if match.version == 0:
            return _refused_at(match, ProtocolCode.NOT_STARTED)
        visit = self._visit_to(match)
        if visit.state.computers.of(side) is None and visit.state.result is None:
            outcome: Outcome = _refused(visit.state, TableCode.NO_COMPUTER)
        else:
            outcome = _judged(visit, action, decision, _Sender(side, has_both=False))
        visit.store()
        return outcome

    def act_by_server(self, match_id: int, action: ServerAction) -> Outcome:
        """The same for the server: no seat, no command, no decision. Needs a transaction."""
        match = match_locked(match_id=match_id)
        if match is None:
            return NotFound()
        if match.version == 0:
            return _refused_at(match, ProtocolCode.NOT_STARTED)
        visit = self._visit_to(match)
        outcome = _judged_for_server(visit, action)
        visit.store()
        return outcome

    def rule(self, match_id: int, action: GiveRuling, decision: int, desk: RulingDesk) -> Outcome:
        """The same for a director: no seat, a decision, and the desk in place of a command. Needs a transaction."""
        match = match_locked(match_id=match_id)
        if match is None:
            return NotFound()
        given_at = desk.given_at(match)
        if given_at is not None:
            return Accepted(given_at, repeated=True)
        if match.version == 0:
            return _refused_at(match, ProtocolCode.NOT_STARTED)
        if desk.is_outdated(match):
            return _refused_at(match, ProtocolCode.STALE)
        visit = self._visit_to(match)
        outcome = _judged_at(visit, decision, [(action, None)])
        visit.store()
        if isinstance(outcome, Accepted):
            desk.note(match)
        return outcome

    def look_at_the_time(self, match_id: int) -> Outcome:
        """Nothing but `catch_up` and the start of a game that is due. Needs a transaction."""
        match = match_locked(match_id=match_id)
        if match is None or match.version == 0:
            return NotFound()
        visit = self._visit_to(match)
        if match.next_at is not None and as_millis(match.next_at) <= visit.now and is_web_alive(visit.now):
            _judged_for_server(visit, StartNextGame())
        visit.store()
        return Accepted(visit.state.version)


def _is_database_away(cause: BaseException | None) -> bool:
    """Whether the connection broke or none was to be had, so that nobody knows if the transaction was stored."""
    if isinstance(cause, InterfaceError):
        return True
    return isinstance(cause, OperationalError) and (cause.sqlstate is None or cause.sqlstate.startswith(_AWAY))


def _judged(visit: Visit, action: PlayerAction, decision: int, sender: _Sender) -> Outcome:
    """Apply the action to the visit, or say why not."""
    return _judged_at(visit, decision, _meant(visit.state, action, sender))


def _judged_at(visit: Visit, decision: int, actions: list[tuple[Action, Side | None]]) -> Outcome:
    """The same for actions that belong together."""
    state = visit.state
    if state.result is not None:
        return _refused(state, Refusal.MATCH_OVER)
    if decision != state.decision:
        return _refused(state, ProtocolCode.STALE)
    return _applied(visit, actions)


def _meant(state: MatchState, action: PlayerAction, sender: _Sender) -> list[tuple[Action, Side | None]]:
    """What the action means for a state: mostly itself. Who has both sides needs nobody else to agree or be ready."""
    asked: list[tuple[Action, Side | None]] = [(action, sender.side)]
    other = sender.side.other if sender.has_both else None
    match action:
        case Next():
            # A pause between games ends when somebody wants to go on.
            resumed = state.paused and not is_game_running(state)
            also = other is not None and not state.ready.of(other)
            return [*([(ResumeMatch(), None)] if resumed else []), *asked, *([(action, other)] if also else [])]
        case Resume() if other is not None and not state.resuming.of(other):
            return [*asked, (action, other)]
        case OfferAdjournment() if other is not None:
            return [*asked, (AcceptProposal(), other)]
        case _:
            return asked


def _judged_for_server(visit: Visit, action: ServerAction) -> Outcome:
    return _applied(visit, [(action, None)])


def _applied(visit: Visit, actions: list[tuple[Action, Side | None]]) -> Outcome:
    """All the actions or none of them."""
    mark = visit.mark()
    try:
        for action, by in actions:
            visit.apply(action, by)
    except IllegalAction as error:
        visit.back_to(mark)
        return _refused(visit.state, error.code, error.params)
    except InvalidAction as error:
        visit.back_to(mark)
        return _refused(visit.state, ProtocolCode.BAD_FRAME, {"frame": "", "reason": str(error)})
    return Accepted(visit.state.version)


def _refused(state: MatchState, code: Code, params: dict[str, Param] | None = None) -> Refused:
    return Refused(code, dict(params or {}), state.version, state.decision)


def _refused_at(match: Match, code: Code) -> Refused:
    decision = match.snapshot["decision"] if match.snapshot else 0
    return Refused(code, {}, match.version, decision)
