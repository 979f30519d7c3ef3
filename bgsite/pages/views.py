"""The site's own pages, and the page for a form that came too late."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from bgsite.languages.known import tag_of
from bgsite.pages.rendering import text_page
from bgsite.pages.text_files import ORIGINAL, TextFacts, find_text
from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.board_style import BoardStyle
from matches.board_svg import BoardPicture
from matches.context import style_of
from matches.reader import person_id
from matches.selectors.lists import MatchRow, my_matches, running_matches
from matches.selectors.previews import with_pictures
from stats.selectors.purges import is_purge_late, last_purge, oldest_day
from stats.services.hiding import SMALLEST

WAITING_SHOWN: Final = 6
OWN_SHOWN: Final = 6
RUNNING_SHOWN: Final = 6
FIRST_ROLL: Final = BoardPicture(
    board=Board.start(), near=Side.WHITE, cube=Cube(), dice=Dice(3, 1), dice_side=Side.WHITE
)
"""The picture of the front page."""
PRIVACY: Final = TextFacts(
    page="privacy",
    scope=_("What this server stores of people and of their games, for how long, and how to have it erased."),
    revised=date(2026, 11, 30),
    corrections=_("none so far."),
)
"""The page about what is stored is a template, because it shows numbers of this very server."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: every way to sit down, the reader's own games (guests' too), and what can be watched."""
    rows, _page = running_matches()
    context: dict[str, object] = {"first_roll": FIRST_ROLL}
    waiting: list[MatchRow] = []
    going_on: list[MatchRow] = []
    reader = person_id(request)
    if reader is not None:
        mine = my_matches(reader)
        own = {row.match.pk for row in (*mine.waiting_for_me, *mine.running)}
        rows = [row for row in rows if row.match.pk not in own]
        waiting = mine.waiting_for_me[:WAITING_SHOWN]
        going_on = mine.running[: max(0, OWN_SHOWN - len(mine.waiting_for_me))]
        context |= {"invitations": len(mine.invitations), "is_known": not mine.is_empty}
    waiting, going_on, rows = with_pictures(waiting, going_on, rows[:RUNNING_SHOWN])
    return render(request, "pages/home.html", context | {"waiting": waiting, "going_on": going_on, "rows": rows})


@require_safe
def text(request: HttpRequest, page: str) -> HttpResponse:
    """Show one of the texts in the reader's language; in the original one where that is missing."""
    found = find_text(page, get_language() or ORIGINAL)
    if found is None:
        raise Http404
    style = replace(style_of(request), direction=BoardStyle().direction)  # the words speak of left and right
    tag = tag_of(found.language) if found.language != get_language() else ""
    return render(request, "pages/text.html", {"page": text_page(found, style), "other_language": tag})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site keeps of people, and for how long; and when statistics were last forgotten."""
    context = {
        "last_purge": last_purge(),
        "is_purge_late": is_purge_late(),
        "oldest_day": oldest_day(),
        "fewest_rows": SMALLEST,
        "facts": PRIVACY,
    }
    return render(request, "pages/privacy.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that ask for an icon by its old name (the administration has no link to one) to ours."""
    del request
    return redirect(static("img/favicon.svg"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old (settings.CSRF_FAILURE_VIEW); `reason` is for developers only."""
    del reason
    return render(request, "403_csrf.html", status=403)
