"""The forms about people as players: what somebody decided about play, and the search."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.selectors.people import CHALLENGERS


class PlaySettingsForm(forms.Form):
    """What a registered player decides about being challenged, seen and written to."""

    challengers = forms.ChoiceField(
        label=_("Who may challenge me by name"),
        choices=CHALLENGERS,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the three.")},
    )
    is_hidden = forms.BooleanField(
        label=_("Do not show me in the list of who is online"),
        required=False,
        help_text=_("Offers that you post in the lobby still carry your name."),
    )
    mail_on_turn = forms.BooleanField(
        label=_("Write me a mail when it is my turn in a correspondence match"),
        required=False,
    )

    def __init__(self, *args: Any, has_address: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mail_on_turn"].help_text = (
            _("One mail a turn at most, and none while you are at the table.")
            if has_address
            else _("This needs a confirmed e-mail address, and your account has none yet.")
        )


class SearchForm(forms.Form):
    """Look for a player."""

    q = forms.CharField(
        label=_("Name, or how it begins"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "spellcheck": "false"}),
    )
