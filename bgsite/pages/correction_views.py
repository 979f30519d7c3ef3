"""Reporting a mistake, and reading what became of the report."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bgsite.pages.corrections import BY_ADDRESS, correction_send
from bgsite.pages.forms import CorrectionForm, first_answers, page_titles
from bgsite.pages.models import Correction
from bgsite.pages.text_files import ORIGINAL
from matches.addresses import address_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def correct(request: HttpRequest) -> HttpResponse:
    """Take a report of a mistake. `?page=`, `?anchor=`, `?subject=` and `?match=` fill the form in."""
    if request.method != "POST":
        return render(request, "pages/correct.html", {"form": CorrectionForm(initial=first_answers(request.GET))})
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        return render(request, "pages/correct.html", {"form": form})
    address = address_of(request)
    if not BY_ADDRESS.is_left(address):
        return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    BY_ADDRESS.take(address)
    return redirect(correction_send(form.cleaned_data, get_language() or ORIGINAL))


@require_safe
@never_cache
def correction(request: HttpRequest, key: str) -> HttpResponse:
    """Show whoever has the link what became of the report."""
    found = get_object_or_404(Correction, key=key)
    return render(request, "pages/correction.html", {"correction": found, "title": page_titles().get(found.page, "")})
