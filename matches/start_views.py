"""The pages on which play starts: computer, one screen, friend, player by name, money session. GET changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from games.rules.levels import Level
from matches.addresses import address_of
from matches.composer import composer_answer
from matches.reader import reader_of
from matches.seat_forms import (
    COMPUTER,
    FRIEND,
    SCREEN,
    USUAL_PACE,
    ComputerForm,
    FriendForm,
    MoneyForm,
    NamedForm,
    ScreenForm,
    StartForm,
)
from matches.services.lifecycle import LifecycleError, LifecycleFault, Terms, match_create
from matches.services.quota import Quota
from matches.services.sitting import computer_match_start, hot_seat_start
from matches.wording.faults import BY_ADDRESS_FAULT, FAULTS

BY_ADDRESS: Final = Quota("match-address", 120)
"""Matches an hour from one address, whoever sits there: a club, but no machine."""

_fresh = cache_control(private=True, no_cache=True)
_FIELDS: Final = {
    LifecycleFault.OPPONENT_CLOSED: "opponent",
    LifecycleFault.OWN_MATCH: "opponent",
    LifecycleFault.NOT_WANTED: "opponent",
    LifecycleFault.RATED_TERMS: "rated",
    LifecycleFault.RATED_PEOPLE: "rated",
}


Begin = Callable[[AbstractBaseUser, Terms, Mapping[str, Any]], str]
"""Open the match for the person under the terms, the answers say the rest; gives its code."""


@dataclass(frozen=True, slots=True)
class _Page:
    form: type[StartForm]
    template: str
    begin: Begin


def _with_computer(person: AbstractBaseUser, terms: Terms, answers: Mapping[str, Any]) -> str:
    pace = USUAL_PACE if answers["pace"] is None else answers["pace"]
    return computer_match_start(person, terms, Level(answers["level"]), pace).code


def _at_one_screen(person: AbstractBaseUser, terms: Terms, _answers: Mapping[str, Any]) -> str:
    return hot_seat_start(person, terms).code


def _with_friend(person: AbstractBaseUser, terms: Terms, _answers: Mapping[str, Any]) -> str:
    return match_create(person, terms, None).code


def _with_player(person: AbstractBaseUser, terms: Terms, answers: Mapping[str, Any]) -> str:
    return match_create(person, terms, answers["opponent"]).code


def _session(person: AbstractBaseUser, terms: Terms, answers: Mapping[str, Any]) -> str:
    begin: Begin = {COMPUTER: _with_computer, SCREEN: _at_one_screen, FRIEND: _with_friend}.get(
        answers["against"], _with_player
    )
    return begin(person, terms, answers)


_COMPUTER: Final = _Page(ComputerForm, "matches/start_computer.html", _with_computer)
_SCREEN: Final = _Page(ScreenForm, "matches/start_screen.html", _at_one_screen)
_FRIEND: Final = _Page(FriendForm, "matches/start_friend.html", _with_friend)
_MONEY: Final = _Page(MoneyForm, "matches/start_money.html", _session)
_PLAYER: Final = _Page(NamedForm, "matches/create.html", _with_player)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def computer(request: HttpRequest) -> HttpResponse:
    """Choose a level and a colour and play at once."""
    return _start(request, _COMPUTER, _known(request, "level", Level))


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def screen(request: HttpRequest) -> HttpResponse:
    """Play both sides at one screen."""
    return _start(request, _SCREEN)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def friend(request: HttpRequest) -> HttpResponse:
    """Make a link for a friend."""
    return _start(request, _FRIEND)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def money(request: HttpRequest) -> HttpResponse:
    """Open a session for points or a stake."""
    return _start(request, _MONEY)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_fresh
def player(request: HttpRequest) -> HttpResponse:
    """Ask a player by name, or make a link."""
    return _start(request, _PLAYER, {"opponent": request.GET.get("opponent", "")})


@require_safe
@_fresh
def check(request: HttpRequest) -> JsonResponse:
    """Tell the script of a form what its answers make so far."""
    return JsonResponse(composer_answer(request.GET))


def _known(request: HttpRequest, name: str, values: type[Level]) -> dict[str, str]:
    """What the address asks the form to begin with, if there is such a value."""
    value = request.GET.get(name, "")
    return {name: value} if value in set(values) else {}


def _start(request: HttpRequest, page: _Page, first: Mapping[str, Any] | None = None) -> HttpResponse:
    reader = reader_of(request)
    if request.method != "POST":
        form = page.form(reader=reader, initial=dict(first or {}))
        return render(request, page.template, {"form": form})
    form = page.form(request.POST, reader=reader)
    code = _begun(request, page, form) if form.is_valid() else None
    if code is None:
        return render(request, page.template, {"form": form})
    return redirect("matches:table", code=code)


def _begun(request: HttpRequest, page: _Page, form: StartForm) -> str | None:
    """Open the match; its code, or None with the reason in the form. The only place where a guest is made here."""
    address = address_of(request)
    if form.terms is None:
        return None
    if not BY_ADDRESS.is_left(address):
        form.add_error(None, str(BY_ADDRESS_FAULT))
        return None
    person = reader_of(request).seated()
    if form.cleaned_data.get("guest_name"):
        reader_of(request).rename(form.cleaned_data["guest_name"])
    try:
        code = page.begin(person, form.terms, form.cleaned_data)
    except LifecycleError as refused:
        field = _FIELDS.get(refused.fault)
        form.add_error(field if field in form.fields else None, str(FAULTS[refused.fault]))
        return None
    BY_ADDRESS.take(address)
    return code
