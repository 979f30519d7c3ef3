"""What a text can have wrong: a code with its figures, and an English sentence for the command line."""

from __future__ import annotations

from enum import StrEnum

Param = str | int


class Fault(StrEnum):
    """Why a text was refused. The value is the sentence, its fields filled in from the error's ``params``."""

    # all IDs
    ID_LENGTH = "a {kind} has {expected} characters, this one has {got}"
    ID_CHARACTER = "a {kind} cannot contain {character!r}"
    ID_ENDING = "the last character of this {kind} carries bits that mean nothing"
    # position ID
    POSITION_KEY = "this is a 20-character position key; give the 14-character position ID instead"
    POSITION_CHECKERS = "this position ID holds more than 15 checkers of one side"
    POSITION_SHARED = "this position ID puts both sides on the {point} point"
    POSITION_PADDING = "this position ID goes on after its last checker"
    # match ID
    MATCH_STATE = "the match ID names game state {value}; there are 0 to 4"
    MATCH_OWNER = "the match ID names cube owner {value}; there are 0, 1 and 3"
    MATCH_DICE = "the match ID holds the impossible roll {one}-{other}"
    MATCH_SPARE = "the last five bits of a match ID must be 0"
    GNUBG_COLON = "a GNUBG ID is a position ID and a match ID joined by a colon"
    # what the fields say together
    CRAWFORD_MONEY = "a Crawford game needs a match length"
    CRAWFORD_SCORE = "a Crawford game needs a player who is one point away, at {white}-{black} to {length} nobody is"
    SCORE_LENGTH = "the score {white}-{black} has already ended a match to {length}"
    DOUBLED_DICE = "a double cannot wait for an answer after the dice are rolled"
    DOUBLED_CRAWFORD = "nobody can double in the Crawford game"
    DOUBLED_NOT_OWNER = "the side that doubled does not own the cube, and beavers are not played"
    DOUBLED_TURN = "a double waits for the side that made it"
    FIELD_RANGE = "{field} {value} does not fit into this ID"
    # XGID
    XGID_FIELDS = "an XGID has 10 fields joined by colons, this one has {got}"
    XGID_NUMBER = "field {number} of the XGID ({field}) must be {expected}, not {value!r}"
    XGID_POSITION = "the position of an XGID has 26 characters, this one has {got}"
    XGID_CHARACTER = "character {place} of the XGID position cannot be {character!r}"
    XGID_CHECKERS = "this XGID holds more than 15 checkers of one side"
    XGID_CUBE = "this XGID turns the cube beyond 4096"
    XGID_INEXPRESSIBLE = "an XGID cannot say: {what}"
    # which ID it is
    ID_CONTRADICTION = "the GNUBG ID and the XGID are not of one position"
    # play text
    PLAY_WORD = "cannot read {word!r}: a play is written like 24/18*/13 6/5(2)"
    PLAY_TOO_LONG = "a play text of {got} characters is too long"
    PLAY_EMPTY = "no play is written, but there is a legal one"
    PLAY_NONE = "there is no legal play with {dice}"
    PLAY_BACKWARDS = "{hop} does not move forward"
    PLAY_NO_CHECKER = "there is no checker to play from {place}"
    PLAY_BAR_FIRST = "the checkers on the bar must enter first"
    PLAY_BLOCKED = "the {place} point is held by the opponent"
    PLAY_NUMBERS = "{hop} cannot be played with {dice}"
    PLAY_UNUSED = "{text} leaves a number unplayed that can be played"
    PLAY_ILLEGAL = "{text} is not a legal play of {dice}"
    PLAY_AMBIGUOUS = "{text} can be played in several ways: {candidates}"


class NotationError(ValueError):
    """A text that cannot be read, or a value that a format cannot say. ``str()`` is one sentence."""

    def __init__(self, fault: Fault, **params: Param) -> None:
        super().__init__(fault.value.format(**params))
        self.fault = fault
        self.params = params
