"""Chat at a table. Lines have a numbered stream of their own beside the match (architecture, "What is kept")."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from games.rules.sides import Side
from matches.chat_text import normalised
from matches.models import ChatLine, Match, Seat
from matches.models.chat import TEXT_LENGTH
from matches.moment import as_millis
from matches.protocol import MayChat, ProtocolCode, Say, TableCode
from matches.publish import chat_written
from matches.selectors.chat import may_chat, speakers
from matches.selectors.tables import sides_of
from matches.services.answers import DONE, Answer
from matches.services.people import has_blocked, muted_until
from matches.wording.chat import CHAT_PRESETS

BURST: Final = 5
BURST_WITHIN: Final = timedelta(seconds=10)
AN_HOUR: Final = 120
_LOCK: Final = 0x63686174
"""The first half of the advisory locks' numbers: "chat"."""


def say(match_id: int, user_id: int, frame: Say) -> Answer:
    """Write a line at the match: a preset, or a text between registered people. Sent again, it is not written again.

    Refused in a sentence, with nothing changed: who may not write here, who is muted or blocked by the other player,
    what is empty or too long or no preset, and too much at once.
    """
    text = "" if frame.preset else normalised(frame.text)
    refusal = _content_refusal(frame, text)
    if refusal is not None:
        return refusal
    with transaction.atomic():
        if not _author_lock(user_id):
            return Answer(ProtocolCode.NOT_PLAYING)
        _stream_lock(match_id)
        if ChatLine.objects.filter(match_id=match_id, author_id=user_id, ask=frame.ask).exists():
            return DONE
        refusal = _person_refusal(match_id, user_id, is_text=not frame.preset)
        if refusal is not None:
            return refusal
        chat_written(match_id, _write(match_id, user_id, frame, text))
    return DONE


def _write(match_id: int, user_id: int, frame: Say, text: str) -> int:
    """Add the line; its number."""
    match = Match.objects.only("version", "is_rated").get(pk=match_id)
    number: int = (ChatLine.objects.filter(match=match).aggregate(last=Max("number"))["last"] or 0) + 1
    sides = sides_of(match_id, user_id)
    ChatLine.objects.create(
        match=match,
        number=number,
        author_id=user_id,
        side=sides[0].value if sides else None,
        audience=_audience(match, sides),
        preset=frame.preset,
        text=text,
        version=match.version,
        ask=frame.ask,
    )
    return number


def _content_refusal(frame: Say, text: str) -> Answer | None:
    if frame.preset:
        return None if frame.preset in CHAT_PRESETS else Answer(TableCode.CHAT_UNKNOWN_PRESET)
    if len(text) > TEXT_LENGTH:
        return Answer(TableCode.CHAT_TOO_LONG, {"limit": TEXT_LENGTH, "length": len(text)})
    return None if text else Answer(TableCode.CHAT_EMPTY)


def _person_refusal(match_id: int, user_id: int, *, is_text: bool) -> Answer | None:
    right = may_chat(match_id, user_id)
    if right is MayChat.NOTHING:
        return Answer(ProtocolCode.NOT_PLAYING)
    if is_text and right is not MayChat.TEXT:
        return Answer(TableCode.CHAT_REGISTERED_ONLY)
    voices = speakers(match_id, user_id)
    until = max(filter(None, map(muted_until, voices)), default=None)
    if until is not None:
        return Answer(TableCode.CHAT_MUTED, {"until": as_millis(until)})
    if _is_blocked_at_table(match_id, voices):
        return Answer(TableCode.CHAT_BLOCKED)
    return Answer(TableCode.CHAT_TOO_FAST) if _is_too_fast(user_id) else None


def _is_blocked_at_table(match_id: int, voices: list[int]) -> bool:
    """Whether the writer and a player there have blocked each other, either way."""
    others = Seat.objects.filter(match_id=match_id, user__isnull=False).exclude(user_id__in=voices)
    ids = others.values_list("user_id", flat=True)
    return any(has_blocked(voice, other) for voice in voices for other in ids)


def _audience(match: Match, sides: tuple[Side, ...]) -> str:
    """What spectators write does not reach the players of a rated match."""
    return ChatLine.Audience.SPECTATORS if match.is_rated and not sides else ChatLine.Audience.ALL


def _is_too_fast(user_id: int) -> bool:
    now = timezone.now()
    mine = ChatLine.objects.filter(author_id=user_id)
    if mine.filter(at__gt=now - BURST_WITHIN).count() >= BURST:
        return True
    return mine.filter(at__gt=now - timedelta(hours=1)).count() >= AN_HOUR


def _stream_lock(match_id: int) -> None:
    """One writer at a time for the stream of a match, without touching the match's own row: a move never waits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, match_id % 2**31])


def _author_lock(user_id: int) -> bool:
    """Hold the account: not deleted meanwhile (its lines are cleared then), and counted one line at a time."""
    accounts = get_user_model().objects.select_for_update(no_key=True)
    return accounts.filter(pk=user_id, is_active=True).first() is not None
