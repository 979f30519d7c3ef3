"""The server's list of table settings, as the browser's unit tests compare theirs with.

Made anew by ``python -m tests.matches.table_settings_list`` after a wished change of the list.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from matches.table_settings import Choice, Number, Setting, Several, Switch, Switches, table_settings, usual_value

FILE = Path(__file__).parents[2] / "bgsite/frontend/test/live/table_settings.json"


def listed() -> str:
    """The list as the file has it."""
    return json.dumps({name: _facts(setting) for name, setting in table_settings().items()}, indent=2) + "\n"


def _facts(setting: Setting) -> dict[str, Any]:
    usual = {"usual": usual_value(setting)}
    match setting:
        case Choice() | Several():
            return usual | {"values": list(setting.values)}
        case Number():
            return usual | {"low": setting.low, "high": setting.high}
        case Switch() | Switches():
            return usual


if __name__ == "__main__":
    FILE.write_text(listed(), "utf-8")
