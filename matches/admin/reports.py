"""Reported lines of chat: with what was said around them, and one action for what is done about it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from matches.admin.chat import Said
from matches.admin.looking import NOTHING, LookOnly
from matches.admin.mutes import LENGTHS, may_be_muted
from matches.admin.quick import QuickSearch
from matches.models import ChatReport, Mute
from matches.services.chat_reports import reports_handle
from matches.services.muting import mute
from matches.wording.chat import CHAT_PRESETS

if TYPE_CHECKING:
    ReportModelAdmin = admin.ModelAdmin[ChatReport]
else:
    ReportModelAdmin = admin.ModelAdmin


class OpenFilter(admin.SimpleListFilter):
    """Reports that wait for a decision."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What can be chosen."""
        del request, model_admin
        return [("open", pgettext_lazy("report", "Open")), ("handled", gettext_lazy("Handled"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> QuerySet[ChatReport]:
        """Those that wait, or those that were decided."""
        del request
        if self.value() in {"open", "handled"}:
            return queryset.filter(handled_at__isnull=self.value() == "open")
        return queryset


@admin.register(ChatReport)
class ChatReportAdmin(LookOnly, QuickSearch, ReportModelAdmin):
    """Reports, those that nobody has looked at first."""

    change_form_template = "admin/matches/chatreport/look.html"
    list_display = ("created_at", "is_open", "accused", "reason", "line", "match_link", "reporter")
    list_filter = (OpenFilter, "reason", "created_at")
    list_select_related = ("match", "accused", "reporter", "handled_by")
    search_fields = ("match__code",)
    search_help_text = gettext_lazy("The beginning of a player’s name, or the code of a match")
    ordering = (F("handled_at").asc(nulls_first=True), "-created_at")
    actions = ("mute_hour", "mute_day", "mute_week", "mute_month", "mark_handled")
    fields = ("reason", "accused", "history", "reporter", "created_at", "match_link", "handled_at", "handled_by")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatReport]:
        """The reports with their people."""
        return super().get_queryset(request).select_related("match", "accused", "reporter").defer("match__snapshot")

    def of_people(self, queryset: QuerySet[ChatReport], people: list[int]) -> QuerySet[ChatReport]:
        """Who is accused, and who reported."""
        return queryset.filter(Q(accused_id__in=people) | Q(reporter_id__in=people))

    def has_mute_permission(self, request: HttpRequest) -> bool:
        """Whoever may mute people."""
        return request.user.has_perm("matches.add_mute")

    def has_handle_permission(self, request: HttpRequest) -> bool:
        """Whoever may decide about reports."""
        return request.user.has_perm("matches.change_chatreport")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The report with what was said around it, and what can be done; each look is noted in its history."""
        answer = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(answer, TemplateResponse) and answer.context_data is not None:
            report = answer.context_data["original"]
            self.log_change(request, report, "chat read")
            answer.context_data["lines"] = said_around(report)
            deeds = self.get_actions(request).items()
            answer.context_data["deeds"] = [(name, deed[2]) for name, deed in deeds if deed is not None]
        return answer

    @admin.display(description=gettext_lazy("line"))
    def line(self, report: ChatReport) -> str:
        """What was reported."""
        return next((_words(entry) for entry in report.context if entry["number"] == report.line_number), NOTHING)

    @admin.display(description=gettext_lazy("open"), boolean=True, ordering="handled_at")
    def is_open(self, report: ChatReport) -> bool:
        """Nobody has decided yet."""
        return report.handled_at is None

    @admin.display(description=gettext_lazy("match"))
    def match_link(self, report: ChatReport) -> SafeString:
        """The way to the match."""
        url = reverse("admin:matches_match_change", args=[report.match_id])
        return format_html('<a href="{}">{}</a>', url, report.match)

    @admin.display(description=gettext_lazy("before"))
    def history(self, report: ChatReport) -> str:
        """How often the accused was reported and muted, and whether they are muted now."""
        if report.accused_id is None:
            return NOTHING
        reports = ChatReport.objects.filter(accused_id=report.accused_id).count()
        mutes = list(Mute.objects.filter(person_id=report.accused_id).values_list("until", flat=True))
        words = [
            ngettext("%(count)d report", "%(count)d reports", reports) % {"count": reports},
            ngettext("%(count)d mute", "%(count)d mutes", len(mutes)) % {"count": len(mutes)},
        ]
        if mutes and max(mutes) > timezone.now():
            words.append(_("muted until %(time)s") % {"time": f"{max(mutes):%Y-%m-%d %H:%M} UTC"})
        return " · ".join(words)

    @admin.action(description=gettext_lazy("Mute for 1 hour"), permissions=["mute"])
    def mute_hour(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Take the word from the accused for an hour."""
        self._mute(request, queryset, LENGTHS["hour"])

    @admin.action(description=gettext_lazy("Mute for 1 day"), permissions=["mute"])
    def mute_day(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Take the word from the accused for a day."""
        self._mute(request, queryset, LENGTHS["day"])

    @admin.action(description=gettext_lazy("Mute for 7 days"), permissions=["mute"])
    def mute_week(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Take the word from the accused for a week."""
        self._mute(request, queryset, LENGTHS["week"])

    @admin.action(description=gettext_lazy("Mute for 30 days"), permissions=["mute"])
    def mute_month(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Take the word from the accused for a month."""
        self._mute(request, queryset, LENGTHS["month"])

    @admin.action(description=gettext_lazy("Handled: nothing is to be done"), permissions=["handle"])
    def mark_handled(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        """Put the reports away."""
        self._handle(request, list(queryset), "handled")
        self.message_user(request, _("The reports are marked as handled."), messages.SUCCESS)

    def _mute(self, request: HttpRequest, queryset: QuerySet[ChatReport], lasts: timedelta) -> None:
        """Mute each accused once and put their reports away; who cannot be muted by this reader is left out."""
        reports = list(queryset)
        allowed = may_be_muted(request).filter(pk__in=[report.accused_id for report in reports if report.accused_id])
        muted = set(allowed.values_list("pk", flat=True))
        for person_id in sorted(muted):
            codes = " ".join(sorted({report.match.code for report in reports if report.accused_id == person_id}))
            mute(person_id, lasts, reason=_("Chat at %(codes)s") % {"codes": codes}, by_id=request.user.pk)
        self._handle(request, [report for report in reports if report.accused_id in muted], f"muted for {lasts}")
        text = ngettext("%(count)d person is muted.", "%(count)d people are muted.", len(muted)) % {"count": len(muted)}
        self.message_user(request, text, messages.SUCCESS if muted else messages.WARNING)
        if any(report.accused_id not in muted for report in reports):
            left_out = _("Left out: yourself, deleted accounts, and staff unless you are a superuser.")
            self.message_user(request, left_out, messages.WARNING)

    def _handle(self, request: HttpRequest, reports: list[ChatReport], what: str) -> None:
        reports_handle(reports, request.user.pk or 0)
        for report in reports:
            self.log_change(request, report, what)


def said_around(report: ChatReport) -> list[Said]:
    """The copied lines, with the names that their writers have now."""
    ids = {entry["person"] for entry in report.context if entry["person"] is not None}
    names = {person.pk: str(person) for person in get_user_model().objects.filter(pk__in=ids)}
    return [
        Said(
            number=entry["number"],
            at=datetime.fromtimestamp(entry["at"] / 1000, UTC),
            by=names.get(entry["person"], _("deleted player")),
            words=_words(entry),
            is_preset=bool(entry["preset"]),
            for_spectators=False,
            is_marked=entry["number"] == report.line_number,
        )
        for entry in report.context
    ]


def _words(entry: dict[str, Any]) -> str:
    """A copied line, a ready-made one in the reader's language."""
    preset: str = entry["preset"]
    words: str = str(CHAT_PRESETS.get(preset, preset)) or entry["text"]
    return words
