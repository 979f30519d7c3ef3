"""Form widgets of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from matches.wording.names import Words


class HintedRadios(forms.RadioSelect):
    """Radio buttons with a line of explanation each: `hints` by value, in the template as `choice.data.hint`."""

    def __init__(self, *args: Any, hints: Mapping[str, Words] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hints: Mapping[str, Words] = hints or {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The option with its hint, to which `aria-describedby` points."""
        option = super().create_option(name, value, *args, **kwargs)
        hint = self.hints.get(str(value))
        if hint is not None:
            option["hint"] = hint
            option["attrs"]["aria-describedby"] = f"{option['attrs'].get('id', '')}_hint"
        return option
