"""The three addresses of the app. Each answers in the language of `?language=`, else in the reader's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from bgsite.installable.manifest import manifest as manifest_now
from bgsite.installable.worker import offline_page, worker_script
from bgsite.languages.choice import is_language

_fresh = cache_control(no_cache=True)


@require_safe
@_fresh
def manifest(request: HttpRequest) -> HttpResponse:
    """Say what is installed. Browsers ask without cookies, so the page names its language in the address."""
    return _in_language(request, lambda: JsonResponse(manifest_now(), content_type="application/manifest+json"))


@require_safe
@_fresh
def service_worker(request: HttpRequest) -> HttpResponse:
    """Give the script; browsers compare it with theirs, and take what has changed."""
    return _in_language(request, lambda: HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8"))


@require_safe
@_fresh
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a browser shows when the network is gone."""
    return _in_language(request, lambda: HttpResponse(offline_page()))


def _in_language(request: HttpRequest, answer: Callable[[], HttpResponse]) -> HttpResponse:
    wanted = request.GET.get("language", "")
    with translation.override(wanted if is_language(wanted) else translation.get_language()):
        return answer()
