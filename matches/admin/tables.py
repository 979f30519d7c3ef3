"""Seats, own devices, events, offers of the lobby, rulings and notes in the administration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.admin.looking import LookOnly, as_json
from matches.admin.quick import QuickList, QuickSearch
from matches.codec import decode_card
from matches.models import Match, MatchEvent, OwnDevice, ReviewNote, Ruling, Seat, Seek
from matches.selectors.lists import player_name
from matches.wording.cards import card_title

if TYPE_CHECKING:
    SeatModelAdmin = admin.ModelAdmin[Seat]
    EventModelAdmin = admin.ModelAdmin[MatchEvent]
    DeviceModelAdmin = admin.ModelAdmin[OwnDevice]
    SeekModelAdmin = admin.ModelAdmin[Seek]
    RulingModelAdmin = admin.ModelAdmin[Ruling]
    NoteModelAdmin = admin.ModelAdmin[ReviewNote]
    SeatTable = admin.TabularInline[Seat, Match]
else:
    SeatModelAdmin = EventModelAdmin = DeviceModelAdmin = SeekModelAdmin = admin.ModelAdmin
    RulingModelAdmin = NoteModelAdmin = admin.ModelAdmin
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
class SeatAdmin(LookOnly, QuickList, SeatModelAdmin):
    """Who played where."""

    list_display = ("match", "side", "player", "level", "hidden", "joined_at")
    list_filter = ("side", "level")
    list_select_related = ("match", "user")
    search_fields = ("match__code",)
    search_help_text = gettext_lazy("The beginning of a player’s name, or the code of a match")
    ordering = ("-pk",)
    list_defer = ("match__snapshot",)
    fields = ("match", "side", "player", "level", "hidden", "joined_at")

    def of_people(self, queryset: QuerySet[Seat], people: list[int]) -> QuerySet[Seat]:
        """Their own seats, not those opposite."""
        return queryset.filter(user_id__in=people)

    @admin.display(description=gettext_lazy("player"))
    def player(self, seat: Seat) -> str:
        """The name, or "deleted player"."""
        return player_name(seat)


@admin.register(MatchEvent)
class MatchEventAdmin(LookOnly, QuickList, EventModelAdmin):
    """The log of all matches, newest first; narrowed down by the match alone."""

    list_display = ("match", "seq", "kind", "content", "schema", "at")
    search_fields = ("match__code",)
    search_help_text = gettext_lazy("The code of a match")
    linked_by = ("match__id__exact",)
    ordering = ("-pk",)
    fields = ("match", "seq", "kind", "content", "schema", "at")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """Newest first: of one match by the number of the event, which its index gives."""
        is_of_one = "match__id__exact" in request.GET or request.GET.get("q")
        return ("-seq",) if is_of_one else ("-pk",)

    def of_people(self, queryset: QuerySet[MatchEvent], people: list[int]) -> QuerySet[MatchEvent]:
        """Nothing: the events of all their matches would be no list to read."""
        del people
        return queryset.none()

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchEvent]:
        """The events with the code of their match."""
        return super().get_queryset(request).select_related("match").defer("match__snapshot")

    @admin.display(description=gettext_lazy("data"))
    def content(self, event: MatchEvent) -> str:
        """The event's fields as they are stored."""
        return as_json(event)


@admin.register(OwnDevice)
class OwnDeviceAdmin(LookOnly, QuickList, DeviceModelAdmin):
    """Browsers that play for somebody by the private link."""

    list_display = ("match", "owner", "device", "created_at")
    list_select_related = ("match", "owner", "device")
    search_fields = ("match__code",)
    search_help_text = gettext_lazy("The beginning of a player’s name, or the code of a match")
    ordering = ("-pk",)
    list_defer = ("match__snapshot",)
    fields = ("match", "owner", "device", "created_at")

    def of_people(self, queryset: QuerySet[OwnDevice], people: list[int]) -> QuerySet[OwnDevice]:
        """By who lets play and by who plays."""
        return queryset.filter(Q(owner_id__in=people) | Q(device_id__in=people))


@admin.register(Seek)
class SeekAdmin(LookOnly, QuickSearch, SeekModelAdmin):
    """The offers of the lobby that are open now."""

    list_display = ("owner", "title", "clock_preset", "is_rated", "created_at", "alive_until")
    list_filter = ("kind", "is_rated", "clock_preset")
    list_select_related = ("owner",)
    search_fields = ("owner__username",)
    search_help_text = gettext_lazy("The beginning of a player’s name")
    ordering = ("-created_at", "-pk")
    fields = ("owner", "title", "clock_preset", "clock_days", "owner_side", "is_rated", "created_at", "alive_until")

    @admin.display(description=gettext_lazy("played"))
    def title(self, seek: Seek) -> str:
        """Such as "7-point match"."""
        return card_title(decode_card(seek.card))

    def of_match(self, queryset: QuerySet[Seek], match_id: int) -> QuerySet[Seek]:
        """None: an offer is no match yet."""
        del match_id
        return queryset.none()

    def of_people(self, queryset: QuerySet[Seek], people: list[int]) -> QuerySet[Seek]:
        """Who offers it."""
        return queryset.filter(owner_id__in=people)


class OfAMoment(LookOnly, QuickList):
    """What staff did at an event of a match: newest first, with the way to that moment."""

    search_fields = ("match__code",)
    ordering = ("-pk",)
    list_defer = ("match__snapshot",)

    @admin.display(description=gettext_lazy("review"))
    def moment(self, row: Ruling | ReviewNote) -> SafeString:
        """The way to the event."""
        number = row.seq if isinstance(row, Ruling) else row.version
        url = reverse("admin:matches_match_review", args=[row.match_id])
        return format_html('<a href="{}?v={}">{} {}</a>', url, number, _("Event"), number)


@admin.register(Ruling)
class RulingAdmin(OfAMoment, RulingModelAdmin):
    """All rulings. What was ruled and why stands in the event."""

    list_display = fields = ("match", "moment", "by", "at")
    list_select_related = ("match", "by")
    search_help_text = gettext_lazy("The beginning of a director’s name, or the code of a match")

    def of_people(self, queryset: QuerySet[Ruling], people: list[int]) -> QuerySet[Ruling]:
        """Who ruled."""
        return queryset.filter(by_id__in=people)


@admin.register(ReviewNote)
class ReviewNoteAdmin(OfAMoment, NoteModelAdmin):
    """All notes."""

    list_display = fields = ("match", "moment", "text", "author", "at")
    list_select_related = ("match", "author")
    search_help_text = gettext_lazy("The beginning of an author’s name, or the code of a match")

    def of_people(self, queryset: QuerySet[ReviewNote], people: list[int]) -> QuerySet[ReviewNote]:
        """Who wrote them."""
        return queryset.filter(author_id__in=people)
