"""Every option of the rule card in words: what it is called, what it means, what it can be, what the presets take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.rulecard import UNLIMITED, BeaverRefusal, Multipliers, Opening, PlayKind, Preset, RuleCard, card_for
from matches.wording.names import BEAVER_REFUSALS, KINDS, MULTIPLIERS, OPENINGS, PRESET_HINTS, PRESETS, Words

_FREE: Final = frozenset({"length", "stake", "overtime"})
"""What a preset leaves open."""
SOME_LENGTH: Final = 7
"""Of the match whose card stands for the preset; what is said of lengths does not depend on it."""


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What is said of one option."""

    name: Words
    meaning: Words
    values: tuple[Words, ...]
    """Empty: it is on or off."""


@dataclass(frozen=True, slots=True)
class OptionShown:
    """One option as the page shows it."""

    anchor: str
    name: Words
    meaning: Words
    values: Sequence[Words]
    by_preset: Sequence[tuple[Words, str]]
    """What each preset takes, presets that take the same thing together."""


OPTIONS: Final[Mapping[str, OptionWords]] = MappingProxyType(
    {
        "kind": OptionWords(
            _("Kind of play"),
            _(
                "A match ends when somebody has the agreed number of points. A session is any number of games,"
                " each counted by itself. One game is just that, without a score."
            ),
            tuple(KINDS.values()),
        ),
        "length": OptionWords(
            _("Points to win"),
            _("How many points win the match. Three to seven are an evening; a match to one point is one game."),
            (_("1 to 127"),),
        ),
        "opening": OptionWords(
            _("Opening"),
            _(
                "How it is decided who moves first. Where the winner of the throw may decline the two opening dice,"
                " both own dice are thrown instead, once, before moving: then the game can begin with doubles."
            ),
            tuple(OPENINGS.values()),
        ),
        "cube_limit": OptionWords(
            _("Highest cube"),
            _("The cube cannot be turned beyond this value. With 1 there is no cube at all."),
            (_("no cube"), _("2, 4, 8 and so on up to 4096")),
        ),
        "crawford": OptionWords(
            _("Crawford rule"),
            _(
                "In the one game after a player first needs only one more point, nobody may double. It keeps the"
                " leader’s last point worth something. Matches only."
            ),
            (),
        ),
        "holland": OptionWords(
            _("Holland rule"),
            _(
                "In the games after the Crawford game nobody may double before both have played two turns; the opening"
                " counts as the starter’s first. Matches with the Crawford rule only."
            ),
            (),
        ),
        "jacoby": OptionWords(
            _("Jacoby rule"),
            _(
                "Gammons (×2) and backgammons (×3) count as a single game (×1) while nobody has turned the cube."
                " A cube that was only turned by automatic doubles does not count as turned. Sessions and single"
                " games only."
            ),
            (),
        ),
        "automatic_doubles": OptionWords(
            _("Automatic doubles"),
            _(
                "Each tied opening throw doubles the cube, which stays in the middle, up to the agreed number a game."
                " Not in matches, and not where White always starts."
            ),
            (_("none"), _("1 to 11 times a game"), _("every time, as far as the cube goes")),
        ),
        "max_redoubles": OptionWords(
            _("Beavers and further"),
            _(
                "Who is doubled may turn the cube once more at once and keep it: a beaver. The answer to that is a"
                " raccoon, and so on. The cube stays with the player who was doubled first. Not in matches."
            ),
            (_("none"), _("beaver"), _("beaver and raccoon"), _("further turns, up to the cube’s limit")),
        ),
        "beaver_refusal": OptionWords(
            _("Refused beaver"),
            _(
                "What becomes of the game when a beaver, or a further turn, is refused: it is lost at the value before"
                " that turn, or that value is paid at once and the game goes on with the higher cube. The second is for"
                " sessions only."
            ),
            tuple(BEAVER_REFUSALS.values()),
        ),
        "multipliers": OptionWords(
            _("What a win counts"),
            _("What a single game, a gammon and a backgammon multiply the cube by. In a match always 1, 2 and 3."),
            tuple(MULTIPLIERS.values()),
        ),
        "stake": OptionWords(
            _("Stake"),
            _(
                "What one point of a session is worth, a number and a word of your own such as “coffee”. Only the"
                " sums are shown: the server moves no money."
            ),
            (_("1 to 1,000,000 of anything"),),
        ),
        "overtime": OptionWords(
            _("Overtime"),
            _("Whose time runs out gets 2 more minutes, once. Says nothing where there is no clock."),
            (),
        ),
    }
)
"""By the field of `RuleCard`, in the order of the page."""


def options_shown() -> list[OptionShown]:
    """All options in the active language."""
    return [
        OptionShown(f"option-{field.replace('_', '-')}", words.name, words.meaning, words.values, _by_preset(field))
        for field, words in OPTIONS.items()
    ]


def presets_shown() -> list[tuple[Words, Words]]:
    """Each preset and what it is for."""
    return [(PRESETS[preset], PRESET_HINTS[preset]) for preset in Preset]


def _by_preset(field: str) -> list[tuple[Words, str]]:
    found: dict[str, list[str]] = {}
    for preset in Preset:
        if preset is not Preset.CUSTOM:
            found.setdefault(_value_words(field, _card(preset)), []).append(str(PRESETS[preset]))
    separator = gettext(", ")
    return [(separator.join(presets), value) for value, presets in found.items()]


def _card(preset: Preset) -> RuleCard:
    return card_for(preset, SOME_LENGTH if preset is Preset.MATCH else None)


def _value_words(field: str, card: RuleCard) -> str:
    """What the card says of the option, shortly."""
    value = getattr(card, field)
    if field in _FREE:
        return gettext("as you choose") if value is not None else gettext("does not arise")
    match value:
        case bool():
            return gettext("on") if value else gettext("off")
        case PlayKind():
            return str(KINDS[value])
        case Opening():
            return str(OPENINGS[value])
        case BeaverRefusal():
            return str(BEAVER_REFUSALS[value]) if card.max_redoubles else gettext("does not arise")
        case Multipliers():
            return str(MULTIPLIERS[value])
        case _:
            return _number_words(field, card)


def _number_words(field: str, card: RuleCard) -> str:
    value = getattr(card, field)
    match field:
        case "cube_limit":
            return gettext("no cube") if value == 1 else str(value)
        case "max_redoubles":
            return str(_REDOUBLES.get(value, _REDOUBLES[UNLIMITED]))
        case _:
            return gettext("none") if value == 0 else gettext("at most once a game")


_REDOUBLES: Final[Mapping[int, str | Promise]] = MappingProxyType(
    {
        0: _("none"),
        1: _("beaver"),
        2: _("beaver and raccoon"),
        3: _("beaver, raccoon and one more"),
        UNLIMITED: _("further turns, up to the cube’s limit"),
    }
)
