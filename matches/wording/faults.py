"""The sentences for what the services that pages call refuse."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from matches.services.chat_reports import ReportFault
from matches.services.lifecycle import LifecycleFault
from matches.services.own_device import DeviceFault
from matches.services.people import ChallengeFault, PeopleFault
from matches.services.rematch import RematchFault
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
    LifecycleFault.BLOCKED: _("One of you has blocked the other, so you cannot play with each other."),
    LifecycleFault.UNKNOWN_REASON: _("Choose one of the reasons, or none."),
    LifecycleFault.RATED_TERMS: _("Only a match to 1–25 points can count for the rating."),
    LifecycleFault.MUTED: _("An administrator took the word from you for a time. Choose a stake without a label."),
    LifecycleFault.RATED_PEOPLE: _("Only a match between two registered players can count for the rating."),
}

CHALLENGE_FAULTS: Final[dict[ChallengeFault, Words]] = {
    ChallengeFault.GUEST: _("Guests cannot challenge a player by name. Register, or send a link."),
    ChallengeFault.BLOCKED: _("This player does not take challenges from you."),
    ChallengeFault.OWN_BLOCK: _("You block this player. Lift the block first."),
    ChallengeFault.FRIENDS_ONLY: _("This player takes challenges from friends only."),
    ChallengeFault.NOBODY: _("This player takes no challenges at present."),
}

PEOPLE_FAULTS: Final[dict[PeopleFault, Words]] = {
    PeopleFault.YOURSELF: _("This is you."),
    PeopleFault.NOT_REGISTERED: _("This needs an account."),
    PeopleFault.NO_SUCH_PLAYER: _("There is no such player any more."),
    PeopleFault.TOO_MANY_BLOCKED: _("You block 500 people already; no more can be blocked."),
    PeopleFault.TOO_MANY_FRIENDS: _("You have 500 friends already; no more can be added."),
    PeopleFault.NO_ADDRESS: _(
        "A mail when it is your turn needs a confirmed e-mail address. Give one to your account first."
    ),
}

REPORT_FAULTS: Final[dict[ReportFault, Words]] = {
    ReportFault.NOT_REGISTERED: _("This needs an account."),
    ReportFault.NO_SUCH_LINE: _("There is no such line of chat any more."),
    ReportFault.OWN_LINE: _("This is your own line."),
    ReportFault.UNKNOWN_REASON: _("Choose one of the reasons."),
    ReportFault.REPORTED_ALREADY: _("You have reported this line already."),
    ReportFault.TOO_MANY: _("You have reported very many lines in the last hour. Please wait a while."),
}

REMATCH_FAULTS: Final[dict[RematchFault, Words]] = {
    RematchFault.NOT_OVER: _("This match is not over yet."),
    RematchFault.NOT_PLAYER: _("Only the two players can ask for a rematch."),
    RematchFault.NOBODY_THERE: _("The other player's account is closed."),
    RematchFault.UNWANTED: _("The other player does not want another match now."),
}

DEVICE_FAULTS: Final[dict[DeviceFault, Words]] = {
    DeviceFault.NO_SUCH_LINK: _("There is no such link."),
    DeviceFault.OTHER_PLAYER: _("You play this match yourself, on the other side."),
    DeviceFault.NO_OWNER: _("The account of who opened this match is closed."),
}

BY_ADDRESS_FAULT: Final[Words] = _(
    "Very many matches were opened from your network in the last hour. Please wait a while."
)
"""For the limit of the pages that open matches, which counts addresses beside people."""
