"""The stylesheet: contrast is computed, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = (Path(settings.BASE_DIR) / "bgsite/static/css/site.css").read_text()
COLOURS = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", CSS))
GROUNDS = ["page", "panel", "panel-raised"]


def luminance(colour: str) -> float:
    """Give WCAG's relative luminance of "#rrggbb"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Give WCAG's contrast ratio."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_right() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", ["text", "text-quiet", "accent", "link", "danger-text", "good", "warn"])
def test_text_is_readable_on_every_ground(text: str, ground: str) -> None:
    assert contrast(COLOURS[text], COLOURS[ground]) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("edge", ["line-strong", "focus", "accent"])
def test_edges_of_fields_and_focus_are_seen_on_every_ground(edge: str, ground: str) -> None:
    assert contrast(COLOURS[edge], COLOURS[ground]) >= 3


@pytest.mark.parametrize(
    ("text", "ground"),
    [("accent-text", "accent"), ("accent-text", "accent-strong")],
)
def test_text_on_gold_is_readable(text: str, ground: str) -> None:
    assert contrast(COLOURS[text], COLOURS[ground]) >= 4.5


def test_white_on_the_danger_button_is_readable() -> None:
    assert contrast("#ffffff", COLOURS["danger"]) >= 4.5


def test_the_stylesheet_fetches_nothing() -> None:
    assert "@import" not in CSS
    assert "url(" not in CSS
    assert "http" not in CSS


def test_readers_wishes_are_heeded() -> None:
    assert "prefers-reduced-motion: reduce" in CSS
    assert "forced-colors: active" in CSS
