"""Lists of matches: mine, and those that may be watched. Each list is a fixed number of queries, however long it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.rules.levels import Level
from games.rules.rulecard import Stake
from games.rules.sides import Pair, Side
from matches.board_svg import BoardPicture
from matches.codec import decode_card
from matches.guests import is_guest
from matches.models import GameRecord, Kind, Match, Seat
from matches.wording.cards import balance_words, card_title
from matches.wording.names import ORIGINS, SIDES, stand_in_words
from matches.wording.seats import computer_name

PER_PAGE = 20
_IS_LISTED = Q(origin__in=[Match.Origin.NAMED, Match.Origin.SEEK])
"""Of the matches that may be watched: the others are seen by who has their address."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as a line of a list."""

    match: Match
    title: str
    """Such as "7-point match"."""
    names: Pair[str] | None
    """Who plays White and Black; None while nobody has a seat."""
    my_sides: tuple[Side, ...]
    profiles: Pair[str] | None
    """Names under which the players have a profile; empty for guests, computers and who is gone."""
    opponent: str
    """The other player for the reader of the list; empty for a link that nobody used yet."""
    opponent_profile: str
    """The opponent's name under which there is a profile; empty for none."""
    game: int
    """Number of the running or last game, 0 before the first."""
    my_turn: bool
    stake: Stake | None
    """What a point is worth; None outside of money play."""
    picture: BoardPicture | None = None
    """The board as it stands, where a list shows it (`selectors.previews`)."""

    @property
    def origin(self) -> str:
        """How the two sides came together, in words."""
        return str(ORIGINS[self.match.origin])

    @property
    def balance(self) -> str:
        """Of a session: "White +6 points · 30 coffee"; empty for anything else."""
        if self.match.kind != Kind.MONEY:
            return ""
        return balance_words(self.match.score_white - self.match.score_black, SIDES, self.stake)

    @property
    def is_adjourned(self) -> bool:
        """Play goes on when both have pressed *Resume*."""
        return self.match.paused and self.match.status == Match.Status.RUNNING

    @property
    def score(self) -> Pair[int]:
        """The score as it is shown: never above the length (rules.md 4.4)."""
        return shown_score(Pair(self.match.score_white, self.match.score_black), self.match.length)

    @property
    def winner(self) -> Side | None:
        """Who won; None where there is no winner. A session is won by who has more points at its end."""
        if self.match.kind == Kind.MONEY and self.match.status == Match.Status.FINISHED:
            lead = self.match.score_white - self.match.score_black
            return None if lead == 0 else Side.WHITE if lead > 0 else Side.BLACK
        return Side(self.match.winner) if self.match.winner else None

    @property
    def won(self) -> bool | None:
        """Whether the reader of the list won; None where there is no winner, or the reader had both sides."""
        if len(self.my_sides) != 1 or self.winner is None:
            return None
        return self.winner is self.my_sides[0]


@dataclass(frozen=True, slots=True)
class CurrentMatches:
    """The matches of one person that are not over, sorted by what they ask of that person."""

    waiting_for_me: list[MatchRow]
    running: list[MatchRow]
    invitations: list[MatchRow]
    open: list[MatchRow]


@dataclass(frozen=True, slots=True)
class MyMatches(CurrentMatches):
    """All matches of one person; only the finished ones are paged."""

    finished: list[MatchRow]
    page: Page[Match]

    @property
    def is_empty(self) -> bool:
        """Nothing at all, not even on another page."""
        lists = (self.waiting_for_me, self.running, self.invitations, self.open)
        return not any(lists) and not self.page.paginator.count


def current_matches(user_id: int) -> CurrentMatches:
    """What is not over for one person."""
    mine = Exists(Seat.objects.filter(match=OuterRef("pk"), user_id=user_id))
    begun = _rows(_listed().filter(mine, status=Match.Status.RUNNING).order_by("-started_at", "-pk"), user_id)
    asked = Q(created_by_id=user_id) | Q(invited_id=user_id)
    still_open = _rows(_listed().filter(asked, status=Match.Status.OPEN).order_by("-created_at", "-pk"), user_id)
    return CurrentMatches(
        waiting_for_me=[row for row in begun if row.my_turn],
        running=[row for row in begun if not row.my_turn],
        invitations=[row for row in still_open if row.match.created_by_id != user_id],
        open=[row for row in still_open if row.match.created_by_id == user_id],
    )


def my_matches(user_id: int, page: str | int | None = 1) -> MyMatches:
    """Everything of one person."""
    now = current_matches(user_id)
    finished = Paginator(_listed().filter(pk__in=_over(user_id)).order_by("-ended_at", "-pk"), PER_PAGE).get_page(page)
    return MyMatches(
        waiting_for_me=now.waiting_for_me,
        running=now.running,
        invitations=now.invitations,
        open=now.open,
        finished=_rows(finished.object_list, user_id),
        page=finished,
    )


def running_matches(page: str | int | None = 1) -> tuple[list[MatchRow], Page[Match]]:
    """Running matches that anybody may watch, the newest first. Those that began with a link are never listed."""
    public = _listed().filter(_IS_LISTED, status=Match.Status.RUNNING, is_public=True)
    found = Paginator(public.order_by("-started_at", "-pk"), PER_PAGE).get_page(page)
    return _rows(found.object_list, None), found


def finished_public(user_id: int, count: int) -> list[MatchRow]:
    """The last matches of one person that anybody could have watched, the newest first, for everybody to see.

    Those that began with a link are never listed.
    """
    sits = Exists(Seat.objects.filter(match=OuterRef("pk"), user_id=user_id, hidden=False))
    public = _listed().filter(sits, _IS_LISTED, status=Match.Status.FINISHED, is_public=True)
    return _rows(public.order_by("-ended_at", "-pk")[:count], user_id)


def shown_score(score: Pair[int], length: int | None) -> Pair[int]:
    """The score as people see it: never above the length (rules.md 4.4)."""
    return score if length is None else score.map(lambda points: min(points, length))


def player_name(seat: Seat) -> str:
    """The name of who sits there: a computer's is its level; "deleted player" once the account is gone."""
    if seat.user is None and seat.level and not seat.hidden:
        return computer_name(Level(seat.level))
    return _("deleted player") if seat.user is None else str(seat.user)


def player_names(seats: Iterable[Seat]) -> Pair[str]:
    """The names of both players of a match that has begun."""
    names = {seat.side: player_name(seat) for seat in seats}
    return Pair(names.get(Side.WHITE.value, ""), names.get(Side.BLACK.value, ""))


def occupant(seat: Seat) -> str:
    """Who plays there now: as `player_name`, and whether the computer stands in for the person."""
    name = player_name(seat)
    stands_in = seat.level and (seat.user is not None or seat.hidden)
    return stand_in_words(name) if stands_in else name


def occupants(seats: Iterable[Seat]) -> Pair[str]:
    """Who plays both sides now. One person with both sides is White and Black."""
    found = {seat.side: seat for seat in seats}
    people = [seat.user_id for seat in found.values()]
    if len(people) == len(Side) and people[0] is not None and people[0] == people[1]:
        return Pair(str(SIDES[Side.WHITE]), str(SIDES[Side.BLACK]))
    names = {side: occupant(seat) for side, seat in found.items()}
    return Pair(names.get(Side.WHITE.value, ""), names.get(Side.BLACK.value, ""))


def _listed() -> QuerySet[Match]:
    """Matches with what a row shows, without the heavy columns."""
    last_game = GameRecord.objects.filter(match=OuterRef("pk")).order_by("-number").values("number")[:1]
    return (
        Match.objects.defer("snapshot")
        .select_related("created_by", "invited")
        .prefetch_related("seats__user")
        .annotate(last_game=Subquery(last_game))
    )


def _over(user_id: int) -> QuerySet[Seat, int]:
    """The numbers of what is over for one person: matches played to an end, invitations that came to nothing.

    A union, each half by its index: joined by OR the database would look at every match that ever was.
    """
    played = Seat.objects.filter(user_id=user_id, match__status=Match.Status.FINISHED).values_list(
        "match_id", flat=True
    )
    cancelled = Match.objects.filter(
        Q(created_by_id=user_id) | Q(invited_id=user_id), status=Match.Status.CANCELLED
    ).values_list("pk", flat=True)
    return played.union(cancelled)


def _rows(matches: Iterable[Match], user_id: int | None) -> list[MatchRow]:
    return [_row(match, user_id) for match in matches]


def _row(match: Match, user_id: int | None) -> MatchRow:
    seats = list(match.seats.all())
    mine = tuple(Side(seat.side) for seat in seats if user_id is not None and seat.user_id == user_id)
    card = decode_card(match.card)
    return MatchRow(
        match=match,
        title=card_title(card),
        stake=card.stake,
        names=occupants(seats) if seats else None,
        profiles=_profiles(seats) if seats else None,
        my_sides=mine,
        opponent=_opponent(match, seats, user_id),
        opponent_profile=profile_name(_other_person(match, seats, user_id)),
        game=getattr(match, "last_game", None) or 0,
        my_turn=match.status == Match.Status.RUNNING and any(side.value == match.to_act for side in mine),
    )


def profile_name(person: AbstractBaseUser | None) -> str:
    """The name under which somebody has a profile; empty for guests, deleted accounts and nobody."""
    if person is None or is_guest(person) or getattr(person, "deleted_at", None) is not None:
        return ""
    return person.get_username()


def _profiles(seats: list[Seat]) -> Pair[str]:
    """One person on both sides is shown as White and Black, which nobody is called."""
    people = {seat.user_id for seat in seats}
    found = {seat.side: profile_name(seat.user) for seat in seats} if len(people) > 1 else {}
    return Pair(found.get(Side.WHITE.value, ""), found.get(Side.BLACK.value, ""))


def _other_person(match: Match, seats: list[Seat], user_id: int | None) -> AbstractBaseUser | None:
    if not seats:
        return match.invited if match.created_by_id == user_id else match.created_by
    return next((seat.user for seat in seats if seat.user_id not in {user_id, None}), None)


def _opponent(match: Match, seats: list[Seat], user_id: int | None) -> str:
    if seats:
        others = [seat for seat in seats if seat.user_id != user_id or seat.user_id is None]
        return occupant(others[0]) if others else str(ORIGINS[match.origin])
    other = match.invited if match.created_by_id == user_id else match.created_by
    return "" if other is None else str(other)
