"""The position list of one finished game: every decision, with the position in which it was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.notation.position_id import format_position_id
from games.rules.board import Board
from games.rules.events import (
    Beavered,
    CheckersPlayed,
    Danced,
    DoubleOffered,
    Event,
    NoLegalPlay,
    ResignationOffered,
)
from games.rules.match import evolve, replay
from games.rules.sides import Side
from games.rules.state import MatchState, game_of
from matches.codec import decode_card
from matches.models import Match
from matches.selectors.lists import occupants
from matches.selectors.sessions import GameRow, game_row
from matches.selectors.tables import log_of, place_at
from matches.view import View, view_of
from matches.wire import StoredEvent, wire_events
from matches.wording.cards import card_title
from matches.wording.moves import LogLine, log_lines


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the list: what was done, and the position in which it was done."""

    line: LogLine
    position_id: str
    """GNUBG position ID, for the side on roll; empty where no position belongs to the line."""
    view: View | None
    """The position, for a picture of the board."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A finished game."""

    code: str
    row: GameRow
    title: str
    near: Side
    names: dict[Side, str]
    decisions: list[Decision]
    final: View
    """The last position."""
    numbers: list[int]
    """All finished games of the match."""


def game_page(code: str, number: int, user_id: int | None) -> GamePage | None:
    """The list of game ``number``; None when there is no such finished game, or the person may not watch the match."""
    place = place_at(code, user_id)
    if place is None or not place.may_watch:
        return None
    return game_positions(place.match_id, number, place.sides[0] if len(place.sides) == 1 else Side.WHITE)


def game_positions(match_id: int, number: int, near: Side) -> GamePage | None:
    """The list of game ``number``, seen by ``near``; None when there is no such finished game, or no log any more."""
    match = Match.objects.defer("snapshot").prefetch_related("seats__user", "games").filter(pk=match_id).first()
    if match is None:
        return None
    finished = {record.number: record for record in match.games.all() if record.last_event is not None}
    record = finished.get(number)
    if record is None or record.last_event is None:
        return None
    log = log_of(match_id, last=record.last_event)
    if not log:
        return None
    seated = occupants(match.seats.all())
    names = {side: seated.of(side) for side in Side}
    states = dict(_states_before(log, record.first_event))
    return GamePage(
        code=match.code,
        row=game_row(record, names),
        title=card_title(decode_card(match.card)),
        near=near,
        names=names,
        decisions=_decisions(log[record.first_event - 1 :], states, names),
        final=view_of(states[record.last_event + 1], None),
        numbers=sorted(finished),
    )


def _states_before(log: tuple[StoredEvent, ...], first: int) -> Iterator[tuple[int, MatchState]]:
    """The state before each event from number ``first`` on, by the event's number; the last one is after the log."""
    state = replay([stored.event for stored in log[: first - 1]])
    for stored in log[first - 1 :]:
        yield stored.seq, state
        state = evolve(state, stored.event)
    yield log[-1].seq + 1, state


def _decisions(game: tuple[StoredEvent, ...], states: dict[int, MatchState], names: dict[Side, str]) -> list[Decision]:
    kinds = {stored.seq: type(stored.event) for stored in game}
    lines = log_lines(wire_events(Board.start(), game), names)
    return [_decision(line, states[line.n], kinds[line.n]) for line in lines]


def _decision(line: LogLine, state: MatchState, kind: type[Event]) -> Decision:
    if kind not in _DECISIONS:
        return Decision(line, "", None)
    game = game_of(state)
    board = game.board.seen_by(game.on_roll)
    return Decision(line, format_position_id(board), view_of(state, None))


_DECISIONS = frozenset({CheckersPlayed, Danced, NoLegalPlay, DoubleOffered, Beavered, ResignationOffered})
