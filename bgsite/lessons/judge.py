"""Judges an answer: right, or wrong and why. What is legal only the rules library says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from bgsite.lessons.attempts import Fault, Moves, Refused, refusal, shown_after
from bgsite.lessons.claims import PlayClaim
from bgsite.lessons.exercise import Exercise, Mistake
from bgsite.lessons.facts import hits
from bgsite.lessons.given import Answer, Called, Placed
from bgsite.lessons.position import Position
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask, Proof
from games.notation.play_text import parse_play
from games.rules.board import BAR, Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after
from games.rules.sides import Side


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said to an answer. ``after`` is in White's frame."""

    is_right: bool
    mistake: str | None = None
    """The id of the wrong answer that has words of its own: a mistake, or a choice."""
    refused: Refused | None = None
    """Why the rules refuse a play."""
    after: Board | None = None
    """The position that the answer leads to, where it leads to one."""
    side: Side | None = None
    moves: Moves = ()
    """How ``side`` comes to ``after``."""
    missing: frozenset[int] = frozenset()
    """Points that were not chosen."""
    extra: frozenset[int] = frozenset()
    """Points that were chosen wrongly."""
    cards: tuple[str, ...] = ()
    """Statements that were judged wrongly."""


def judge(exercise: Exercise, answer: Answer) -> Verdict:
    """The verdict about an answer that ``answers`` or ``loader`` has read for this exercise."""
    task = exercise.task
    match task:
        case PlayTask():
            return _judge_play(exercise, task, _as_moves(answer))
        case ChoiceTask():
            return _judge_choice(exercise, task, str(answer))
        case PointsTask(points=points):
            return _judge_points(exercise, points, answer)
        case NumberTask(number=number):
            return Verdict(is_right=True) if answer == number else _explained(exercise, answer)
        case PlaceTask(missing=missing):
            return _judge_places(exercise, missing, answer)
        case CardsTask():
            return _judge_cards(task, answer)


def _as_moves(answer: Answer) -> Moves:
    if not isinstance(answer, tuple):
        raise TypeError("a play is answered by moves")
    return answer


def mistake_of(exercise: Exercise, answer: Answer) -> Mistake | None:
    """The wrong answer that has words of its own."""
    return next((mistake for mistake in exercise.mistakes if mistake.answer == answer), None)


def _explained(exercise: Exercise, answer: Answer) -> Verdict:
    """A wrong answer that is no play, with the play that shows why, if one is named."""
    mistake, position = mistake_of(exercise, answer), exercise.position
    if mistake is None or mistake.shows is None:
        return Verdict(False, None if mistake is None else mistake.id)
    after = board_after(position.seen, mistake.shows).seen_by(position.on_roll)
    return Verdict(False, mistake.id, None, after, position.on_roll, mistake.shows)


# --- plays ----------------------------------------------------------------------------------------------------


def dice_of(position: Position) -> Dice:
    """The dice of a position that has some. Raises ValueError."""
    if position.dice is None:
        raise ValueError("no dice were thrown")
    return position.dice


@lru_cache(maxsize=256)
def right_results(exercise_file: str, task: PlayTask, board: Board, dice: Dice) -> frozenset[Board]:
    """The positions that a right play leads to; for PlayClaim.NOTHING the board itself."""
    del exercise_file  # one entry of the memory for each exercise
    if task.plays:
        return frozenset(board_after(board, parse_play(board, dice, text).moves) for text in task.plays)
    return claimed_results(task.claim, board, dice)


def claimed_results(claim: PlayClaim, board: Board, dice: Dice) -> frozenset[Board]:
    """The positions after all legal plays that a claim means by itself (not SAFE and BEST: their plays are named)."""
    after = frozenset(board_after(board, play.moves) for play in legal_plays(board, dice))
    match claim:
        case PlayClaim.LEGAL | PlayClaim.ONLY | PlayClaim.SAFE | PlayClaim.BEST:
            return after
        case PlayClaim.NOTHING:
            return after or frozenset({board})
        case PlayClaim.ENTERS:
            return frozenset(each for each in after if each.cells[BAR] == 0)
        case PlayClaim.HITS:
            return frozenset(each for each in after if hits(board, each))
        case PlayClaim.BEARS_OFF:
            most = max((each.near_off for each in after), default=0)
            return frozenset(each for each in after if each.near_off == most)


def _judge_play(exercise: Exercise, task: PlayTask, moves: Moves) -> Verdict:
    board, dice = exercise.position.seen, dice_of(exercise.position)
    refused = refusal(board, dice, moves)
    after = shown_after(board, moves, refused)
    shown = moves if refused is None else moves[: refused.fits]
    is_right = refused is None and after in right_results(exercise.file, task, board, dice)
    mistake = None if is_right else _play_mistake(exercise, refused, after)
    return Verdict(is_right, mistake, refused, after, Side.WHITE, shown)


def _play_mistake(exercise: Exercise, refused: Refused | None, after: Board) -> str | None:
    """The mistake of the same kind: the same refusal of the same step, or the same position after a legal play."""
    board, dice = exercise.position.seen, dice_of(exercise.position)
    for mistake in exercise.mistakes:
        known = _as_moves(mistake.answer)
        known_refused = refusal(board, dice, known)
        if refused is None:
            is_same = known_refused is None and board_after(board, known) == after
        else:
            is_same = known_refused is not None and _kind(known_refused) == _kind(refused)
        if is_same:
            return mistake.id
    return None


def _kind(refused: Refused) -> tuple[Fault, int, int]:
    move = refused.move
    return refused.fault, 0 if move is None else move.from_, 0 if move is None else move.to


# --- the others -----------------------------------------------------------------------------------------------


def _judge_choice(exercise: Exercise, task: ChoiceTask, answer: str) -> Verdict:
    choice = next(choice for choice in task.choices if choice.id == answer)
    is_right = answer == task.right
    mistake = None if is_right else answer
    if choice.moves is None or choice.dice is None:
        return Verdict(is_right, mistake)
    position = exercise.position
    refused = refusal(position.seen, choice.dice, choice.moves)
    shown = choice.moves if refused is None else choice.moves[: refused.fits]
    after = board_after(position.seen, shown).seen_by(position.on_roll)
    return Verdict(is_right, mistake, refused, after, position.on_roll, shown)


def _judge_points(exercise: Exercise, points: frozenset[int], answer: Answer) -> Verdict:
    if not isinstance(answer, frozenset):
        raise TypeError("points are answered by points")
    if answer == points:
        return Verdict(is_right=True)
    return replace(_explained(exercise, answer), missing=points - answer, extra=answer - points)


def _judge_places(exercise: Exercise, missing: Mapping[int, int], answer: Answer) -> Verdict:
    if not isinstance(answer, Placed):
        raise TypeError("places are answered by points and checkers")
    placed = answer.counts
    too_few = frozenset(point for point, count in missing.items() if placed.get(point, 0) < count)
    too_many = frozenset(point for point, count in placed.items() if missing.get(point, 0) < count)
    is_right, mistake = not too_few and not too_many, mistake_of(exercise, answer)
    return Verdict(
        is_right,
        mistake.id if mistake is not None and not is_right else None,
        after=placed_board(exercise.position.board, placed),
        missing=too_few,
        extra=too_many,
    )


def placed_board(board: Board, placed: Mapping[int, int]) -> Board:
    """``board`` with White's checkers placed; a point of Black's stays as it is."""
    cells = list(board.cells)
    for point, count in placed.items():
        if cells[point] >= 0:
            cells[point] += count
    return Board(tuple(cells))


def _judge_cards(task: CardsTask, answer: Answer) -> Verdict:
    if not isinstance(answer, Called):
        raise TypeError("cards are answered by true and false")
    wrong = [card for card in task.cards if answer.cards[card.id] is not card.is_true]
    if not wrong:
        return Verdict(is_right=True)
    return Verdict(False, cards=tuple(card.id for card in wrong))


def shown_moves(proof: Proof) -> Moves:
    """The moves of a card's example as far as the rules let the board show them."""
    refused = refusal(proof.board, proof.dice, proof.moves)
    return proof.moves if refused is None else proof.moves[: refused.fits]
