"""What is said beside the switch: what anonymous statistics are for, what is sent for them, and what never is.

The keys are the columns of `GameFact` and `BrowserFact`; a test compares, so that nothing is kept that is not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from matches.wording.names import Words

PURPOSE: Final[Words] = _(
    "Anonymous statistics tell the operator of this server which kinds of games are played to the end, and where"
    " connections and the 3D board fail, so that both can be made better. They tell nothing about anyone."
)

SENT_OF_GAMES: Final[Mapping[str, Words]] = {
    "day": _("the day, in UTC, without the time"),
    "moment": _("that a game began or ended"),
    "play": _("the kind of play: computer, two at one screen, friend by link, online match, money session, tournament"),
    "level": _("the level of the computer, if you play against one"),
    "preset": _("the rule card; rules that you composed yourself count as “Own rules”, whatever they are"),
    "length": _("the length of the match"),
    "result": _("whether it was a single game, a gammon or a backgammon"),
    "ending": _("how it ended: played to the end, resigned, dropped, out of time and the like"),
    "winner": _("which colour won"),
    "turns": _("the number of turns, in tens"),
    "duration": _("how long it took, as one of nine ranges from “under 2 minutes” to “a day and more”"),
    "cube_turns": _("how often the cube was turned: 0, 1, 2, or 3 and more"),
    "connected": _("between friends by a link: whether both were ever connected"),
    "reconnects": _("between friends by a link: how often the connection came back, up to “3 and more”"),
}
"""By the column of `GameFact`."""

SENT_OF_BROWSERS: Final[Mapping[str, Words]] = {
    "day": _("the day, in UTC, without the time; once a day at most"),
    "board": _("whether the board was flat or 3D, and whether 3D failed"),
    "frame": _("how long a frame of the 3D board took, as one of four ranges"),
    "is_phone": _("whether it is a phone"),
    "memory": _("the memory of the device, as one of three ranges"),
    "cores": _("the number of its cores, as one of four ranges"),
    "browser": _("the family of the browser: Chromium, Firefox, Safari or another"),
    "system": _("the family of the system: Windows, macOS, Linux, Android, iOS or another"),
}
"""By the column of `BrowserFact`."""

NEVER_SENT: Final[tuple[Words, ...]] = (
    _("who plays: no name, no account, no guest"),
    _("which match it was: no row names a match, another game or a browser"),
    _("plays, positions and dice"),
    _("labels of a stake, and the chat"),
    _("your network address"),
    _("the model of the graphics card, or all that the browser says about itself"),
    _("the time: only the day"),
)
