"""Reads the data files of the course (docs/lessons.md). Strict: LessonError names file and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bgsite.lessons.attempts import Moves, NoAttemptError, checked_attempt
from bgsite.lessons.exercise import (
    LANGUAGES,
    Answer,
    Card,
    CardsTask,
    CardWords,
    Choice,
    ChoiceClaim,
    ChoiceTask,
    Course,
    Drill,
    Exercise,
    Mistake,
    NumberClaim,
    NumberTask,
    Placed,
    PlaceTask,
    PlayClaim,
    PlayTask,
    PointsClaim,
    PointsTask,
    Position,
    Proof,
    Setting,
    Stage,
    StageWords,
    Task,
    Words,
)
from bgsite.lessons.fields import Fields, LessonError
from games.notation.errors import NotationError
from games.notation.xgid import parse_xgid
from games.rules.board import BAR, OFF, POINTS, Board, checked_board, parse_board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.plays import CheckerMove
from games.rules.score import Crawford
from games.rules.sides import Pair, Side
from games.rules.steps import MOVES

FOLDER: Final = Path(__file__).with_name("course")
_NUMBERED = re.compile(r"[0-9]{2}-([a-z0-9]+(?:-[a-z0-9]+)*)")
_STEP = re.compile(r"(bar|[0-9]{1,2})/(off|[0-9]{1,2})(?::([1-6]))?")
_DICE = re.compile(r"[1-6]{2}")
_STAGE_FILE = "stage.toml"
_OF = {NumberClaim.MIRRORED: (1, 24), NumberClaim.POINTS_WON: (1, 3)}
"""Claims about a number that the file names: its least and its greatest."""

Kind = TypeVar("Kind", bound=StrEnum)


def load_course(folder: Path = FOLDER) -> Course:
    """All stages of a folder, in the order of their numbers. Raises LessonError."""
    if not folder.is_dir():
        raise LessonError(folder.name, "", "is no folder")
    stages = tuple(_load_stage(path) for path in sorted(folder.iterdir()) if path.is_dir())
    if not stages:
        raise LessonError(folder.name, "", "has no stages")
    return Course(stages)


def _load_stage(folder: Path) -> Stage:
    name, file = _name_of(folder), f"{folder.name}/{_STAGE_FILE}"
    table = Fields(file, _read(folder / _STAGE_FILE, file))
    words = {language: _stage_words(table.table(language)) for language in LANGUAGES}
    table.done()
    files = sorted(path for path in folder.glob("*.toml") if path.name != _STAGE_FILE)
    return Stage(name, MappingProxyType(words), tuple(load_exercise(path) for path in files))


def _stage_words(table: Fields) -> StageWords:
    words = StageWords(table.text("title"), table.text("summary"))
    table.done()
    return words


def _name_of(path: Path) -> str:
    match = _NUMBERED.fullmatch(path.stem)
    if match is None:
        raise LessonError(path.name, "", "must be named by two digits, a hyphen and small letters")
    return match[1]


def _read(path: Path, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise LessonError(file, "", "is missing") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LessonError(file, "", f"cannot be read: {error}") from error


def load_exercise(path: Path) -> Exercise:
    """One exercise. Raises LessonError."""
    file = f"{path.parent.name}/{path.name}"
    table = Fields(file, _read(path, file))
    drill = _one_of(table, "drill", Drill)
    position, task = _position_and_task(table)
    mistakes = tuple(_mistake(each, task, position) for each in table.tables("wrong"))
    if len({mistake.id for mistake in mistakes}) != len(mistakes):
        raise table.error("wrong", "must each have an id of its own")
    texts = table.table("text")
    words = {language: _words(texts.table(language), task, mistakes) for language in LANGUAGES}
    texts.done()
    table.done()
    return Exercise(
        file, _name_of(path.parent), _name_of(path), drill, position, task, mistakes, MappingProxyType(words)
    )


def _one_of(table: Fields, name: str, kind: type[Kind]) -> Kind:
    value = table.take(name, str)
    try:
        return kind(value)
    except ValueError as error:
        raise table.error(name, f"must be one of {', '.join(kind)}, not {value!r}") from error


# --- the position ---------------------------------------------------------------------------------------------


def _position(table: Fields) -> Position:
    on_roll = _one_of(table, "on_roll", Side) if table.has("on_roll") else Side.WHITE
    board = _board(table, "board")
    return Position(board, on_roll, _dice(table), _setting(table))


def _board(table: Fields, name: str) -> Board:
    """White's frame: ``M`` of a board text and the side on roll of an XGID are White."""
    text = table.text(name)
    try:
        if text.startswith("XGID="):
            return checked_board(parse_xgid(text).board.cells)
        return parse_board(text)
    except (InvalidAction, NotationError) as error:
        raise table.error(name, f"is no position: {error}") from error


def _dice(table: Fields) -> Dice | None:
    text = table.maybe("dice", str)
    if text is None:
        return None
    if not _DICE.fullmatch(text):
        raise table.error("dice", f"must be two numbers from 1 to 6, not {text!r}")
    return Dice.of(int(text[0]), int(text[1]))


def _setting(table: Fields) -> Setting:
    if not table.has("setting"):
        return Setting(None, None, Pair(0, 0), Crawford.NONE, jacoby=False, is_offered=False)
    fields = table.table("setting")
    value, owner = fields.maybe("cube", int), fields.maybe("owner", str)
    if value is not None and value not in {1, 2, 4, 8, 16, 32, 64}:
        raise fields.error("cube", f"must be 1, 2, 4 … 64, not {value}")
    if owner not in {None, *Side}:
        raise fields.error("owner", "must be white or black")
    if owner is not None and value in {None, 1}:
        raise fields.error("owner", "nobody owns a cube before it was turned")
    length = fields.maybe("length", int)
    score = Pair(fields.maybe("white", int) or 0, fields.maybe("black", int) or 0)
    if length is not None and not (length <= 25 and all(0 <= points < length for points in score)):
        raise fields.error("length", "must be more than either side's points, and at most 25")
    setting = Setting(
        None if value is None else Cube(value, None if owner is None else Side(owner)),
        length,
        score,
        _one_of(fields, "crawford", Crawford) if fields.has("crawford") else Crawford.NONE,
        fields.maybe("jacoby", bool) or False,
        fields.maybe("offered", bool) or False,
    )
    fields.done()
    return setting


# --- moves and answers ----------------------------------------------------------------------------------------


def _moves(table: Fields, name: str, text: str, board: Board, dice: Dice | None) -> Moves:
    """The moves of a text such as ``bar/20 13/11`` in this order; ``4/off:6`` names the die. Legal or not."""
    if dice is None:
        raise table.error(name, "needs dice")
    words = text.split()
    moves = tuple(_move(table, name, word, dice) for word in words)
    try:
        return checked_attempt(board, dice, moves)
    except NoAttemptError as error:
        raise table.error(name, f"{text!r} cannot even be tried: {error}") from error


def _move(table: Fields, name: str, word: str, dice: Dice) -> CheckerMove:
    match = _STEP.fullmatch(word)
    if match is None:
        raise table.error(name, f"no step: {word!r}")
    source = BAR if match[1] == "bar" else int(match[1])
    target = OFF if match[2] == "off" else int(match[2])
    if not (1 <= source <= BAR and OFF <= target < source):
        raise table.error(name, f"no step: {word!r}")
    die = int(match[3] or source - target)
    if die not in dice.numbers or MOVES[die][source].to != target:
        raise table.error(name, f"{word!r} is no step of a {dice}; a larger die for bearing off is named: 4/off:6")
    return MOVES[die][source]


def _mistake(table: Fields, task: Task, position: Position) -> Mistake:
    name, answer = table.text("id"), _wrong_answer(table, task, position)
    shows, dice = table.maybe("play", str), _dice(table)
    if shows is not None and not isinstance(task, NumberTask | PointsTask):
        raise table.error("play", "belongs to wrong numbers and points; other answers show themselves")
    moves = None if shows is None else _moves(table, "play", shows, position.seen, dice)
    table.done()
    return Mistake(name, answer, moves, dice)


def _wrong_answer(table: Fields, task: Task, position: Position) -> Answer:
    match task:
        case PlayTask():
            text = table.take("answer", str)
            return _moves(table, "answer", text, position.seen, position.dice)
        case PointsTask():
            return _points(table, "answer")
        case NumberTask():
            return table.take("answer", int)
        case PlaceTask():
            return Placed(_placed(table, "answer"))
        case ChoiceTask() | CardsTask():
            raise table.error("answer", "choices and cards have words of their own without it")


def _points(table: Fields, name: str) -> frozenset[int]:
    found = table.take(name, list)
    if not all(isinstance(point, int) and point in POINTS for point in found):
        raise table.error(name, "must be a list of points from 1 to 24")
    return frozenset(found)


def _placed(table: Fields, name: str) -> Mapping[int, int]:
    found = {}
    for point, count in table.take(name, dict).items():
        if not (point.isdecimal() and int(point) in POINTS and isinstance(count, int) and 1 <= count <= 15):
            raise table.error(name, f"must say point = checkers, not {point} = {count!r}")
        found[int(point)] = count
    return MappingProxyType(found)


# --- tasks ----------------------------------------------------------------------------------------------------


def _position_and_task(table: Fields) -> tuple[Position, Task]:
    """Cards bring positions of their own: the first is shown."""
    form = table.text("form")
    if form == "cards":
        cards = _cards_task(table)
        proof = cards.cards[0].proof
        return Position(proof.board, Side.WHITE, proof.dice, _setting(table)), cards
    readers: dict[str, Callable[[Fields, Position], Task]] = {
        "play": _play_task,
        "choice": _choice_task,
        "points": _points_task,
        "place": _place_task,
        "number": _number_task,
    }
    if form not in readers:
        raise table.error("form", f"must be cards, {', '.join(readers)}, not {form!r}")
    position = _position(table)
    return position, readers[form](table, position)


def _play_task(table: Fields, position: Position) -> PlayTask:
    if position.dice is None or position.on_roll is not Side.WHITE:
        raise table.error("dice", "are needed, and White must be on roll, where checkers are moved")
    claim = _one_of(table, "claim", PlayClaim)
    plays = table.texts("plays") if table.has("plays") else ()
    return PlayTask(claim, plays, table.maybe("free", bool) or False)


def _choice_task(table: Fields, position: Position) -> ChoiceTask:
    claim = _one_of(table, "claim", ChoiceClaim)
    choices = tuple(_choice(each, position) for each in table.tables("choices"))
    names = [choice.id for choice in choices]
    right = table.text("answer")
    if len(names) < 2 or len(set(names)) != len(names):
        raise table.error("choices", "must be two or more, each with an id of its own")
    if right not in names:
        raise table.error("answer", f"is no choice: {right!r}")
    made = table.maybe("made", str)
    moves = None if made is None else _moves(table, "made", made, position.seen, position.dice)
    return ChoiceTask(claim, choices, right, moves)


def _choice(table: Fields, position: Position) -> Choice:
    name, play, dice = table.text("id"), table.maybe("play", str), _dice(table) or position.dice
    moves = None if play is None else _moves(table, "play", play, position.seen, dice)
    found = Choice(name, moves, dice, table.maybe("fact", str) or "")
    table.done()
    return found


def _points_task(table: Fields, _position: Position) -> PointsTask:
    return PointsTask(_one_of(table, "claim", PointsClaim), _points(table, "answer"))


def _place_task(table: Fields, _position: Position) -> PlaceTask:
    return PlaceTask(_placed(table, "answer"))


def _number_task(table: Fields, _position: Position) -> NumberTask:
    claim, number = _one_of(table, "claim", NumberClaim), table.take("answer", int)
    if claim not in _OF:
        return NumberTask(claim, number, 0)
    of, least, most = table.take("of", int), *_OF[claim]
    if not least <= of <= most:
        raise table.error("of", f"must be from {least} to {most}, not {of}")
    return NumberTask(claim, number, of)


def _cards_task(table: Fields) -> CardsTask:
    cards = tuple(_card(each) for each in table.tables("cards"))
    if len({card.id for card in cards}) != len(cards) or not cards:
        raise table.error("cards", "must be one or more, each with an id of its own")
    return CardsTask(cards)


def _card(table: Fields) -> Card:
    name, is_true = table.text("id"), table.take("true", bool)
    board, dice = _board(table, "board"), _dice(table)
    moves = _moves(table, "play", table.take("play", str), board, dice)
    if dice is None:
        raise table.error("dice", "is missing")
    card = Card(name, is_true, Proof(board, dice, moves, table.take("legal", bool)))
    table.done()
    return card


# --- words ----------------------------------------------------------------------------------------------------


def _words(table: Fields, task: Task, mistakes: tuple[Mistake, ...]) -> Words:
    choices = {choice.id for choice in task.choices} if isinstance(task, ChoiceTask) else set()
    cards = {card.id for card in task.cards} if isinstance(task, CardsTask) else set()
    wrong = {mistake.id for mistake in mistakes}
    if isinstance(task, ChoiceTask):
        wrong |= choices - {task.right}
    words = Words(
        title=table.text("title"),
        task=table.text("task"),
        right=table.text("right"),
        other="" if isinstance(task, ChoiceTask | CardsTask) else table.text("other"),
        solution=table.text("solution"),
        check=table.text("check"),
        wrong=_named(table, "wrong", wrong),
        choices=_named(table, "choices", choices),
        cards=_card_words(table, cards),
    )
    table.done()
    return words


def _named(table: Fields, name: str, wanted: set[str]) -> Mapping[str, str]:
    if not wanted and not table.has(name):
        return MappingProxyType({})
    texts = table.table(name)
    found = {key: texts.text(key) for key in sorted(wanted)}
    texts.done()
    return MappingProxyType(found)


def _card_words(table: Fields, wanted: set[str]) -> Mapping[str, CardWords]:
    if not wanted:
        return MappingProxyType({})
    texts, found = table.table("cards"), {}
    for key in sorted(wanted):
        one = texts.table(key)
        found[key] = CardWords(one.text("statement"), one.text("why"))
        one.done()
    texts.done()
    return MappingProxyType(found)
