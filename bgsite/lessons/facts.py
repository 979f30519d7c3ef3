"""What can be counted or listed of a position, by the rules library alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bgsite.lessons.attempts import Moves
from bgsite.lessons.claims import NumberClaim, PointsClaim
from bgsite.lessons.position import Position
from games.engines.situation import Holder, Situation
from games.rules.board import BAR, CHECKERS, HOME, POINTS, Board
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.doubling import double_refusal
from games.rules.events import MatchStarted
from games.rules.legal import legal_plays, step_graph
from games.rules.match import start
from games.rules.plays import board_after
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.score import Crawford, away
from games.rules.state import MatchState, TakeBackRule, ToRoll, game_of

ALLOWED: Final = "allowed"
"""What the rules say to a double that they do not refuse."""
ALL_ROLLS: Final = 36
START: Final = Board.start()


class _OneThrow:
    """The opening throw of a match that is only asked what may be doubled."""

    def throw(self) -> tuple[int, int]:
        return 3, 1


def rolls() -> Iterator[tuple[Dice, int]]:
    """Every roll and how many of the 36 it is."""
    for high in range(1, 7):
        for low in range(1, high + 1):
            yield Dice(high, low), 1 if high == low else 2


def count_rolls(does: Callable[[Dice], bool]) -> int:
    """How many of the 36 rolls do something."""
    return sum(weight for dice, weight in rolls() if does(dice))


def results(board: Board, dice: Dice) -> tuple[Board, ...]:
    """The positions after every legal play of the near player; the same board where there is none."""
    return tuple(board_after(board, play.moves) for play in legal_plays(board, dice)) or (board,)


def hits(board: Board, after: Board) -> bool:
    """Whether a play of the near player between the two sent a checker to the bar."""
    return after.cells[0] > board.cells[0]


def shots(board: Board) -> int:
    """Rolls of 36 with which the near player can hit."""
    return count_rolls(lambda dice: any(hits(board, after) for after in results(board, dice)))


def entering_rolls(board: Board) -> int:
    """Rolls of 36 with which the near player can enter at least one checker."""
    return count_rolls(lambda dice: any(after.cells[BAR] < board.cells[BAR] for after in results(board, dice)))


def last_rolls(board: Board) -> int:
    """Rolls of 36 with which the near player can bear off everything now."""
    return count_rolls(lambda dice: any(after.near_off == CHECKERS for after in results(board, dice)))


def rearmost(board: Board) -> int:
    """The near player's highest point with a checker, 25 for the bar."""
    return max(place for place in range(1, BAR + 1) if board.cells[place] > 0)


def targets(board: Board, dice: Dice) -> frozenset[int]:
    """Points where the near player's rearmost checker may land, by one number or by several."""
    graph, found = step_graph(board, dice), set()
    at = {(0, rearmost(board))}
    while at:
        moved = {
            (edge.next, edge.move.to)
            for node, place in at
            for edge in graph.steps_from(node)
            if edge.move.from_ == place
        }
        found |= {place for _node, place in moved}
        at = moved
    return frozenset(found)


def entries(board: Board, dice: Dice | None) -> frozenset[int]:
    """Points on which the near player's checkers may enter; without dice by any number."""
    numbers = HOME if dice is None else dice.numbers
    return frozenset(BAR - number for number in numbers if board.cells[BAR - number] > -2)


def prime(board: Board) -> frozenset[int]:
    """The near player's longest row of made points; the higher one of two."""
    best: list[int] = []
    run: list[int] = []
    for point in reversed(POINTS):
        run = [*run, point] if board.cells[point] >= 2 else []
        best = run if len(run) > len(best) else best
    return frozenset(best)


def points_of(claim: PointsClaim, position: Position) -> frozenset[int]:
    """The points that a claim means. ``position`` has dice where the claim is about them."""
    board = position.board
    match claim:
        case PointsClaim.START:
            return frozenset(point for point in POINTS if START.cells[point] > 0)
        case PointsClaim.ENTRY:
            return entries(board, position.dice)
        case PointsClaim.TARGETS:
            return frozenset() if position.dice is None else targets(board, position.dice)
        case PointsClaim.PRIME:
            return prime(board)
        case PointsClaim.BLOTS:
            return frozenset(point for point in POINTS if board.cells[point] == 1)


def number_of(claim: NumberClaim, of: int, position: Position) -> int:
    """The number that a claim means."""
    match claim:
        case NumberClaim.PIPS:
            return position.board.pip_count
        case NumberClaim.PIPS_BLACK:
            return position.board.mirror().pip_count
        case NumberClaim.SHOTS:
            return shots(position.seen)
        case NumberClaim.ENTERING:
            return entering_rolls(position.seen)
        case NumberClaim.LAST_ROLL:
            return last_rolls(position.seen)
        case NumberClaim.MIRRORED:
            return BAR - of
        case NumberClaim.TAKE_POINT:
            return take_point()
        case NumberClaim.POINTS_WON:
            return of * (1 if position.setting.cube is None else position.setting.cube.value)


def take_point() -> int:
    """In percent, of money play with a cube at 2 that is not turned again: take loses as much as drop does."""
    drop, lose, win = -1, -2, 2
    return round(100 * (drop - lose) / (win - lose))


# --- cube and score -------------------------------------------------------------------------------------------


def card_of(position: Position) -> RuleCard:
    """The rule card that a position is played under."""
    setting = position.setting
    card = card_for(Preset.CUSTOM, setting.length)
    return replace(card, crawford=setting.crawford is not Crawford.NONE, jacoby=setting.jacoby)


def state_of(position: Position) -> MatchState:
    """The position in the middle of a game, before the roll."""
    setting = position.setting
    terms = MatchStarted(card_of(position), ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER)
    begun = start(terms, now=0, dice=_OneThrow()).after
    game = replace(
        game_of(begun),
        board=position.board,
        cube=setting.cube or Cube(),
        on_roll=position.on_roll,
        phase=ToRoll(),
        turn_number=9,
    )
    return replace(begun, score=setting.score, crawford=setting.crawford, game=game)


def answer_to_double(position: Position) -> str:
    """ALLOWED, or the code by which the rules refuse a double of the side on roll."""
    refused = double_refusal(state_of(position), position.on_roll)
    return ALLOWED if refused is None else refused.code.value


def situation_of(position: Position) -> Situation:
    """Card, cube and score, seen by the side on roll."""
    setting, side = position.setting, position.on_roll
    cube = setting.cube or Cube()
    holder = {None: Holder.CENTRED, side: Holder.MINE}.get(cube.owner, Holder.THEIRS)
    length = setting.length
    needs = None if length is None else (away(setting.score, length, side), away(setting.score, length, side.other))
    return Situation(card_of(position), cube.value, holder, needs, setting.crawford)


def is_last_roll(position: Position) -> bool:
    """Whether the game is over in two rolls: if this one does not win, each roll of the other side does.

    Both sides have borne off a checker, so that every win is single.
    """
    board = position.seen
    other = board.mirror()
    is_single = board.near_off > 0 and board.far_off > 0
    return is_single and not board.has_contact and last_rolls(other) == ALL_ROLLS


def last_roll_worths(position: Position) -> tuple[float, float, float]:
    """Worth to the side on roll of no double, double and take, double and drop, where ``is_last_roll`` holds.

    In points, or in chances of winning the match. Nobody gains by a later turn of the cube: the game is over.
    """
    now = situation_of(position)
    win = last_rolls(position.seen) / ALL_ROLLS

    def worth(points: int) -> float:
        return win * now.worth_of_points(points) + (1 - win) * now.worth_of_points(-points)

    return worth(now.cube), worth(2 * now.cube), now.worth_of_points(now.cube)


def moves_text(moves: Moves) -> str:
    """The moves as text: ``bar/20 13/11``."""
    names = {BAR: "bar", 0: "off"}
    return " ".join(f"{names.get(move.from_, move.from_)}/{names.get(move.to, move.to)}" for move in moves)
