"""What the script of an exercise's page is given (`bgsite/frontend/src/learn/page.ts`), and what it is answered."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from bgsite.lessons.attempts import Moves, free_graph, refusal, rules_graph
from bgsite.lessons.claims import ChoiceClaim
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.facts import START
from bgsite.lessons.judge import Verdict, dice_of, judge, right_results, shown_moves
from bgsite.lessons.position import Position
from bgsite.lessons.tasks import CardsTask, ChoiceTask, NumberTask, PlaceTask, PlayTask, PointsTask, Task
from games.rules.board import POINTS, Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.plays import board_after
from games.rules.sides import Side
from matches.board_svg import BoardPicture
from matches.view import GraphView

Json = dict[str, Any]


def form_of(task: Task) -> str:
    """How the task is answered, as the data files and the script name it."""
    match task:
        case PlayTask():
            return "play"
        case ChoiceTask():
            return "choice"
        case PointsTask():
            return "points"
        case PlaceTask():
            return "place"
        case NumberTask():
            return "number"
        case CardsTask():
            return "cards"


def exercise_wire(exercise: Exercise) -> Json:
    """Position and task. The answer is not in it."""
    position, task = exercise.position, exercise.task
    more: Json = {}
    match task:
        case PlayTask(is_free=is_free):
            more = {"free": is_free}
        case ChoiceTask():
            more = {"choices": _previews(task), "made": _made(position, task)}
        case PlaceTask(missing=missing):
            places = [point for point in POINTS if position.board.cells[point] >= 0]
            more = {"count": sum(missing.values()), "places": places}
        case PointsTask() | NumberTask() | CardsTask():
            pass
    return {"key": exercise.key, "form": form_of(task), "position": position_wire(position, _graph(exercise)), **more}


def _previews(task: ChoiceTask) -> Json:
    """The plays of choices that are shown while one chooses: where plays are compared, not where they would tell."""
    if task.claim not in {ChoiceClaim.BEST, ChoiceClaim.FEWEST_SHOTS}:
        return {}
    return {choice.id: _moves(choice.moves) for choice in task.choices if choice.moves is not None}


def _made(position: Position, task: ChoiceTask) -> list[list[int]] | None:
    """The play that was made, as far as it can be shown."""
    if task.made is None or position.dice is None:
        return None
    refused = refusal(position.seen, position.dice, task.made)
    return _moves(task.made if refused is None else task.made[: refused.fits])


def _graph(exercise: Exercise) -> GraphView | None:
    position, task = exercise.position, exercise.task
    if not isinstance(task, PlayTask) or position.dice is None:
        return None
    return (free_graph if task.is_free else rules_graph)(position.seen, position.dice)


def position_wire(position: Position, graph: GraphView | None = None) -> Json:
    """A position as the board takes it (`BoardPosition` of src/board/types.ts)."""
    dice, setting, side = position.dice, position.setting, position.on_roll
    cube = setting.cube or Cube()
    return {
        **board_wire(position.board),
        "cube": {"value": cube.value, "owner": cube.owner, "in_use": setting.cube is not None},
        "dice": None if dice is None else [dice.high, dice.low],
        "dice_side": None if dice is None else side,
        "last_play": None,
        "graph": None if graph is None else to_builtins(graph),
        "offer": {"by": side, "value": cube.value * 2} if setting.is_offered else None,
    }


def board_wire(board: Board) -> Json:
    """Where the checkers are."""
    return {"board": list(board.cells), "off": {"white": board.near_off, "black": board.far_off}}


def verdict_wire(exercise: Exercise, verdict: Verdict, sentences: list[str]) -> Json:
    """What is answered: whether it is right, the sentences, and what the board shows of it.

    ``shown`` has one entry for the answer, or one for each statement judged wrongly (as many as there are sentences).
    """
    return {"right": verdict.is_right, "sentences": sentences, "shown": _shown(exercise, verdict)}


def _shown(exercise: Exercise, verdict: Verdict) -> list[Json]:
    task, position = exercise.task, exercise.position
    if isinstance(task, CardsTask):
        proofs = {card.id: card.proof for card in task.cards}
        return [
            _line(proofs[name].board, proofs[name].dice, Side.WHITE, shown_moves(proofs[name]))
            for name in verdict.cards
        ]
    if verdict.after is None or verdict.side is None:
        return []
    return [_line(position.board, _dice_of(exercise, verdict), verdict.side, verdict.moves, verdict.after)]


def _line(before: Board, dice: Dice | None, side: Side, moves: Moves, after: Board | None = None) -> Json:
    """Moves on the board, from a position in White's frame."""
    led_to = board_after(before.seen_by(side), moves).seen_by(side) if after is None else after
    return {
        "before": board_wire(before),
        "after": board_wire(led_to),
        "dice": None if dice is None else [dice.high, dice.low],
        "side": side,
        "moves": _moves(moves),
    }


def _dice_of(exercise: Exercise, verdict: Verdict) -> Dice | None:
    """The dice of what is shown: those of the position, or of the choice or mistake that shows what would follow."""
    task = exercise.task
    if isinstance(task, ChoiceTask):
        name = task.right if verdict.is_right else verdict.mistake
        return next((choice.dice for choice in task.choices if choice.id == name), exercise.position.dice)
    mistake = next((mistake for mistake in exercise.mistakes if mistake.id == verdict.mistake), None)
    return exercise.position.dice if mistake is None or mistake.dice is None else mistake.dice


def _moves(moves: Moves) -> list[list[int]]:
    return [[move.from_, move.to, move.die] for move in moves]


def picture_of(position: Position, board: Board | None = None) -> BoardPicture:
    """The position as a picture for readers without a script; of ``board`` (White's frame) without dice."""
    setting = position.setting
    return BoardPicture(
        board=position.board if board is None else board,
        near=Side.WHITE,
        cube=setting.cube,
        dice=position.dice if board is None else None,
        dice_side=position.on_roll,
    )


def solved_picture(exercise: Exercise) -> BoardPicture | None:
    """The position after the right play, where there is one such position."""
    task, position = exercise.task, exercise.position
    if isinstance(task, PlayTask):
        results = right_results(exercise.file, task, position.seen, dice_of(position))
        return picture_of(position, next(iter(results))) if len(results) == 1 else None
    if isinstance(task, PlaceTask):
        return picture_of(position, START)
    if isinstance(task, ChoiceTask):
        after = judge(exercise, task.right).after
        return None if after is None else picture_of(position, after)
    return None
