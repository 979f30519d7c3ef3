"""The form of a ruling: one choice, what belongs to it, and the reason that both players are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.clock import SECOND
from games.rules.errors import Refusal
from games.rules.rulings import (
    MAX_ADDED,
    MAX_REASON,
    MAX_SCORE,
    AddTime,
    AdjustScore,
    AwardGame,
    AwardMatch,
    Hold,
    Release,
    Ruling,
    VoidAll,
)
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Pair, Side
from matches.chat_text import normalised
from matches.refusals import sentence
from matches.selectors.review import Step
from matches.wording.names import RESULT_KINDS, SIDES, Words

KINDS: Final[Mapping[str, Words]] = {
    "hold": _("Stop play until I let it go on"),
    "release": _("Let the players go on"),
    "add_time": _("Add time"),
    "adjust_score": _("Adjust the score"),
    "award_game": _("Award the game"),
    "award_match": _("Award the match"),
    "void_all": _("Declare the whole match void"),
}
"""As they are called on the wire; what can be undone comes first."""
CRAWFORD: Final[Mapping[Crawford, Words]] = {
    Crawford.NONE: _("no Crawford rule here"),
    Crawford.PENDING: _("the Crawford game is still to come"),
    Crawford.ACTIVE: _("the game at this score is the Crawford game"),
    Crawford.EXPIRED: _("the Crawford game is over"),
}
_SIDES: Final = [(side.value, words) for side, words in SIDES.items()]


class RulingForm(forms.Form):
    """A ruling on what the director saw: `seen_version` and `decision` travel with it, and `ask` makes it one."""

    decision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seen_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    ask = forms.UUIDField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("Ruling"), choices=list(KINDS.items()), widget=forms.RadioSelect)
    winner = forms.ChoiceField(label=_("Winner"), choices=_SIDES, required=False)
    size = forms.ChoiceField(
        label=_("Won as"), choices=[(str(kind.value), words) for kind, words in RESULT_KINDS.items()], required=False
    )
    rated = forms.BooleanField(label=_("Counts for the rating"), required=False)
    white = forms.IntegerField(label=_("White"), min_value=0, max_value=MAX_SCORE, required=False)
    black = forms.IntegerField(label=_("Black"), min_value=0, max_value=MAX_SCORE, required=False)
    crawford = forms.ChoiceField(
        label=_("Crawford state at this score"),
        choices=[(state.value, words) for state, words in CRAWFORD.items()],
        required=False,
    )
    side = forms.ChoiceField(label=_("Side"), choices=_SIDES, required=False)
    seconds = forms.IntegerField(
        label=_("Seconds"), min_value=1, max_value=MAX_ADDED // SECOND, initial=60, required=False
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MAX_REASON}),
        help_text=_("Both players read it, and it stays in the log. Name no third person and nothing private."),
    )

    @classmethod
    def at(cls, step: Step, data: Mapping[str, Any] | None = None) -> RulingForm:
        """The form for the last event of a match; with what was filled in before, where that was refused."""
        fresh = {
            "decision": step.view.decision,
            "seen_version": step.version,
            "ask": uuid4(),
            "white": step.view.score.white,
            "black": step.view.score.black,
            "crawford": step.crawford_to_rule.value,
        }
        kept = {name: data[name] for name in data if name in _KEPT} if data is not None else {}
        form = cls(initial={**fresh, **kept}, label_suffix="")
        fitting = [(name, words) for name, words in KINDS.items() if name in step.rulings]
        form.fields["kind"] = forms.ChoiceField(label=_("Ruling"), choices=fitting, widget=forms.RadioSelect)
        sides = [(side.value, f"{SIDES[side]}: {step.names.of(side)}") for side in Side]
        form.fields["winner"] = forms.ChoiceField(label=_("Winner"), choices=sides)
        form.fields["side"] = forms.ChoiceField(label=_("Side"), choices=sides)
        return form

    def parts(self) -> list[tuple[str, list[forms.BoundField]]]:
        """What belongs to each kind of ruling, for the page."""
        return [(kind, [self[name] for name in names]) for kind, names in _PARTS.items()]

    def clean_reason(self) -> str:
        """What is left of it when nothing invisible counts."""
        reason = normalised(self.cleaned_data["reason"])
        if not 1 <= len(reason) <= MAX_REASON:
            raise forms.ValidationError(sentence(Refusal.RULING_REASON, {"limit": MAX_REASON}))
        return reason

    def clean(self) -> dict[str, Any]:
        """What belongs to the chosen kind must be there."""
        data = super().clean() or self.cleaned_data
        for name in _NEEDED.get(data.get("kind", ""), ()):
            if data.get(name) in {None, ""} and name not in self.errors:
                self.add_error(name, _("This is needed for the ruling."))
        return data

    def ruling(self) -> Ruling:
        """What was ruled, by a valid form."""
        data = self.cleaned_data
        match data["kind"]:
            case "award_game":
                return AwardGame(Side(data["winner"]), ResultKind(int(data["size"])))
            case "award_match":
                return AwardMatch(Side(data["winner"]), rated=data["rated"])
            case "void_all":
                return VoidAll()
            case "adjust_score":
                return AdjustScore(Pair(data["white"], data["black"]), Crawford(data["crawford"]))
            case "add_time":
                return AddTime(Side(data["side"]), data["seconds"] * SECOND)
            case "hold":
                return Hold()
            case "release":
                return Release()
            case other:
                raise ValueError(other)


_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "award_game": ("winner", "size"),
    "award_match": ("winner",),
    "adjust_score": ("white", "black", "crawford"),
    "add_time": ("side", "seconds"),
}
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "add_time": ("side", "seconds"),
    "adjust_score": ("white", "black", "crawford"),
    "award": ("winner",),
    "award_game": ("size",),
    "award_match": ("rated",),
}
_KEPT: Final = frozenset({"kind", "winner", "size", "rated", "white", "black", "crawford", "side", "seconds", "reason"})
