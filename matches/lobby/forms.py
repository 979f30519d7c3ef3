"""The form of an offer under any rules: the composer, the colour, and whether it counts."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.composer_choices import Colour
from matches.seat_forms import StartForm
from matches.wording.names import SIDES


class OfferForm(StartForm):
    """An offer to anybody in the lobby."""

    colour = forms.ChoiceField(
        label=gettext_lazy("Your colour"),
        choices=[
            (Colour.RANDOM.value, pgettext_lazy("colour", "Random")),
            *((side.value, words) for side, words in SIDES.items()),
        ],
        widget=forms.RadioSelect,
        initial=Colour.RANDOM.value,
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Counts for the rating"),
        help_text=gettext_lazy("A match to 1–25 points between registered players."),
        required=False,
    )
