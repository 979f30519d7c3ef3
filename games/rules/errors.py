"""How the rules say no. Codes with parameters; sentences for people are made by the caller."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why the rules refuse an action. The names are part of the wire protocol (docs/protocol.md)."""

    # whose action it is
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOURS_TO_ANSWER = "not_yours_to_answer"
    SERVER_ONLY = "server_only"
    # the state of the match
    MATCH_OVER = "match_over"
    NO_GAME_RUNNING = "no_game_running"
    GAME_RUNNING = "game_running"
    ALREADY_READY = "already_ready"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    HELD = "held"
    CONTROL_UNCHANGED = "control_unchanged"
    ANSWER_FIRST = "answer_first"
    # rolling and playing
    ROLL_FIRST = "roll_first"
    ALREADY_ROLLED = "already_rolled"
    ILLEGAL_STEP = "illegal_step"
    PLAY_INCOMPLETE = "play_incomplete"
    NO_REROLL = "no_reroll"
    # the cube
    NO_CUBE = "no_cube"
    CUBE_NOT_YOURS = "cube_not_yours"
    FIRST_TURN = "first_turn"
    CRAWFORD_GAME = "crawford_game"
    HOLLAND = "holland"
    DEAD_CUBE = "dead_cube"
    CUBE_LIMIT = "cube_limit"
    NOTHING_OFFERED = "nothing_offered"
    BEAVER_NOT_AGREED = "beaver_not_agreed"
    BEAVER_LIMIT = "beaver_limit"
    # resigning
    RESIGN_TOO_HIGH = "resign_too_high"
    RESIGN_REPEATED = "resign_repeated"
    RESIGN_MUST_RAISE = "resign_must_raise"
    RESIGN_IS_DROP = "resign_is_drop"
    NO_RESIGNATION = "no_resignation"
    MATCH_ONLY = "match_only"
    # settlement, draw, session
    MONEY_ONLY = "money_only"
    DRAW_NOT_AGREED = "draw_not_agreed"
    SETTLEMENT_RANGE = "settlement_range"
    OFFER_LIMIT = "offer_limit"
    OFFER_PENDING = "offer_pending"
    NO_OFFER = "no_offer"
    # clock and claims
    NOT_LATE = "not_late"
    UNTIMED = "untimed"
    CLAIM_STALE = "claim_stale"
    # rulings
    RULING_REASON = "ruling_reason"
    NO_SCORE = "no_score"
    SCORE_RANGE = "score_range"
    CRAWFORD_STATE = "crawford_state"
    ADDED_TIME = "added_time"
    NOT_HELD = "not_held"
    # take-back
    NO_TAKE_BACK = "no_take_back"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    TAKE_BACK_AFTER_ROLL = "take_back_after_roll"
    # rule cards
    CARD_LENGTH = "card_length"
    CARD_CUBE_LIMIT = "card_cube_limit"
    CARD_MATCH_JACOBY = "card_match_jacoby"
    CARD_MATCH_BEAVER = "card_match_beaver"
    CARD_MATCH_AUTOMATIC_DOUBLES = "card_match_automatic_doubles"
    CARD_MATCH_MULTIPLIERS = "card_match_multipliers"
    CARD_MATCH_STAKE = "card_match_stake"
    CARD_MONEY_CRAWFORD = "card_money_crawford"
    CARD_MONEY_HOLLAND = "card_money_holland"
    CARD_HOLLAND_CRAWFORD = "card_holland_crawford"
    CARD_REFUSAL_BEAVER = "card_refusal_beaver"
    CARD_NO_CUBE = "card_no_cube"
    CARD_WHITE_FIRST = "card_white_first"
    CARD_LIMIT_AUTOMATIC = "card_limit_automatic"
    CARD_OPTION_RANGE = "card_option_range"


Param = str | int


class RulesError(Exception):
    """Base of what this package raises on purpose."""


class InvalidAction(RulesError, ValueError):  # noqa: N818 - the glossary's word
    """Malformed: not a thing the game knows (a die of 7, a board of 16 checkers). ``str()`` says what."""


class IllegalAction(RulesError):  # noqa: N818 - the glossary's word
    """Well-formed, but the rules refuse it. ``code`` is the reason, ``params`` its figures."""

    def __init__(self, code: Refusal, **params: Param) -> None:
        super().__init__(code.value if not params else f"{code.value} {params}")
        self.code = code
        self.params = params

    def __eq__(self, other: object) -> bool:
        """Two refusals are equal when they say the same."""
        if not isinstance(other, IllegalAction):
            return NotImplemented
        return (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)


class NotYourTurn(IllegalAction):
    """The other side must act."""

    def __init__(self, code: Refusal = Refusal.NOT_YOUR_TURN) -> None:
        super().__init__(code)


def refuse(reason: IllegalAction | None) -> None:
    """Raise ``reason`` if there is one; a guard that found nothing lets the action pass."""
    if reason is not None:
        raise reason
