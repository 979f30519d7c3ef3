"""The site's own pages, and the page for a form that came too late."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page."""
    return render(request, "pages/home.html")


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Say how a match is started and played here."""
    return render(request, "pages/help.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site keeps of people, and for how long."""
    return render(request, "pages/privacy.html")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old (settings.CSRF_FAILURE_VIEW); `reason` is for developers only."""
    del reason
    return render(request, "403_csrf.html", status=403)
