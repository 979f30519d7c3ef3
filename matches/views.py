"""Pages of matches. Views ask selectors, call one service, and say the answer; GET changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.chat_views import chat_data
from matches.protocol import PROTOCOL
from matches.qr import qr_svg
from matches.reader import person_id, reader_of
from matches.refusals import sentences
from matches.selectors.game_pages import game_page
from matches.selectors.lists import my_matches, running_matches
from matches.selectors.pages import (
    Invitation,
    Role,
    TablePage,
    invitation_by_code,
    invitation_by_token,
    match_status,
    table_page,
)
from matches.selectors.previews import with_pictures
from matches.selectors.records import has_record
from matches.services.lifecycle import (
    LifecycleError,
    LifecycleFault,
    invitation_accept,
    invitation_decline,
    link_join,
    match_cancel,
)
from matches.wording.faults import FAULTS

_fresh = cache_control(private=True, no_cache=True)
"""For pages that a browser has to ask for again before it shows them."""
Service = Callable[[int, AbstractBaseUser], object]


@require_safe
@_fresh
def my_matches_page(request: HttpRequest) -> HttpResponse:
    """List the matches of who asks, guests too, first those that wait for a move."""
    reader = person_id(request)
    if reader is None:
        return redirect_to_login(request.get_full_path())
    mine = my_matches(reader, request.GET.get("page"))
    waiting, running = with_pictures(mine.waiting_for_me, mine.running)
    mine = replace(mine, waiting_for_me=waiting, running=running)
    context = {"mine": mine, "page": mine.page, "has_record": has_record(reader)}
    return render(request, "matches/list.html", context)


@require_safe
@_fresh
def watch(request: HttpRequest) -> HttpResponse:
    """List the running matches that anybody may watch."""
    rows, page = running_matches(request.GET.get("page"))
    [rows] = with_pictures(rows)
    return render(request, "matches/watch.html", {"rows": rows, "page": page})


@require_safe
@_fresh
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match: its invitation while it is open, the table once it has begun."""
    reader = person_id(request)
    page = table_page(code, reader)
    if page is not None:
        return render(request, "matches/table.html", _table_context(request, page))
    found = invitation_by_code(code, reader)
    if found is None:
        raise Http404(_("There is no such match."))
    return _invitation_page(request, found)


@require_safe
@_fresh
def status(request: HttpRequest, code: str) -> HttpResponse:
    """Tell a waiting page whether to look again: `{"status": "open"}`."""
    found = match_status(code, person_id(request))
    if found is None:
        raise Http404(_("There is no such match."))
    return JsonResponse({"status": found})


@require_safe
@_fresh
def game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """List the positions of one finished game."""
    page = game_page(code, number, person_id(request))
    if page is None:
        raise Http404(_("There is no such game."))
    links = [(other, reverse("matches:game", args=[code, other])) for other in page.numbers]
    context = {"page": page, "links": links, "back": reverse("matches:table", args=[code])}
    return render(request, "matches/game.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def join_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation behind a link. Opening it takes nothing: only the *Join* button (POST) takes the seat."""
    found = invitation_by_token(token, person_id(request))
    if found is None:
        raise Http404(_("There is no such invitation."))
    if request.method != "POST":
        return _invitation_page(request, found)
    if found.is_gone:
        if found.has_begun and found.role not in {Role.CREATOR, Role.SEATED}:
            messages.error(request, str(FAULTS[LifecycleFault.TAKEN]))
        return redirect(found.link_path)
    return _join(request, found)


@require_POST
def accept(request: HttpRequest, code: str) -> HttpResponse:
    """Take the seat that was offered by name."""
    return _do(request, _named_invitation(request, code), invitation_accept)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Say no to an invitation by name, with a reason or without."""
    reason = request.POST.get("reason", "")

    def service(match_id: int, person: AbstractBaseUser) -> object:
        return invitation_decline(match_id, person, reason)

    return _do(request, _named_invitation(request, code), service, _("You declined the invitation."))


@require_POST
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Take the own invitation back."""
    return _do(request, _named_invitation(request, code), match_cancel, _("The match is cancelled."))


def _named_invitation(request: HttpRequest, code: str) -> Invitation:
    found = invitation_by_code(code, person_id(request))
    if found is None:
        raise Http404(_("There is no such match."))
    return found


def _table_context(request: HttpRequest, page: TablePage) -> dict[str, Any]:
    """What the table's template and its script read (the ids are a contract with bgsite/frontend/src/live)."""
    here = reverse("matches:table", args=[page.code])
    socket = f"/ws/match/{page.code}/"
    data = {
        "code": page.code,
        "ws": socket,
        "you": list(page.you),
        "names": page.names,
        "urls": {
            "login": f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': here})}",
            "games": reverse("matches:list" if page.you else "matches:watch"),
            "new": reverse("pages:home"),
        },
        "protocol": PROTOCOL,
        "chat": chat_data(page.code),
    }
    own_link = request.build_absolute_uri(page.owner_path) if page.owner_path else ""
    return {"page": page, "ws_path": socket, "page_data": data, "sentences": sentences(), "own_link": own_link}


def _invitation_page(request: HttpRequest, found: Invitation) -> HttpResponse:
    """The invitation; when it was used, its match for everybody who may see it."""
    if found.has_begun and (found.may_watch or found.role in {Role.CREATOR, Role.SEATED}):
        return redirect("matches:table", code=found.code)
    context: dict[str, Any] = {"page": found, "guest_name": reader_of(request).guest_name}
    if found.role is Role.CREATOR and found.is_open:
        link = request.build_absolute_uri(found.link_path)
        context |= {"link": link, "qr": qr_svg(link), "own_link": request.build_absolute_uri(found.owner_path)}
    return render(request, "matches/invitation.html", context, status=410 if found.is_gone else 200)


def _join(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Take the seat of a link. Who is nobody yet becomes a guest, with a name if they wrote one."""
    reader = reader_of(request)
    name = request.POST.get("guest_name", "")
    try:
        reader.name_check(name)
    except ValidationError as wrong:
        messages.error(request, " ".join(wrong.messages))
        return redirect(found.link_path)
    if found.role is not Role.CREATOR:
        reader.seated()
        if name:
            reader.rename(name)
    return _do(request, found, link_join)


def _do(request: HttpRequest, found: Invitation, service: Service, done: str = "") -> HttpResponse:
    """Call the service for the reader. Then to the table, or with the sentence `done` to the list."""
    person = reader_of(request).person
    if person is None:
        return redirect_to_login(found.path)
    try:
        service(found.match_id, person)
    except LifecycleError as refused:
        messages.error(request, str(FAULTS[refused.fault]))
        return redirect(found.path)
    if not done:
        return redirect("matches:table", code=found.code)
    messages.success(request, done)
    return redirect("matches:list")
