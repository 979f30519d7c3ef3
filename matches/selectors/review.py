"""One match for who reviews it: every event of its log with the table as it stood right after it.

A step is folded from the log, never from the snapshot, so it shows what the log says. Each page is a fixed number of
queries. The log is read to the end of the game that is looked at; of the games before it only what lasts beyond a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _

from games.notation.play_text import format_play
from games.notation.position_id import format_position_id
from games.rules.board import Board
from games.rules.clock import SECOND, Millis
from games.rules.directing import ruling_refusal
from games.rules.errors import InvalidAction, Refusal
from games.rules.events import (
    AutomaticallyDoubled,
    Beavered,
    CheckersPlayed,
    ControlPassed,
    Danced,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    MatchStarted,
    NoLegalPlay,
    OpeningRerolled,
    OpeningThrown,
    ProposalAccepted,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignationWithdrawn,
    RulingGiven,
)
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.match import evolve, replay
from games.rules.rulings import AddTime, AdjustScore, AwardGame, AwardMatch, Hold, Release, VoidAll
from games.rules.rulings import Ruling as DirectorsRuling
from games.rules.score import Crawford, ResultKind, next_crawford
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, ToPlay, game_of, is_game_running
from matches.codec import decode_event
from matches.models import Command, Connection, GameRecord, Match, MatchEvent, ReviewNote, Ruling
from matches.moment import as_datetime, as_millis
from matches.selectors.lists import occupants, player_names
from matches.selectors.sessions import game_row
from matches.shape import snake_case
from matches.view import View, view_of
from matches.wire import StoredEvent, wire_events
from matches.wording.seats import computer_name
from matches.wording.steps import can_words, event_words

WITHIN_A_GAME: Final = frozenset(
    snake_case(kind.__name__)
    for kind in (
        OpeningThrown,
        AutomaticallyDoubled,
        OpeningRerolled,
        DiceRolled,
        CheckersPlayed,
        Danced,
        NoLegalPlay,
        DoubleOffered,
        Beavered,
        DoubleTaken,
        DoubleDropped,
        ResignationOffered,
        ResignationDeclined,
        ResignationWithdrawn,
        ResignationAccepted,
        ProposalMade,
        ProposalDeclined,
        ProposalWithdrawn,
        ProposalAccepted,
    )
)
"""Kinds of events that change the game alone, so that nothing of them is left when the next one begins."""
PLAYS_SHOWN: Final = 300
"""Some doubles have more than a thousand legal plays."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The command of a player that made an event: for which side, and the version it led to."""

    side: Side
    name: str
    cid: str
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ConnectionLine:
    """A player's socket that came to the table or went."""

    at: datetime
    side: Side
    name: str
    came: bool


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in the list beside the board."""

    n: int
    actor: str
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """The match right after event `version`."""

    match_id: int
    code: str
    names: Pair[str]
    version: int
    last: int
    """The last event of the log."""
    at: datetime
    until: datetime | None
    """When the next event came; None: it is the last one."""
    words: str
    kind: str
    actor: str
    """Who did it, or of whom it tells."""
    sent: Sent | None
    """None: no player sent it, or what was sent is forgotten."""
    view: View
    crawford: Crawford
    plays: tuple[str, ...]
    """Legal plays: of the dice on the table, or at a play those that there were to choose from."""
    plays_count: int
    can: Pair[tuple[str, ...]]
    used: Millis | None
    """How long whoever acted had the decision."""
    reserve: Pair[Millis] | None
    """What is left of each side's reserve at that moment."""
    connections: tuple[ConnectionLine, ...]
    """Comings and goings until the next event."""
    here: Pair[int]
    """How many sockets of each player were open at that moment."""
    game: int
    lines: tuple[EventLine, ...]
    """All events of the game, in order."""
    position_id: str
    rulings: tuple[str, ...]
    """The rulings that may be given; empty where it is not the last event."""
    crawford_to_rule: Crawford
    """What a ruling on the score would state if it changed nothing: of the running game, between games the next one."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A game to jump to."""

    number: int
    first: int
    score: Pair[int]
    result: str
    """Empty while it runs."""


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling as it stands in the log, and who gave it."""

    n: int
    at: datetime
    by: str
    words: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What staff noted at an event."""

    n: int
    at: datetime
    by: str
    words: str


def step_at(match_id: int, version: int | None) -> Step | None:
    """The match after event `version` (None, or beyond the end: the last one); None where there is no log.

    No log: the match has not begun, is gone, or all who played it are forgotten.
    """
    match = Match.objects.defer("snapshot").prefetch_related("seats__user").filter(pk=match_id, version__gt=0).first()
    if match is None:
        return None
    number = match.version if version is None else min(max(1, version), match.version)
    games = list(GameRecord.objects.filter(match_id=match_id).order_by("number").values_list("number", "first_event"))
    first, last = _bounds(games, number, match.version)
    log = _log(match_id, first, last)
    if not log or log[-1].seq != last:
        return None
    return _step(match, log, number, first)


def jumps_of(match_id: int) -> list[Jump]:
    """The games of a match, in order."""
    match = Match.objects.defer("snapshot").prefetch_related("seats__user").filter(pk=match_id).first()
    if match is None:
        return []
    names = _by_side(_names_of(match))
    return [
        Jump(
            record.number,
            record.first_event,
            Pair(record.score_white, record.score_black),
            game_row(record, names).result,
        )
        for record in match.games.order_by("number")
    ]


def rulings_of(match_id: int) -> list[RulingLine]:
    """All rulings of a match, the last one first."""
    match = Match.objects.defer("snapshot").prefetch_related("seats__user").filter(pk=match_id).first()
    if match is None:
        return []
    names = _by_side(_names_of(match))
    directors = _directors(match_id)
    events = MatchEvent.objects.filter(match_id=match_id, seq__in=directors).order_by("-seq")
    return [RulingLine(event.seq, event.at, directors[event.seq], event_words(_wire(event), names)) for event in events]


def _wire(event: MatchEvent) -> dict[str, Any]:
    return wire_events(Board.start(), [_stored(event)])[0]


def notes_of(match_id: int) -> list[NoteLine]:
    """What staff noted, the oldest first."""
    notes = ReviewNote.objects.filter(match_id=match_id).select_related("author").order_by("at", "pk")
    return [
        NoteLine(note.version, note.at, _("a former director") if note.author is None else str(note.author), note.text)
        for note in notes
    ]


def rulings_fitting(state: MatchState) -> tuple[str, ...]:
    """The kinds of rulings that can be given as the match stands, as they are called on the wire."""
    samples: Mapping[str, DirectorsRuling] = {
        "award_game": AwardGame(Side.WHITE, ResultKind.SINGLE),
        "award_match": AwardMatch(Side.WHITE, rated=False),
        "adjust_score": AdjustScore(Pair(0, 0), Crawford.NONE),
        "add_time": AddTime(Side.WHITE, SECOND),
        "hold": Hold(),
        "release": Release(),
        "void_all": VoidAll(),
    }
    # A sample's score need not fit its Crawford state; that some score can be set is what counts.
    sayable = {None, Refusal.CRAWFORD_STATE}
    refusals = {kind: ruling_refusal(state, ruling) for kind, ruling in samples.items()}
    return tuple(kind for kind, refusal in refusals.items() if (refusal.code if refusal else None) in sayable)


# --- one step ---------------------------------------------------------------------------------------------------


def _bounds(games: list[tuple[int, int]], number: int, last: int) -> tuple[int, int]:
    """The first and last event of the game that event `number` belongs to; what is before game 1 belongs to it."""
    firsts = [first for _number, first in games]
    begun = [first for first in firsts if first <= number]
    later = [first for first in firsts if first > number]
    if not begun:
        return 1, (later[1] - 1 if len(later) > 1 else last)
    return (1 if len(begun) == 1 else begun[-1]), (later[0] - 1 if later else last)


def _step(match: Match, log: tuple[StoredEvent, ...], number: int, first: int) -> Step:
    before, after = states_at(log, first, number)
    moments = {stored.seq: stored.at for stored in log}
    here = next(stored for stored in log if stored.seq == number)
    until = _until(match, number, moments)
    names = _names_of(match)
    told = _Telling(log, first, names, _directors(match.pk))
    at = as_datetime(here.at)
    connections = _connections(match.pk, at, until)
    view = view_of(after, None)
    plays = _plays(before if isinstance(here.event, CheckersPlayed) and before else after)
    game = game_of(after)
    line = told.line(here.seq)
    return Step(
        match_id=match.pk,
        code=match.code,
        names=names,
        version=number,
        last=match.version,
        at=at,
        until=until,
        words=line.words,
        kind=told.kind(here.seq),
        actor=line.actor,
        sent=_sent(match.pk, here, names),
        view=view,
        crawford=after.crawford,
        plays=plays[:PLAYS_SHOWN],
        plays_count=len(plays),
        can=Pair(can_words(view.can.white), can_words(view.can.black)),
        used=_used(moments, before, here),
        reserve=None if after.clock is None else after.clock.charged(here.at),
        connections=_comings_and_goings(connections, at, until, names),
        here=Pair(*(_open_at(connections, at, side) for side in Side)),
        game=game.number,
        lines=told.lines(),
        position_id=format_position_id(game.board.seen_by(game.on_roll)),
        rulings=rulings_fitting(after) if number == match.version else (),
        crawford_to_rule=_crawford_to_rule(after),
    )


def _crawford_to_rule(state: MatchState) -> Crawford:
    if is_game_running(state):
        return state.crawford
    return next_crawford(state.crawford, state.score, state.card.length)


def _log(match_id: int, first: int, last: int) -> tuple[StoredEvent, ...]:
    """The events `first` to `last`, and of those before what lasts beyond a game."""
    lasting = Q(seq__gte=first) | ~Q(kind__in=WITHIN_A_GAME)
    events = MatchEvent.objects.filter(lasting, match_id=match_id, seq__lte=last).order_by("seq")
    return tuple(_stored(event) for event in events)


def _stored(event: MatchEvent) -> StoredEvent:
    return StoredEvent(event.seq, as_millis(event.at), decode_event(event.kind, event.schema, event.data))


def states_at(log: Sequence[StoredEvent], first: int, number: int) -> tuple[MatchState | None, MatchState]:
    """The state before and after event `number` of the game that begins at `first`; see `_log`.

    A game that starts takes nothing over from the one before it but what is on the match, so folding the lasting events
    gives the same. Before the first game begins, its empty table is shown.
    """
    state: MatchState | None = None
    before: MatchState | None = None
    for stored in log:
        if stored.seq > number and state is not None and state.game is not None:
            break
        if stored.seq == first and state is not None:
            state = replace(state, version=first - 1)
        if stored.seq <= number:
            before = state
        state = replay([stored.event]) if state is None else evolve(state, stored.event)
    if state is None:
        raise InvalidAction("there is no log")
    return before, state


def _until(match: Match, number: int, moments: Mapping[int, Millis]) -> datetime | None:
    """When the next event came."""
    if number == match.version:
        return None
    if number + 1 in moments:
        return as_datetime(moments[number + 1])
    return MatchEvent.objects.filter(match_id=match.pk, seq=number + 1).values_list("at", flat=True).first()


def _plays(state: MatchState) -> tuple[str, ...]:
    """The texts of all legal plays of the dice on the table."""
    if state.game is None or not isinstance(state.game.phase, ToPlay):
        return ()
    board = state.game.board.seen_by(state.game.on_roll)
    return tuple(format_play(board, play) for play in legal_plays(board, state.game.phase.dice))


def _used(moments: Mapping[int, Millis], before: MatchState | None, here: StoredEvent) -> Millis | None:
    """From when the decision arose to the event that answered it; only for what a side does."""
    if before is None or before.decision not in moments or _side_of(here.event) is None:
        return None
    return here.at - moments[before.decision]


def _side_of(event: Event) -> Side | None:
    """The side that acts, or of which the event tells."""
    if isinstance(event, ControlPassed):
        return None
    side: Side | None = getattr(event, "side", None)
    return side


def _sent(match_id: int, here: StoredEvent, names: Pair[str]) -> Sent | None:
    """One command makes all its events at one moment, and they end at its version."""
    at = as_datetime(here.at)
    command = Command.objects.filter(match_id=match_id, version__gte=here.seq).order_by("version").first()
    if command is None or command.at != at:
        return None
    side = Side(command.side)
    return Sent(side, names.of(side), str(command.cid), command.version, command.at)


def _directors(match_id: int) -> dict[int, str]:
    rulings = Ruling.objects.filter(match_id=match_id).select_related("by").order_by("seq")
    return {ruling.seq: _("a former director") if ruling.by is None else str(ruling.by) for ruling in rulings}


def _names_of(match: Match) -> Pair[str]:
    """Who has the seats; one person with both of them is White and Black."""
    seats = list(match.seats.all())
    people = {seat.user_id for seat in seats}
    return occupants(seats) if len(people) == 1 and people != {None} else player_names(seats)


def _by_side(names: Pair[str]) -> dict[Side, str]:
    return {side: names.of(side) for side in Side}


class _Telling:
    """The events of one game in words, each with who did it."""

    def __init__(
        self, log: tuple[StoredEvent, ...], first: int, names: Pair[str], directors: Mapping[int, str]
    ) -> None:
        self._names = _by_side(names)
        self._directors = directors
        self._wire: dict[int, dict[str, Any]] = {
            event["n"]: event for event in wire_events(Board.start(), [one for one in log if one.seq >= first])
        }
        self._lines = {line.n: line for line in self._told(log, first)}

    def lines(self) -> tuple[EventLine, ...]:
        """All of them, in order."""
        return tuple(self._lines.values())

    def line(self, seq: int) -> EventLine:
        """One of them."""
        return self._lines[seq]

    def kind(self, seq: int) -> str:
        """Its stored kind."""
        kind: str = self._wire[seq]["e"]
        return kind

    def _told(self, log: tuple[StoredEvent, ...], first: int) -> Iterator[EventLine]:
        computers: Pair[Level | None] = Pair(None, None)
        for stored in log:
            match stored.event:
                case MatchStarted(computers=computers):
                    pass
                case ControlPassed(side, computer):
                    computers = computers.with_(side, computer)
                case _:
                    pass
            if stored.seq >= first:
                words = event_words(self._wire[stored.seq], self._names)
                yield EventLine(stored.seq, self._actor(stored, computers), words)

    def _actor(self, stored: StoredEvent, computers: Pair[Level | None]) -> str:
        if isinstance(stored.event, RulingGiven):
            return self._directors.get(stored.seq, _("a former director"))
        side = _side_of(stored.event)
        if side is None:
            return _("the server")
        level = computers.of(side)
        return self._names[side] if level is None else computer_name(level)


# --- connections ------------------------------------------------------------------------------------------------


def _connections(match_id: int, at: datetime, until: datetime | None) -> list[Connection]:
    """Those that were open at some time from `at` to `until`."""
    rows = Connection.objects.filter(match_id=match_id).exclude(left_at__lt=at).order_by("came_at", "pk")
    return list(rows if until is None else rows.filter(came_at__lt=until))


def _comings_and_goings(
    rows: list[Connection], at: datetime, until: datetime | None, names: Pair[str]
) -> tuple[ConnectionLine, ...]:
    lines = []
    for row in rows:
        side = Side(row.side)
        if row.came_at >= at:
            lines.append(ConnectionLine(row.came_at, side, names.of(side), came=True))
        if row.left_at is not None and (until is None or row.left_at < until):
            lines.append(ConnectionLine(row.left_at, side, names.of(side), came=False))
    return tuple(sorted(lines, key=lambda line: line.at))


def _open_at(rows: list[Connection], at: datetime, side: Side) -> int:
    return sum(row.side == side.value and row.came_at <= at for row in rows)
