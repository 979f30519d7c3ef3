"""Who is muted, and muting somebody without a report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.admin.looking import LookOnly
from matches.admin.quick import QuickSearch
from matches.models import Mute
from matches.services.muting import mute, unmute

if TYPE_CHECKING:
    MuteModelAdmin = admin.ModelAdmin[Mute]
    MuteModelForm = forms.ModelForm[Mute]
else:
    MuteModelAdmin = admin.ModelAdmin
    MuteModelForm = forms.ModelForm

LENGTHS: Final[Mapping[str, timedelta]] = MappingProxyType(
    {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
)
_LENGTH_CHOICES: Final = (("hour", _("1 hour")), ("day", _("1 day")), ("week", _("7 days")), ("month", _("30 days")))


def may_be_muted(request: HttpRequest) -> QuerySet[Any]:
    """The people whom the reader may mute: not themselves, no deleted account, and staff only by a superuser."""
    people = get_user_model().objects.filter(deleted_at=None).exclude(pk=request.user.pk or 0)
    if getattr(request.user, "is_superuser", False):
        return people
    return people.filter(is_staff=False, is_superuser=False)


class MuteForm(MuteModelForm):
    """Whom, for how long, and why."""

    lasts = forms.ChoiceField(label=_("For how long"), choices=_LENGTH_CHOICES, initial="day")

    class Meta:
        model = Mute
        fields = ("person", "reason")


class NowFilter(admin.SimpleListFilter):
    """Mutes that hold now."""

    title = _("state")
    parameter_name = "now"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What can be chosen."""
        del request, model_admin
        return [("yes", _("Muted now")), ("no", _("Over"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Mute]) -> QuerySet[Mute]:
        """Those that hold, or those that are over."""
        del request
        match self.value():
            case "yes":
                return queryset.filter(until__gt=timezone.now())
            case "no":
                return queryset.filter(until__lte=timezone.now())
            case _:
                return queryset


@admin.register(Mute)
class MuteAdmin(LookOnly, QuickSearch, MuteModelAdmin):
    """Mutes: added and lifted here, kept a year for who decides about the next one."""

    form = MuteForm
    list_display = ("person", "until", "reason", "by", "created_at")
    list_filter = (NowFilter, "created_at")
    list_select_related = ("person", "by")
    search_fields = ("person__username",)
    search_help_text = _("The beginning of a player’s name")
    ordering = ("-until", "-pk")
    raw_id_fields = ("person",)
    actions = ("lift",)
    fields = ("person", "until", "reason", "by", "created_at")

    def of_match(self, queryset: QuerySet[Mute], match_id: int) -> QuerySet[Mute]:
        """None: who is muted is muted everywhere."""
        del match_id
        return queryset.none()

    def of_people(self, queryset: QuerySet[Mute], people: list[int]) -> QuerySet[Mute]:
        """Who is muted."""
        return queryset.filter(person_id__in=people)

    def get_fields(self, request: HttpRequest, obj: Mute | None = None) -> Any:
        """When one is given, how long; afterwards until when."""
        return ("person", "lasts", "reason") if obj is None else super().get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever has the right to mute people."""
        del obj
        return request.user.has_perm("matches.add_mute")

    def has_lift_permission(self, request: HttpRequest) -> bool:
        """Whoever has the right to give the word back."""
        return request.user.has_perm("matches.change_mute")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Only people whom the reader may mute."""
        if db_field.name == "person":
            kwargs["queryset"] = may_be_muted(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Mute, form: MuteModelForm, change: bool) -> None:
        """Mute by the service, which tells the person at once."""
        del change
        lasts = LENGTHS[form.cleaned_data["lasts"]]
        given = mute(obj.person_id, lasts, reason=obj.reason, by_id=request.user.pk)
        obj.pk, obj.until, obj.by_id = given.pk, given.until, given.by_id

    @admin.action(description=_("Lift: they may write again"), permissions=["lift"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Mute]) -> None:
        """End all mutes of the chosen people."""
        people = set(queryset.values_list("person_id", flat=True))
        count = sum(unmute(person_id) > 0 for person_id in people)
        for given in queryset:
            self.log_change(request, given, "lifted")
        text = ngettext("%(count)d person may write again.", "%(count)d people may write again.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)
