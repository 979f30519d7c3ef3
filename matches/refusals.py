"""One sentence for a person for every way to say no.

The rules and the socket give codes with parameters; the sentences have `%(name)s` places for those. A page gets all
of them in the reader's language (`sentences`), forms take one (`sentence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.errors import Refusal
from matches.protocol import Code, Params, ProtocolCode, TableCode

_SENTENCES: Mapping[Code, str | Promise] = MappingProxyType(
    {
        # whose action it is
        Refusal.NOT_YOUR_TURN: _("It is not your turn."),
        Refusal.NOT_YOURS_TO_ANSWER: _("The other side must answer this."),
        Refusal.SERVER_ONLY: _("Only the server may do this."),
        # the state of the match
        Refusal.MATCH_OVER: _("The match is over."),
        Refusal.NO_GAME_RUNNING: _("No game is running."),
        Refusal.GAME_RUNNING: _("This is possible only between games."),
        Refusal.ALREADY_READY: _("You are ready already; the other side is not yet."),
        Refusal.PAUSED: _("Play is paused."),
        Refusal.NOT_PAUSED: _("Play is not paused."),
        Refusal.HELD: _("A director has stopped play; only a director can let it go on."),
        Refusal.CONTROL_UNCHANGED: _("This side is played by the same player already."),
        Refusal.ANSWER_FIRST: _("There is an offer to answer first."),
        # rolling and playing
        Refusal.ROLL_FIRST: _("Roll the dice first."),
        Refusal.ALREADY_ROLLED: _("The dice are thrown already."),
        Refusal.ILLEGAL_STEP: _("A checker cannot move from %(from_)s to %(to)s with a %(die)s here."),
        Refusal.PLAY_INCOMPLETE: _("The play is not complete: %(left)s more must be played."),
        Refusal.NO_REROLL: _("These dice cannot be thrown again."),
        # the cube
        Refusal.NO_CUBE: _("This is played without a cube."),
        Refusal.CUBE_NOT_YOURS: _("The other side owns the cube."),
        Refusal.FIRST_TURN: _("Nobody may double before the first turn of the game."),
        Refusal.CRAWFORD_GAME: _("Nobody may double in the Crawford game."),
        Refusal.HOLLAND: _("Holland rule: nobody may double before both have played %(turns)s turns."),
        Refusal.DEAD_CUBE: _("The cube is worth enough already: winning this game wins the match."),
        Refusal.CUBE_LIMIT: _("The cube is at its limit of %(limit)s."),
        Refusal.NOTHING_OFFERED: _("No double is offered."),
        Refusal.BEAVER_NOT_AGREED: _("Turning the cube back at once is not agreed here."),
        Refusal.BEAVER_LIMIT: _("The cube may not be turned once more."),
        # resigning
        Refusal.RESIGN_TOO_HIGH: _("You cannot lose that much in this position."),
        Refusal.RESIGN_REPEATED: _("You have offered this already; play on first."),
        Refusal.RESIGN_MUST_RAISE: _("That was declined; you can only offer more."),
        Refusal.RESIGN_IS_DROP: _("A double is offered: to give up means to drop."),
        Refusal.NO_RESIGNATION: _("No resignation is offered."),
        Refusal.MATCH_ONLY: _("This is possible only in a match."),
        # settlement, draw, session
        Refusal.MONEY_ONLY: _("This is possible only in money play."),
        Refusal.DRAW_NOT_AGREED: _("A match cannot be drawn by agreement."),
        Refusal.SETTLEMENT_RANGE: _("A settlement must lie between %(min)s and %(max)s points."),
        Refusal.OFFER_LIMIT: _("You may make %(limit)s offers a turn, and have made them."),
        Refusal.OFFER_PENDING: _("Another offer has no answer yet."),
        Refusal.NO_OFFER: _("Nothing is proposed."),
        # clock and claims
        Refusal.NOT_LATE: _("There is time left."),
        Refusal.UNTIMED: _("This is played without a clock."),
        Refusal.CLAIM_STALE: _("The claim no longer fits the position."),
        # rulings
        Refusal.RULING_REASON: _("A ruling needs a reason of at most %(limit)s characters."),
        Refusal.NO_SCORE: _("A single game has no score."),
        Refusal.SCORE_RANGE: _("Each side's score must lie between 0 and %(max)s."),
        Refusal.CRAWFORD_STATE: _("This Crawford state cannot hold at that score."),
        Refusal.ADDED_TIME: _("At least a second and at most a day can be added."),
        Refusal.NOT_HELD: _("No director has stopped play."),
        # take-back
        Refusal.NO_TAKE_BACK: _("Plays cannot be taken back here."),
        Refusal.NOTHING_TO_TAKE_BACK: _("There is no play to take back."),
        Refusal.TAKE_BACK_AFTER_ROLL: _("After rolling a play cannot be taken back; play first."),
        # rule cards
        Refusal.CARD_LENGTH: _("A match is played to 1 to %(max)s points."),
        Refusal.CARD_CUBE_LIMIT: _("The cube's limit must be 1, 2, 4 and so on up to %(limit)s."),
        Refusal.CARD_MATCH_JACOBY: _("The Jacoby rule is for money play, not for a match."),
        Refusal.CARD_MATCH_BEAVER: _("Beavers are for money play, not for a match."),
        Refusal.CARD_MATCH_AUTOMATIC_DOUBLES: _("Automatic doubles are for money play, not for a match."),
        Refusal.CARD_MATCH_MULTIPLIERS: _("In a match gammons and backgammons count two and three times."),
        Refusal.CARD_MATCH_STAKE: _("A stake belongs to money play, not to a match."),
        Refusal.CARD_MONEY_CRAWFORD: _("The Crawford rule is for matches."),
        Refusal.CARD_MONEY_HOLLAND: _("The Holland rule is for matches."),
        Refusal.CARD_HOLLAND_CRAWFORD: _("The Holland rule needs the Crawford rule."),
        Refusal.CARD_REFUSAL_BEAVER: _("What refusing a beaver does can be chosen only where beavers are agreed."),
        Refusal.CARD_NO_CUBE: _(
            "Without a cube there is no Jacoby, beaver, automatic double, Crawford or Holland rule."
        ),
        Refusal.CARD_WHITE_FIRST: _("Automatic doubles need an opening throw."),
        Refusal.CARD_LIMIT_AUTOMATIC: _("For so many automatic doubles the cube's limit must be at least %(limit)s."),
        Refusal.CARD_OPTION_RANGE: _("One of the options is out of its range."),
        # the socket
        ProtocolCode.STALE: _("The table has moved on meanwhile. Look again."),
        ProtocolCode.NOT_YOUR_SIDE: _("You do not play that side."),
        ProtocolCode.NOT_PLAYING: _("You are watching; only the players can act."),
        ProtocolCode.NOT_STARTED: _("The match has not started yet."),
        ProtocolCode.BAD_JSON: _("The server could not read what this page sent. Reload the page."),
        ProtocolCode.UNKNOWN_FRAME: _("The server does not know what this page asked for. Reload the page."),
        ProtocolCode.BAD_FRAME: _("Something this page sent does not fit (%(frame)s). Reload the page."),
        ProtocolCode.TOO_LARGE: _("This page sent more than the %(limit)s bytes that are allowed at once."),
        ProtocolCode.TOO_FAST: _("Too much at once. Wait a moment."),
        ProtocolCode.SERVER_FAULT: _("Something went wrong on the server. Nothing was changed; try again."),
        ProtocolCode.BUSY: _("The server is busy. Nothing was changed; try again."),
        ProtocolCode.LOGIN_AGAIN: _("You are logged out. Log in again to go on; the match is kept."),
        ProtocolCode.NOT_ALLOWED: _("This match is not open for watching."),
        ProtocolCode.NO_SUCH_MATCH: _("There is no such match."),
        ProtocolCode.TOO_SLOW: _("The connection was silent for too long."),
        ProtocolCode.KICKED: _("The connection was ended by the server."),
        ProtocolCode.RELOAD: _("The server was updated. Reload the page."),
        ProtocolCode.TOO_MANY_SOCKETS: _("You have very many tables open; this one was closed. Reload to go on here."),
        # computers and hints
        TableCode.COMPUTER_PLAYS: _("The computer plays this side just now."),
        TableCode.NO_COMPUTER: _("No computer plays this side."),
        TableCode.PACE_RANGE: _("The computer can wait for 0 to %(max)s milliseconds."),
        TableCode.HINT_NOT_HERE: _("Hints are given only against the computer and when two play at one screen."),
        TableCode.HINT_NOTHING: _("There is nothing to decide for you just now."),
        TableCode.HINT_BUSY: _("A hint is on its way already."),
        # an absent opponent
        TableCode.NOT_GONE: _("The other player has not been gone for long enough."),
        TableCode.PRESENCE_UNKNOWN: _("The server cannot tell just now whether the other player is there. Try again."),
        TableCode.CLOCK_DECIDES: _("This is played with a clock, and the clock decides."),
        TableCode.RATED: _("The computer cannot stand in at a rated match."),
        TableCode.CLAIM_TOO_EARLY: _("The game can be claimed when the other player has been gone for 24 hours."),
        # chat
        TableCode.CHAT_EMPTY: _("There is nothing to send."),
        TableCode.CHAT_TOO_LONG: _("A line can have %(limit)s characters; this has %(length)s."),
        TableCode.CHAT_UNKNOWN_PRESET: _("There is no such ready-made line."),
        TableCode.CHAT_REGISTERED_ONLY: _("Free text is for registered players; choose a ready-made line."),
        TableCode.CHAT_MUTED: _("An administrator took the word from you for a time. You can play on."),
        TableCode.CHAT_BLOCKED: _("One of you has blocked the other; nothing was sent."),
        TableCode.CHAT_TOO_FAST: _("Too many lines at once. Wait a moment."),
    }
)


def sentence(code: Code, params: Params | None = None) -> str:
    """The sentence of `code` in the active language, with its places filled from `params`."""
    text = str(_SENTENCES[code])
    return text % params if params else text


def sentences() -> dict[str, str]:
    """Every code and its sentence in the active language, places unfilled: the page's `#sentences`."""
    return {code.value: str(text) for code, text in _SENTENCES.items()}
