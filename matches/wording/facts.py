"""The words for the facts of games: kinds of play, start and end."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.facts import Moment, Play
from matches.wording.names import Words

MOMENTS: dict[Moment, Words] = {
    Moment.STARTED: _("Game started"),
    Moment.ENDED: _("Game ended"),
}

PLAYS: dict[Play, Words] = {
    Play.COMPUTER: _("Against the computer"),
    Play.HOT_SEAT: _("Two at one screen"),
    Play.FRIEND_LINK: _("Friend by link"),
    Play.MONEY_SESSION: _("Money session"),
    Play.ONLINE_MATCH: _("Online match"),
    Play.TOURNAMENT: _("Tournament"),
}
