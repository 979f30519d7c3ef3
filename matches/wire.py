"""Events as the browser gets them: `{"n", "e", "at", …fields}`, plays with their text and hits (docs/protocol.md 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.notation.play_text import format_play
from games.rules.board import OFF, Board
from games.rules.clock import Millis
from games.rules.events import CheckersPlayed, Event, GameStarted, PlayTakenBack
from games.rules.plays import CheckerMove, Play, board_after
from games.rules.sides import Side
from matches.codec import encode_event, event_kind
from matches.protocol import WireEvent


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of the log with its number and moment."""

    seq: int
    at: Millis
    event: Event


def wire_events(board: Board, events: Iterable[StoredEvent]) -> list[WireEvent]:
    """The events in wire form. `board` is the position before the first of them, in White's frame."""
    return list(_walk(board, events))


def _walk(board: Board, events: Iterable[StoredEvent]) -> Iterator[WireEvent]:
    for stored in events:
        wire = {"n": stored.seq, "e": event_kind(stored.event), "at": stored.at, **encode_event(stored.event)}
        match stored.event:
            case GameStarted():
                board = Board.start()
            case PlayTakenBack(restored=restored):
                board = restored.board
            case CheckersPlayed(side, moves):
                seen = board.seen_by(side)
                wire |= {"text": format_play(seen, Play(moves)), "hits": hits(seen, moves)}
                board = board_played(board, side, moves)
            case _:
                pass
        yield wire


def board_played(board: Board, side: Side, moves: tuple[CheckerMove, ...]) -> Board:
    """The position after `side`'s moves; both positions in White's frame."""
    return board_after(board.seen_by(side), moves).seen_by(side)


def hits(board: Board, moves: tuple[CheckerMove, ...]) -> list[int]:
    """The points where blots were hit, in the order of the moves; the mover is near."""
    found = []
    for move in moves:
        if move.to != OFF and board.cells[move.to] == -1:
            found.append(move.to)
        board = board_after(board, (move,))
    return found
