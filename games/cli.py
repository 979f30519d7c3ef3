"""The command line, ``python -m games``: for people, and with ``--jsonl`` for programs.

Wrong input gets one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from games import jsonl
from games.notation.errors import NotationError
from games.notation.ids import parse_id
from games.notation.idstate import PositionState
from games.notation.match_id import format_gnubg_id
from games.notation.play_text import format_play, parse_play
from games.notation.position_id import format_position_id
from games.notation.xgid import format_xgid
from games.rules.board import Board, checked_board
from games.rules.dice import Dice
from games.rules.errors import InvalidAction
from games.rules.legal import legal_plays
from games.show import position_text

_DICE = re.compile(r"([1-6])[-,]?([1-6])", re.ASCII)
_ID_HELP = "position ID, GNUBG ID (position:match) or XGID"


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help shows how)\n")


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit code: 0 done, 1 output failed, 2 wrong input, 130 interrupted."""
    options = _parser().parse_args([_protected(word) for word in arguments])
    try:
        _run(options)
    except BrokenPipeError:  # the reader went away: nobody is left to be told
        _give_up_output()
        return 1
    except OSError as error:
        sys.stderr.write(f"games: input or output failed: {error}\n")
        _give_up_output()
        return 1
    except KeyboardInterrupt:
        return 130
    except (InvalidAction, NotationError) as error:
        sys.stderr.write(f"games: {error}\n")
        return 2
    return 0


def _run(options: argparse.Namespace) -> None:
    if sys.stdout is None or (options.jsonl is not None and sys.stdin is None):
        raise OSError("standard input or output is closed")
    if options.jsonl is None:
        sys.stdout.write(options.answer(options) + "\n")
    elif options.id is None:
        jsonl.run(options.jsonl, sys.stdin.buffer, sys.stdout.buffer)
    else:
        raise InvalidAction(f"--jsonl reads rows from standard input, so {options.id!r} has no place")
    sys.stdout.flush()


def _give_up_output() -> None:
    """Drop what is still buffered, or the interpreter would try to write it once more at its end and exit with 120."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _protected(word: str) -> str:
    """An XGID without its prefix may begin with a dash, which would look like an option."""
    return f"XGID={word}" if word.startswith("-") and word.count(":") > 1 else word


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="games", description="Backgammon rules and notations on the command line.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    plays = _command(commands, "plays", _plays, jsonl.plays, "every legal play, one a line")
    plays.add_argument("id", nargs="?", help=_ID_HELP)
    plays.add_argument("dice", nargs="?", help="the roll, as 31; may be left out if the ID has it")

    ids = _command(commands, "ids", _ids, jsonl.ids, "the same position in all ID formats")
    ids.add_argument("id", nargs="?", help=_ID_HELP)

    notation = _command(commands, "notation", _notation, jsonl.notation, "a play in its canonical spelling")
    notation.add_argument("id", nargs="?", help=_ID_HELP)
    notation.add_argument("dice", nargs="?", help="the roll, as 31")
    notation.add_argument("text", nargs="?", help='the play in any spelling, as "6/5 8/5"')

    show = _command(commands, "show", _show, None, "the board as text")
    show.add_argument("id", help=_ID_HELP)
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser],
    name: str,
    answer: Callable[[argparse.Namespace], str],
    over_jsonl: jsonl.Command | None,
    description: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=description, description=f"Print {description}.")
    parser.set_defaults(answer=answer, jsonl=None)
    if over_jsonl is not None:
        parser.add_argument(
            "--jsonl",
            action="store_const",
            const=over_jsonl,
            help="read rows of JSON from standard input and answer each with one",
        )
    return parser


def _plays(options: argparse.Namespace) -> str:
    board, dice = _position(options)
    texts = sorted(format_play(board, play) for play in legal_plays(board, dice))
    return "\n".join(texts) or "no legal play"


def _ids(options: argparse.Namespace) -> str:
    board, fields = parse_id(_given(options.id, "an ID"))
    if fields is None:
        return f"position ID  {format_position_id(board)}"
    state = PositionState(board, fields)
    return f"GNUBG ID  {format_gnubg_id(state)}\nXGID      {_xgid_or_reason(state)}"


def _xgid_or_reason(state: PositionState) -> str:
    try:
        return format_xgid(state)
    except NotationError as error:
        return f"none: {error}"


def _notation(options: argparse.Namespace) -> str:
    board, dice = _position(options)
    text = _given(options.text, "a play")
    return format_play(board, parse_play(board, dice, text)) or "no legal play"


def _show(options: argparse.Namespace) -> str:
    board, fields = parse_id(options.id)
    return position_text(checked_board(board.cells), fields)


def _position(options: argparse.Namespace) -> tuple[Board, Dice]:
    board, fields = parse_id(_given(options.id, "an ID"))
    if options.dice is None and fields is not None and fields.dice is not None:
        return checked_board(board.cells), fields.dice
    word = _given(options.dice, "a roll")
    match = _DICE.fullmatch(word)
    if match is None:
        raise InvalidAction(f"a roll is two numbers from 1 to 6, as 31, not {word!r}")
    return checked_board(board.cells), Dice.of(int(match[1]), int(match[2]))


def _given(word: str | None, what: str) -> str:
    if word is None:
        raise InvalidAction(f"this command needs {what}, or --jsonl")
    return word
