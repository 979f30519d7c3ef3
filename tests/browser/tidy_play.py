"""Plays for pictures: what a careful beginner would play, so that positions look like backgammon."""

from __future__ import annotations

from bgsite.accounts.models import User
from games.rules.actions import Double, PlayCheckers, Roll, Take
from games.rules.board import Board
from games.rules.clock import ClockPreset
from games.rules.legal import legal_plays
from games.rules.plays import Play, board_after
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import ToPlay, ToRoll, game_of, to_act
from matches.models import Match
from tests.matches.matchmaking import act, begun_match, lose_game, next_game, play_to_a_roll, state, terms


def middle_of_a_match(white: User, black: User) -> Match:
    """The second game of a match to 7 at the clock, the cube at 2, many checkers in play."""
    match = begun_match(white, black, terms(length=7, clock=ClockPreset.NORMAL))
    lose_game(match, Side.BLACK, ResultKind.GAMMON)
    next_game(match)
    for _ in range(5):
        tidy_turn(match)
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    act(match, doubler.other, Take())
    for _ in range(4):
        tidy_turn(match)
    return match


def tidy_turn(match: Match) -> None:
    """Let whoever is on turn roll if need be, and play."""
    now = state(match)
    side = to_act(now)
    assert side is not None
    if isinstance(game_of(now).phase, ToRoll):
        act(match, side, Roll())
        now = state(match)
    game = game_of(now)
    if isinstance(game.phase, ToPlay):
        board = game.board.seen_by(side)
        plays = legal_plays(board, game.phase.dice)
        act(match, side, PlayCheckers(max(plays, key=lambda play: _worth(board, play)).moves))


def _worth(board: Board, play: Play) -> float:
    """Points made count, most in front of the home; blots count against; so do the rearmost checkers left behind."""
    cells = board_after(board, play.moves).cells
    made = sum(3 if point <= 8 else 1 for point in range(1, 25) if 2 <= cells[point] <= 4)
    blots = sum(1 + (25 - point) / 12 for point in range(1, 25) if cells[point] == 1)
    towers = sum(cells[point] - 4 for point in range(1, 25) if cells[point] > 4)
    return made + 2 * cells[0] - blots - towers - cells[24] / 2
