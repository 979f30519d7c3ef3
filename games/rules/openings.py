"""How a game begins: the opening throw, automatic doubles, the reroll (rules.md 1.2, 3.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice, DiceSource
from games.rules.errors import InvalidAction
from games.rules.events import (
    AutomaticallyDoubled,
    Event,
    Events,
    GameStarted,
    OpeningEvent,
    OpeningRerolled,
    OpeningThrown,
)
from games.rules.game import begin_turn, with_roll
from games.rules.rulecard import Opening, PlayKind, RuleCard
from games.rules.score import next_crawford
from games.rules.sides import Pair, Side
from games.rules.state import GameState, MatchState, OpeningThrow, ToPlay, ToRoll, game_of


def open_game(state: MatchState, dice: DiceSource) -> Events:
    """The next game of the match, to the first thing somebody must decide."""
    number = 1 if state.game is None else state.game.number + 1
    started = GameStarted(number, next_crawford(state.crawford, state.score, state.card.length))
    if state.card.opening is Opening.WHITE_FIRST:
        return (started,)
    return (started, *_opening_throws(state.card, dice))


def _opening_throws(card: RuleCard, dice: DiceSource) -> list[Event]:
    """Throws until they differ; the first ties double the cube where that was agreed (rules.md 3.1)."""
    thrown: list[Event] = []
    cube, doubled = 1, 0
    while True:
        white, black = dice.throw()
        if not (1 <= white <= 6 and 1 <= black <= 6):
            raise InvalidAction(f"no such throw: {white}-{black}")
        thrown.append(OpeningThrown(white, black))
        if white != black:
            return thrown
        if doubled < card.automatic_doubles and cube * 2 <= card.cube_limit:
            cube, doubled = cube * 2, doubled + 1
            thrown.append(AutomaticallyDoubled(cube))


def evolve_opening(state: MatchState, event: OpeningEvent) -> MatchState:
    """What an opening event changes."""
    match event:
        case GameStarted():
            return _started(state, event)
        case OpeningThrown(white, black):
            return replace(state, game=_thrown(state, game_of(state), white, black))
        case AutomaticallyDoubled(value):
            game = game_of(state)
            doubled = replace(game, cube=Cube(value), automatic_doubles=game.automatic_doubles + 1)
            return replace(state, game=doubled)
        case OpeningRerolled(side, dice):
            return replace(state, game=with_roll(game_of(state), side, dice), proposal=None)
        case _ as never:
            assert_never(never)


def _started(state: MatchState, event: GameStarted) -> MatchState:
    game = GameState(
        number=event.number,
        board=Board.start(),
        cube=Cube(),
        on_roll=Side.WHITE,
        phase=OpeningThrow(),
        turn_number=0,
        turns_begun=Pair(0, 0),
        automatic_doubles=0,
        resignations_made=frozenset(),
        resignation_declined=None,
        proposals_made=Pair(0, 0),
        paid=Pair(0, 0),
        last_roll=None,
        last_play=None,
        memos=(),
        dice_to_come=(),
    )
    if state.card.opening is Opening.WHITE_FIRST:
        game = begin_turn(game, Side.WHITE, ToRoll())
    clock = state.clock
    if clock is not None and state.card.kind is PlayKind.MONEY:
        clock = replace(clock, overtime_used=Pair(False, False))
    return replace(state, game=game, crawford=event.crawford, proposal=None, ready=Pair(False, False), clock=clock)


def _thrown(state: MatchState, game: GameState, white: int, black: int) -> GameState:
    if white == black:
        return game
    starter = Side.WHITE if white > black else Side.BLACK
    dice = Dice(max(white, black), min(white, black))
    phase = ToPlay(dice, may_reroll=state.card.opening is Opening.THROW_WITH_REROLL)
    return replace(begin_turn(game, starter, phase), last_roll=(starter, dice))
