"""What was said at one match, for staff with the right to read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from matches.models import ChatLine
from matches.wording.chat import chat_presets


@dataclass(frozen=True, slots=True)
class Said:
    """One line as it is shown."""

    number: int
    at: datetime
    by: str
    words: str
    is_preset: bool
    for_spectators: bool
    is_marked: bool = False


def may_read_chat(request: HttpRequest) -> bool:
    """Whether the reader has the right to what people say to each other."""
    return request.user.has_perm("matches.view_chatline")


def said_at(match_id: int) -> list[Said]:
    """All lines of a match, in order."""
    presets = chat_presets()
    lines = ChatLine.objects.filter(match_id=match_id).select_related("author").order_by("number")
    return [
        Said(
            number=line.number,
            at=line.at,
            by=_("deleted player") if line.author is None else str(line.author),
            words=presets.get(line.preset, line.preset) or line.text,
            is_preset=bool(line.preset),
            for_spectators=line.audience == ChatLine.Audience.SPECTATORS,
        )
        for line in lines
    ]
