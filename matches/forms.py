"""The form that opens a match. Works without script; what it refuses it refuses in a sentence at the field."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.rules.clock import SECOND, ClockPreset, ClockSetting, checked_clock, clock_for
from games.rules.errors import IllegalAction, Refusal
from games.rules.rulecard import Opening, Preset, RuleCard, card_for, checked_card
from games.rules.sides import Side
from matches.refusals import sentence
from matches.selectors.people import player_named
from matches.services.lifecycle import LifecycleFault, Terms
from matches.services.people import may_challenge
from matches.widgets import HintedRadios
from matches.wording.clocks import clock_meaning
from matches.wording.faults import CHALLENGE_FAULTS, FAULTS
from matches.wording.names import CLOCKS, OPENINGS, PRESET_HINTS, PRESETS, SIDES

COMMON_LENGTHS = (1, 3, 5, 7, 9, 11, 15, 21, 25)
CUBE_LIMITS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
MAX_LENGTH = 127
DEFAULT_LENGTH = 5
DEFAULT_DAYS = 3

RANDOM = "random"
AS_CARD = ""
ON = "on"
OFF = "off"

_NO_FIGURES = frozenset({ClockPreset.UNTIMED, ClockPreset.CORRESPONDENCE})
_MORE = ("crawford", "holland", "opening", "cube_limit")
_AS_USUAL = (None, False, AS_CARD, Opening.THROW.value)
_LENGTH_ERRORS = {
    name: gettext_lazy("Write a whole number from 1 to 127.") for name in ("invalid", "min_value", "max_value")
}
_DAYS_ERRORS = {
    name: gettext_lazy("Write a whole number from 1 to 14.") for name in ("invalid", "min_value", "max_value")
}
_FIELD_OF_REFUSAL = {
    Refusal.CARD_LENGTH: "length",
    Refusal.CARD_CUBE_LIMIT: "cube_limit",
    Refusal.CARD_MONEY_CRAWFORD: "crawford",
    Refusal.CARD_MONEY_HOLLAND: "holland",
    Refusal.CARD_HOLLAND_CRAWFORD: "holland",
    Refusal.CARD_NO_CUBE: "cube_limit",
    Refusal.CARD_WHITE_FIRST: "opening",
    Refusal.CARD_LIMIT_AUTOMATIC: "cube_limit",
}


class NewMatchForm(forms.Form):
    """The terms of a new match and who is asked to play it."""

    card = forms.ChoiceField(
        label=gettext_lazy("What to play"),
        choices=[(preset.value, PRESETS[preset]) for preset in Preset if preset is not Preset.CUSTOM],
        widget=HintedRadios(hints={preset.value: hint for preset, hint in PRESET_HINTS.items()}),
        initial=Preset.MATCH.value,
    )
    length = forms.IntegerField(
        label=gettext_lazy("Points to win"),
        min_value=1,
        max_value=MAX_LENGTH,
        widget=forms.RadioSelect(choices=[(length, str(length)) for length in COMMON_LENGTHS]),
        initial=DEFAULT_LENGTH,
        required=False,
        error_messages=_LENGTH_ERRORS,
    )
    other_length = forms.IntegerField(
        label=gettext_lazy("Another length"),
        help_text=gettext_lazy("1 to 127. A number here goes before the choice above."),
        min_value=1,
        max_value=MAX_LENGTH,
        required=False,
        error_messages=_LENGTH_ERRORS,
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=[(preset.value, CLOCKS[preset]) for preset in ClockPreset],
        widget=HintedRadios,
        initial=ClockPreset.NORMAL.value,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days a turn"),
        help_text=gettext_lazy("Only for correspondence: 1 to 14."),
        min_value=1,
        max_value=14,
        initial=DEFAULT_DAYS,
        required=False,
        error_messages=_DAYS_ERRORS,
    )
    colour = forms.ChoiceField(
        label=gettext_lazy("Your colour"),
        choices=[
            (RANDOM, pgettext_lazy("colour", "Random")),
            *((side.value, SIDES[side]) for side in Side),
        ],
        widget=forms.RadioSelect,
        initial=RANDOM,
    )
    opponent = forms.CharField(
        label=gettext_lazy("Opponent"),
        help_text=gettext_lazy("The player's name. Leave it empty to get a link that you can send to anybody."),
        max_length=150,
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Anybody may watch"),
        help_text=gettext_lazy("The match is in the list of running matches. Matches by link are never listed."),
        initial=True,
        required=False,
    )
    crawford = forms.ChoiceField(
        label=gettext_lazy("Crawford rule"),
        help_text=gettext_lazy("Nobody may double in the first game after somebody needs only one point."),
        choices=[
            (AS_CARD, gettext_lazy("As usual for the choice above")),
            (ON, gettext_lazy("On")),
            (OFF, gettext_lazy("Off")),
        ],
        required=False,
    )
    holland = forms.BooleanField(
        label=gettext_lazy("Holland rule"),
        help_text=gettext_lazy("After the Crawford game nobody may double before both have played two turns."),
        required=False,
    )
    opening = forms.ChoiceField(
        label=gettext_lazy("Opening"),
        help_text=gettext_lazy("How it is decided who moves first."),
        choices=[(opening.value, OPENINGS[opening]) for opening in Opening],
        required=False,
    )
    cube_limit = forms.TypedChoiceField(
        label=gettext_lazy("Highest cube"),
        help_text=gettext_lazy("The cube cannot be turned beyond this value."),
        choices=[
            (AS_CARD, gettext_lazy("As usual for the choice above")),
            (1, gettext_lazy("No cube")),
            *((limit, str(limit)) for limit in CUBE_LIMITS[1:]),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, creator: AbstractBaseUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.creator = creator
        self.terms: Terms | None = None
        """What is proposed; set by a successful `is_valid`."""
        self.fields["clock"].widget.hints = self._clock_hints()

    @property
    def more_is_open(self) -> bool:
        """Whether something under *More options* was chosen or is wrong."""
        return any(self[name].errors or self[name].value() not in _AS_USUAL for name in _MORE)

    @property
    def clock_figures(self) -> dict[str, dict[str, int]]:
        """Seconds of delay, and of reserve for one point, for the script that follows the chosen length."""
        clocks = {
            preset.value: clock_for(ClockSetting(preset), 1) for preset in ClockPreset if preset not in _NO_FIGURES
        }
        return {
            name: {"delay": clock.delay // SECOND, "reserve": clock.reserve.white // SECOND}
            for name, clock in clocks.items()
            if clock is not None
        }

    def clean_opponent(self) -> AbstractBaseUser | None:
        """Find the player who was named; None for a link."""
        name = self.cleaned_data["opponent"]
        if not name:
            return None
        opponent = player_named(name)
        if opponent is None:
            raise forms.ValidationError(_("There is no player with this name."), code="unknown")
        if opponent.pk == self.creator.pk:
            raise forms.ValidationError(
                _("You cannot invite yourself. Name somebody else, or leave this empty to get a link."),
                code="yourself",
            )
        if not opponent.is_active:
            raise forms.ValidationError(str(FAULTS[LifecycleFault.OPPONENT_CLOSED]), code="closed")
        refused = may_challenge(self.creator.pk, opponent.pk)
        if refused is not None:
            raise forms.ValidationError(str(CHALLENGE_FAULTS[refused]), code=refused.value)
        return opponent

    def clean(self) -> dict[str, Any]:
        """Put the fields together to a rule card and a clock; what does not go together is said at its field."""
        data = super().clean() or self.cleaned_data
        clock = self._clock(data)
        card = self._card(data)
        if card is not None and clock is not None and not self.errors:
            self.terms = Terms(
                card=card,
                clock=clock,
                creator_side=None if data["colour"] == RANDOM else Side(data["colour"]),
                is_public=data["public"],
            )
        return data

    def _clock_hints(self) -> dict[str, str]:
        """What each clock means for the length that was sent, or for the first one offered."""
        length = self._length_shown()
        return {preset.value: clock_meaning(ClockSetting(preset), length) for preset in ClockPreset}

    def _length_shown(self) -> int | None:
        if str(self["card"].value()) != Preset.MATCH.value:
            return None
        for name in ("other_length", "length"):
            text = str(self[name].value() or "")
            if len(text) <= len(str(MAX_LENGTH)) and text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_LENGTH:
                return int(text)
        return DEFAULT_LENGTH

    def _clock(self, data: dict[str, Any]) -> ClockSetting | None:
        if "clock" not in data or "days" not in data:
            return None
        preset = ClockPreset(data["clock"])
        if preset is not ClockPreset.CORRESPONDENCE:
            return ClockSetting(preset)
        if data["days"] is None:
            self.add_error("days", _("Say how many days a turn may take: 1 to 14."))
            return None
        return checked_clock(ClockSetting(preset, data["days"]))

    def _card(self, data: dict[str, Any]) -> RuleCard | None:
        needed = ("card", "length", "other_length", "crawford", "holland", "opening", "cube_limit")
        if any(name not in data for name in needed):
            return None
        preset = Preset(data["card"])
        length = data["other_length"] or data["length"]
        if preset is Preset.MATCH and not length:
            self.add_error("length", _("Choose how many points win the match."))
            return None
        try:
            card = card_for(preset, length if preset is Preset.MATCH else None)
            return checked_card(_with_options(card, data))
        except IllegalAction as refused:
            self.add_error(_FIELD_OF_REFUSAL.get(refused.code, "card"), sentence(refused.code, refused.params))
            return None


def _with_options(card: RuleCard, data: dict[str, Any]) -> RuleCard:
    """The card with what was chosen under *More options*; without a cube there is no Crawford rule to switch on."""
    cube_limit = data["cube_limit"] or card.cube_limit
    crawford = card.crawford and cube_limit > 1 if data["crawford"] == AS_CARD else data["crawford"] == ON
    return replace(
        card,
        opening=Opening(data["opening"] or card.opening),
        cube_limit=cube_limit,
        crawford=crawford,
        holland=data["holland"],
    )
