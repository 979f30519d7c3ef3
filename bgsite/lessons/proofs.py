"""Proves the stated answers of an exercise; each proof gives the faults it finds as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from bgsite.lessons import engine_proofs as engine
from bgsite.lessons.attempts import Moves, refusal
from bgsite.lessons.claims import ChoiceClaim, PlayClaim
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.facts import START, answer_to_double, moves_text, number_of, points_of, shots
from bgsite.lessons.judge import claimed_results, dice_of, judge, placed_board, right_results
from bgsite.lessons.position import Position
from bgsite.lessons.position_proofs import position_faults
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask
from games.notation.errors import NotationError
from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after
from games.rules.score import ResultKind
from games.rules.worth import kind_of_loss


def faults_of(exercise: Exercise) -> list[str]:
    """Everything that is wrong with the position and the stated answers; empty when all are proved."""
    return list(position_faults(exercise)) or list(_answer_faults(exercise)) or list(_mistake_faults(exercise))


def _answer_faults(exercise: Exercise) -> Iterator[str]:
    task, position = exercise.task, exercise.position
    match task:
        case PlayTask():
            return _play_faults(exercise, task)
        case ChoiceTask():
            return _choice_faults(position, task)
        case PointsTask():
            return _points_faults(position, task)
        case NumberTask():
            return _number_faults(position, task)
        case PlaceTask():
            return _place_faults(position, task)
        case CardsTask():
            return _card_faults(task)


def _mistake_faults(exercise: Exercise) -> Iterator[str]:
    """Each wrong answer is wrong, and gets its own words; choices and cards have theirs by themselves."""
    if not exercise.mistakes and not isinstance(exercise.task, ChoiceTask | CardsTask):
        yield "no wrong answer is explained: at least one `[[wrong]]` is needed"
    for mistake in exercise.mistakes:
        verdict = judge(exercise, mistake.answer)
        if verdict.is_right:
            yield f"the wrong answer {mistake.id!r} is right"
        elif verdict.mistake != mistake.id:
            yield f"the wrong answer {mistake.id!r} gets the words of {verdict.mistake!r}"
        yield from _shown_faults(exercise.position, mistake.id, mistake.shows, mistake.dice)


# --- plays ----------------------------------------------------------------------------------------------------


def _play_faults(exercise: Exercise, task: PlayTask) -> Iterator[str]:
    board, dice = exercise.position.seen, dice_of(exercise.position)
    try:
        right = right_results(exercise.file, task, board, dice)
    except NotationError as error:
        yield f"a play of `plays` is not legal: {error}"
        return
    every = frozenset(board_after(board, play.moves) for play in legal_plays(board, dice))
    if task.claim is PlayClaim.SAFE:
        claimed = frozenset(after for after in every if not shots(after.mirror()))
    else:
        claimed = claimed_results(task.claim, board, dice)
    if task.claim is PlayClaim.BEST:
        fault = engine.best_play_error(exercise.position, dice, right, {})
        yield from [fault] if fault else []
    elif right != claimed:
        yield _difference(board, right, claimed, exercise)
    yield from _count_faults(task.claim, len(right), len(every))
    if task.claim in {PlayClaim.BEST, PlayClaim.SAFE} and not task.plays:
        yield f"the claim {task.claim.value!r} needs `plays`"


def _count_faults(claim: PlayClaim, right: int, every: int) -> Iterator[str]:
    if claim is PlayClaim.ONLY and every != 1:
        yield f"there are {every} legal plays, not one"
    if claim is PlayClaim.NOTHING and every:
        yield f"there are {every} legal plays, not none"
    if claim is not PlayClaim.NOTHING and not right:
        yield "no legal play is right"
    narrows = claim not in {PlayClaim.LEGAL, PlayClaim.ONLY, PlayClaim.NOTHING}
    if narrows and right == every:
        yield "every legal play is right, so the claim says nothing"


def _difference(board: Board, right: frozenset[Board], claimed: frozenset[Board], exercise: Exercise) -> str:
    texts = {
        board_after(board, play.moves): moves_text(play.moves)
        for play in legal_plays(board, dice_of(exercise.position))
    }
    wrongly = sorted(texts.get(after, "?") for after in right - claimed)
    forgotten = sorted(texts.get(after, "?") for after in claimed - right)
    return f"stated as right but not as claimed: {wrongly}; as claimed but not stated: {forgotten}"


# --- choices --------------------------------------------------------------------------------------------------


def _choice_faults(position: Position, task: ChoiceTask) -> Iterator[str]:
    match task.claim:
        case ChoiceClaim.BEST:
            yield from _best_faults(position, task)
        case ChoiceClaim.FEWEST_SHOTS:
            yield from _shot_faults(position, task)
        case ChoiceClaim.LEGAL:
            yield from _legal_faults(position, task)
        case _:
            yield from _fact_faults(position, task)


def _without_play(task: ChoiceTask) -> list[str]:
    return [choice.id for choice in task.choices if choice.moves is None]


def _best_faults(position: Position, task: ChoiceTask) -> Iterator[str]:
    plays = {choice.id: choice.moves for choice in task.choices if choice.moves is not None}
    if without := _without_play(task):
        yield f"choices without a play: {without}"
        return
    dice = dice_of(position)
    for name, moves in plays.items():
        if refusal(position.seen, dice, moves) is not None:
            yield f"the play of {name!r} is not legal"
            return
    right = frozenset({board_after(position.seen, plays[task.right])})
    fault = engine.best_play_error(position, dice, right, engine.named_plays(position, plays))
    yield from [fault] if fault else []


def _shot_faults(position: Position, task: ChoiceTask) -> Iterator[str]:
    counts: dict[str, int] = {}
    for choice in task.choices:
        if choice.moves is None or refusal(position.seen, dice_of(position), choice.moves) is not None:
            yield f"the choice {choice.id!r} has no legal play"
            return
        counts[choice.id] = shots(board_after(position.seen, choice.moves).mirror())
    others = [count for name, count in counts.items() if name != task.right]
    if min(others) <= counts[task.right]:
        yield f"the right answer does not leave the fewest shots of 36: {counts}"


def _legal_faults(position: Position, task: ChoiceTask) -> Iterator[str]:
    for choice in task.choices:
        if choice.moves is None:
            yield f"the choice {choice.id!r} has no play"
        elif (refusal(position.seen, dice_of(position), choice.moves) is None) != (choice.id == task.right):
            yield f"the play of {choice.id!r} is {'not ' if choice.id == task.right else ''}legal"


def _fact_faults(position: Position, task: ChoiceTask) -> Iterator[str]:
    """Claims about a word: the right choice says what is found, and no other does."""
    try:
        fact, margin, least = _fact(position, task)
    except ValueError as error:
        yield str(error)
        return
    if margin < least:
        yield f"{fact!r} is right by {margin:.3f} only, less than {least}"
    right = [choice.id for choice in task.choices if choice.fact == fact]
    if right != [task.right]:
        said = " or ".join(map(repr, right)) or "none of these"
        yield f"the fact found is {fact!r}, so the right answer is {said}, not {task.right!r}"
    for choice in task.choices:
        yield from _shown_faults(position, choice.id, choice.moves, choice.dice)


def _shown_faults(position: Position, name: str, moves: Moves | None, dice: Dice | None) -> Iterator[str]:
    """A play that is only shown must be possible."""
    if moves is not None and dice is not None:
        refused = refusal(position.seen, dice, moves)
        if refused is not None:
            yield f"what {name!r} shows is not a legal play: {refused.fault}"


def _fact(position: Position, task: ChoiceTask) -> tuple[str, float, float]:
    """The word that is right, by how much, and how much it must be. Raises ValueError."""
    match task.claim:
        case ChoiceClaim.FAULT:
            return _fault(position, task), 1.0, 0.0
        case ChoiceClaim.RESULT:
            return _result(position), 1.0, 0.0
        case ChoiceClaim.MAY_DOUBLE:
            return answer_to_double(position), 1.0, 0.0
        case ChoiceClaim.LAST_ROLL_DOUBLE:
            return *engine.exact_double_of(position), engine.EXACT_MARGIN
        case ChoiceClaim.LAST_ROLL_ANSWER:
            return *engine.exact_answer_of(position), engine.EXACT_MARGIN
        case ChoiceClaim.ENGINE_DOUBLE:
            return *engine.double_of(position), engine.MARGIN
        case ChoiceClaim.ENGINE_ANSWER:
            return *engine.answer_of(position), engine.MARGIN
        case ChoiceClaim.BEST | ChoiceClaim.FEWEST_SHOTS | ChoiceClaim.LEGAL:
            raise ValueError(f"the claim {task.claim.value!r} is about plays")


def _fault(position: Position, task: ChoiceTask) -> str:
    if task.made is None:
        raise ValueError("a review needs `made`")
    refused = refusal(position.seen, dice_of(position), task.made)
    if refused is None:
        raise ValueError("the play that was made is legal")
    return refused.fault.value


def _result(position: Position) -> str:
    if position.board.far_on_board:
        raise ValueError("Black has not borne off everything")
    kinds = {ResultKind.SINGLE: "single", ResultKind.GAMMON: "gammon", ResultKind.BACKGAMMON: "backgammon"}
    return kinds[kind_of_loss(position.board)]


# --- points, places, numbers, cards ---------------------------------------------------------------------------


def _points_faults(position: Position, task: PointsTask) -> Iterator[str]:
    found = points_of(task.claim, position)
    if found != task.points:
        yield f"the points are {sorted(found)}, not {sorted(task.points)}"


def _number_faults(position: Position, task: NumberTask) -> Iterator[str]:
    found = number_of(task.claim, task.of, position)
    if found != task.number:
        yield f"the number is {found}, not {task.number}"


def _place_faults(position: Position, task: PlaceTask) -> Iterator[str]:
    after = placed_board(position.board, task.missing)
    if after != START:
        yield "the checkers placed do not make the starting position"


def _card_faults(task: CardsTask) -> Iterator[str]:
    for card in task.cards:
        proof = card.proof
        is_legal = refusal(proof.board, proof.dice, proof.moves) is None
        if is_legal is not proof.is_legal:
            yield f"the example of {card.id!r} is {'' if is_legal else 'not '}legal"
        elif card.is_true is not is_legal:
            yield f"the statement {card.id!r} must be {'true' if is_legal else 'false'}, as its example shows"
