"""The rule card: every option both players accepted before the first roll (rules.md 1.2, 2-4, 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.errors import IllegalAction, Refusal, refuse


class Preset(StrEnum):
    """The named cards of rules.md 9."""

    MATCH = "match"
    MONEY = "money"
    CLUB_MONEY = "club_money"
    SINGLE_GAME = "single_game"
    PLAIN = "plain"
    CUSTOM = "custom"


class PlayKind(StrEnum):
    """What is being played."""

    MATCH = "match"
    """To ``length`` points."""
    MONEY = "money"
    """A session of games without a length."""
    SINGLE = "single"
    """One game, no score."""


class Opening(StrEnum):
    """How a game opens (rules.md 1.2)."""

    THROW = "throw"
    THROW_WITH_REROLL = "throw_with_reroll"
    WHITE_FIRST = "white_first"


class BeaverRefusal(StrEnum):
    """What refusing a beaver (or a further turn) does (rules.md 3.3)."""

    LOSE = "lose"
    PAY_AND_PLAY_ON = "pay_and_play_on"


class Multipliers(StrEnum):
    """What single, gammon and backgammon multiply the cube by (rules.md 3.4)."""

    ONE_TWO_THREE = "1/2/3"
    ONE_TWO_TWO = "1/2/2"
    ONE_ONE_ONE = "1/1/1"


MAX_LENGTH = 127
MAX_STAKE = 1_000_000
MAX_STAKE_LABEL = 24
UNLIMITED = 12
"""``automatic_doubles`` at this number is bounded by the cube limit alone (2**12 is the hard stop)."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Play money: what one point is worth, and its label. The server moves no money (rules.md 3.5)."""

    amount: int
    label: str


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The frozen set of options of one match. Build through ``checked_card`` or the presets."""

    preset: Preset
    kind: PlayKind
    length: int | None
    """Points to win (1-127) for PlayKind.MATCH, else None."""
    opening: Opening = Opening.THROW
    cube_limit: int = 64
    """Highest cube value, a power of two up to 4096; 1 = play without a cube."""
    crawford: bool = False
    holland: bool = False
    jacoby: bool = False
    automatic_doubles: int = 0
    """How many tied opening throws a game may double the cube."""
    max_redoubles: int = 0
    """0 none, 1 beaver, 2 + raccoon, 3 and further."""
    beaver_refusal: BeaverRefusal = BeaverRefusal.LOSE
    multipliers: Multipliers = Multipliers.ONE_TWO_THREE
    stake: Stake | None = None
    """Every session has one; ``checked_card`` gives 1 without a label where none was named."""
    overtime: bool = False
    """One overtime of 2 minutes after the first flag (rules.md 5.7)."""

    @property
    def has_cube(self) -> bool:
        """Whether the game is played with a doubling cube."""
        return self.cube_limit > 1

    @property
    def is_one_click(self) -> bool:
        """One game without a cube: a resignation is always a single loss (rules.md 5.5)."""
        return self.kind is PlayKind.SINGLE and not self.has_cube


_PRESETS = {
    Preset.MATCH: RuleCard(Preset.MATCH, PlayKind.MATCH, 1, crawford=True),
    Preset.MONEY: RuleCard(Preset.MONEY, PlayKind.MONEY, None, jacoby=True, max_redoubles=1),
    Preset.CLUB_MONEY: RuleCard(
        Preset.CLUB_MONEY, PlayKind.MONEY, None, jacoby=True, max_redoubles=3, automatic_doubles=1
    ),
    Preset.SINGLE_GAME: RuleCard(Preset.SINGLE_GAME, PlayKind.SINGLE, None, multipliers=Multipliers.ONE_ONE_ONE),
    Preset.PLAIN: RuleCard(Preset.PLAIN, PlayKind.SINGLE, None, cube_limit=1),
}


def card_for(
    preset: Preset,
    length: int | None = None,
    *,
    opening: Opening = Opening.THROW,
    stake: Stake | None = None,
    overtime: bool = False,
) -> RuleCard:
    """The card of a preset (rules.md 9), checked. ``length`` is for matches only.

    Preset.CUSTOM gives the bare card (a match with a length, else a session) to set options on.
    Raises IllegalAction with the reason where ``checked_card`` refuses it.
    """
    bare = RuleCard(Preset.CUSTOM, PlayKind.MONEY if length is None else PlayKind.MATCH, length)
    card = replace(_PRESETS.get(preset, bare), length=length, opening=opening, stake=stake, overtime=overtime)
    return checked_card(card)


def checked_card(card: RuleCard) -> RuleCard:
    """``card`` if its options go together; a named preset with other options becomes CUSTOM.

    Raises IllegalAction(CARD_...) with the first reason found (rules.md 9).
    """
    for check in _CHECKS:
        refuse(check(card))
    if card.kind is PlayKind.MONEY and card.stake is None:
        card = replace(card, stake=Stake(1, ""))
    return card if _is_as_named(card) else replace(card, preset=Preset.CUSTOM)


def _is_as_named(card: RuleCard) -> bool:
    preset = _PRESETS.get(card.preset)
    if preset is None:
        return True
    free = replace(preset, length=card.length, stake=card.stake, overtime=card.overtime)
    if card.preset is Preset.PLAIN and card.opening is Opening.WHITE_FIRST:
        free = replace(free, opening=Opening.WHITE_FIRST)
    return card == free


def _first(*reasons: tuple[bool, Refusal]) -> IllegalAction | None:
    return next((IllegalAction(code) for applies, code in reasons if applies), None)


def _range_reason(card: RuleCard) -> IllegalAction | None:
    """Options that have no such value, whatever is played."""
    if card.cube_limit not in {2**turns for turns in range(UNLIMITED + 1)}:
        return IllegalAction(Refusal.CARD_CUBE_LIMIT, limit=2**UNLIMITED)
    for option in ("automatic_doubles", "max_redoubles"):
        if not 0 <= getattr(card, option) <= UNLIMITED:
            return IllegalAction(Refusal.CARD_OPTION_RANGE, option=option)
    stake = card.stake
    if stake is not None and not (1 <= stake.amount <= MAX_STAKE and len(stake.label) <= MAX_STAKE_LABEL):
        return IllegalAction(Refusal.CARD_OPTION_RANGE, option="stake")
    return None


def _length_reason(card: RuleCard) -> IllegalAction | None:
    """A match has 1 to 127 points, nothing else has a length (rules.md 4.1)."""
    if card.kind is not PlayKind.MATCH:
        fits = card.length is None
    else:
        fits = card.length is not None and 1 <= card.length <= MAX_LENGTH
    return None if fits else IllegalAction(Refusal.CARD_LENGTH, max=MAX_LENGTH)


def _match_reason(card: RuleCard) -> IllegalAction | None:
    if card.kind is not PlayKind.MATCH:
        return None
    return _first(
        (card.jacoby, Refusal.CARD_MATCH_JACOBY),
        (card.max_redoubles > 0, Refusal.CARD_MATCH_BEAVER),
        (card.automatic_doubles > 0, Refusal.CARD_MATCH_AUTOMATIC_DOUBLES),
        (card.multipliers is not Multipliers.ONE_TWO_THREE, Refusal.CARD_MATCH_MULTIPLIERS),
        (card.stake is not None, Refusal.CARD_MATCH_STAKE),
        (card.holland and not card.crawford, Refusal.CARD_HOLLAND_CRAWFORD),
    )


def _money_reason(card: RuleCard) -> IllegalAction | None:
    """Sessions and single games: no match, so nothing that belongs to the end of one."""
    if card.kind is PlayKind.MATCH:
        return None
    return _first(
        (card.crawford, Refusal.CARD_MONEY_CRAWFORD),
        (card.holland, Refusal.CARD_MONEY_HOLLAND),
    )


def _refusal_reason(card: RuleCard) -> IllegalAction | None:
    if card.beaver_refusal is BeaverRefusal.LOSE:
        return None
    if card.max_redoubles == 0:
        return IllegalAction(Refusal.CARD_REFUSAL_BEAVER)
    if card.kind is not PlayKind.MONEY:
        # It pays into the session's score at once, and a single game has none.
        return IllegalAction(Refusal.CARD_OPTION_RANGE, option="beaver_refusal")
    return None


def _cube_reason(card: RuleCard) -> IllegalAction | None:
    needs_cube = card.jacoby or card.max_redoubles or card.automatic_doubles or card.crawford or card.holland
    if needs_cube and not card.has_cube:
        return IllegalAction(Refusal.CARD_NO_CUBE)
    if card.automatic_doubles and card.opening is Opening.WHITE_FIRST:
        return IllegalAction(Refusal.CARD_WHITE_FIRST)
    if card.automatic_doubles != UNLIMITED and card.cube_limit < 2**card.automatic_doubles:
        return IllegalAction(Refusal.CARD_LIMIT_AUTOMATIC, limit=2**card.automatic_doubles)
    return None


_CHECKS = (_range_reason, _length_reason, _match_reason, _money_reason, _refusal_reason, _cube_reason)
