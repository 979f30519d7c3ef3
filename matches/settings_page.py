"""The settings of the table as a page shows them, and as a form sends them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from matches.board_layout import geometry
from matches.table_settings import (
    Choice,
    Number,
    Setting,
    SettingError,
    SettingFault,
    Several,
    Switch,
    Switches,
    completed,
    table_settings,
)
from matches.wording.names import Words
from matches.wording.table_settings import HELP, NAMES, VALUES

_GROUPS: Final[tuple[tuple[str, Words, tuple[str, ...]], ...]] = (
    (
        "look",
        gettext_lazy("Board"),
        ("theme", "look", "checkers", "dice", "direction", "speed", "lastPlay", "pips", "turnBoard"),
    ),
    ("moving", gettext_lazy("Moving"), ("moveStyle", "confirmAnswers")),
    ("automatic", gettext_lazy("Automatic"), ("autoRoll", "autoPlay", "autoConfirm", "greedy")),
    ("sound", gettext_lazy("Sound"), ("volume", "sounds")),
    ("layout", gettext_lazy("Layout"), ("panel", "folded")),
)
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_NOT_SETTINGS: Final = {"csrfmiddlewaretoken"}


@dataclass(frozen=True, slots=True)
class Option:
    """One value that can be chosen, or one of several boxes to tick."""

    value: str
    label: Words
    is_on: bool
    colours: Mapping[str, str] | None = None
    """The colours of a theme, for a small picture of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One setting. `kind` says how it is drawn: choice, switch, number, several (also for switches)."""

    name: str
    kind: str
    label: Words
    help: Words
    value: Any
    options: tuple[Option, ...]
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Settings under one heading."""

    name: str
    title: Words
    rows: tuple[Row, ...]


def setting_groups(kept: Mapping[str, Any]) -> list[Group]:
    """Every setting with what holds now: what is kept, else the usual."""
    now = completed(kept)
    return [Group(name, title, tuple(_row(each, now[each]) for each in names)) for name, title, names in _GROUPS]


def changes_of_form(form: QueryDict) -> dict[str, Any]:
    """Everything a form without a script sends, as the service wants it: a box that is not ticked is sent as nothing.

    Raises SettingError for a field that is no setting, and when it is not the whole form: what is not there would be
    switched off. The values are the service's to check.
    """
    for name in form:
        if name not in _NOT_SETTINGS and name not in table_settings():
            raise SettingError(SettingFault.UNKNOWN, name)
    if any(name not in form for name, setting in table_settings().items() if isinstance(setting, Choice | Number)):
        raise SettingError(SettingFault.NOT_A_LIST)
    return {name: _sent(setting, form) for name, setting in table_settings().items()}


def _sent(setting: Setting, form: QueryDict) -> Any:
    given = form.getlist(setting.name)
    match setting:
        case Choice():
            return given[-1]
        case Switch():
            return bool(given)
        case Number():
            return int(given[-1]) if _NUMBER.fullmatch(given[-1]) else given[-1]
        case Several():
            return given
        case Switches():
            for part in given:
                if part not in setting.parts:
                    raise SettingError(SettingFault.VALUE, setting.name, part)
            return {part: part in given for part in setting.parts}


def _row(name: str, value: Any) -> Row:
    setting = table_settings()[name]
    label, help_ = NAMES[name], HELP.get(name, "")
    match setting:
        case Choice():
            themes = geometry()["themes"] if name == "theme" else {}
            options = tuple(
                Option(each, VALUES[name][each], each == value, themes.get(each)) for each in setting.values
            )
            return Row(name, "choice", label, help_, value, options)
        case Switch():
            return Row(name, "switch", label, help_, value, ())
        case Number():
            return Row(name, "number", label, help_, value, (), setting.low, setting.high)
        case Several():
            options = tuple(Option(each, VALUES[name][each], each in value) for each in setting.values)
            return Row(name, "several", label, help_, value, options)
        case Switches():
            options = tuple(Option(each, VALUES[name][each], value[each]) for each in setting.parts)
            return Row(name, "several", label, help_, value, options)
