"""The words for the values of the game. Enum members in, translated text out."""

from __future__ import annotations

from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, Multipliers, Opening, PlayKind, Preset
from games.rules.score import Crawford, ResultKind, Termination
from games.rules.sides import Side

Words = str | Promise

SIDES: dict[Side, Words] = {Side.WHITE: _("White"), Side.BLACK: _("Black")}

PRESETS: dict[Preset, Words] = {
    Preset.MATCH: _("Match"),
    Preset.MONEY: _("Money"),
    Preset.CLUB_MONEY: _("Club money"),
    Preset.SINGLE_GAME: _("Single game"),
    Preset.PLAIN: _("Plain"),
    Preset.CUSTOM: _("Own rules"),
}

PRESET_HINTS: dict[Preset, Words] = {
    Preset.MATCH: _("To a number of points, with the doubling cube and the Crawford rule."),
    Preset.MONEY: _("Games without a length, point by point: cube, Jacoby rule and beavers. Play money only."),
    Preset.CLUB_MONEY: _("As Money, with raccoons and further turns, and one automatic double a game."),
    Preset.SINGLE_GAME: _("One game with the cube. Gammons and backgammons count as a single."),
    Preset.PLAIN: _("One game without the cube."),
    Preset.CUSTOM: _("Every option below as you like it."),
}

KINDS: dict[PlayKind, Words] = {
    PlayKind.MATCH: _("Match to a number of points"),
    PlayKind.MONEY: _("Session of games for points or a stake"),
    PlayKind.SINGLE: _("One game"),
}

LEVELS: dict[Level, Words] = {
    Level.BEGINNER: _("Beginner"),
    Level.INTERMEDIATE: _("Intermediate"),
    Level.ADVANCED: _("Advanced"),
    Level.EXPERT: _("Expert"),
}

BEAVER_REFUSALS: dict[BeaverRefusal, Words] = {
    BeaverRefusal.LOSE: _("Who refuses loses the game"),
    BeaverRefusal.PAY_AND_PLAY_ON: _("Who refuses pays, and the game goes on"),
}

MULTIPLIERS: dict[Multipliers, Words] = {
    Multipliers.ONE_TWO_THREE: _("1 · 2 · 3: gammons two, backgammons three times"),
    Multipliers.ONE_TWO_TWO: _("1 · 2 · 2: no backgammons"),
    Multipliers.ONE_ONE_ONE: _("1 · 1 · 1: only the cube multiplies"),
}

CLOCKS: dict[ClockPreset, Words] = {
    ClockPreset.UNTIMED: _("No clock"),
    ClockPreset.TOURNAMENT: _("Tournament"),
    ClockPreset.NORMAL: _("Normal"),
    ClockPreset.FAST: _("Fast"),
    ClockPreset.CASUAL: _("Casual"),
    ClockPreset.CORRESPONDENCE: _("Correspondence"),
}

OPENINGS: dict[Opening, Words] = {
    Opening.THROW: _("Each throws one die, the higher one moves first with both"),
    Opening.THROW_WITH_REROLL: _("As usual, but the winner of the throw may roll both dice again instead"),
    Opening.WHITE_FIRST: _("No opening throw: White starts every game with a normal roll"),
}

ORIGINS: dict[str, Words] = {
    "named": _("By name"),
    "link": _("By link"),
    "seek": _("From the lobby"),
    "computer": _("Against the computer"),
    "hot_seat": _("Two at one screen"),
}
"""How the sides came together, by the stored value."""

RESULT_KINDS: dict[ResultKind, Words] = {
    ResultKind.SINGLE: _("single game"),
    ResultKind.GAMMON: _("gammon"),
    ResultKind.BACKGAMMON: _("backgammon"),
}

TERMINATIONS: dict[Termination, Words] = {
    Termination.BORNE_OFF: _("all checkers borne off"),
    Termination.DROPPED: _("double dropped"),
    Termination.RESIGNED: _("resignation"),
    Termination.TIMED_OUT: _("time ran out"),
    Termination.SETTLED: _("settlement"),
    Termination.DRAWN: _("draw agreed"),
    Termination.CLAIMED: _("opponent gone"),
    Termination.FORFEITED: _("match given up"),
    Termination.AWARDED: _("awarded"),
    Termination.VOIDED: _("does not count"),
}


def stand_in_words(name: str) -> str:
    """Such as "Anna, the computer stands in"."""
    return gettext("%(name)s, the computer stands in") % {"name": name}


def crawford_sign(state: Crawford) -> Words:
    """What the table says beside the score; empty when there is nothing to say."""
    match state:
        case Crawford.ACTIVE:
            return _("Crawford game")
        case Crawford.EXPIRED:
            return _("Post-Crawford")
        case Crawford.NONE | Crawford.PENDING:
            return ""
        case _:
            assert_never(state)
