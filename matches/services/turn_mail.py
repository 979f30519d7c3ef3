"""A mail when it is somebody's turn in correspondence: for those who want it and are not at the table.

The sweep finds what is to be sent in the tables, so nothing is lost while Celery or the mail server is away:
`Seat.mailed_decision` is the last decision for which a mail went out, and there is one mail for a decision at most. A
mail that could not be handed over is tried again by the next sweep.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.rules.clock import ClockPreset
from games.rules.sides import Side
from matches.codec import decode_card
from matches.models import Match, MatchEvent, Seat
from matches.presence import presences
from matches.protocol import Here, Presence
from matches.wording.cards import card_title

logger = logging.getLogger(__name__)

SETTLED_AFTER: Final = timedelta(minutes=1)
"""A decision is mailed when it has stood for so long: who just left, or reloads the page, is not written to at once."""
SWEEP_LIMIT: Final = 200
"""Mails of one sweep; the rest goes with the next."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the mail says."""

    name: str
    opponent: str
    title: str
    deadline_at: datetime | None
    link: str
    settings_link: str


def turns_mail() -> int:
    """Write to everybody whose turn it is and who wants to hear of it. Returns how many mails went out."""
    waiting = list(_waiting().values_list("pk", "match_id", "side")[:SWEEP_LIMIT])
    there = presences({match_id for _pk, match_id, _side in waiting})
    sent = 0
    for seat_id, match_id, side in waiting:
        if _is_at_table(there[match_id], Side(side)):
            continue
        try:
            sent += _mail(seat_id)
        except (SMTPException, OSError) as error:
            logger.warning("mails from match %s on are left to the next sweep: %s", match_id, type(error).__name__)
            break  # each further one would wait for the same mail server
    return sent


def _is_at_table(presence: Presence, side: Side) -> bool:
    """Unknown counts as away: while nobody is on the whole site there is no record, and a mail does no harm."""
    return (presence.white if side is Side.WHITE else presence.black) is Here.HERE


def _waiting() -> QuerySet[Seat]:
    """Seats that must act and were not written to about it."""
    decided = MatchEvent.objects.filter(
        match_id=OuterRef("match_id"), seq=OuterRef("decision"), at__lte=timezone.now() - SETTLED_AFTER
    )
    return (
        Seat.objects.filter(
            match__status=Match.Status.RUNNING,
            match__clock_preset=ClockPreset.CORRESPONDENCE.value,
            match__paused=False,
            side=F("match__to_act"),
            level="",
            user__is_active=True,
            user__is_guest=False,
            user__player_settings__mail_on_turn=True,
        )
        .exclude(user__email="")
        .annotate(decision=Cast(KeyTextTransform("decision", "match__snapshot"), IntegerField()))
        .filter(~Exists(_mailed()), Exists(decided))
        .order_by("pk")
    )


def _mailed() -> QuerySet[Seat]:
    return Seat.objects.filter(pk=OuterRef("pk"), mailed_decision__gte=OuterRef("decision"))


def _mail(seat_id: int) -> int:
    """Send the mail of one seat, if it is still due, and note it. An error leaves the note unwritten."""
    with transaction.atomic():
        due = _waiting().select_for_update(skip_locked=True, no_key=True, of=("self",)).filter(pk=seat_id)
        seat = due.select_related("user", "match").first()
        if seat is None or seat.user is None:
            return 0
        Seat.objects.filter(pk=seat_id).update(mailed_decision=getattr(seat, "decision"))  # noqa: B009 - annotated
        with translation.override(_language_of(seat.user)):
            context = {"turn": _turn(seat)}
            subject = " ".join(render_to_string("matches/mail/your_turn_subject.txt", context).split())
            text = render_to_string("matches/mail/your_turn.txt", context)
        return send_mail(subject, text, None, [seat.user.email])


def _language_of(person: AbstractBaseUser) -> str:
    """The language that the account keeps; the column is the account model's, which `matches` does not import."""
    kept = getattr(person, "language", "")
    return kept if kept in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _turn(seat: Seat) -> Turn:
    match = seat.match
    other = Seat.objects.select_related("user").filter(match=match).exclude(pk=seat.pk).first()
    site = settings.SITE_ADDRESS
    return Turn(
        name=str(seat.user),
        opponent="" if other is None or other.user is None else str(other.user),
        title=card_title(decode_card(match.card)),
        deadline_at=match.deadline_at,
        link=site + reverse("matches:table", args=[match.code]),
        settings_link=site + reverse("matches:play_settings"),
    )
