"""What a test does at the real door in its own process, with dice that are written down; browsers see it happen.

The processes of the site throw the system's dice. Where a show needs certain ones, such as a tied opening throw, the
action that throws them is sent from here: the same services, the same database, the same news to every page. It is one
transaction, so that a computer of the site sees only how it ended.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from django.db import transaction

from games.rules.actions import Next, PlayCheckers, PlayerAction, Roll
from games.rules.board import OFF, Board
from games.rules.clock import Millis
from games.rules.dice import Dice, DiceSource
from games.rules.legal import legal_plays
from games.rules.plays import Play, board_after
from games.rules.sides import Side
from games.rules.state import ToPlay, ToRoll, game_of, to_act
from matches.models import Match
from matches.moment import now_millis
from matches.services import start, visit
from matches.services.play import submit_bot_action
from tests.browser.elsewhere import elsewhere
from tests.games.scripted_dice import ScriptedDice, SeededDice
from tests.matches.doing import act, must, state_now

T = TypeVar("T")
Throw = tuple[int, int]

_DOUBLES: tuple[Throw, ...] = ((6, 6), (5, 5), (4, 4), (3, 3), (2, 2), (1, 1))
_LEAST: Throw = (2, 1)
_LAST = 2
"""So many checkers at most are left for the roll that is made in the browser."""


def thrown(work: Callable[[ScriptedDice], T], *throws: Throw, ago: Millis = 0) -> T:
    """Do it elsewhere with these dice, White's die first in an opening throw; all of them must be thrown.

    `ago`: a match that starts in it has started so long ago, and somebody thinks since then.
    """
    dice = ScriptedDice(*throws)
    made = _with_dice(dice, lambda: work(dice), ago)
    assert dice.left == 0
    return made


def seeded(work: Callable[[], T], seed: int) -> T:
    """Do it elsewhere with dice that are the same each time."""
    return _with_dice(SeededDice(Random(seed)), work)


def _with_dice(dice: DiceSource, work: Callable[[], T], ago: Millis = 0) -> T:
    def done() -> T:
        with pytest.MonkeyPatch.context() as patch, transaction.atomic():
            for module in (start, visit):
                patch.setattr(module, "SystemDice", lambda: dice)
            patch.setattr(start, "now_millis", lambda: now_millis() - ago)
            return work()

    return elsewhere(done)


def next_game(match: Match, side: Side, *throws: Throw) -> None:
    """`side` presses *Next* as the last one, and the opening throw is this."""
    thrown(lambda _: must(act(match, Next(), side)), *throws)


def next_game_to_the_last_roll_of_a_gammon(match: Match, winner: Side, *throws: Throw) -> None:
    """The same, and the game goes on until `winner` bears off everything with the coming roll, the other nothing."""

    def work(dice: ScriptedDice) -> None:
        must(act(match, Next(), winner))
        while _left(match, winner) > _LAST:
            _turn(match, dice, winner)
        if to_act(state_now(match)) is not winner:
            _turn(match, dice, winner)

    thrown(work, *throws)


def to_the_bear_off(match: Match, winner: Side, left: int) -> None:
    """The game goes on until `winner` is to roll with at most so many checkers left; the other hardly moves."""

    def work(dice: ScriptedDice) -> None:
        while _left(match, winner) > left or to_act(state_now(match)) is not winner:
            _turn(match, dice, winner)

    thrown(work)


def least_turn(match: Match, side: Side) -> None:
    """`side` throws the least there is, and plays it."""
    thrown(lambda dice: _turn(match, dice, side.other))


def roll(match: Match, throw: Throw) -> None:
    """Whoever is on roll throws these dice."""
    thrown(lambda _: must(act(match, Roll())), throw)


def do(match: Match, side: Side, action: PlayerAction) -> None:
    """What whoever plays the side would send, person or computer."""
    state = state_now(match)
    if state.computers.of(side) is None:
        must(act(match, action, side))
    else:
        must(submit_bot_action(match.pk, side, action, state.decision))


def _left(match: Match, side: Side) -> int:
    return game_of(state_now(match)).board.seen_by(side).near_on_board


def _turn(match: Match, dice: ScriptedDice, winner: Side) -> None:
    """Whoever is on turn rolls and plays: the winner what brings the most, the other as little as can be."""
    state = state_now(match)
    side = to_act(state)
    assert side is not None
    board = game_of(state).board.seen_by(side)
    if isinstance(game_of(state).phase, ToRoll):
        dice.add([_best_throw(board) if side is winner else _LEAST])
        do(match, side, Roll())
        state = state_now(match)
    phase = game_of(state).phase
    if isinstance(phase, ToPlay) and to_act(state) is side:
        do(match, side, PlayCheckers(_quiet_play(board, phase.dice).moves))


def _best_throw(board: Board) -> Throw:
    """The dice with which the most pips can be played; towards the end not all is borne off."""
    if board.near_on_board in (_LAST + 1, _LAST + 2):
        return 6, 5
    return max(_DOUBLES, key=lambda throw: _gain(board, throw))


def _gain(board: Board, throw: Throw) -> int:
    dice = Dice(*throw)
    plays = legal_plays(board, dice)
    return board.pip_count - board_after(board, _quiet_play(board, dice).moves).pip_count if plays else 0


def _quiet_play(board: Board, dice: Dice) -> Play:
    """Hits as little as it can, and moves the rearmost checkers."""

    def worth(play: Play) -> tuple[int, int]:
        after = board_after(board, play.moves).cells
        return -after[OFF], -sum(point * point * after[point] for point in range(1, 26) if after[point] > 0)

    return max(legal_plays(board, dice), key=worth)
