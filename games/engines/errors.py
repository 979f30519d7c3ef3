"""What can go wrong with an engine."""

from __future__ import annotations


class EngineError(Exception):
    """The engine could not answer. The match is unchanged; the question can be asked again."""


class EngineMissingError(EngineError):
    """The package ``bgsage`` is not installed or does not load here. Everything but computers still works."""


class NothingToDecideError(EngineError):
    """Advice was asked for a side that has no play and no cube decision now."""
