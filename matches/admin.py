"""Matches in the administration: to look at, never to change.

The log is the truth and only the door writes it, so there is nothing to add, change or delete here. A match shows its
seats, games and log, and says on demand whether replaying the log gives the stored snapshot.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.score import ResultKind
from games.rules.sides import Side
from matches.board_svg import board_svg, picture_of
from matches.codec import clock_setting, decode_card
from matches.models import GameRecord, Match, MatchEvent, Seat
from matches.selectors.game_pages import game_positions
from matches.selectors.lists import player_name, player_names
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import state_of
from matches.view import view_of
from matches.wording.cards import card_facts, card_title
from matches.wording.clocks import clock_words
from matches.wording.names import RESULT_KINDS

if TYPE_CHECKING:
    MatchModelAdmin = admin.ModelAdmin[Match]
    SeatModelAdmin = admin.ModelAdmin[Seat]
    GameModelAdmin = admin.ModelAdmin[GameRecord]
    EventModelAdmin = admin.ModelAdmin[MatchEvent]
    SeatTable = admin.TabularInline[Seat, Match]
    GameTable = admin.TabularInline[GameRecord, Match]
else:
    MatchModelAdmin = SeatModelAdmin = GameModelAdmin = EventModelAdmin = admin.ModelAdmin
    SeatTable = GameTable = admin.TabularInline

EVENTS_A_PAGE = 50
NOTHING = "–"


class LookOnly:
    """Nothing can be added, changed or deleted; looking needs the right to view."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        del request, obj
        return False


def _players(match: Match) -> str:
    """Both players; for an open match who opened it and who was asked."""
    seats = list(match.seats.all())
    if seats:
        names = player_names(seats)
        return f"{names.white} – {names.black}"
    return " → ".join(str(person) for person in (match.created_by, match.invited) if person is not None)


def _kind(game: GameRecord) -> str:
    return str(RESULT_KINDS[ResultKind(game.result_kind)]) if game.result_kind else NOTHING


def _positions_link(game: GameRecord) -> SafeString | str:
    if game.last_event is None:
        return NOTHING
    url = reverse("admin:matches_gamerecord_positions", args=[game.pk])
    return format_html('<a href="{}">{}</a>', url, _("Positions"))


class SeatInline(LookOnly, SeatTable):
    """Who plays which side."""

    model = Seat
    fields = readonly_fields = ("side", "player", "hidden", "joined_at")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """The seats with their people."""
        return super().get_queryset(request).select_related("user")

    @admin.display(description=gettext_lazy("player"))
    def player(self, seat: Seat) -> str:
        """The name, or "deleted player"."""
        return player_name(seat)


class GameInline(LookOnly, GameTable):
    """The games of a match."""

    model = GameRecord
    fields = readonly_fields = (
        "number",
        "score_before",
        "crawford",
        "cube_value",
        "cube_owner",
        "winner",
        "points",
        "kind",
        "termination",
        "positions",
    )
    extra = 0
    can_delete = False

    @admin.display(description=gettext_lazy("score before"))
    def score_before(self, game: GameRecord) -> str:
        """White's and Black's points before the game."""
        return f"{game.score_white} : {game.score_black}"

    @admin.display(description=gettext_lazy("kind of win"))
    def kind(self, game: GameRecord) -> str:
        """Single, gammon or backgammon, in words; nothing where the game was not played out (a drop)."""
        return _kind(game)

    @admin.display(description=gettext_lazy("positions"))
    def positions(self, game: GameRecord) -> SafeString | str:
        """The way to the position list of a finished game."""
        return _positions_link(game)


@admin.register(Match)
class MatchAdmin(LookOnly, MatchModelAdmin):
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
        "created_at",
    )
    list_filter = ("status", "termination", "kind", "length", "preset", "clock_preset", "is_public", "paused")
    search_fields = ("code", "seats__user__username", "created_by__username", "invited__username")
    search_help_text = gettext_lazy("Name of a player, or code of a match")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    list_per_page = 50
    show_full_result_count = False
    inlines = (SeatInline, GameInline)
    fieldsets = (
        (None, {"fields": ("code", "status", "title", "players", "score", "winner", "termination", "paused")}),
        (gettext_lazy("Position"), {"fields": ("position", "to_act", "deadline_at", "next_at")}),
        (gettext_lazy("Terms"), {"fields": ("terms", "clock", "creator_side", "is_public", "take_back")}),
        (
            gettext_lazy("Invitation"),
            {"fields": ("created_by", "invited", "declined", "created_at", "started_at", "ended_at")},
        ),
        (gettext_lazy("Log"), {"fields": ("version", "snapshot_schema", "shift_due")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """The matches with their people."""
        matches = super().get_queryset(request).select_related("created_by", "invited")
        return matches.prefetch_related("seats__user")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The match, with a page of its log, and on demand the answer of the check."""
        answer = super().change_view(request, object_id, form_url, extra_context)
        if isinstance(answer, TemplateResponse) and answer.context_data is not None:
            match = answer.context_data["original"]
            page = _event_page(match, request.GET.get("events"))
            answer.context_data["event_page"] = page
            answer.context_data["events"] = [(event, _as_json(event)) for event in page]
            answer.context_data["check"] = _check(match) if request.GET.get("check") == "replay" else None
        return answer

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        """White – Black, or who asked whom."""
        return _players(match)

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


def _as_json(event: MatchEvent) -> str:
    return json.dumps(event.data, ensure_ascii=False)


def _check(match: Match) -> str:
    """Whether replaying the log gives the snapshot: `same`, `different`, or `nothing` where there is no log."""
    if not match.events.exists():
        return "nothing"
    return "same" if is_like_its_log(match) else "different"


@admin.register(Seat)
class SeatAdmin(LookOnly, SeatModelAdmin):
    """Who played where."""

    list_display = ("match", "side", "player", "hidden", "joined_at")
    list_filter = ("side", "hidden", "match__status")
    list_select_related = ("match", "user")
    search_fields = ("user__username", "match__code")
    search_help_text = gettext_lazy("Name of a player, or code of a match")
    date_hierarchy = "joined_at"
    ordering = ("-joined_at", "-pk")
    show_full_result_count = False
    fields = ("match", "side", "player", "hidden", "joined_at")

    @admin.display(description=gettext_lazy("player"), ordering="user__username")
    def player(self, seat: Seat) -> str:
        """The name, or "deleted player"."""
        return player_name(seat)


@admin.register(GameRecord)
class GameRecordAdmin(LookOnly, GameModelAdmin):
    """The games of all matches."""

    list_display = (
        "match",
        "number",
        "players",
        "score_before",
        "crawford",
        "cube_value",
        "cube_owner",
        "winner",
        "points",
        "kind",
        "termination",
        "started_at",
        "positions",
    )
    list_filter = ("termination", "crawford", "result_kind", "cube_value", "match__kind", "match__length")
    list_select_related = ("match",)
    search_fields = ("match__code", "match__seats__user__username")
    search_help_text = gettext_lazy("Name of a player, or code of a match")
    date_hierarchy = "started_at"
    ordering = ("-started_at", "-pk")
    list_per_page = 50
    show_full_result_count = False
    fields = (
        "match",
        "players",
        "number",
        "score_before",
        "crawford",
        "cube_value",
        "cube_owner",
        "winner",
        "points",
        "kind",
        "termination",
        "first_event",
        "last_event",
        "started_at",
        "ended_at",
        "positions",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameRecord]:
        """The games with their players."""
        games = super().get_queryset(request).select_related("match__created_by", "match__invited")
        return games.defer("match__snapshot").prefetch_related("match__seats__user")

    def get_urls(self) -> list[URLPattern]:
        """The admin's own addresses, and the position list of a game."""
        positions = self.admin_site.admin_view(self.positions_view)
        own = path("<int:game_id>/positions/", positions, name="matches_gamerecord_positions")
        return [own, *super().get_urls()]

    def positions_view(self, request: HttpRequest, game_id: int) -> HttpResponse:
        """The position list of a finished game, for whoever may look at games here."""
        game = GameRecord.objects.filter(pk=game_id).first()
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        page = None if game is None else game_positions(game.match_id, game.number, Side.WHITE)
        if game is None or page is None:
            raise Http404(_("There is no such game, it is not finished, or its log is erased."))
        games = GameRecord.objects.filter(match_id=game.match_id, number__in=page.numbers).order_by("number")
        context = {
            "page": page,
            "links": [
                (other.number, reverse("admin:matches_gamerecord_positions", args=[other.pk])) for other in games
            ],
            "back": reverse("admin:matches_match_change", args=[game.match_id]),
        }
        return render(request, "matches/game.html", context)

    @admin.display(description=gettext_lazy("players"))
    def players(self, game: GameRecord) -> str:
        """White – Black."""
        return _players(game.match)

    @admin.display(description=gettext_lazy("score before"))
    def score_before(self, game: GameRecord) -> str:
        """White's and Black's points before the game."""
        return f"{game.score_white} : {game.score_black}"

    @admin.display(description=gettext_lazy("kind of win"))
    def kind(self, game: GameRecord) -> str:
        """Single, gammon or backgammon, in words; nothing where the game was not played out (a drop)."""
        return _kind(game)

    @admin.display(description=gettext_lazy("positions"))
    def positions(self, game: GameRecord) -> SafeString | str:
        """The way to the position list of a finished game."""
        return _positions_link(game)


@admin.register(MatchEvent)
class MatchEventAdmin(LookOnly, EventModelAdmin):
    """The log of all matches, newest first."""

    list_display = ("match", "seq", "kind", "content", "schema", "at")
    list_filter = ("kind",)
    search_fields = ("=match__code", "match__seats__user__username")
    search_help_text = gettext_lazy("Name of a player, or code of a match")
    date_hierarchy = "at"
    ordering = ("-pk",)
    show_full_result_count = False
    fields = ("match", "seq", "kind", "content", "schema", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchEvent]:
        """The events with the code of their match."""
        return super().get_queryset(request).select_related("match").defer("match__snapshot")

    @admin.display(description=gettext_lazy("data"))
    def content(self, event: MatchEvent) -> str:
        """The event's fields as they are stored."""
        return _as_json(event)
