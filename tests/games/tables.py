"""A table for tests: one match, scripted dice, positions set up in one line."""

from __future__ import annotations

from dataclasses import replace

from games.notation.play_text import parse_play
from games.rules import actions as a
from games.rules.board import Board, parse_board
from games.rules.clock import ClockPreset, ClockSetting, Millis
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, Refusal
from games.rules.events import Event, MatchStarted
from games.rules.legal_actions import LegalActions
from games.rules.levels import Level
from games.rules.match import apply, legal_actions, replay, start, to_act
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.score import Crawford, GameResult, Termination
from games.rules.sides import Pair, Side
from games.rules.state import GameOver, GamePhase, GameState, MatchState, TakeBackRule, ToPlay, ToRoll
from tests.games.scripted_dice import ScriptedDice

WHITE, BLACK = Side.WHITE, Side.BLACK
UNTIMED = ClockSetting(ClockPreset.UNTIMED)
PEOPLE: Pair[Level | None] = Pair(None, None)


def match_to(length: int) -> RuleCard:
    return card_for(Preset.MATCH, length)


MONEY = card_for(Preset.MONEY)
CLUB = card_for(Preset.CLUB_MONEY)


def money(**options: object) -> RuleCard:
    """A session without Jacoby and beavers but for ``options``."""
    return replace(MONEY, preset=Preset.CUSTOM, **{"jacoby": False, "max_redoubles": 0, **options})  # type: ignore[arg-type]


class Table:
    """White opens with 3-1 unless another opening throw (White's die, Black's die) is given."""

    def __init__(
        self,
        card: RuleCard,
        *,
        opening: tuple[tuple[int, int], ...] = ((3, 1),),
        clock: ClockSetting = UNTIMED,
        take_back: TakeBackRule = TakeBackRule.NEVER,
        computers: Pair[Level | None] = PEOPLE,
    ) -> None:
        self.now: Millis = 1_000_000
        self.dice = ScriptedDice(*opening)
        first = start(MatchStarted(card, clock, take_back, computers), now=self.now, dice=self.dice)
        self.state: MatchState = first.after
        self.log: list[Event] = list(first.events)
        self.is_whole = True

    @property
    def game(self) -> GameState:
        assert self.state.game is not None
        return self.state.game

    @property
    def result(self) -> GameResult:
        """Of the game that is over."""
        assert isinstance(self.game.phase, GameOver)
        return self.game.phase.result

    @property
    def termination(self) -> Termination:
        assert isinstance(self.game.phase, GameOver)
        return self.game.phase.termination

    @property
    def acting(self) -> Side:
        side = to_act(self.state)
        assert side is not None
        return side

    def crawford(self) -> Crawford:
        return self.state.crawford

    def phase(self) -> GamePhase:
        return self.game.phase

    def can(self, side: Side) -> LegalActions:
        return legal_actions(self.state, side)

    def do(self, action: a.Action, by: Side | None = None, *, after: Millis = 0) -> tuple[Event, ...]:
        """``action`` by ``by`` (else whoever must act), ``after`` milliseconds later."""
        self.now += after
        if by is None and not isinstance(action, a.ServerAction):
            by = self.acting
        done = apply(self.state, action, by=by, now=self.now, dice=self.dice)
        self.state = done.after
        self.log.extend(done.events)
        return done.events

    def refuses(self, action: a.Action, by: Side | None = None) -> Refusal:
        """Why ``action`` is refused; the state is what it was."""
        before, dice = self.state, self.dice.left
        try:
            self.do(action, by)
        except IllegalAction as refused:
            assert self.state is before
            assert self.dice.left == dice
            return refused.code
        raise AssertionError(f"{action} was not refused")

    def roll(self, one: int, other: int, *, after: Millis = 0) -> tuple[Event, ...]:
        self.dice.add([(one, other)])
        return self.do(a.Roll(), after=after)

    def play(self, text: str, *, after: Millis = 0) -> tuple[Event, ...]:
        """The play in canonical notation, by the side on roll."""
        assert isinstance(self.game.phase, ToPlay)
        board = self.game.board.seen_by(self.game.on_roll)
        play = parse_play(board, self.game.phase.dice, text)
        return self.do(a.PlayCheckers(play.moves), after=after)

    def turn(self, one: int, other: int, text: str) -> tuple[Event, ...]:
        return (*self.roll(one, other), *self.play(text))

    def double_and_take(self) -> None:
        self.do(a.Double())
        self.do(a.Take())

    def next_game(self, *opening: tuple[int, int]) -> None:
        """Both press Next; the opening throw is 3-1 for White unless another is given."""
        self.dice.add(opening or [(3, 1)])
        self.do(a.Next(), WHITE)
        self.do(a.Next(), BLACK)

    def put(
        self,
        board: str | Board,
        *,
        on_roll: Side = WHITE,
        dice: tuple[int, int] | None = None,
        cube: Cube | None = None,
        turn: int = 9,
    ) -> None:
        """Sets up a position in the numbering of ``on_roll``, about to roll or with ``dice`` on the table."""
        position = parse_board(board) if isinstance(board, str) else board
        begun = Pair((turn + 1) // 2, turn // 2)
        game = replace(
            self.game,
            board=position.seen_by(on_roll),
            on_roll=on_roll,
            phase=ToRoll() if dice is None else ToPlay(Dice.of(*dice)),
            cube=self.game.cube if cube is None else cube,
            turn_number=turn,
            turns_begun=begun if on_roll is WHITE else Pair(begun.black, begun.white),
        )
        self.state = replace(self.state, game=game)
        self.is_whole = False

    def score(self, white: int, black: int, crawford: Crawford | None = None) -> None:
        """Sets the score, and the Crawford state where it matters."""
        stored = self.state.crawford if crawford is None else crawford
        self.state = replace(self.state, score=Pair(white, black), crawford=stored)
        self.is_whole = False

    def replays(self) -> bool:
        """Whether the log gives the state; only for tables that were never set up by hand."""
        assert self.is_whole
        return replay(self.log) == self.state


def names(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


START = Board.start()
QUIET = "M 13:5 8:3 6:5 5:2; O 12:5 17:3 19:5 20:2"
"""A middle game without checkers on the bar; contact."""
RACE = "M 6:5 5:5 4:5; O 19:5 20:5 21:5"
"""Everybody home, nobody off."""
