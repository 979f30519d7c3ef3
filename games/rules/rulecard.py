"""The rule card: every option both players accepted before the first roll (rules.md 1.2, 2-4, 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    overtime: bool = False
    """One overtime of 2 minutes after the first flag (rules.md 5.7)."""
