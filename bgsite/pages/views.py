"""The site's own pages, and the page for a form that came too late."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.board_svg import BoardPicture
from matches.reader import person_id
from matches.selectors.lists import my_matches, running_matches
from stats.selectors.purges import is_purge_late, last_purge, oldest_day
from stats.services.hiding import SMALLEST

WAITING_SHOWN: Final = 6
OWN_SHOWN: Final = 6
RUNNING_SHOWN: Final = 6
FIRST_ROLL: Final = BoardPicture(
    board=Board.start(), near=Side.WHITE, cube=Cube(), dice=Dice(3, 1), dice_side=Side.WHITE
)
"""The picture of the front page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: every way to sit down, the reader's own games (guests' too), and what can be watched."""
    rows, _page = running_matches()
    context: dict[str, object] = {"first_roll": FIRST_ROLL}
    reader = person_id(request)
    if reader is not None:
        mine = my_matches(reader)
        own = {row.match.pk for row in (*mine.waiting_for_me, *mine.running)}
        rows = [row for row in rows if row.match.pk not in own]
        context |= {
            "waiting": mine.waiting_for_me[:WAITING_SHOWN],
            "going_on": mine.running[: max(0, OWN_SHOWN - len(mine.waiting_for_me))],
            "invitations": len(mine.invitations),
            "is_known": not mine.is_empty,
        }
    return render(request, "pages/home.html", context | {"rows": rows[:RUNNING_SHOWN]})


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Say how a match is started and played here."""
    return render(request, "pages/help.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site keeps of people, and for how long; and when statistics were last forgotten."""
    context = {
        "last_purge": last_purge(),
        "is_purge_late": is_purge_late(),
        "oldest_day": oldest_day(),
        "fewest_rows": SMALLEST,
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
