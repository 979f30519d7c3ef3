"""Plays as text: "24/18*/13 6/5(2)", in the mover's numbering (formats.md 7).

``format_play`` writes one canonical form; ``parse_play`` reads any common spelling and checks it against
the legal plays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations

from games.notation.errors import Fault, NotationError
from games.rules.board import BAR, OFF, Board
from games.rules.dice import Dice
from games.rules.legal import legal_plays, step_graph
from games.rules.plays import CheckerMove, Play, board_after
from games.rules.steps import MOVES

Stops = tuple[int, ...]
"""Where one checker goes: its source, the places named on the way, its destination."""


class AmbiguousPlay(NotationError):  # noqa: N818 - named for what it is, like the refusals of games.rules
    """The text fits several legal plays. ``candidates`` are their canonical texts."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        super().__init__(Fault.PLAY_AMBIGUOUS, text=text, candidates=", ".join(candidates))
        self.candidates = candidates


# --- writing --------------------------------------------------------------------------------------


def format_play(board: Board, play: Play) -> str:
    """The canonical text of a play from ``board`` (mover near); empty for a play without moves."""
    steps = sorted(((move.from_, move.to) for move in play.moves), reverse=True)
    groups = Counter(_merged([list(step) for step in steps], board))
    starred: set[int] = set()
    words = []
    for stops, count in groups.items():
        word = _place(stops[0])
        for stop in stops[1:]:
            word += f"/{_place(stop)}"
            if _has_blot(board, stop) and stop not in starred:
                word += "*"
                starred.add(stop)
        words.append(word if count == 1 else f"{word}({count})")
    return " ".join(words)


def _merged(parts: list[list[int]], board: Board) -> Iterator[Stops]:
    """Chains put together; a stop on the way stays only where a blot was."""
    while parts:
        part = parts.pop(0)
        while follower := next((other for other in parts if other[0] == part[-1] != OFF), None):
            parts.remove(follower)
            if not _has_blot(board, part[-1]):
                part.pop()
            part += follower[1:]
        yield tuple(part)


def _has_blot(board: Board, point: int) -> bool:
    return OFF < point < BAR and board.cells[point] == -1


def _place(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


# --- reading --------------------------------------------------------------------------------------

_LONGEST = 100
_NO_PLAY = {"", "-", "–", "cannot move", "can't move", "no move"}
_DASH = re.compile(r"(?<=[0-9a-z*])-(?=[0-9a-z])")
_PLACE = r"(?:bar?|b|off?|o|-|[0-9]{1,2})"
_CHAIN = re.compile(rf"({_PLACE}(?:/{_PLACE}\*?)+)(?:\(([1-4])\))?\*?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Written:
    """What a text says: the hops of its chains, each as often as it is played, and where it has stars."""

    text: str
    chains: tuple[Stops, ...]
    stars: frozenset[int]

    @property
    def hops(self) -> tuple[tuple[int, int], ...]:
        return tuple(hop for chain in self.chains for hop in pairwise(chain))


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to play a text with the dice."""

    moves: tuple[CheckerMove, ...]
    """From falling points, the larger number first."""
    result: Board
    hits: frozenset[int]


def parse_play(board: Board, dice: Dice, text: str) -> Play:
    """The legal play of ``board`` (mover near) that ``text`` means.

    Read are ``bar``, ``b`` or 25, ``off``, ``o``, ``-`` or 0 in any case, chains, merged moves, ``(2)``,
    commas, parts in any order, stars or none. However it is spelt, the moves come back from falling points,
    the larger number first, or in the next order that can be played. Raises AmbiguousPlay with the
    candidates when stars do not settle which play is meant, and NotationError, with the reason, for
    anything that is not a legal play.
    """
    plays = legal_plays(board, dice)
    written = _read(text)
    if not written.chains:
        if plays:
            raise NotationError(Fault.PLAY_EMPTY)
        return Play(())
    if not plays:
        raise NotationError(Fault.PLAY_NONE, dice=str(dice))
    by_result = {board_after(board, play.moves): play for play in plays}
    readings: dict[Board, _Reading] = {}
    for reading in _readings(board, dice, written):
        if reading.result in by_result:
            readings.setdefault(reading.result, reading)
    if not readings:
        raise _refusal(board, dice, written, len(plays[0].moves))
    meant = _chosen(written, list(readings.values()), board)
    return _in_playable_order(board, dice, meant) or by_result[meant.result]


def _read(text: str) -> _Written:
    if len(text) > _LONGEST:
        raise NotationError(Fault.PLAY_TOO_LONG, got=len(text))
    plain = " ".join(text.lower().split())
    if plain in _NO_PLAY:
        return _Written(plain, (), frozenset())
    chains: list[Stops] = []
    stars: set[int] = set()
    for word in re.split("[ ,]+", _DASH.sub("/", plain.replace(" (", "("))):
        if word:
            stops, count, starred = _read_word(word)
            chains += [stops] * count
            stars |= starred
    return _Written(plain, tuple(chains), frozenset(stars))


def _read_word(word: str) -> tuple[Stops, int, set[int]]:
    match = _CHAIN.fullmatch(word)
    if match is None:
        raise NotationError(Fault.PLAY_WORD, word=word)
    first, *rest = match[1].split("/")
    stops = [_read_place(first, BAR)] + [_read_place(name.rstrip("*"), OFF) for name in rest]
    inner = stops[1:-1]
    if not 1 <= stops[0] <= BAR or not OFF <= stops[-1] <= 24 or not all(1 <= stop <= 24 for stop in inner):
        raise NotationError(Fault.PLAY_WORD, word=word)
    starred = {stop for stop, name in zip(stops[1:], rest, strict=True) if name.endswith("*")}
    if word.endswith("*"):
        starred.add(stops[-1])
    return tuple(stops), int(match[2] or 1), starred


def _read_place(name: str, word_means: int) -> int:
    """The number of a place; a word must be the one that fits: bar as a source, off as a destination."""
    if name.isdigit():
        return int(name)
    meant = BAR if name.startswith("b") else OFF
    return meant if meant == word_means else -1


def _readings(board: Board, dice: Dice, written: _Written) -> Iterator[_Reading]:
    """Every way to make the hops with the dice, landing on open points only; legal or not."""
    for expansion in _expansions(board, written.hops, dice.numbers):
        moves = tuple(sorted(expansion, key=lambda move: (-move.from_, -move.die)))
        hits = frozenset(move.to for move in moves if _has_blot(board, move.to))
        yield _Reading(moves, board_after(board, moves), hits)


def _expansions(
    board: Board, hops: tuple[tuple[int, int], ...], numbers: tuple[int, ...]
) -> Iterator[tuple[CheckerMove, ...]]:
    if not hops:
        yield ()
        return
    (source, target), *rest = hops
    for die in sorted(set(numbers), reverse=True):
        landing = max(OFF, source - die)
        if landing < target or (landing and board.cells[landing] < -1):
            continue
        left = list(numbers)
        left.remove(die)
        hops_left = tuple(rest) if landing == target else ((landing, target), *rest)
        for moves in _expansions(board, hops_left, tuple(left)):
            yield (MOVES[die][source], *moves)


def _chosen(written: _Written, readings: list[_Reading], board: Board) -> _Reading:
    """The only reading, or the only one that hits exactly where the text has stars."""
    if len(readings) == 1:
        return readings[0]
    starred = [reading for reading in readings if reading.hits == written.stars]
    if len(starred) == 1:
        return starred[0]
    raise AmbiguousPlay(written.text, tuple(sorted(format_play(board, Play(reading.moves)) for reading in readings)))


def _in_playable_order(board: Board, dice: Dice, reading: _Reading) -> Play | None:
    graph = step_graph(board, dice)
    return next((Play(moves) for moves in permutations(reading.moves) if graph.is_play(moves)), None)


def _refusal(board: Board, dice: Dice, written: _Written, needed: int) -> NotationError:
    """Why no reading is a legal play."""
    sources = Counter(chain[0] for chain in written.chains)
    landings = {stop for chain in written.chains for stop in chain[1:]}
    for source, target in written.hops:
        if target >= source:
            return NotationError(Fault.PLAY_BACKWARDS, hop=f"{_place(source)}/{_place(target)}")
    for source in sources:
        if board.cells[source] <= 0 and source not in landings:
            return NotationError(Fault.PLAY_NO_CHECKER, place=_place(source))
    if board.cells[BAR] > sources[BAR] and len(sources - Counter({BAR: 4})):
        return NotationError(Fault.PLAY_BAR_FIRST)
    return _refusal_of_numbers(board, dice, written, needed)


def _refusal_of_numbers(board: Board, dice: Dice, written: _Written, needed: int) -> NotationError:
    for source, target in written.hops:
        if target and board.cells[target] < -1:
            return NotationError(Fault.PLAY_BLOCKED, place=_place(target))
        if not any(_expansions(board, ((source, target),), dice.numbers)):
            return NotationError(Fault.PLAY_NUMBERS, hop=f"{_place(source)}/{_place(target)}", dice=str(dice))
    readings = list(_expansions(board, written.hops, dice.numbers))
    if readings and max(len(moves) for moves in readings) < needed:
        return NotationError(Fault.PLAY_UNUSED, text=written.text)
    return NotationError(Fault.PLAY_ILLEGAL, text=written.text, dice=str(dice))
