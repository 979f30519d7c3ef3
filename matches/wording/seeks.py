"""The sentences for what `matches.services.seeks` refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from matches.services.seeks import SeekFault
from matches.wording.names import Words

SEEK_FAULTS: Final[dict[SeekFault, Words]] = {
    SeekFault.REGISTERED_ONLY: _("The lobby is for registered players. Register or log in to offer and take games."),
    SeekFault.CLOSED: _("Your account is closed, so you cannot do this."),
    SeekFault.SAME: _("You offer this very game already."),
    SeekFault.TOO_MANY_OPEN: _("You have five open offers. Withdraw one before you make another."),
    SeekFault.TOO_MANY: _("There were very many offers from you in the last hour. Please wait a while."),
    SeekFault.TOO_MANY_TAKEN: _("You have taken very many offers in the last hour. Please wait a while."),
    SeekFault.RATED_TERMS: _("Only a match to 1–25 points can count for the rating."),
    SeekFault.GONE: _("This offer is gone: it was taken or withdrawn, or its owner left."),
    SeekFault.OWN: _("This is your own offer: somebody else has to take it."),
    SeekFault.MUTED: _("An administrator took the word from you for a time. Offer a stake without a label."),
    SeekFault.BLOCKED: _("One of you has blocked the other, so you cannot play with each other."),
}
