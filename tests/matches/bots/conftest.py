"""Nudges stay here, unless a test is about sending them."""

from __future__ import annotations

from tests.matches.bots.tables import nudges

__all__ = ["nudges"]
