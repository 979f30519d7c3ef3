"""What belongs to a table and is in no event, for one reader: the frame `beside`."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser

from games.rules.clock import ClockPreset
from games.rules.sides import Side
from matches.guests import is_guest
from matches.models import Match, PlayerSettings, Seat
from matches.moment import as_millis
from matches.protocol import Beside, MayChat, RematchView
from matches.selectors.chat import may_chat_at, reader_account, speakers
from matches.services.absence import stand_in_allowed
from matches.services.hints import has_hints
from matches.services.people import muted_until

_BEGUN = frozenset({Match.Status.RUNNING.value, Match.Status.FINISHED.value})
NOTHING = Beside(
    rated=False,
    hot_seat=False,
    pace=None,
    hints=False,
    stand_in=False,
    rematch=None,
    may_chat=MayChat.NOTHING,
    muted_until=None,
    mail="",
)
"""Of a match that is gone."""


def beside_of(match_id: int, user_id: int | None, sides: tuple[Side, ...]) -> Beside:
    """The frame for a reader who controls `sides`; `user_id` None: nobody that the site knows."""
    match = Match.objects.select_related("rematch").defer("snapshot", "rematch__snapshot").filter(pk=match_id).first()
    if match is None:
        return NOTHING
    seats = list(Seat.objects.filter(match=match).select_related("user"))
    muted = None if user_id is None else _muted_until(match_id, user_id)
    account = reader_account(user_id)
    has_computer = any(seat.level for seat in seats)
    return Beside(
        rated=match.is_rated and not match.taken_over,
        hot_seat=match.origin == Match.Origin.HOT_SEAT,
        pace=match.pace if has_computer else None,
        hints=bool(sides) and has_hints(match),
        stand_in=_may_stand_in(match, seats),
        rematch=_rematch(match, seats),
        may_chat=may_chat_at(seats, account, is_public=match.is_public, plays=bool(sides)),
        muted_until=None if muted is None else as_millis(muted),
        mail=_mail(match, account, sides),
    )


def _may_stand_in(match: Match, seats: list[Seat]) -> bool:
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    return match.status == Match.Status.RUNNING and len(people) == len(Side) and stand_in_allowed(match)


def _rematch(match: Match, seats: list[Seat]) -> RematchView | None:
    """Who asked for another one, and whether it has begun; None when nobody did, or it was taken back or declined."""
    again: Match | None = getattr(match, "rematch", None)
    if again is None or again.status == Match.Status.CANCELLED:
        return None
    askers = [Side(seat.side) for seat in seats if seat.user_id is not None and seat.user_id == again.created_by_id]
    return RematchView(askers[0], again.code, again.status in _BEGUN) if askers else None


def _muted_until(match_id: int, user_id: int) -> datetime | None:
    """Until when nothing may be written with the person's voice there."""
    return max(filter(None, map(muted_until, speakers(match_id, user_id))), default=None)


def _mail(match: Match, account: AbstractBaseUser | None, sides: tuple[Side, ...]) -> str:
    """`on` or `off` for a registered player in correspondence that runs; else empty."""
    if (
        account is None
        or is_guest(account)
        or not sides
        or match.clock_preset != ClockPreset.CORRESPONDENCE
        or match.status != Match.Status.RUNNING
    ):
        return ""
    return "on" if PlayerSettings.objects.filter(person_id=account.pk, mail_on_turn=True).exists() else "off"
