"""The forms of the pages on which play starts: the composer's rule card, and who sits where.

Each takes the reader of the page. After a successful `is_valid` it has `terms`, the proposal as a whole.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.composer import ComposerForm
from matches.composer_choices import Colour
from matches.reader import Reader
from matches.selectors.people import player_named
from matches.services.lifecycle import LifecycleFault, Terms
from matches.services.people import may_challenge
from matches.widgets import HintedRadios
from matches.wording.faults import CHALLENGE_FAULTS, FAULTS
from matches.wording.levels import level_words
from matches.wording.names import LEVELS, SIDES

PACES: Final = (
    (0, gettext_lazy("At once")),
    (500, gettext_lazy("Half a second")),
    (1000, gettext_lazy("One second")),
    (2000, gettext_lazy("Two seconds")),
)
USUAL_PACE: Final = 1000
COMPUTER, SCREEN, FRIEND, PLAYER = "computer", "screen", "friend", "player"

_UNTIMED: Final = {"clock": ClockPreset.UNTIMED.value}


def _colours(initial: Colour) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("Your colour"),
        choices=[
            *((side.value, SIDES[side]) for side in Side),
            (Colour.RANDOM.value, pgettext_lazy("colour", "Random")),
        ],
        widget=forms.RadioSelect,
        initial=initial.value,
    )


def _levels(*, required: bool) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("How strong"),
        choices=[(level.value, LEVELS[level]) for level in Level],
        help_text=gettext_lazy("The error rate is what a level loses by a decision: the smaller, the stronger."),
        widget=HintedRadios,
        initial=Level.INTERMEDIATE.value,
        required=required,
    )


def _paces() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=gettext_lazy("Its pace"),
        help_text=gettext_lazy("How long the computer waits before each act, so that you can follow."),
        choices=PACES,
        coerce=int,
        empty_value=None,
        initial=USUAL_PACE,
        required=False,
    )


def _opponents(help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Opponent"),
        help_text=help_text,
        max_length=150,
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


def _guest_names() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy("What the other player sees. You may leave it empty."),
        max_length=150,
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class StartForm(ComposerForm):
    """Of every page that starts play."""

    first: dict[str, Any] = {}  # noqa: RUF012 - what the page begins with, never changed
    is_public = True
    """Who has the address may watch; only matches by name and of the lobby are ever listed."""

    def __init__(self, *args: Any, reader: Reader, **kwargs: Any) -> None:
        kwargs["initial"] = self.first | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        self.reader = reader
        self.terms: Terms | None = None
        """What is proposed; set by a successful `is_valid`."""
        if "level" in self.fields:
            self.fields["level"].widget.hints = {level.value: level_words(level) for level in Level}
        if "guest_name" in self.fields:
            if reader.registered is not None:
                del self.fields["guest_name"]
            else:
                self.fields["guest_name"].initial = reader.guest_name

    def clean_guest_name(self) -> str:
        """The name as a guest would get it."""
        return self.reader.name_check(self.cleaned_data["guest_name"])

    def clean(self) -> dict[str, Any]:
        """The whole proposal, when nothing is wrong with it."""
        data = super().clean()
        if self.rule_card is not None and self.clock_setting is not None and not self.errors:
            colour = data.get("colour", Colour.WHITE.value)
            self.terms = Terms(
                card=self.rule_card,
                clock=self.clock_setting,
                creator_side=None if colour == Colour.RANDOM.value else Side(colour),
                is_public=data.get("public", self.is_public),
                is_rated=data.get("rated", False),
            )
        return data

    def named_opponent(self, name: str) -> AbstractBaseUser | None:
        """The player who was named; None for an empty name. Raises ValidationError with its sentence."""
        if not name:
            return None
        opponent = player_named(name)
        if opponent is None:
            raise forms.ValidationError(_("There is no player with this name."), code="unknown")
        registered = self.reader.registered
        if registered is not None and opponent.pk == registered.pk:
            raise forms.ValidationError(
                _("You cannot invite yourself. Name somebody else, or send a link to a friend."), code="yourself"
            )
        if not opponent.is_active:
            raise forms.ValidationError(str(FAULTS[LifecycleFault.OPPONENT_CLOSED]), code="closed")
        refused = None if registered is None else may_challenge(registered.pk, opponent.pk)
        if refused is not None:
            raise forms.ValidationError(str(CHALLENGE_FAULTS[refused]), code=refused.value)
        return opponent


class ComputerForm(StartForm):
    """Against the computer."""

    first = _UNTIMED
    level = _levels(required=True)
    colour = _colours(Colour.WHITE)
    pace = _paces()


class ScreenForm(StartForm):
    """Two at one screen."""

    first = _UNTIMED


class FriendForm(StartForm):
    """A friend by link."""

    first = _UNTIMED
    colour = _colours(Colour.WHITE)
    guest_name = _guest_names()


class NamedForm(StartForm):
    """A player by name, or (without a name) whoever gets the link."""

    opponent = _opponents(
        gettext_lazy("The player's name. Leave it empty to get a link that you can send to anybody."),
    )
    colour = _colours(Colour.RANDOM)
    public = forms.BooleanField(
        label=gettext_lazy("Anybody may watch"),
        help_text=gettext_lazy("The match is in the list of running matches. Matches by link are never listed."),
        initial=True,
        required=False,
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Counts for the rating"),
        help_text=gettext_lazy("A match to 1–25 points between registered players."),
        required=False,
    )

    def clean_opponent(self) -> AbstractBaseUser | None:
        """Find the player who was named; None for a link."""
        return self.named_opponent(self.cleaned_data["opponent"])


class MoneyForm(StartForm):
    """A session of games, with whom one likes."""

    first = _UNTIMED | {"card": Preset.MONEY.value}
    against = forms.ChoiceField(
        label=gettext_lazy("Play with"),
        choices=[
            (COMPUTER, gettext_lazy("The computer")),
            (SCREEN, gettext_lazy("Somebody at this screen")),
            (FRIEND, gettext_lazy("A friend, by link")),
            (PLAYER, gettext_lazy("A player, by name")),
        ],
        widget=HintedRadios(
            hints={
                COMPUTER: gettext_lazy("It judges by the rules of your session."),
                SCREEN: gettext_lazy("Both sides play here in turn."),
                FRIEND: gettext_lazy("You get a link to send."),
                PLAYER: gettext_lazy("Both of you need an account."),
            }
        ),
        initial=COMPUTER,
    )
    level = _levels(required=False)
    pace = _paces()
    opponent = _opponents(gettext_lazy("Only for a player by name."))
    colour = _colours(Colour.WHITE)
    guest_name = _guest_names()

    def clean(self) -> dict[str, Any]:
        """Who is chosen must be named."""
        self._opponent_find()
        return super().clean()

    def _opponent_find(self) -> None:
        data = self.cleaned_data
        against = data.get("against")
        if against == COMPUTER and not data.get("level") and "level" not in self.errors:
            self.add_error("level", _("Choose how strong the computer is to play."))
        if against != PLAYER or "opponent" not in data:
            return
        if self.reader.registered is None:
            self.add_error("against", _("To invite a player by name, log in first. A friend by link needs no account."))
        elif not data["opponent"]:
            self.add_error("opponent", _("Write the name of the player."))
        else:
            try:
                data["opponent"] = self.named_opponent(data["opponent"])
            except forms.ValidationError as unknown:
                self.add_error("opponent", unknown)
