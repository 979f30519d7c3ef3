"""Reporting a line of chat, and blocking who wrote it. What a person was not shown they can neither report nor block.

A refusal is a `ReportError` whose fault has a sentence in `matches.wording.faults`; nothing has changed then.
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.models import ChatLine, ChatReport
from matches.moment import as_millis
from matches.selectors.chat import lines_shown
from matches.selectors.tables import place_at
from matches.services.faults import FaultError
from matches.services.people import block

Reason = ChatReport.Reason
REPORTS_AN_HOUR: Final = 10
LINES_AROUND: Final = 10
"""Lines before and after the reported one that are copied with it."""


class ReportFault(StrEnum):
    """Why a service of this module refuses."""

    NOT_REGISTERED = "not_registered"
    NO_SUCH_LINE = "no_such_line"
    OWN_LINE = "own_line"
    UNKNOWN_REASON = "unknown_reason"
    REPORTED_ALREADY = "reported_already"
    TOO_MANY = "too_many"


class ReportError(FaultError[ReportFault]):
    """The report was not taken."""


def line_report(code: str, number: int, reporter_id: int | None, reason: str) -> ChatReport:
    """Bring the line to the administrators, with the lines around it as the reporter sees them now.

    Once for each reader and line, ten times an hour.

    Raises ReportError (NOT_REGISTERED, NO_SUCH_LINE, OWN_LINE, UNKNOWN_REASON, REPORTED_ALREADY, TOO_MANY).
    """
    if reason not in Reason.values:
        raise ReportError(ReportFault.UNKNOWN_REASON)
    with transaction.atomic():
        reporter = _registered(reporter_id)
        shown = _shown_to(code, reporter.pk)
        line = _line_of_another(shown, number, reporter.pk)
        mine = ChatReport.objects.filter(reporter_id=reporter.pk)
        if mine.filter(match_id=line.match_id, line_number=number).exists():
            raise ReportError(ReportFault.REPORTED_ALREADY)
        if mine.filter(created_at__gt=timezone.now() - timedelta(hours=1)).count() >= REPORTS_AN_HOUR:
            raise ReportError(ReportFault.TOO_MANY)
        return ChatReport.objects.create(
            match_id=line.match_id,
            line_number=number,
            reporter_id=reporter.pk,
            accused_id=_author_id(line),
            reason=reason,
            context=_context(shown, number),
        )


def author_block(code: str, number: int, owner_id: int | None) -> str:
    """Block who wrote the line; their name.

    Raises ReportError (NOT_REGISTERED, NO_SUCH_LINE, OWN_LINE), and PeopleError as `people.block` does.
    """
    with transaction.atomic():
        owner = _registered(owner_id)
        line = _line_of_another(_shown_to(code, owner.pk), number, owner.pk)
        name = str(line.author)
        block(owner.pk, _author_id(line))
        return name


def reports_handle(reports: list[ChatReport], by_id: int) -> None:
    """Note that an administrator has decided about them. What was handled before stays as it was."""
    ids = [report.pk for report in reports]
    ChatReport.objects.filter(pk__in=ids, handled_at=None).update(handled_at=timezone.now(), handled_by_id=by_id)


def _registered(person_id: int | None) -> AbstractBaseUser:
    """The account, held until the transaction ends: reports are counted one at a time."""
    accounts = get_user_model().objects.select_for_update(no_key=True)
    account = None if person_id is None else accounts.filter(pk=person_id, is_guest=False, is_active=True).first()
    if account is None:
        raise ReportError(ReportFault.NOT_REGISTERED)
    return account


def _shown_to(code: str, reader_id: int) -> QuerySet[ChatLine]:
    """The lines of the match that the reader is shown."""
    place = place_at(code, reader_id)
    if place is None or not place.may_watch:
        raise ReportError(ReportFault.NO_SUCH_LINE)
    return lines_shown(place.match_id, reader_id, place.sides)


def _line_of_another(shown: QuerySet[ChatLine], number: int, reader_id: int) -> ChatLine:
    line = shown.filter(number=number).first()
    if line is None:
        raise ReportError(ReportFault.NO_SUCH_LINE)
    if line.author_id == reader_id:
        raise ReportError(ReportFault.OWN_LINE)
    return line


def _author_id(line: ChatLine) -> int:
    if line.author_id is None:
        raise ReportError(ReportFault.NO_SUCH_LINE)
    return line.author_id


def _context(shown: QuerySet[ChatLine], number: int) -> list[dict[str, Any]]:
    """The line and those around it."""
    around = shown.filter(number__gte=number - LINES_AROUND, number__lte=number + LINES_AROUND)
    return [
        {
            "number": line.number,
            "person": line.author_id,
            "preset": line.preset,
            "text": line.text,
            "at": as_millis(line.at),
        }
        for line in around.order_by("number")
    ]
