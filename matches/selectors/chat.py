"""Reads of chat: who may write at a match, and the lines that a reader is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from games.rules.sides import Side
from matches.guests import is_guest
from matches.models import Block, ChatLine, Match, OwnDevice, Seat
from matches.moment import as_millis
from matches.protocol import Chat, ChatLineView, MayChat
from matches.selectors.tables import sides_of

LINES_AT_ONCE: Final = 100
"""The last lines of a match that are told; a page that wants older ones has none."""
_NO_PARTNER: Final = 2
"""People at a table, below which there is nobody to talk to unless somebody may watch."""


def may_chat(match_id: int, user_id: int | None) -> MayChat:
    """What the person may write there.

    Free text is between registered people: guests, and everybody at a table where one sits, have the ready-made lines.
    Where nobody else could read it (one person, or one and a computer, and no spectators) there is no chat.
    """
    account = reader_account(user_id)
    seats = list(Seat.objects.filter(match_id=match_id).select_related("user"))
    if account is None or not seats:
        return MayChat.NOTHING
    is_public = Match.objects.filter(pk=match_id, is_public=True).exists()
    return may_chat_at(seats, account, is_public=is_public, plays=bool(sides_of(match_id, user_id)))


def may_chat_at(seats: Sequence[Seat], account: AbstractBaseUser | None, *, is_public: bool, plays: bool) -> MayChat:
    """The same for who has read all of it already: the match's seats with their people, and the reader's account."""
    if account is None or not seats:
        return MayChat.NOTHING
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    if not is_public and not (plays and len(people) >= _NO_PARTNER):
        return MayChat.NOTHING
    if is_guest(account):
        return MayChat.PRESETS if plays else MayChat.NOTHING
    with_guest = any(seat.user is not None and seat.user.is_guest for seat in seats)
    return MayChat.PRESETS if with_guest else MayChat.TEXT


def reader_account(user_id: int | None) -> AbstractBaseUser | None:
    """The open account, or the guest, of a reader; None for nobody."""
    return None if user_id is None else get_user_model().objects.filter(pk=user_id, is_active=True).first()


def speakers(match_id: int, user_id: int) -> list[int]:
    """Who speaks there with the person's voice: they themselves, and who let them in as an own device."""
    owners = OwnDevice.objects.filter(match_id=match_id, device_id=user_id).values_list("owner_id", flat=True)
    return [user_id, *owners]


def lines_after(match_id: int, user_id: int | None, sides: tuple[Side, ...], after: int) -> Chat:
    """The lines after number `after` that the reader is shown, in order, the last 100 at most.

    Left out: what spectators of a rated match wrote, for its players; lines of people whom the reader blocked; lines
    whose text was cleared when their author's account was deleted.
    """
    upto = ChatLine.objects.filter(match_id=match_id).aggregate(last=Max("number"))["last"] or 0
    shown = lines_shown(match_id, user_id, sides).filter(number__gt=after).order_by("-number")[:LINES_AT_ONCE]
    return Chat(after, upto, [_view(line, user_id) for line in reversed(shown)])


def lines_shown(match_id: int, user_id: int | None, sides: tuple[Side, ...]) -> QuerySet[ChatLine]:
    """All lines that the reader is shown, with their authors."""
    shown = ChatLine.objects.filter(match_id=match_id).exclude(preset="", text="").select_related("author")
    if sides:
        shown = shown.exclude(audience=ChatLine.Audience.SPECTATORS)
    if user_id is not None:
        blocked = Block.objects.filter(owner_id=user_id).values("person_id")
        shown = shown.exclude(Q(author_id__isnull=False) & Q(author_id__in=blocked))
    return shown


def _view(line: ChatLine, user_id: int | None) -> ChatLineView:
    return ChatLineView(
        n=line.number,
        side=Side(line.side) if line.side else None,
        name=_("deleted player") if line.author is None else str(line.author),
        preset=line.preset,
        text=line.text,
        at=as_millis(line.at),
        mine=user_id is not None and line.author_id == user_id,
    )
