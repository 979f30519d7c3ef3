"""What the pages of one match show: its invitation, its table, one of its games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.rules.board import Board
from games.rules.rulecard import BeaverRefusal, PlayKind, RuleCard
from games.rules.sides import Pair, Side
from matches.board_svg import side_text
from matches.codec import clock_setting, decode_card
from matches.models import Match, Seat
from matches.moment import now_millis
from matches.protocol import PROTOCOL, Hello, Here, Presence, encode
from matches.selectors.lists import player_names, shown_score
from matches.selectors.sessions import GameRow, Session, game_row, session_of
from matches.selectors.tables import place_at, table_hello
from matches.view import View, view_of
from matches.wire import wire_events
from matches.wording.cards import Fact, card_facts, card_title
from matches.wording.clocks import clock_words, time_left_words
from matches.wording.moves import LogRow, log_lines, log_rows, points_words
from matches.wording.names import SIDES, crawford_sign
from matches.wording.status import away_words, cube_words, dice_words, status_sentence


class Role(StrEnum):
    """What the reader of an invitation is to it."""

    CREATOR = "creator"
    INVITED = "invited"
    SEATED = "seated"
    """Took the seat of a link already."""
    OTHER = "other"
    """Has the link, and nothing else."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A match before its first roll, and what became of it, as one person sees it."""

    match_id: int
    code: str
    role: Role
    status: str
    declined: bool
    decline_reason: str
    """What the invited player said with the no, in words; empty for nothing."""
    is_lapsed: bool
    """Nobody took it in time."""
    expires_at: datetime | None
    creator: str
    invited: str
    """The name of who was asked; empty for a link."""
    by_link: bool
    link_path: str
    owner_path: str
    """The creator's link for own devices, for nobody else's eyes; else empty."""
    title: str
    facts: list[Fact]
    reader_side: Side | None
    """The side the reader would play; None: drawn at the start."""
    may_watch: bool

    @property
    def is_open(self) -> bool:
        """The other seat can still be taken."""
        return self.status == Match.Status.OPEN and not self.is_lapsed

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """What can be said with a no: value and words."""
        return [(value, str(label)) for value, label in Match.DeclineReason.choices]

    @property
    def has_begun(self) -> bool:
        """Both seats are taken."""
        return self.status in {Match.Status.RUNNING, Match.Status.FINISHED}

    @property
    def is_cancelled(self) -> bool:
        """It was taken back or declined before it began."""
        return self.status == Match.Status.CANCELLED

    @property
    def is_gone(self) -> bool:
        """There is nothing left to take."""
        return not self.is_open

    @property
    def path(self) -> str:
        """The page of this invitation for this reader."""
        return self.link_path if self.by_link and self.role is not Role.CREATOR else self.table_path

    @property
    def table_path(self) -> str:
        """The page of the match."""
        return reverse("matches:table", args=[self.code])


def invitation_by_code(code: str, user_id: int | None) -> Invitation | None:
    """The invitation, for its creator and for who was asked by name; None for everybody else."""
    match = Match.objects.select_related("created_by", "invited").defer("snapshot").filter(code=code).first()
    if match is None or user_id is None or user_id not in {match.created_by_id, match.invited_id}:
        return None
    return _invitation(match, user_id)


def invitation_by_token(token: str, user_id: int | None) -> Invitation | None:
    """The invitation behind a link; None when no link was made with this secret."""
    found = Match.objects.select_related("created_by", "invited").defer("snapshot")
    match = found.filter(link_token=token, invited__isnull=True).first()
    return None if match is None else _invitation(match, user_id)


def match_status(code: str, user_id: int | None) -> str | None:
    """`open`, `running`, `finished` or `cancelled`, for whoever may see the match; else None."""
    place = place_at(code, user_id)
    if place is None or not place.may_watch:
        return None
    return Match.objects.filter(pk=place.match_id).values_list("status", flat=True).first()


def _invitation(match: Match, user_id: int | None) -> Invitation:
    card = decode_card(match.card)
    role = _role(match, user_id)
    return Invitation(
        match_id=match.pk,
        code=match.code,
        role=role,
        status=match.status,
        declined=match.declined,
        decline_reason=match.get_decline_reason_display() if match.decline_reason else "",
        is_lapsed=_is_lapsed(match),
        expires_at=match.expires_at,
        creator=str(match.created_by or ""),
        invited=str(match.invited or ""),
        by_link=match.invited_id is None,
        link_path=reverse("matches:join_link", args=[match.link_token]),
        owner_path=reverse("matches:own_device", args=[match.owner_token]) if role is Role.CREATOR else "",
        title=card_title(card),
        facts=_facts(match, card),
        reader_side=_reader_side(match, role),
        may_watch=match.is_public,
    )


def _role(match: Match, user_id: int | None) -> Role:
    if user_id is None:
        return Role.OTHER
    if user_id == match.created_by_id:
        return Role.CREATOR
    if user_id == match.invited_id:
        return Role.INVITED
    return Role.SEATED if match.seats.filter(user_id=user_id).exists() else Role.OTHER


def _reader_side(match: Match, role: Role) -> Side | None:
    if match.creator_side == Match.CreatorSide.RANDOM:
        return None
    side = Side(match.creator_side)
    return side if role is Role.CREATOR else side.other


def _is_lapsed(match: Match) -> bool:
    """Whether the time to answer passed, be it that the row was closed since or not yet."""
    if match.expires_at is None or match.declined:
        return False
    if match.status == Match.Status.OPEN:
        return match.expires_at <= timezone.now()
    return match.status == Match.Status.CANCELLED and match.ended_at is not None and match.expires_at <= match.ended_at


def _facts(match: Match, card: RuleCard) -> list[Fact]:
    """What both agree on: the rule card, the clock, and whether it counts."""
    clock = clock_words(clock_setting(match.clock_preset, match.clock_days), card.length)
    rating = [(_("Rating"), _("counts for the rating"))] if match.is_rated else []
    return [*card_facts(card), (_("Clock"), clock), *rating]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player beside the board."""

    side: Side
    name: str
    is_reader: bool
    score: str
    """Such as "2 points"; empty where there is no score."""
    away: str
    """Such as "needs 3"; empty without a length or when nothing is needed any more."""
    pips: int
    clock: str | None
    """The reserve; None without a clock."""
    distribution: str
    """Such as "24: 2, 13: 5 …" in the near player's numbering."""
    is_awaited: bool


class SeatKind(StrEnum):
    """Whose seat it is."""

    PERSON = "person"
    COMPUTER = "computer"
    GONE = "gone"
    """The account was deleted."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Whose the seats of a match are."""

    kinds: dict[Side, SeatKind]
    hot_seat: bool
    """One person has both."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A match that has begun, as one person sees it first."""

    code: str
    you: tuple[Side, ...]
    near: Side
    """Whose numbering is shown: the reader's own side, else White's (at one screen the script turns the numbers)."""
    names: dict[Side, str]
    view: View
    hello: dict[str, Any]
    """The `hello` frame (docs/protocol.md 3), as plain JSON values."""
    title: str
    facts: list[Fact]
    games: list[GameRow]
    has_cube: bool
    session: Session | None
    """The table of a money session; None for anything else."""
    seating: Seating
    refusal_plays_on: bool
    """A refused beaver is paid at once, and the game goes on (rules.md 3.3)."""
    owner_path: str
    """The creator's private link, for the creator while the match runs; else empty."""

    @property
    def seats_data(self) -> dict[str, Any]:
        """What the table's script reads beside the page's data."""
        path = reverse("matches:table", args=[self.code])
        return {
            "seats": self.seating.kinds,
            "hot_seat": self.seating.hot_seat,
            "gone_seconds": settings.BARPOINT_GONE_SECONDS,
            "refusal_plays_on": self.refusal_plays_on,
            "urls": {
                "rematch": f"{path}rematch/",
                "match": reverse("matches:table", args=["CODE"]),
                "mail": reverse("matches:play_settings"),
                "settings": reverse("matches:play_settings"),
            },
        }

    @property
    def is_over(self) -> bool:
        """The match is over for good."""
        return self.view.match_result is not None

    @property
    def crawford_sign(self) -> str:
        """What the table says beside the score; empty when there is nothing to say."""
        return str(crawford_sign(self.view.crawford))

    @property
    def players(self) -> list[PlayerLine]:
        """Both players, the far one first, as on the board."""
        return [self._player(self.near.other), self._player(self.near)]

    @property
    def dice(self) -> str:
        """The dice on the table, "6-3"; empty when there are none."""
        return dice_words(self.view.dice)

    @property
    def cube(self) -> str:
        """Value and owner of the cube in words."""
        return cube_words(self.view.cube, self.names)

    @property
    def status(self) -> str:
        """Whose turn it is and what is awaited."""
        return status_sentence(self.view, self.names)

    @property
    def rows(self) -> list[LogRow]:
        """The move log of the game that is shown."""
        return log_rows(log_lines(self.hello["log"], self.names))

    def _player(self, side: Side) -> PlayerLine:
        view = self.view
        score = shown_score(Pair(view.score.white, view.score.black), view.length).of(side)
        clock = None if view.clock is None else Pair(view.clock.reserve.white, view.clock.reserve.black).of(side)
        return PlayerLine(
            side=side,
            name=self.names[side],
            is_reader=side in self.you,
            score=points_words(score) if view.kind is not PlayKind.SINGLE else "",
            away=away_words(score, view.length),
            pips=Pair(view.pips.white, view.pips.black).of(side),
            clock=None if clock is None else time_left_words(clock),
            distribution=side_text(Board(tuple(view.board)), side, self.near),
            is_awaited=side in view.awaits,
        )

    @property
    def finished_games(self) -> list[GameRow]:
        """The games whose position list can be looked at."""
        return [game for game in self.games if game.record.last_event is not None]


def table_page(code: str, user_id: int | None) -> TablePage | None:
    """The table of a match that has begun; None when there is none, or when the person may not watch it."""
    place = place_at(code, user_id)
    if place is None or not place.may_watch:
        return None
    table = table_hello(place.match_id)
    if table is None:
        return None
    match = Match.objects.defer("snapshot").prefetch_related("seats__user", "games").get(pk=place.match_id)
    view = view_of(table.state, table.next_at)
    seating = _seating(match)
    seated = player_names(match.seats.all())
    names = {side: str(SIDES[side]) if seating.hot_seat else seated.of(side) for side in Side}
    hello = Hello(
        protocol=PROTOCOL,
        you=list(place.sides),
        v=table.state.version,
        view=view,
        log=wire_events(table.board_before, table.log),
        now=now_millis(),
        presence=Presence(white=Here.UNKNOWN, black=Here.UNKNOWN, spectators=0),
    )
    card = table.state.card
    return TablePage(
        code=match.code,
        you=place.sides,
        near=_near(place.sides),
        names=names,
        view=view,
        hello=json.loads(encode(hello)),
        title=card_title(card),
        facts=_facts(match, card),
        games=[game_row(record, names) for record in match.games.all()],
        has_cube=card.has_cube,
        session=session_of(match, card, names),
        seating=seating,
        refusal_plays_on=card.beaver_refusal is BeaverRefusal.PAY_AND_PLAY_ON,
        owner_path=_owner_path(match, user_id),
    )


def _owner_path(match: Match, user_id: int | None) -> str:
    is_wanted = match.status == Match.Status.RUNNING and user_id is not None and user_id == match.created_by_id
    return reverse("matches:own_device", args=[match.owner_token]) if is_wanted else ""


def _seating(match: Match) -> Seating:
    kinds = {Side(seat.side): _seat_kind(seat) for seat in match.seats.all()}
    return Seating(kinds, match.origin == Match.Origin.HOT_SEAT)


def _seat_kind(seat: Seat) -> SeatKind:
    if seat.user is not None:
        return SeatKind.PERSON
    return SeatKind.COMPUTER if seat.level else SeatKind.GONE


def _near(sides: tuple[Side, ...]) -> Side:
    return sides[0] if len(sides) == 1 else Side.WHITE
