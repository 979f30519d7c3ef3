"""The sentences for what `matches.services.lifecycle` refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from matches.services.lifecycle import LifecycleFault
from matches.wording.names import Words

FAULTS: Final[dict[LifecycleFault, Words]] = {
    LifecycleFault.TOO_MANY: _("You have opened very many matches in the last hour. Please wait a while."),
    LifecycleFault.ACCOUNT_CLOSED: _("Your account is closed, so you cannot do this."),
    LifecycleFault.OPPONENT_CLOSED: _("This player's account is closed. Please choose another player."),
    LifecycleFault.OWN_MATCH: _("This is your own match: somebody else has to join it."),
    LifecycleFault.NOT_INVITED: _("This invitation is for somebody else."),
    LifecycleFault.NOT_CREATOR: _("Only who opened the match can cancel it."),
    LifecycleFault.TAKEN: _("Too late: this match has begun."),
    LifecycleFault.CANCELLED: _("This invitation was taken back."),
    LifecycleFault.EXPIRED: _("This invitation has lapsed: nobody took it in time."),
    LifecycleFault.NOT_WANTED: _("This player takes no invitations from you."),
    LifecycleFault.RATED_TERMS: _("Only a match to 1–25 points can count for the rating."),
    LifecycleFault.RATED_PEOPLE: _("Only a match between two registered players can count for the rating."),
}
