"""What is done about a line of chat from the table: report it, block who wrote it. For scripts: answers are JSON."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.reader import reader_of
from matches.services.chat_reports import Reason, ReportError, author_block, line_report
from matches.services.people import PeopleError
from matches.wording.chat import chat_presets
from matches.wording.faults import PEOPLE_FAULTS, REPORT_FAULTS

_REFUSED = 409


def chat_data(code: str) -> dict[str, Any]:
    """What the page of a table needs for its chat: the ready-made lines, and the reasons and addresses of a report.

    The addresses have 0 where the number of a line belongs.
    """
    reasons = {value: str(label) for value, label in Reason.choices}
    addresses = {what: reverse(f"matches:chat_{what}", args=[code, 0]) for what in ("report", "block")}
    return {"presets": chat_presets(), "reasons": reasons, **addresses}


@require_POST
def report(request: HttpRequest, code: str, number: int) -> JsonResponse:
    """Report the line for the `reason` given: `{"done": sentence}` or `{"error": sentence}`."""
    try:
        line_report(code, number, _registered_id(request), request.POST.get("reason", ""))
    except ReportError as refused:
        return _refusal(str(REPORT_FAULTS[refused.fault]))
    return JsonResponse({"done": _("Thank you. The administrators will look at it.")})


@require_POST
def block(request: HttpRequest, code: str, number: int) -> JsonResponse:
    """Block who wrote the line: `{"done": sentence}` or `{"error": sentence}`."""
    try:
        name = author_block(code, number, _registered_id(request))
    except ReportError as refused:
        return _refusal(str(REPORT_FAULTS[refused.fault]))
    except PeopleError as refused:
        return _refusal(str(PEOPLE_FAULTS[refused.fault]))
    text = _("%(name)s is blocked. You can lift this in your play settings.")
    return JsonResponse({"done": text % {"name": name}})


def _registered_id(request: HttpRequest) -> int | None:
    person = reader_of(request).registered
    return None if person is None else person.pk


def _refusal(sentence: str) -> JsonResponse:
    return JsonResponse({"error": sentence}, status=_REFUSED)
