"""How this server is used, and how its dice fall: public, drawn from summaries, the same for everybody."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from stats.selectors.audit import LEAST_EXPECTED, audit
from stats.selectors.charts import chart_of_question, charts_of
from stats.selectors.purges import KEPT_DAYS
from stats.selectors.usage import SLUGS, Cell
from stats.selectors.usage import usage as usage_now

DICE: Final = "dice"
"""The name of the audit's file, beside those of the tables."""
THROWS_NEEDED: Final = LEAST_EXPECTED * 36


@require_safe
@cache_control(max_age=300, private=True)  # the top of the page names its reader
def usage(request: HttpRequest) -> HttpResponse:
    """Show every table with its chart."""
    found = usage_now()
    context = {"usage": found, "charts": charts_of(found.tables), "days": KEPT_DAYS}
    return render(request, "stats/usage.html", context)


@require_safe
@cache_control(max_age=300, private=True)  # a guest's cookie may be renewed with it, and is nobody else's
def table_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out one table as CSV, or the counts of the dice; 404 for any other name."""
    del request
    if slug == DICE:
        return _csv(slug, (_("Question"), _("Outcome"), _("Thrown"), _("To be expected")), _dice_rows())
    if slug not in SLUGS:
        raise Http404
    table = usage_now().tables[slug]
    return _csv(slug, table.columns, table.rows)


@require_safe
@cache_control(max_age=300, private=True)  # as above
def dice(request: HttpRequest) -> HttpResponse:
    """Show the audit of the dice."""
    found = audit()
    charts = {question.slug: chart_of_question(question) for question in found.questions if question.counts}
    return render(request, "stats/dice.html", {"audit": found, "charts": charts, "needed": THROWS_NEEDED})


def _dice_rows() -> Iterable[Sequence[Cell]]:
    for question in audit().questions:
        for one in question.counts:
            yield question.title, one.name, one.count, round(one.expected, 1)


def _csv(name: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """What is too little to be shown is an empty field."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = csv.writer(response)
    writer.writerow(columns)
    writer.writerows(rows)
    return response
