"""Matches in the administration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.levels import Level
from games.rules.sides import Side
from matches.admin.chat import may_read_chat, said_at
from matches.admin.filters import (
    ComputerFilter,
    FlaggedFilter,
    LengthFilter,
    PausedFilter,
    PresetFilter,
    RatedFilter,
    TakenOverFilter,
)
from matches.admin.games import GameInline
from matches.admin.looking import NOTHING, LookOnly, as_json, players_of
from matches.admin.quick import CreatedFilter, QuickList, matches_of
from matches.admin.review import ReviewPages
from matches.admin.tables import SeatInline
from matches.board_svg import board_svg, picture_of
from matches.codec import clock_setting, decode_card
from matches.models import Match, MatchEvent
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import state_of
from matches.view import view_of
from matches.wording.cards import card_facts, card_title
from matches.wording.clocks import clock_words
from matches.wording.names import LEVELS

if TYPE_CHECKING:
    MatchModelAdmin = admin.ModelAdmin[Match]
else:
    MatchModelAdmin = admin.ModelAdmin

EVENTS_A_PAGE = 50


@admin.register(Match)
class MatchAdmin(LookOnly, ReviewPages, QuickList, MatchModelAdmin):
    """Matches, sessions and single games."""

    change_form_template = "admin/matches/match/look.html"
    list_display = (
        "code",
        "players",
        "title",
        "status",
        "score",
        "winner",
        "termination",
        "clock_preset",
        "origin",
        "computers",
        "is_rated",
        "taken_over",
        "paused",
        "is_flagged",
        "created_at",
    )
    list_filter = (
        CreatedFilter,
        FlaggedFilter,
        "status",
        "origin",
        LengthFilter,
        "termination",
        PresetFilter,
        ComputerFilter,
        PausedFilter,
        RatedFilter,
        TakenOverFilter,
    )
    search_fields = ("code",)
    search_help_text = gettext_lazy("The beginning of a player’s name, or the code of a match")
    ordering = ("-created_at", "-pk")
    list_defer = ("snapshot",)
    inlines = (SeatInline, GameInline)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "code",
                    "status",
                    "title",
                    "players",
                    "score",
                    "winner",
                    "termination",
                    "paused",
                    "is_flagged",
                )
            },
        ),
        (gettext_lazy("Position"), {"fields": ("position", "to_act", "deadline_at", "next_at")}),
        (
            gettext_lazy("Terms"),
            {
                "fields": (
                    "terms",
                    "clock",
                    "creator_side",
                    "is_public",
                    "is_rated",
                    "take_back",
                    "computers",
                    "taken_over",
                    "pace",
                )
            },
        ),
        (
            gettext_lazy("Invitation"),
            {
                "fields": (
                    "origin",
                    "created_by",
                    "invited",
                    "declined",
                    "decline_reason",
                    "expires_at",
                    "rematch_of",
                    "created_at",
                    "started_at",
                    "ended_at",
                )
            },
        ),
        (gettext_lazy("Log"), {"fields": ("version", "snapshot_schema", "shift_due")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """The matches with their people."""
        matches = super().get_queryset(request).select_related("created_by", "invited")
        return matches.prefetch_related("seats__user")

    def of_match(self, queryset: QuerySet[Match], match_id: int) -> QuerySet[Match]:
        """The match itself."""
        return queryset.filter(pk=match_id)

    def of_people(self, queryset: QuerySet[Match], people: list[int]) -> QuerySet[Match]:
        """The matches at which they have a seat, and the open ones that they created or are asked to."""
        asked = Match.objects.filter(Q(created_by_id__in=people) | Q(invited_id__in=people)).exclude(
            status__in=[Match.Status.RUNNING, Match.Status.FINISHED]
        )
        return queryset.filter(pk__in=matches_of(people).union(asked.values("pk"), all=True))

    def get_urls(self) -> list[URLPattern]:
        """The admin's own addresses, and the chat of a match."""
        chat = self.admin_site.admin_view(self.chat_view)
        return [path("<int:match_id>/chat/", chat, name="matches_match_chat"), *super().get_urls()]

    def chat_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """What was said at a match, for staff with the right to read chat; each look is noted in the history."""
        match = Match.objects.filter(pk=match_id).first()
        if not may_read_chat(request):
            raise PermissionDenied
        if match is None:
            raise Http404(_("There is no such match."))
        self.log_change(request, match, "chat read")
        context = {
            **self.admin_site.each_context(request),
            "title": _("Chat of match %(code)s") % {"code": match.code},
            "code": match.code,
            "lines": said_at(match_id),
            "back": reverse("admin:matches_match_change", args=[match_id]),
        }
        return TemplateResponse(request, "admin/matches/match/chat.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The match, with a page of its log, and on demand the answer of the check."""
        answer = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(answer, TemplateResponse) and answer.context_data is not None:
            match = answer.context_data["original"]
            page = _event_page(match, request.GET.get("events"))
            answer.context_data["event_page"] = page
            answer.context_data["events"] = [(event, as_json(event)) for event in page]
            answer.context_data["may_read_chat"] = may_read_chat(request)
            answer.context_data["check"] = _check(match) if request.GET.get("check") == "replay" else None
        return answer

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        """White – Black, or who asked whom."""
        return players_of(match)

    @admin.display(description=gettext_lazy("computers"))
    def computers(self, match: Match) -> str:
        """The levels of the computers that play there now."""
        levels = [str(LEVELS[Level(seat.level)]) for seat in match.seats.all() if seat.level]
        return " – ".join(levels) or NOTHING

    @admin.display(description=gettext_lazy("played"))
    def title(self, match: Match) -> str:
        """Such as "7-point match"."""
        return card_title(decode_card(match.card))

    @admin.display(description=gettext_lazy("score"))
    def score(self, match: Match) -> str:
        """White's and Black's points, raw."""
        return f"{match.score_white} : {match.score_black}"

    @admin.display(description=gettext_lazy("board"))
    def position(self, match: Match) -> SafeString | str:
        """The board as it stands, White near."""
        if match.snapshot is None:
            return NOTHING
        return board_svg(picture_of(view_of(state_of(match), None), Side.WHITE))

    @admin.display(description=gettext_lazy("rule card"))
    def terms(self, match: Match) -> SafeString:
        """The rule card in words."""
        return format_html_join("", "<div>{}: {}</div>", card_facts(decode_card(match.card)))

    @admin.display(description=gettext_lazy("clock"))
    def clock(self, match: Match) -> str:
        """The clock in words."""
        return clock_words(clock_setting(match.clock_preset, match.clock_days), match.length)


def _event_page(match: Match, number: str | None) -> Page[MatchEvent]:
    return Paginator(match.events.order_by("seq"), EVENTS_A_PAGE).get_page(number)


def _check(match: Match) -> str:
    """Whether replaying the log gives the snapshot: `same`, `different`, or `nothing` where there is no log."""
    if not match.events.exists():
        return "nothing"
    return "same" if is_like_its_log(match) else "different"
