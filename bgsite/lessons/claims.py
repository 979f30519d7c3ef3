"""What makes an answer right, as the data files say it. `judge`, `facts` and the proofs know what each means."""

from __future__ import annotations

from enum import StrEnum


class PlayClaim(StrEnum):
    """Which legal plays are right."""

    LEGAL = "legal"
    """All of them."""
    ONLY = "only"
    """The one there is."""
    NOTHING = "nothing"
    """There is none, and that must be said."""
    ENTERS = "enters"
    """All that leave nobody on the bar."""
    HITS = "hits"
    """All that hit."""
    BEARS_OFF = "bears_off"
    """All that bear off as many as can be borne off."""
    SAFE = "safe"
    """All after which no roll of the other side hits."""
    BEST = "best"
    """The engine's choice, by a margin."""


class ChoiceClaim(StrEnum):
    """What makes a choice the right one."""

    BEST = "best"
    """The engine finds its play the best of those named, by a margin."""
    FEWEST_SHOTS = "fewest_shots"
    """After its play the fewest of the 36 rolls hit."""
    LEGAL = "legal"
    """Its play is the only legal one of those named."""
    FAULT = "fault"
    """It names why the rules refuse the play that was made."""
    RESULT = "result"
    """It names the size of the loss for White in this position, Black having borne off the last checker."""
    MAY_DOUBLE = "may_double"
    """It says what the rules answer to a double."""
    LAST_ROLL_DOUBLE = "last_roll_double"
    """Double or not, counted exactly: this roll wins, or the other side wins with the next."""
    LAST_ROLL_ANSWER = "last_roll_answer"
    """Take or drop, counted in the same way."""
    ENGINE_DOUBLE = "engine_double"
    ENGINE_ANSWER = "engine_answer"


class PointsClaim(StrEnum):
    """Which points are meant."""

    START = "start"
    """Where White's checkers are at the start."""
    ENTRY = "entry"
    """Where the checker on the bar may enter."""
    TARGETS = "targets"
    """Where White's rearmost checker may land with these dice, by one number or by both."""
    PRIME = "prime"
    """White's longest prime."""
    BLOTS = "blots"
    """Where White's blots are."""


class NumberClaim(StrEnum):
    """What is counted."""

    PIPS = "pips"
    PIPS_BLACK = "pips_black"
    SHOTS = "shots"
    """Rolls of 36 with which the side on roll hits."""
    ENTERING = "entering"
    """Rolls of 36 with which at least one checker enters."""
    LAST_ROLL = "last_roll"
    """Rolls of 36 with which the side on roll bears off everything."""
    MIRRORED = "mirrored"
    """Black's number of a point of White's, named by ``of``."""
    TAKE_POINT = "take_point"
    """The chance, in whole percent, from which a take is right: money play, a cube that is not turned again."""
    POINTS_WON = "points_won"
    """What the winner gets: the cube times the size ``of`` the win (1, 2 or 3)."""
