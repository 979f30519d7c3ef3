"""From the answers of the rule composer to a rule card, and from what the rules refuse to the field it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.rules.errors import IllegalAction, Refusal
from games.rules.rulecard import (
    BeaverRefusal,
    Multipliers,
    Opening,
    PlayKind,
    Preset,
    RuleCard,
    Stake,
    card_for,
    checked_card,
)
from matches.composer_choices import AS_USUAL, ON
from matches.refusals import sentence
from matches.wording.names import Words

NEEDED: Final = (
    "card",
    "kind",
    "length",
    "other_length",
    "opening",
    "cube_limit",
    "crawford",
    "holland",
    "jacoby",
    "automatic_doubles",
    "max_redoubles",
    "beaver_refusal",
    "multipliers",
    "stake_amount",
    "stake_label",
)
"""Without a right answer to one of these there is no card to speak of."""

_USUAL_PRESETS: Final = {
    PlayKind.MATCH: Preset.MATCH,
    PlayKind.MONEY: Preset.MONEY,
    PlayKind.SINGLE: Preset.SINGLE_GAME,
}
_KINDS: Final = {
    Preset.MATCH: PlayKind.MATCH,
    Preset.MONEY: PlayKind.MONEY,
    Preset.CLUB_MONEY: PlayKind.MONEY,
    Preset.SINGLE_GAME: PlayKind.SINGLE,
    Preset.PLAIN: PlayKind.SINGLE,
}
_FIELDS: Final = {
    Refusal.CARD_LENGTH: "length",
    Refusal.CARD_CUBE_LIMIT: "cube_limit",
    Refusal.CARD_MATCH_JACOBY: "jacoby",
    Refusal.CARD_MATCH_BEAVER: "max_redoubles",
    Refusal.CARD_MATCH_AUTOMATIC_DOUBLES: "automatic_doubles",
    Refusal.CARD_MATCH_MULTIPLIERS: "multipliers",
    Refusal.CARD_MATCH_STAKE: "stake_amount",
    Refusal.CARD_MONEY_CRAWFORD: "crawford",
    Refusal.CARD_MONEY_HOLLAND: "holland",
    Refusal.CARD_HOLLAND_CRAWFORD: "holland",
    Refusal.CARD_REFUSAL_BEAVER: "beaver_refusal",
    Refusal.CARD_NO_CUBE: "cube_limit",
    Refusal.CARD_WHITE_FIRST: "opening",
    Refusal.CARD_LIMIT_AUTOMATIC: "cube_limit",
}
_OPTION_FIELDS: Final = {"stake": "stake_amount"}
_OPTION_SENTENCES: Final[dict[str, Words]] = {
    "beaver_refusal": _("Paying and playing on needs a session: a single game has no score to pay into."),
}
_NEED_A_CUBE: Final[dict[str, bool | int]] = {
    "crawford": False,
    "jacoby": False,
    "automatic_doubles": 0,
    "max_redoubles": 0,
}


class CardError(Exception):
    """The options do not go together: `field` says where to say `words`."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field
        self.words = words


def kind_chosen(preset: Preset, kind: str) -> PlayKind:
    """What is played: the kind that was named, else that of the preset; own rules begin as a match."""
    return PlayKind(kind) if kind else _KINDS.get(preset, PlayKind.MATCH)


def usual_card(preset: Preset, kind: PlayKind, length: int) -> RuleCard:
    """The card that the options are set on: the preset's own, or what is usual for another kind of play."""
    fits = _KINDS.get(preset) is kind
    card = card_for(preset if fits else _USUAL_PRESETS[kind], length if kind is PlayKind.MATCH else None)
    return card if fits else replace(card, preset=Preset.CUSTOM)


def composed_card(answers: Mapping[str, Any], length: int | None) -> RuleCard:
    """The card of the answers to `NEEDED`. Raises CardError.

    What was not chosen is as usual; without a cube, what needs one is off unless it was asked for.
    """
    preset = Preset(answers["card"])
    kind = kind_chosen(preset, answers["kind"])
    if kind is PlayKind.MATCH and length is None:
        raise CardError("length", str(_("Choose how many points win the match.")))
    card = usual_card(preset, kind, length or 1)
    try:
        return checked_card(replace(card, **_options(card, answers)))
    except IllegalAction as refused:
        raise _refusal(refused) from refused


def _options(card: RuleCard, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Every option as it was chosen, else as it is usual on `card`."""
    limit = answers["cube_limit"] or card.cube_limit
    chosen = {
        "cube_limit": limit,
        "opening": Opening(answers["opening"] or card.opening),
        "holland": answers["holland"],
        "beaver_refusal": BeaverRefusal(answers["beaver_refusal"] or card.beaver_refusal),
        "multipliers": Multipliers(answers["multipliers"] or card.multipliers),
        "stake": _stake(answers),
        "overtime": bool(answers.get("overtime")),
    }
    for option, off in _NEED_A_CUBE.items():
        usual = getattr(card, option) if limit > 1 else off
        chosen[option] = usual if answers[option] in (AS_USUAL, None) else _value(answers[option])
    return chosen


def _value(answer: str | int) -> bool | int:
    return answer if isinstance(answer, int) else answer == ON


def _stake(answers: Mapping[str, Any]) -> Stake | None:
    amount, label = answers["stake_amount"], answers["stake_label"]
    return Stake(amount or 1, label) if amount or label else None


def _refusal(refused: IllegalAction) -> CardError:
    option = refused.params.get("option")
    if refused.code is Refusal.CARD_OPTION_RANGE and isinstance(option, str):
        words = _OPTION_SENTENCES.get(option) or sentence(refused.code, refused.params)
        return CardError(_OPTION_FIELDS.get(option, option), str(words))
    return CardError(_FIELDS[refused.code], sentence(refused.code, refused.params))
