"""Rulings of directors: through the one door like everything else, once each, and only on what the director saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied

from games.rules.actions import GiveRuling
from games.rules.rulings import Ruling
from matches import models
from matches.chat_text import normalised
from matches.selectors.rulings import rulings_after
from matches.services.play import Accepted, Outcome, submit_ruling

RIGHT: Final = "matches.rule_match"


@dataclass(frozen=True, slots=True)
class GivenAlready:
    """The same form came before; its ruling stands in the log, and this one changed nothing."""


RulingOutcome = Outcome | GivenAlready
"""`Refused` with ProtocolCode.STALE: the decision, or a ruling that the director had not seen, came in between."""


def ruling_give(  # noqa: PLR0913 - one command, each part of it named
    match_id: int, by_id: int, ruling: Ruling, reason: str, *, decision: int, seen_version: int, ask: UUID
) -> RulingOutcome:
    """Rule at the match as the director `by_id`, who looked at `seen_version` with `decision`; `ask` is the form's id.

    Raises PermissionDenied without the right `matches.rule_match`, else as `play.submit_action`.
    """
    if not _may_rule(by_id):
        raise PermissionDenied
    action = GiveRuling(ruling, normalised(reason))
    outcome = submit_ruling(match_id, action, decision, _Form(by_id, seen_version, ask))
    return GivenAlready() if isinstance(outcome, Accepted) and outcome.repeated else outcome


def _may_rule(user_id: int) -> bool:
    user = get_user_model().objects.filter(pk=user_id).first()
    return user is not None and user.has_perm(RIGHT)


@dataclass(frozen=True, slots=True)
class _Form:
    """A director's form, as it stood on the page."""

    by_id: int
    seen_version: int
    ask: UUID

    def given_at(self, match: models.Match) -> int | None:
        """The number of the event that this form made already."""
        return models.Ruling.objects.filter(match=match, ask=self.ask).values_list("seq", flat=True).first()

    def is_outdated(self, match: models.Match) -> bool:
        """Whether somebody ruled since: added time or a new score leave the decision as it was."""
        return self.seen_version > match.version or rulings_after(match.pk, self.seen_version).exists()

    def note(self, match: models.Match) -> None:
        """Who ruled stands here, what was ruled and why in the event alone."""
        seq, at = rulings_after(match.pk, match.version).values_list("seq", "at").get()
        models.Ruling.objects.create(match=match, seq=seq, by_id=self.by_id, ask=self.ask, at=at)
