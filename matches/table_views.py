"""What people do around a table by page: ask for a rematch, let an own device in. GET changes nothing."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from matches.reader import person_id, reader_of
from matches.selectors.tables import place_at
from matches.services.lifecycle import LifecycleError
from matches.services.own_device import DeviceError, device_let_in, own_link
from matches.services.rematch import RematchError, RematchFault, rematch_ask
from matches.wording.faults import DEVICE_FAULTS, FAULTS, REMATCH_FAULTS

_fresh = cache_control(private=True, no_cache=True)


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for another match, or agree to it: `{"url": …}` or `{"error": sentence}` for scripts, else a page."""
    person = reader_of(request).person
    place = place_at(code, None if person is None else person.pk)
    if place is None:
        raise Http404(_("There is no such match."))
    if person is None:
        return _rematch_refused(request, code, str(REMATCH_FAULTS[RematchFault.NOT_PLAYER]))
    try:
        again = rematch_ask(place.match_id, person)
    except RematchError as refused:
        return _rematch_refused(request, code, str(REMATCH_FAULTS[refused.fault]))
    except LifecycleError as refused:
        return _rematch_refused(request, code, str(FAULTS[refused.fault]))
    if _is_script(request):
        return JsonResponse({"url": reverse("matches:table", args=[again.code])})
    return redirect("matches:table", code=again.code)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def own_device(request: HttpRequest, token: str) -> HttpResponse:
    """Show the creator's private link. Only its button (POST) lets this browser play."""
    link = own_link(token, person_id(request))
    if link is None:
        raise Http404(_("There is no such link."))
    if link.is_in and not link.waits:
        return redirect("matches:table", code=link.code)
    if request.method == "POST":
        try:
            device_let_in(token, reader_of(request).seated())
        except DeviceError as refused:
            messages.error(request, str(DEVICE_FAULTS[refused.fault]))
        except LifecycleError as refused:
            messages.error(request, str(FAULTS[refused.fault]))
        return redirect("matches:own_device", token=token)
    return render(request, "matches/own_device.html", {"link": link, "token": token})


def _is_script(request: HttpRequest) -> bool:
    return request.accepts("application/json") and not request.accepts("text/html")


def _rematch_refused(request: HttpRequest, code: str, sentence: str) -> HttpResponse:
    if _is_script(request):
        return JsonResponse({"error": sentence}, status=409)
    messages.error(request, sentence)
    return redirect("matches:table", code=code)
