"""What can be set at the table, field by field: the one list on the server.

The browser's list is `bgsite/frontend/src/live/preferences.ts`. Both are held to
`bgsite/frontend/test/live/table_settings.json` by a test on either side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from matches.board_style import CHECKERS, DICE, DIRECTIONS, THEMES


class SettingFault(StrEnum):
    """What is wrong with a setting; the sentences are in `matches.wording.table_settings`."""

    NOT_A_LIST = "not_a_list"
    """What came is no object of settings at all."""
    UNKNOWN = "unknown"
    """There is no such setting."""
    VALUE = "value"
    """There is such a setting, and it has no such value."""


class SettingError(ValueError):
    """Nothing was taken over. `name` is that of the setting at fault, empty for NOT_A_LIST."""

    def __init__(self, fault: SettingFault, name: str = "", value: object = None) -> None:
        super().__init__(fault, name, value)
        self.fault = fault
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values."""

    name: str
    values: tuple[str, ...]
    usual: str

    def allows(self, value: object) -> bool:
        """Whether the value is one of them."""
        return isinstance(value, str) and value in self.values


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    name: str
    usual: bool

    def allows(self, value: object) -> bool:
        """Whether the value is yes or no."""
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`."""

    name: str
    low: int
    high: int
    usual: int

    def allows(self, value: object) -> bool:
        """Whether the value is a whole number in the range."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Several:
    """Any of some values, each once."""

    name: str
    values: tuple[str, ...]
    usual: tuple[str, ...]

    def allows(self, value: object) -> bool:
        """Whether the value is a list of some of them, none twice."""
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return False
        return set(value) <= set(self.values) and len(set(value)) == len(value)


@dataclass(frozen=True, slots=True)
class Switches:
    """Several switches under one name, by the name of each."""

    name: str
    parts: tuple[str, ...]
    usual: bool

    def allows(self, value: object) -> bool:
        """Whether the value switches all of them on or off, and nothing else."""
        return isinstance(value, dict) and set(value) == set(self.parts) and all(map(_is_bool, value.values()))


Setting = Choice | Switch | Number | Several | Switches

SOUNDS: Final = ("dice", "move", "hit", "off", "turn")
LOUDEST: Final = 100


@cache
def table_settings() -> Mapping[str, Setting]:
    """Every setting by its name, in the order of the browser's list."""
    fields: Sequence[Setting] = (
        Choice("look", ("auto", "solid", "flat"), "auto"),
        Choice("theme", THEMES, "classic"),
        Choice("checkers", CHECKERS, "turned"),
        Choice("dice", DICE, "ivory"),
        Choice("direction", DIRECTIONS, "right"),
        Choice("speed", ("slow", "normal", "fast", "none"), "normal"),
        Switch("lastPlay", usual=True),
        Switch("pips", usual=True),
        Switch("turnBoard", usual=False),
        Choice("moveStyle", ("guided", "one_click", "drag"), "guided"),
        Switch("confirmAnswers", usual=False),
        Switch("autoRoll", usual=False),
        Choice("autoPlay", ("off", "turn", "steps"), "off"),
        Choice("autoConfirm", ("never", "forced", "always"), "never"),
        Switch("greedy", usual=False),
        Switches("sounds", SOUNDS, usual=True),
        Number("volume", 0, LOUDEST, 60),
        Choice("panel", ("side", "below", "hidden"), "side"),
        Several("folded", ("steps", "log", "chat", "text"), ("text",)),
    )
    return {field.name: field for field in fields}


def usual_value(setting: Setting) -> Any:
    """What holds while nothing was chosen, as JSON has it."""
    match setting:
        case Choice() | Switch() | Number():
            return setting.usual
        case Several():
            return list(setting.usual)
        case Switches():
            return dict.fromkeys(setting.parts, setting.usual)


def checked(changes: object) -> dict[str, Any]:
    """The changes, each known and of an allowed value. Raises SettingError for the first that is not."""
    if not isinstance(changes, dict):
        raise SettingError(SettingFault.NOT_A_LIST)
    for name, value in changes.items():
        setting = table_settings().get(name)
        if setting is None:
            raise SettingError(SettingFault.UNKNOWN, name, value)
        if not setting.allows(value):
            raise SettingError(SettingFault.VALUE, name, value)
    return changes


def still_allowed(kept: object) -> dict[str, Any]:
    """What of a kept object is a setting with an allowed value. The rest, of another release or broken, is as none."""
    if not isinstance(kept, dict):
        return {}
    return {
        name: kept[name] for name, setting in table_settings().items() if name in kept and setting.allows(kept[name])
    }


def completed(kept: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every setting: the kept one, else the usual one. What is not allowed any more counts as none."""
    return {name: usual_value(setting) for name, setting in table_settings().items()} | still_allowed(kept)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)
