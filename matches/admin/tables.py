"""Seats, own devices, events and offers of the lobby in the administration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from matches.admin.looking import LookOnly, as_json
from matches.codec import decode_card
from matches.models import Match, MatchEvent, OwnDevice, Seat, Seek
from matches.selectors.lists import player_name
from matches.wording.cards import card_title

if TYPE_CHECKING:
    SeatModelAdmin = admin.ModelAdmin[Seat]
    EventModelAdmin = admin.ModelAdmin[MatchEvent]
    DeviceModelAdmin = admin.ModelAdmin[OwnDevice]
    SeekModelAdmin = admin.ModelAdmin[Seek]
    SeatTable = admin.TabularInline[Seat, Match]
else:
    SeatModelAdmin = EventModelAdmin = DeviceModelAdmin = SeekModelAdmin = admin.ModelAdmin
    SeatTable = admin.TabularInline


class SeatInline(LookOnly, SeatTable):
    """Who plays which side."""

    model = Seat
    template = "admin/matches/_table.html"
    fields = readonly_fields = ("side", "player", "level", "hidden", "joined_at")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """The seats with their people."""
        return super().get_queryset(request).select_related("user")

    @admin.display(description=gettext_lazy("player"))
    def player(self, seat: Seat) -> str:
        """The name, or "deleted player"."""
        return player_name(seat)


@admin.register(Seat)
class SeatAdmin(LookOnly, SeatModelAdmin):
    """Who played where."""

    list_display = ("match", "side", "player", "level", "hidden", "joined_at")
    list_filter = ("side", "level", "hidden", "match__status")
    list_select_related = ("match", "user")
    search_fields = ("user__username", "match__code")
    search_help_text = gettext_lazy("Name of a player, or code of a match")
    date_hierarchy = "joined_at"
    ordering = ("-joined_at", "-pk")
    show_full_result_count = False
    fields = ("match", "side", "player", "level", "hidden", "joined_at")

    @admin.display(description=gettext_lazy("player"), ordering="user__username")
    def player(self, seat: Seat) -> str:
        """The name, or "deleted player"."""
        return player_name(seat)


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
        return as_json(event)


@admin.register(OwnDevice)
class OwnDeviceAdmin(LookOnly, DeviceModelAdmin):
    """Browsers that play for somebody by the private link."""

    list_display = ("match", "owner", "device", "created_at")
    list_select_related = ("match", "owner", "device")
    search_fields = ("match__code", "owner__username", "device__username")
    ordering = ("-created_at", "-pk")
    show_full_result_count = False
    fields = ("match", "owner", "device", "created_at")


@admin.register(Seek)
class SeekAdmin(LookOnly, SeekModelAdmin):
    """The offers of the lobby that are open now."""

    list_display = ("owner", "title", "clock_preset", "is_rated", "created_at", "alive_until")
    list_filter = ("kind", "is_rated", "clock_preset")
    list_select_related = ("owner",)
    search_fields = ("owner__username",)
    ordering = ("-created_at", "-pk")
    fields = ("owner", "title", "clock_preset", "clock_days", "owner_side", "is_rated", "created_at", "alive_until")

    @admin.display(description=gettext_lazy("played"))
    def title(self, seek: Seek) -> str:
        """Such as "7-point match"."""
        return card_title(decode_card(seek.card))
