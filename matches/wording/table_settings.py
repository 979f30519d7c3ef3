"""What the settings of the table are called, their values, and what is wrong with one."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.table_settings import SettingError, SettingFault
from matches.wording.names import Words

NAMES: Final[dict[str, Words]] = {
    "look": gettext_lazy("Picture"),
    "theme": gettext_lazy("Colours"),
    "checkers": gettext_lazy("Checkers"),
    "dice": gettext_lazy("Dice"),
    "direction": gettext_lazy("Direction"),
    "speed": gettext_lazy("Animation"),
    "lastPlay": gettext_lazy("Outlines of the last play"),
    "pips": gettext_lazy("Pip counts on the board"),
    "turnBoard": gettext_lazy("Turn the board to the player on turn"),
    "moveStyle": gettext_lazy("How checkers are moved"),
    "confirmAnswers": gettext_lazy("Ask once more before a take or a drop"),
    "autoRoll": gettext_lazy("Roll by itself"),
    "autoPlay": gettext_lazy("Play forced moves by itself"),
    "autoConfirm": gettext_lazy("Confirm by itself"),
    "greedy": gettext_lazy("Bear off by itself"),
    "sounds": gettext_lazy("What is heard"),
    "volume": gettext_lazy("Volume"),
    "panel": gettext_lazy("Where the panels are"),
    "folded": gettext_lazy("Folded panels"),
}

VALUES: Final[dict[str, dict[str, Words]]] = {
    "look": {
        "auto": gettext_lazy("3D where it runs well"),
        "solid": gettext_lazy("3D"),
        "flat": gettext_lazy("2D"),
    },
    "theme": {
        "classic": gettext_lazy("Mahogany and green felt"),
        "night": gettext_lazy("Walnut and blue felt"),
        "sand": gettext_lazy("Maple and burgundy"),
        "contrast": gettext_lazy("High contrast"),
    },
    "checkers": {"turned": gettext_lazy("turned"), "inlaid": gettext_lazy("inlaid")},
    "dice": {"ivory": gettext_lazy("light and dark"), "matching": gettext_lazy("like the checkers")},
    "direction": {
        "right": gettext_lazy("bear off to the right"),
        "left": gettext_lazy("bear off to the left"),
    },
    "speed": {
        "slow": gettext_lazy("slow"),
        "normal": gettext_lazy("normal"),
        "fast": gettext_lazy("fast"),
        "none": pgettext_lazy("animation", "none"),
    },
    "moveStyle": {
        "guided": gettext_lazy("choose, then target"),
        "one_click": gettext_lazy("one click"),
        "drag": gettext_lazy("drag"),
    },
    "autoPlay": {
        "off": pgettext_lazy("forced moves", "off"),
        "turn": gettext_lazy("when the whole turn is forced"),
        "steps": gettext_lazy("every forced step"),
    },
    "autoConfirm": {
        "never": gettext_lazy("never"),
        "forced": gettext_lazy("forced turns"),
        "always": gettext_lazy("always"),
    },
    "sounds": {
        "dice": gettext_lazy("Dice are thrown"),
        "move": gettext_lazy("A checker is moved"),
        "hit": gettext_lazy("A checker is hit"),
        "off": gettext_lazy("A checker is borne off"),
        "turn": gettext_lazy("It is your turn, or you are offered the cube"),
    },
    "panel": {
        "side": gettext_lazy("beside the board"),
        "below": gettext_lazy("below the board"),
        "hidden": gettext_lazy("hidden"),
    },
    "folded": {
        "steps": gettext_lazy("Play by buttons"),
        "log": gettext_lazy("Move log"),
        "chat": gettext_lazy("Chat"),
        "text": gettext_lazy("Checkers as text"),
    },
}

HELP: Final[dict[str, Words]] = {
    "look": gettext_lazy("The 2D board is always there as well: a button on the board changes between the two."),
    "speed": gettext_lazy("Nothing moves while your device asks for reduced motion."),
    "turnBoard": gettext_lazy("For two at one screen. Otherwise only the numbers and the panel turn."),
    "moveStyle": gettext_lazy(
        "One click moves by the left die, the other mouse button by the right one; a click on the dice swaps them. "
        "Whatever you choose, checkers can be dragged."
    ),
    "autoRoll": gettext_lazy("Where you may double, only if you said so for the turn."),
    "autoPlay": gettext_lazy("Half a second later, so that you see it."),
    "autoConfirm": gettext_lazy("What is confirmed cannot be undone."),
    "greedy": gettext_lazy("Once nobody can be hit any more, and when one play bears off the most."),
    "volume": gettext_lazy("0 is silent. Sounds begin with your first click or key on a page."),
    "panel": gettext_lazy("On a narrow screen they are always below the board, or hidden."),
    "folded": gettext_lazy("Only their titles are seen; a click on one unfolds it."),
}

_LONGEST_SHOWN: Final = 40
"""Characters of a wrong name or value that are repeated to the reader."""


def setting_sentence(error: SettingError) -> str:
    """What is wrong, naming the setting."""
    match error.fault:
        case SettingFault.NOT_A_LIST:
            return _("These are no settings. Nothing was changed.")
        case SettingFault.UNKNOWN:
            return _("There is no setting “%(name)s”. Nothing was changed.") % {"name": _short(error.name)}
        case SettingFault.VALUE:
            return _("The setting “%(name)s” cannot be “%(value)s”. Nothing was changed.") % {
                "name": NAMES[error.name],
                "value": _short(error.value),
            }


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
