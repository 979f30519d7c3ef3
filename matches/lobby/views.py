"""The page of the lobby. What its script does over the socket, its forms do without script, by the same frames."""

from __future__ import annotations

from typing import Any, Final, cast
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.rules.clock import ClockPreset, ClockSetting
from matches.addresses import address_of
from matches.lobby.asks import ask_answer, lobby_sentences
from matches.lobby.forms import OfferForm
from matches.lobby.online import online_now
from matches.lobby.protocol import (
    LOBBY_PATH,
    PROTOCOL,
    Accept,
    AskFrame,
    Cancel,
    Decline,
    Mine,
    Online,
    Post,
    Take,
    Withdraw,
)
from matches.reader import person_id, reader_of
from matches.selectors.lists import MatchRow, running_matches
from matches.selectors.lobby import (
    decline_reasons,
    guests_among,
    mine_of,
    online_for,
    people_online,
    seeks_for,
    seeks_open,
    shunned_by,
)
from matches.selectors.previews import with_pictures
from matches.services.seeks import SeekError, seek_post, seeks_keep
from matches.wording.clocks import clock_meaning
from matches.wording.names import CLOCKS, Words
from matches.wording.seeks import SEEK_FAULTS

RUNNING_SHOWN: Final = 6
QUICK_LENGTHS: Final = (1, 3, 5, 7)
QUICK_CLOCKS: Final = (ClockPreset.NORMAL, ClockPreset.FAST, ClockPreset.CASUAL, ClockPreset.UNTIMED)
_UNKNOWN: Final = Online(known=False, people=[], more=0, guests=0)
_DONE: Final[dict[type, Words]] = {
    Post: gettext_lazy("Your offer is in the list. It stays there as long as you keep this page open."),
    Withdraw: gettext_lazy("Your offer is withdrawn."),
    Decline: gettext_lazy("You declined the challenge."),
    Cancel: gettext_lazy("The challenge is taken back."),
}
_fresh = cache_control(private=True, no_cache=True)


@require_safe
@_fresh
def lobby(request: HttpRequest) -> HttpResponse:
    """Show who looks for an opponent. For its owner, looking at the page keeps an offer alive, as the socket does."""
    person = reader_of(request).registered
    reader = person_id(request)
    if person is not None:
        seeks_keep(person.pk)
    shunned = shunned_by(reader)
    mine = None if reader is None else mine_of(reader)
    context = {
        "seeks": seeks_for(seeks_open(), reader, shunned),
        "online": _online(reader, shunned),
        "mine": mine,
        "running": _running(mine),
        "reasons": decline_reasons(),
        "lengths": QUICK_LENGTHS,
        "clocks": [(clock.value, CLOCKS[clock], clock_meaning(ClockSetting(clock), 5)) for clock in QUICK_CLOCKS],
        "grace": settings.SEEK_SECONDS,
        "sentences": lobby_sentences(),
        "page_data": _page_data(request),
    }
    return render(request, "matches/lobby.html", context)


def _running(mine: Mine | None) -> list[MatchRow]:
    """What can be watched, with the boards; not the reader's own games."""
    rows, _page = running_matches()
    own = set() if mine is None else {game.code for game in mine.games}
    [shown] = with_pictures([row for row in rows if row.match.code not in own][:RUNNING_SHOWN])
    return shown


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_fresh
def offer(request: HttpRequest) -> HttpResponse:
    """Compose any rules, and offer a match under them to anybody."""
    reader = reader_of(request)
    if request.method != "POST":
        return render(request, "matches/lobby_offer.html", {"form": OfferForm(reader=reader)})
    form = OfferForm(request.POST, reader=reader)
    if form.is_valid() and form.terms is not None and reader.registered is not None:
        try:
            seek_post(reader.registered, form.terms, address_of(request))
        except SeekError as refused:
            form.add_error(None, str(SEEK_FAULTS[refused.fault]))
        else:
            messages.success(request, str(_DONE[Post]))
            return redirect("matches:lobby")
    return render(request, "matches/lobby_offer.html", {"form": form})


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Do what one of the page's forms asks: its fields are those of the socket's frame."""
    person = reader_of(request).registered
    if person is None:
        messages.error(request, _("Log in to offer and take games."))
        return redirect(_login_path())
    frame = _frame(request)
    if frame is None:
        messages.error(request, _("Something in this form does not fit. Load the page again, and try once more."))
        return redirect("matches:lobby")
    answer = ask_answer(frame, person, address_of(request))
    if answer.code is not None:
        messages.error(request, lobby_sentences()[answer.code] % answer.params)
    elif answer.match is not None:
        return redirect("matches:table", code=answer.match)
    else:
        messages.success(request, str(_DONE[type(frame)]))
    return redirect("matches:lobby")


_FRAMES: Final[dict[str, type[msgspec.Struct]]] = {
    str(cls.__struct_config__.tag): cls for cls in (Post, Withdraw, Take, Accept, Decline, Cancel)
}


def _frame(request: HttpRequest) -> AskFrame | None:
    """The fields of the form as a frame; None when they make none."""
    cls = _FRAMES.get(request.POST.get("t", ""))
    if cls is None:
        return None
    fields = {name: request.POST[name] for name in cls.__struct_fields__ if name in request.POST}
    if cls is Post:
        fields.setdefault("rated", "false")
    try:
        return cast("AskFrame", msgspec.convert({**fields, "ask": str(uuid4())}, cls, strict=False))
    except msgspec.ValidationError:
        return None


def _online(reader: int | None, shunned: frozenset[int]) -> Online:
    count = online_now()
    if count is None:
        return _UNKNOWN
    guests = count.strangers + guests_among(count.people)
    return online_for(people_online(count.people), guests, reader, shunned)


def _login_path() -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': reverse('matches:lobby')})}"


def _page_data(request: HttpRequest) -> dict[str, Any]:
    """What the script reads; CODE and NAME in addresses are places to fill."""
    return {
        "ws": LOBBY_PATH,
        "protocol": PROTOCOL,
        "csrf": get_token(request),
        "registered": reader_of(request).registered is not None,
        "reasons": decline_reasons(),
        "urls": {
            "ask": reverse("matches:lobby_ask"),
            "table": reverse("matches:table", args=["CODE"]),
            "player": "/player/NAME/",
            "challenge": f"{reverse('matches:create')}?opponent=NAME",
            "login": _login_path(),
            "matches": reverse("matches:list"),
        },
    }
