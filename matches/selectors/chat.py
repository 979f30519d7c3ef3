"""Reads of chat: who may write at a match, and the lines that a reader is shown."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from games.rules.sides import Side
from matches.models import Block, ChatLine, Match, Seat
from matches.moment import as_millis
from matches.protocol import Chat, ChatLineView, MayChat
from matches.selectors.tables import sides_of


def may_chat(match_id: int, user_id: int | None) -> MayChat:
    """What the person may write: text is between registered people; guests, and who plays one, have presets."""
    account = None if user_id is None else get_user_model().objects.filter(pk=user_id, is_active=True).first()
    seats = list(Seat.objects.filter(match_id=match_id).select_related("user"))
    plays = bool(sides_of(match_id, user_id))
    if account is None or not seats or not (plays or Match.objects.filter(pk=match_id, is_public=True).exists()):
        return MayChat.NOTHING
    with_guest = plays and any(seat.user is not None and seat.user.is_guest for seat in seats)
    if account.is_guest:
        return MayChat.PRESETS if plays else MayChat.NOTHING
    return MayChat.PRESETS if with_guest else MayChat.TEXT


def lines_after(match_id: int, user_id: int | None, sides: tuple[Side, ...], after: int) -> Chat:
    """The lines after number `after` that the reader is shown, in order.

    Left out: what spectators of a rated match wrote, for its players; lines of people whom the reader blocked; lines
    whose text was cleared when their author's account was deleted.
    """
    stream = ChatLine.objects.filter(match_id=match_id)
    upto = stream.aggregate(last=Max("number"))["last"] or 0
    shown = stream.filter(number__gt=after).exclude(preset="", text="").select_related("author").order_by("number")
    if sides:
        shown = shown.exclude(audience=ChatLine.Audience.SPECTATORS)
    if user_id is not None:
        blocked = Block.objects.filter(owner_id=user_id).values("person_id")
        shown = shown.exclude(Q(author_id__isnull=False) & Q(author_id__in=blocked))
    return Chat(after, upto, [_view(line, user_id) for line in shown])


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
