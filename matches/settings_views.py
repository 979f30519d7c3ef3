"""The settings: table and board for everybody, being found and told for accounts. GET changes nothing.

Without a script the settings of the table are a form as any other; with one each change is kept at once
(`bgsite/frontend/src/settings/`), for guests in their browser.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from matches.board_style import board_style
from matches.people_forms import PlaySettingsForm
from matches.reader import reader_of
from matches.selectors.people import blocked_by, friends_of, has_address, settings_of
from matches.services.people import Challengers, PeopleError, settings_save
from matches.services.table_settings import table_settings_change
from matches.settings_page import changes_of_form, setting_groups
from matches.settings_preview import preview_picture, preview_positions
from matches.table_settings import SettingError, SettingFault
from matches.wording.faults import PEOPLE_FAULTS
from matches.wording.table_settings import setting_sentence

_fresh = cache_control(private=True, no_cache=True)


@require_http_methods(["GET", "HEAD", "POST"])
@_fresh
def play_settings(request: HttpRequest) -> HttpResponse:
    """Show all settings, and keep what an account decided about being found and told."""
    account = reader_of(request).registered
    if request.method != "POST":
        return _page(request)
    if account is None:
        return redirect_to_login(request.get_full_path())
    form = PlaySettingsForm(request.POST, has_address=has_address(account.pk))
    if form.is_valid() and _is_saved(account.pk, form):
        messages.success(request, _("Your play settings are saved."))
        return redirect("matches:play_settings")
    return _page(request, form)


@require_POST
@_fresh
def table_settings(request: HttpRequest) -> HttpResponse:
    """Keep settings of the table on the account; an object of them (JSON), or the whole form.

    Answers scripts with `{"kept": …}` or `{"error": sentence}`, 400 for what is no setting, 403 for guests.
    """
    is_script = request.content_type == "application/json"
    account = reader_of(request).registered
    if account is None:
        return _not_on_account() if is_script else redirect_to_login(reverse("matches:play_settings"))
    try:
        kept = table_settings_change(account.pk, _json_of(request) if is_script else changes_of_form(request.POST))
    except SettingError as wrong:
        return _refused(request, setting_sentence(wrong), is_script=is_script)
    except PeopleError as refused:
        return _refused(request, str(PEOPLE_FAULTS[refused.fault]), is_script=is_script)
    if is_script:
        return JsonResponse({"kept": kept})
    messages.success(request, _("Your settings are saved."))
    return redirect("matches:play_settings")


def _json_of(request: HttpRequest) -> Any:
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError) as broken:
        raise SettingError(SettingFault.NOT_A_LIST) from broken


def _not_on_account() -> HttpResponse:
    sentence = _("You are not logged in, so your settings are kept in this browser only.")
    return JsonResponse({"error": sentence}, status=403)


def _refused(request: HttpRequest, sentence: str, *, is_script: bool) -> HttpResponse:
    if is_script:
        return JsonResponse({"error": sentence}, status=400)
    return _page(request, error=sentence, status=400)


def _is_saved(person_id: int, form: PlaySettingsForm) -> bool:
    data = form.cleaned_data
    try:
        settings_save(
            person_id,
            challengers=Challengers(data["challengers"]),
            is_hidden=data["is_hidden"],
            mail_on_turn=data["mail_on_turn"],
        )
    except PeopleError as refused:
        form.add_error("mail_on_turn", str(PEOPLE_FAULTS[refused.fault]))
        return False
    return True


def _page(
    request: HttpRequest, form: PlaySettingsForm | None = None, *, error: str = "", status: int = 200
) -> HttpResponse:
    """All settings as they are kept; `form` is a refused one about being found and told."""
    account = reader_of(request).registered
    context: dict[str, Any] = {"error": error, "picture": preview_picture(), "positions": preview_positions()}
    if account is None:
        context["groups"] = setting_groups({})
    else:
        context |= {"account": account, **_of_account(account.pk, form)}
    return render(request, "matches/play_settings.html", context, status=status)


def _of_account(person_id: int, form: PlaySettingsForm | None) -> dict[str, Any]:
    kept, addressed = settings_of(person_id), has_address(person_id)
    initial = {"challengers": kept.challengers, "is_hidden": kept.is_hidden, "mail_on_turn": kept.mail_on_turn}
    return {
        "groups": setting_groups(kept.table),
        "table_chosen": kept.table,
        "board_style": board_style(kept.table),
        "form": form or PlaySettingsForm(initial=initial, has_address=addressed),
        "has_address": addressed,
        "friends": friends_of(person_id),
        "blocked": blocked_by(person_id),
    }
