"""What is told after the commit: to the sockets of the match, then to the subscribers."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.rules.board import Board
from games.rules.clock import Millis
from games.rules.state import MatchState
from matches import publish
from matches.moment import now_millis
from matches.protocol import Moved, encode
from matches.selectors.tables import due_at
from matches.signals import match_moved
from matches.view import view_of
from matches.wire import StoredEvent, wire_events


@dataclass(frozen=True, slots=True)
class News:
    """What is told after the commit."""

    match_id: int
    before: MatchState | None
    after: MatchState
    stored: tuple[StoredEvent, ...]
    next_at: Millis | None
    cid: UUID | None

    def send(self) -> None:
        """Tell the sockets, then the subscribers."""
        if self.before is not None:
            publish.send_moved(self.match_id, version=self.after.version, text=self.frame(self.before), due=self.due)
        match_moved.send_robust(
            sender=None,
            match_id=self.match_id,
            before=self.before,
            after=self.after,
            events=tuple(one.event for one in self.stored),
        )

    def frame(self, before: MatchState) -> str:
        """The `moved` frame, the same for everybody."""
        board = before.game.board if before.game else Board.start()
        return encode(
            Moved(
                from_=before.version,
                v=self.after.version,
                events=wire_events(board, self.stored),
                view=view_of(self.after, self.next_at),
                now=now_millis(),
                cid=str(self.cid) if self.cid else None,
            )
        )

    @property
    def due(self) -> Millis | None:
        """When something happens at this match by itself."""
        return due_at(self.after, self.next_at)
