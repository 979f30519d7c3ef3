"""Rulings of directors: through the one door like everything else, once each, and only on what the director saw."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from games.rules.rulings import Ruling
from matches.services.play import Outcome


@dataclass(frozen=True, slots=True)
class GivenAlready:
    """The same form came before; its ruling stands in the log, and this one changed nothing."""


RulingOutcome = Outcome | GivenAlready
"""`Refused` with ProtocolCode.STALE: the decision, or a ruling that the director had not seen, came in between."""


def ruling_give(  # noqa: PLR0913 - one command, each part of it named
    match_id: int, by_id: int, ruling: Ruling, reason: str, *, decision: int, seen_version: int, ask: UUID
) -> RulingOutcome:
    """Rule at the match as the director `by_id`, who looked at `seen_version` with `decision`; `ask` is the form's id.

    The caller has asked for the right `matches.rule_match`. Raises as `play.submit_action`.
    """
    raise NotImplementedError
