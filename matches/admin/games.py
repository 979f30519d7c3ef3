"""Games in the administration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.score import ResultKind
from games.rules.sides import Side
from matches.admin.filters import (
    CubeFilter,
    FlaggedGameFilter,
    LengthFilter,
    PresetFilter,
    ResultKindFilter,
)
from matches.admin.looking import NOTHING, LookOnly, players_of
from matches.admin.quick import QuickList, StartedFilter
from matches.models import GameRecord, Match
from matches.selectors.game_pages import game_positions
from matches.wording.names import RESULT_KINDS

if TYPE_CHECKING:
    GameModelAdmin = admin.ModelAdmin[GameRecord]
    GameTable = admin.TabularInline[GameRecord, Match]
else:
    GameModelAdmin = admin.ModelAdmin
    GameTable = admin.TabularInline


class GameFacts:
    """What a game says of itself, in lists and on pages."""

    @admin.display(description=gettext_lazy("score before"))
    def score_before(self, game: GameRecord) -> str:
        """White's and Black's points before the game."""
        return f"{game.score_white} : {game.score_black}"

    @admin.display(description=gettext_lazy("kind of win"), ordering="result_kind")
    def kind(self, game: GameRecord) -> str:
        """Single, gammon or backgammon, in words; nothing where the game was not played out (a drop)."""
        return str(RESULT_KINDS[ResultKind(game.result_kind)]) if game.result_kind else NOTHING

    @admin.display(description=gettext_lazy("positions"))
    def positions(self, game: GameRecord) -> SafeString | str:
        """The way to the position list of a finished game."""
        if game.last_event is None:
            return NOTHING
        url = reverse("admin:matches_gamerecord_positions", args=[game.pk])
        return format_html('<a href="{}">{}</a>', url, _("Positions"))

    @admin.display(description=gettext_lazy("review"))
    def review(self, game: GameRecord) -> SafeString:
        """The way to its first event in the review of the match."""
        url = reverse("admin:matches_match_review", args=[game.match_id])
        return format_html('<a href="{}?v={}">{}</a>', url, game.first_event, _("Review"))


class GameInline(GameFacts, LookOnly, GameTable):
    """The games of a match."""

    model = GameRecord
    template = "admin/matches/_table.html"
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
        "review",
    )
    extra = 0
    can_delete = False


@admin.register(GameRecord)
class GameRecordAdmin(GameFacts, LookOnly, QuickList, GameModelAdmin):
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
        "review",
    )
    list_filter = (
        StartedFilter,
        FlaggedGameFilter,
        LengthFilter,
        "termination",
        CubeFilter,
        ResultKindFilter,
        PresetFilter,
    )
    list_select_related = ("match",)
    search_fields = ("match__code",)
    search_help_text = gettext_lazy("The beginning of a player’s name, or the code of a match")
    ordering = ("-started_at", "-pk")
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
        "review",
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
        return players_of(game.match)
