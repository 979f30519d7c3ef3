"""What an open table needs to know: who somebody is there, the state, and the log of the running game."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from games.rules.board import Board
from games.rules.clock import Millis
from games.rules.errors import InvalidAction
from games.rules.match import replay
from games.rules.sides import Side
from games.rules.state import MatchState
from matches.codec import SCHEMA, decode_event, decode_state
from matches.models import GameRecord, Match, MatchEvent, OwnDevice, Seat
from matches.moment import as_millis
from matches.wire import StoredEvent


@dataclass(frozen=True, slots=True)
class Place:
    """What somebody is at a match."""

    match_id: int
    sides: tuple[Side, ...]
    """The sides they control; empty for a spectator."""
    may_watch: bool
    """A player, or the match is public, or they created it, are invited, or were let in by the creator."""


@dataclass(frozen=True, slots=True)
class Table:
    """A started match at one version."""

    state: MatchState
    log: tuple[StoredEvent, ...]
    """Events in order; see `table_hello` and `table_missed`."""
    board_before: Board
    """The position before the first event of `log`, in White's frame."""
    next_at: Millis | None


def place_at(code: str, user_id: int | None) -> Place | None:
    """What the person is at the match; None when there is no such match. `user_id` None: somebody not logged in."""
    row = Match.objects.filter(code=code).values_list("id", "is_public", "created_by_id", "invited_id").first()
    if row is None:
        return None
    match_id, is_public, created_by, invited = row
    sides = sides_of(match_id, user_id)
    knows = user_id is not None and user_id in (created_by, invited)
    return Place(match_id, sides, bool(sides) or is_public or knows or _is_own_device(match_id, user_id))


def _is_own_device(match_id: int, user_id: int | None) -> bool:
    """Let in before the match began, when there are no seats yet."""
    return user_id is not None and OwnDevice.objects.filter(match_id=match_id, device_id=user_id).exists()


def sides_of(match_id: int, user_id: int | None) -> tuple[Side, ...]:
    """The sides that the person controls, White first: the own seats, and those of who let them in (`OwnDevice`).

    `services.rows` asks the same in SQL, under the match's lock.
    """
    if user_id is None:
        return ()
    for_owner = OwnDevice.objects.filter(match_id=match_id, device_id=user_id, owner_id=OuterRef("user_id"))
    seats = Seat.objects.filter(Q(user_id=user_id) | Exists(for_owner), match_id=match_id)
    names = set(seats.values_list("side", flat=True))
    return tuple(side for side in Side if side.value in names)


def state_of(match: Match) -> MatchState:
    """The state of a started match: the snapshot, or the log where the snapshot is of an older schema."""
    if match.snapshot is not None and match.snapshot_schema == SCHEMA:
        return decode_state(match.snapshot)
    return replayed_state(match.pk)


def replayed_state(match_id: int) -> MatchState:
    """The state as the log alone tells it."""
    return replay([stored.event for stored in log_of(match_id)])


def log_of(match_id: int, *, first: int = 1, last: int | None = None) -> tuple[StoredEvent, ...]:
    """The events numbered `first` to `last` (None: to the end), read through today's codec."""
    events = MatchEvent.objects.filter(match_id=match_id, seq__gte=first).order_by("seq")
    if last is not None:
        events = events.filter(seq__lte=last)
    rows = events.values_list("seq", "at", "kind", "schema", "data")
    return tuple(
        StoredEvent(seq, as_millis(at), decode_event(kind, schema, data)) for seq, at, kind, schema, data in rows
    )


def table_hello(match_id: int) -> Table | None:
    """The match with the log of its last game; None when it is not started or gone."""
    return _table(match_id, None)


def table_missed(match_id: int, after: int) -> Table | None:
    """The match with the log from the game in which version `after` was; None when it is not started or gone.

    The caller cuts off what is not after `after`.
    """
    return _table(match_id, after)


def _table(match_id: int, after: int | None) -> Table | None:
    # The match first: events are only ever added, so those up to its version are there.
    match = Match.objects.filter(pk=match_id, version__gt=0).first()
    if match is None:
        return None
    try:
        state = state_of(match)
    except InvalidAction:  # the log was erased, and the snapshot is of an older schema
        return None
    games = GameRecord.objects.filter(match_id=match_id, first_event__lte=state.version if after is None else after + 1)
    first = games.order_by("-number").values_list("first_event", flat=True).first() or 1
    log = log_of(match_id, first=first, last=state.version)
    next_at = None if match.next_at is None else as_millis(match.next_at)
    return Table(state, log, Board.start(), next_at)


def due_at(state: MatchState, next_at: Millis | None) -> Millis | None:
    """When the flag falls or the next game starts, whichever it is; None: nothing happens by itself."""
    deadline = state.clock.deadline if state.clock else None
    return next_at if deadline is None else deadline


def versions_of(match_ids: list[int]) -> dict[int, int]:
    """The versions of those of the matches that exist."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("id", "version"))
