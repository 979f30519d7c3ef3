"""Lists that stay quick with a million rows.

Newest first by an index and by nothing else; the choices of a filter are fixed, so none asks the table what values it
has; nothing is counted beyond 2,000, because counting a narrowed list reads its rows; names are looked up before the
rows are. What is slow all the same is stopped after five seconds and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.contrib import admin, messages
from django.contrib.admin import ShowFacets
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.contrib.auth import get_user_model
from django.core.paginator import Page, Paginator
from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg.errors import QueryCanceled

from matches.models import Match, Seat

if TYPE_CHECKING:
    RowPaginator = Paginator[Any]
    Options = admin.ModelAdmin[Any]
else:
    RowPaginator = Paginator
    Options = object

COUNTED: Final = 2_000
"""Further rows are not counted, and have no pages: who looks for one of them narrows the list down."""
PATIENCE_MILLIS: Final = 5_000
"""How long one query of a list may take."""
NAMES_SEARCHED: Final = 50
"""A search by the beginning of a name looks for so many people."""


class EstimatedPaginator(RowPaginator):
    """Counts to 2,000; beyond that the words say about how many there are."""

    @cached_property
    def count(self) -> int:
        """How many rows can be paged through: at most one more than are counted."""
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]
        return rows.order_by().values("pk")[: COUNTED + 1].count()

    @cached_property
    def num_pages(self) -> int:
        """Pages of counted rows."""
        return max(1, -(-min(self.count, COUNTED) // self.per_page))

    def page(self, number: int | str) -> Page[Any]:
        """The rows of a page, found by their keys first: what comes before them is counted in the index alone."""
        number = self.validate_number(number)
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]
        first = (number - 1) * self.per_page
        keys = list(rows.values_list("pk", flat=True)[first : first + self.per_page])
        return Page(rows.filter(pk__in=keys), number, self)

    @cached_property
    def amount(self) -> str:
        """How many rows there are, in words that claim no more than is known."""
        rows: QuerySet[Any] = self.object_list  # type: ignore[assignment]
        if self.count <= COUNTED:
            return f"{self.count:,}"
        if rows.query.where:
            return _("more than %(count)s") % {"count": f"{COUNTED:,}"}
        return _("about %(count)s") % {"count": f"{max(_estimate(rows.model), COUNTED):,}"}


def _estimate(model: type[Model]) -> int:
    """Rows of the whole table as PostgreSQL last counted them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [model._meta.db_table])  # noqa: SLF001 - a public API
        (rows,) = cursor.fetchone()
    return int(rows)


class NewestFirst(ChangeList):
    """A list in the one order that an index gives, whatever the address asks for."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        """The model admin's own order."""
        del queryset
        return list(self.model_admin.get_ordering(request))

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        """Without the columns that no list shows."""
        rows = super().get_queryset(request, exclude_parameters)
        heavy = getattr(self.model_admin, "list_defer", ())
        return rows.defer(*heavy) if heavy else rows


class QuickSearch(Options):
    """A search by people and match. `search_fields` only says that there is one: `of_people` and `of_match` do it."""

    show_full_result_count = False
    show_facets = ShowFacets.NEVER

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Rows of the match of that code, or of the people whose names begin so; never twice."""
        term = search_term.strip().replace("\0", "")
        if not term:
            return queryset, False
        match_id = Match.objects.filter(code=term).values_list("pk", flat=True).first()
        if match_id is not None:
            return self.of_match(queryset, match_id), False
        people = people_named(term)
        if len(people) > NAMES_SEARCHED:
            text = _("More than %(count)d names begin so; only some of them are looked for. Type more of the name.")
            messages.warning(request, text % {"count": NAMES_SEARCHED})
        return self.of_people(queryset, people[:NAMES_SEARCHED]), False

    def of_match(self, queryset: QuerySet[Any], match_id: int) -> QuerySet[Any]:
        """The rows that belong to the match."""
        return queryset.filter(match_id=match_id)

    def of_people(self, queryset: QuerySet[Any], people: list[int]) -> QuerySet[Any]:
        """The rows that belong to these people."""
        return queryset.filter(match_id__in=matches_of(people))


class QuickList(QuickSearch):
    """A list of a table that grows for ever."""

    paginator = EstimatedPaginator
    sortable_by = ()
    list_per_page = 50
    list_defer: ClassVar[Sequence[str]] = ()
    """Columns that the list does not show and that are large."""
    linked_by: ClassVar[Sequence[str]] = ()
    """What our own links narrow the list down by, beside its filters."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what a filter or a link of ours asks of the list's own columns.

        Who may compare any column finds out, letter by letter, what no page shows: the secrets in private links.
        """
        asked = {*self.linked_by}
        for one in self.get_list_filter(request):
            if isinstance(one, str):
                asked |= {f"{one}__exact", f"{one}__isnull"}
            elif isinstance(one, type) and issubclass(one, admin.SimpleListFilter):
                asked.add(str(one.parameter_name))
        column = lookup.split(LOOKUP_SEP, maxsplit=1)[0]
        is_of_ours = column == "pk" or any(column in {field.name, field.attname} for field in self.opts.concrete_fields)
        return lookup in asked if is_of_ours else super().lookup_allowed(lookup, value, request)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Newest first."""
        del request, kwargs
        return NewestFirst

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The list, or after some seconds the advice to narrow it down."""
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(PATIENCE_MILLIS)])
                answer = super().changelist_view(request, extra_context)
                if isinstance(answer, SimpleTemplateResponse):
                    answer.render()  # now, while the time-out holds
                return answer
        except OperationalError as error:
            if not isinstance(error.__cause__, QueryCanceled):
                raise
            return self._too_slow(request)

    def _too_slow(self, request: HttpRequest) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("This takes too long"),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/matches/too_slow.html", context, status=503)


def people_named(beginning: str) -> list[int]:
    """The accounts whose names begin so, the exact name first; one more than are searched for, where there are more."""
    accounts = get_user_model().objects.beginning_with(beginning).order_by("name_folded")
    return list(accounts.values_list("pk", flat=True)[: NAMES_SEARCHED + 1])


def matches_of(people: list[int]) -> QuerySet[Seat, Any]:
    """The numbers of the matches at which these people have a seat."""
    return Seat.objects.filter(user_id__in=people).values("match_id")


class DateRangeFilter(admin.ListFilter):
    """From one day to another, both included, in the time zone of the administration."""

    template = "admin/matches/dates.html"
    field: ClassVar[str]
    """The moment that is compared."""
    FROM: ClassVar[str] = "from"
    TO: ClassVar[str] = "to"

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[Model], model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self._days: dict[str, date] = {}
        for name in (self.FROM, self.TO):
            text = str(params.pop(name, [""])[-1])
            if not text:
                continue
            try:
                self._days[name] = date.fromisoformat(text)
            except ValueError:
                messages.warning(request, _("“%(text)s” is no date, and was left out.") % {"text": text[:20]})
        self.used_parameters = {name: day.isoformat() for name, day in self._days.items()}

    def has_output(self) -> bool:
        """Always."""
        return True

    def expected_parameters(self) -> list[str | None]:
        """Both ends."""
        return [self.FROM, self.TO]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """One form: both days, and whatever else the list is narrowed down by."""
        others = {key: value for key, value in changelist.params.items() if key not in {self.FROM, self.TO, PAGE_VAR}}
        yield {
            "from": self.used_parameters.get(self.FROM, ""),
            "to": self.used_parameters.get(self.TO, ""),
            "others": others,
            "without": changelist.get_query_string(remove=[self.FROM, self.TO]),
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of these days."""
        del request
        if (first := self._days.get(self.FROM)) is not None:
            queryset = queryset.filter(**{f"{self.field}__gte": _begin(first)})
        if (last := self._days.get(self.TO)) is not None and last < date.max:
            queryset = queryset.filter(**{f"{self.field}__lt": _begin(last + timedelta(days=1))})
        return queryset


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


class CreatedFilter(DateRangeFilter):
    """When a match was created."""

    title = gettext_lazy("date created")
    field = "created_at"


class StartedFilter(DateRangeFilter):
    """When a game began."""

    title = gettext_lazy("date begun")
    field = "started_at"
