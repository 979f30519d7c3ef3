"""Pages about people as players: profile, search, lists. GET changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from matches.people_forms import SearchForm
from matches.reader import reader_of, registered_id
from matches.selectors.people import (
    blocks,
    is_friend,
    player_named,
    players_found,
    profile,
)
from matches.services.people import (
    PeopleError,
    befriend,
    block,
    may_challenge,
    unblock,
    unfriend,
)
from matches.wording.faults import CHALLENGE_FAULTS, PEOPLE_FAULTS
from matches.wording.names import Words

_fresh = cache_control(private=True, no_cache=True)
Service = Callable[[int, int], None]
_SERVICES: Final[dict[str, tuple[Service, Words]]] = {
    "friend": (befriend, gettext_lazy("%(name)s is in your list of friends.")),
    "unfriend": (unfriend, gettext_lazy("%(name)s is not in your list of friends any more.")),
    "block": (block, gettext_lazy("%(name)s is blocked.")),
    "unblock": (unblock, gettext_lazy("%(name)s is not blocked any more.")),
}
"""What the buttons do, by the last word of their address."""


@require_safe
@_fresh
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show the public profile of a registered player."""
    found = profile(name)
    if found is None:
        return render(request, "matches/no_player.html", status=404)
    return render(request, "matches/player.html", {"profile": found, **_bond(request, found.person_id)})


@require_safe
@_fresh
def players(request: HttpRequest) -> HttpResponse:
    """Look for players by the beginning of their names."""
    form = SearchForm(request.GET)
    asked = form.cleaned_data["q"] if form.is_valid() else ""
    context = {"form": form, "asked": asked, "found": players_found(asked)}
    return render(request, "matches/players.html", context)


@require_POST
@login_required
def relate(request: HttpRequest, name: str, what: str) -> HttpResponse:
    """Add to the list of friends or the blocked people, or take out; back to the profile or to the settings."""
    person = player_named(name)
    if person is None:
        return render(request, "matches/no_player.html", status=404)
    service, done = _SERVICES[what]
    try:
        service(registered_id(request), person.pk)
    except PeopleError as refused:
        messages.error(request, str(PEOPLE_FAULTS[refused.fault]))
    else:
        messages.success(request, str(done) % {"name": person})
    if request.POST.get("back") == "settings":
        return redirect("matches:play_settings")
    return redirect("matches:player", name=name)


def _bond(request: HttpRequest, person_id: int) -> dict[str, Any]:
    """What the reader and the player of the page are to each other."""
    reader = reader_of(request).registered
    if reader is None:
        return {"is_own": False, "may_relate": False}
    if reader.pk == person_id:
        return {"is_own": True, "may_relate": False}
    refused = may_challenge(reader.pk, person_id)
    return {
        "is_own": False,
        "may_relate": True,
        "refused": "" if refused is None else CHALLENGE_FAULTS[refused],
        "is_friend": is_friend(reader.pk, person_id),
        "is_blocked": blocks(reader.pk, person_id),
    }
