"""What could tell somebody from others: gathered while a match is played, looked for where nothing of it may be."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from bgsite.accounts.models import User
from games.notation.position_id import format_position_id
from games.rules.board import Board
from matches.models import Command, GameRecord, Match, MatchEvent, Seat
from tests.matches.client import Frame

ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|::1\b|[\w.]+@[\w.]+")
"""Of a machine or of a mailbox."""
_OF_MATCHES = ((Seat, "pk"), (GameRecord, "pk"), (MatchEvent, "pk"), (Command, "cid"))


@dataclass(slots=True)
class Traces:
    """Words and numbers that stand for one person, one match or one position."""

    of_people: set[str] = field(default_factory=set)
    of_matches: set[str] = field(default_factory=set)
    of_positions: set[str] = field(default_factory=set)

    def note_view(self, view: Frame) -> None:
        """The position of a view, as it is written down in one way or another."""
        board = Board(tuple(view["board"]))
        for seen in (board, board.mirror()):
            compact = json.dumps(seen.cells, separators=(",", ":"))
            self.of_positions |= {format_position_id(seen), json.dumps(seen.cells), compact, str(seen.cells)}

    def note_person(self, user: User, *others: str) -> None:
        """A person, and what their browser sends along."""
        self.of_people |= {user.username, str(user.email), str(user.pk), *others}

    def note_match(self, match: Match) -> None:
        """The rows of a match."""
        self.of_matches |= {match.code, str(match.pk)}
        for table, column in _OF_MATCHES:
            found = table._default_manager.filter(match=match).values_list(column, flat=True)
            self.of_matches |= {str(one) for one in found}

    @property
    def all(self) -> set[str]:
        """Everything."""
        return self.of_people | self.of_matches | self.of_positions


def found_in(text: str, traces: set[str]) -> set[str]:
    """Those that stand in the text as words of their own, however they are written."""
    words = text.casefold()
    near = {one for one in traces if one.casefold() in words}
    return {one for one in near if re.search(rf"(?<![\w-]){re.escape(one.casefold())}(?![\w-])", words)}
