"""The rule card and the clock as a form: a part of every page on which play starts (rules.md 1.2, 2.1, 3, 4, 6.2, 9).

It works without script: a preset, and under *More options* what is to be different. `composer_answer` says live what
the answers make, so that no rule is in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.clock import MAX_DAYS, ClockPreset, ClockSetting, checked_clock
from games.rules.rulecard import MAX_LENGTH, MAX_STAKE, MAX_STAKE_LABEL, PlayKind, Preset, RuleCard
from matches import composer_choices as choices
from matches.composer_cards import NEEDED, CardError, composed_card, kind_chosen, usual_card
from matches.widgets import HintedRadios
from matches.wording.cards import card_facts, card_line
from matches.wording.clocks import clock_meaning, clock_words
from matches.wording.names import PRESET_HINTS

DEFAULT_LENGTH: Final = 5
DEFAULT_DAYS: Final = 3

MATCH_OPTIONS: Final = ("crawford", "holland")
MONEY_OPTIONS: Final = ("jacoby", "automatic_doubles", "max_redoubles", "beaver_refusal", "multipliers")
STAKE: Final = ("stake_amount", "stake_label")
EVERY_OPTION: Final = ("kind", "opening", "cube_limit", *MATCH_OPTIONS, *MONEY_OPTIONS, *STAKE, "overtime")


def _whole_number(least: int, most: int) -> dict[str, Any]:
    sentence = gettext_lazy("Write a whole number from %(least)d to %(most)d.")
    words = choices.filled(sentence, least=least, most=most)
    return dict.fromkeys(("invalid", "min_value", "max_value"), words)


def _switch(label: Any, help_text: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, help_text=help_text, choices=choices.SWITCH_CHOICES, required=False)


def _number_list(label: Any, help_text: Any, offered: choices.Choices) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, help_text=help_text, choices=offered, coerce=int, empty_value=None, required=False
    )


class ComposerForm(forms.Form):
    """What is to be played. After a successful `is_valid`: `rule_card` and `clock_setting`."""

    card = forms.ChoiceField(
        label=gettext_lazy("What to play"),
        choices=choices.PRESET_CHOICES,
        widget=HintedRadios(hints={preset.value: hint for preset, hint in PRESET_HINTS.items()}),
        initial=Preset.MATCH.value,
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of play"),
        help_text=gettext_lazy("For your own rules: a match, a session, or one game."),
        choices=choices.KIND_CHOICES,
        required=False,
    )
    length = forms.IntegerField(
        label=gettext_lazy("Points to win"),
        min_value=1,
        max_value=MAX_LENGTH,
        widget=forms.RadioSelect(choices=choices.LENGTH_CHOICES),
        initial=DEFAULT_LENGTH,
        required=False,
        error_messages=_whole_number(1, MAX_LENGTH),
    )
    other_length = forms.IntegerField(
        label=gettext_lazy("Another length"),
        help_text=gettext_lazy("1 to 127. A number here replaces the choice above."),
        min_value=1,
        max_value=MAX_LENGTH,
        required=False,
        error_messages=_whole_number(1, MAX_LENGTH),
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=choices.CLOCK_CHOICES,
        widget=HintedRadios,
        initial=ClockPreset.NORMAL.value,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days a turn"),
        help_text=gettext_lazy("Only for correspondence: 1 to 14."),
        min_value=1,
        max_value=MAX_DAYS,
        initial=DEFAULT_DAYS,
        required=False,
        error_messages=_whole_number(1, MAX_DAYS),
    )
    overtime = forms.BooleanField(
        label=gettext_lazy("Overtime"),
        help_text=gettext_lazy("Whose time runs out gets 2 minutes more, once."),
        required=False,
    )
    opening = forms.ChoiceField(
        label=gettext_lazy("Opening"),
        help_text=gettext_lazy("How it is decided who moves first."),
        choices=choices.OPENING_CHOICES,
        required=False,
    )
    cube_limit = _number_list(
        gettext_lazy("Highest cube"),
        gettext_lazy("The cube cannot be turned beyond this value."),
        choices.CUBE_CHOICES,
    )
    crawford = _switch(
        gettext_lazy("Crawford rule"),
        gettext_lazy("Nobody may double in the first game after somebody needs only one point."),
    )
    holland = forms.BooleanField(
        label=gettext_lazy("Holland rule"),
        help_text=gettext_lazy("After the Crawford game nobody may double before both have played two turns."),
        required=False,
    )
    jacoby = _switch(
        gettext_lazy("Jacoby rule"),
        gettext_lazy("Gammons and backgammons count as a single while nobody has turned the cube."),
    )
    automatic_doubles = _number_list(
        gettext_lazy("Automatic doubles"),
        gettext_lazy("A tied opening throw doubles the cube, which stays in the middle."),
        choices.AUTOMATIC_CHOICES,
    )
    max_redoubles = _number_list(
        gettext_lazy("Beavers and further"),
        gettext_lazy("Who is doubled may turn the cube again at once and keep it; a raccoon is the answer to that."),
        choices.REDOUBLE_CHOICES,
    )
    beaver_refusal = forms.ChoiceField(
        label=gettext_lazy("Refused beaver"),
        help_text=gettext_lazy("What becomes of the game when a beaver, or a further turn, is refused."),
        choices=choices.REFUSAL_CHOICES,
        required=False,
    )
    multipliers = forms.ChoiceField(
        label=gettext_lazy("What a win counts"),
        help_text=gettext_lazy("Single, gammon and backgammon, each times the cube."),
        choices=choices.MULTIPLIER_CHOICES,
        required=False,
    )
    stake_amount = forms.IntegerField(
        label=gettext_lazy("Stake"),
        help_text=gettext_lazy("What one point is worth: 1 to 1,000,000. Play money; the server moves none."),
        min_value=1,
        max_value=MAX_STAKE,
        required=False,
        error_messages=_whole_number(1, MAX_STAKE),
    )
    stake_label = forms.CharField(
        label=gettext_lazy("Of what"),
        help_text=gettext_lazy("Such as “coffee”, at most 24 characters."),
        max_length=MAX_STAKE_LABEL,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("At most %(limit_value)d characters; this has %(show_value)d.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rule_card: RuleCard | None = None
        """What is proposed; set by a successful `is_valid`."""
        self.clock_setting: ClockSetting | None = None
        """Its clock; set by a successful `is_valid`."""
        self.fields["clock"].widget.hints = self.clock_hints()

    @property
    def more_is_open(self) -> bool:
        """Whether something under *More options* was chosen or is wrong."""
        return any(self[name].errors or self[name].value() not in _UNTOUCHED for name in EVERY_OPTION)

    @property
    def is_open(self) -> bool:
        """Whether the folded rules are to be seen at once: something was sent and is wrong."""
        return any(name in self.errors for name in (*NEEDED, "clock", "days", "overtime"))

    @property
    def line(self) -> str:
        """What is played, for the head of the folded rules; of the answers as far as they make a card."""
        card = self.rule_card if self.is_bound else self._first_card()
        return "" if card is None else card_line(card)

    @property
    def usual_options(self) -> dict[str, dict[str, str | int | bool]]:
        """The options of each preset, for the script that sets them when a preset is chosen."""
        return {preset.value: _options_of(preset) for preset in Preset if preset is not Preset.CUSTOM}

    def clean_stake_label(self) -> str:
        """Words that a person can read, with single blanks."""
        label = " ".join(str(self.cleaned_data["stake_label"]).split())
        if not label.isprintable():
            raise forms.ValidationError(_("Letters, digits and signs only."), code="characters")
        return label

    def clean(self) -> dict[str, Any]:
        """Put the fields together to a rule card and a clock; what does not go together is said at its field."""
        data = super().clean() or self.cleaned_data
        self.clock_setting = self._clock(data)
        if all(name in data for name in NEEDED):
            try:
                self.rule_card = composed_card(data, data["other_length"] or data["length"])
            except CardError as refused:
                self.add_error(refused.field, refused.words)
        return data

    def clock_hints(self) -> dict[str, str]:
        """What each clock means for the length that was sent, or for the first one offered."""
        length = self._length_shown()
        return {preset.value: clock_meaning(ClockSetting(preset), length) for preset in ClockPreset}

    def _first_card(self) -> RuleCard:
        preset = Preset(self["card"].initial)
        return usual_card(preset, kind_chosen(preset, ""), int(self["length"].initial or DEFAULT_LENGTH))

    def _length_shown(self) -> int | None:
        card, kind = str(self["card"].value()), str(self["kind"].value() or "")
        if card in set(Preset) and kind in {"", *PlayKind} and kind_chosen(Preset(card), kind) is not PlayKind.MATCH:
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


_UNTOUCHED: Final = (None, False, "", choices.OPENING_CHOICES[0][0], choices.REFUSAL_CHOICES[0][0])


def _options_of(preset: Preset) -> dict[str, str | int | bool]:
    card = usual_card(preset, kind_chosen(preset, ""), DEFAULT_LENGTH)
    return {
        "kind": card.kind.value,
        "opening": card.opening.value,
        "cube_limit": card.cube_limit,
        "crawford": choices.ON if card.crawford else choices.OFF,
        "holland": card.holland,
        "jacoby": choices.ON if card.jacoby else choices.OFF,
        "automatic_doubles": card.automatic_doubles,
        "max_redoubles": card.max_redoubles,
        "beaver_refusal": card.beaver_refusal.value,
        "multipliers": card.multipliers.value,
    }


def composer_answer(answers: Mapping[str, Any]) -> dict[str, Any]:
    """What the answers make so far, for the script of the form (bgsite/frontend/src/start/answer.ts).

    `card` and `kind` (None while something is wrong), `line` (the card in one line), `facts` (pairs of texts), `clocks`
    (what each means for the length), `errors` (sentences by field).
    """
    form = ComposerForm(answers)
    form.is_valid()
    card, clock = form.rule_card, form.clock_setting
    clock_fact = [] if card is None or clock is None else [(_("Clock"), clock_words(clock, card.length))]
    return {
        "card": None if card is None else card.preset.value,
        "kind": None if card is None else card.kind.value,
        "line": form.line,
        "facts": [] if card is None else card_facts(card) + clock_fact,
        "clocks": form.clock_hints(),
        "errors": {name: [str(error) for error in errors] for name, errors in form.errors.items()},
    }
