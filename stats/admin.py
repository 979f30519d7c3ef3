"""Statistics in the administration: a dashboard in place of a list of facts, and the runs of forgetting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from matches.admin.looking import LookOnly
from matches.selectors.waiting import facts_waiting
from stats.models import BeaconOutbox, DroppedBeacon, DropReason, GameFact, PurgeRun
from stats.selectors.audit import audit
from stats.selectors.charts import charts_of
from stats.selectors.purges import KEPT_DAYS, first_kept_day, is_purge_late, last_purge, oldest_day
from stats.selectors.usage import usage
from stats.services.hiding import SMALLEST

if TYPE_CHECKING:
    GameFactModelAdmin = admin.ModelAdmin[GameFact]
    PurgeRunModelAdmin = admin.ModelAdmin[PurgeRun]
else:
    GameFactModelAdmin = admin.ModelAdmin
    PurgeRunModelAdmin = admin.ModelAdmin


@admin.register(GameFact)
class GameFactAdmin(LookOnly, GameFactModelAdmin):
    """The dashboard. Single facts are shown to nobody."""

    def get_urls(self) -> list[URLPattern]:
        """The dashboard alone: no page of one row."""
        view = self.admin_site.admin_view(self.changelist_view)
        return [path("", view, name="stats_gamefact_changelist")]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """All tables with their charts, and how the collecting goes."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = usage()
        context = {
            **self.admin_site.each_context(request),
            "title": _("How this server is used"),
            "opts": self.opts,
            "usage": found,
            "charts": charts_of(found.tables),
            "days": KEPT_DAYS,
            "drops": _drops(),
            "waiting": facts_waiting() + BeaconOutbox.objects.count(),
            "last_purge": last_purge(),
            "is_purge_late": is_purge_late(),
            "oldest_day": oldest_day(),
            "audit": audit(),
            "smallest": SMALLEST,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/stats/dashboard.html", context)


@admin.register(PurgeRun)
class PurgeRunAdmin(LookOnly, PurgeRunModelAdmin):
    """When was forgotten, how many rows, how long it took."""

    list_display = ("began_at", "through", "rows", "took_ms")
    list_display_links = None
    ordering = ("-began_at", "-pk")
    list_per_page = 100


def _drops() -> list[tuple[str, int | None]]:
    """Beacons that were not kept, by reason; None: too few to be shown."""
    dropped: QuerySet[DroppedBeacon] = DroppedBeacon.objects.filter(day__gte=first_kept_day())
    counts = dict(dropped.values_list("reason").annotate(Sum("count")).order_by())
    return [(str(reason.label), counts[reason] if counts.get(reason, 0) >= SMALLEST else None) for reason in DropReason]
