"""Measures the error rate and the speed of every level: ``python -m games.engines.measure`` (``make measure``).

Decisions out of noisy self-play (money play without Jacoby) are judged once by looking three plies ahead; every
level then decides each of them, and what its choice loses by that judgement is its error. PR = 500 x the mean error
(formulas.md 6). A checker play counts where the plays differ by 0.001 or more, a cube decision unless it is
trivial. Prints the table and writes ``strength.json``; ends with 1 if a level is out of its band or too slow.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import sqrt
from os import getloadavg
from pathlib import Path
from statistics import fmean, stdev

from games.engines.cubeful import CubeEquities
from games.engines.errors import EngineError
from games.engines.judge import Depth, Judge, Option
from games.engines.levels import brain_for
from games.engines.positions import decisions
from games.engines.situation import Situation
from games.engines.strength import BANDS, FILE, MOST_MILLIS, Strength, as_json
from games.rules.actions import Double, Drop, PlayCheckers, PlayerAction, Roll, Take
from games.rules.doubling import double_refusal
from games.rules.game import board_of
from games.rules.levels import Level
from games.rules.plays import board_after
from games.rules.sides import Side
from games.rules.state import CubeOffered, MatchState, ToPlay, ToRoll, game_of

_EVERY_PLAY = 10**6
_REFERENCE = Depth(plies=3, widest=_EVERY_PLAY)
_WORTH_COUNTING = 0.001
_TRIVIAL = 0.2
_HOPELESS = -0.9
_SHARE = 0.2
"""Of the decisions of a game, so that they do not all hang together."""

Losses = dict[str, float]
"""What each answer loses, by its ``key``."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that counts, and what each answer to it loses."""

    state: MatchState
    side: Side
    losses: Losses


def questions(seed: int, count: int, kept: Path | None = None) -> list[Question]:
    """``count`` decisions that count, each judged by the reference.

    ``kept`` is a file of judgements to take them from, as far as it goes, and to leave them in: judging takes
    minutes, and where only the time is to be measured again it need not be repeated.
    """
    judge = Judge(_REFERENCE)
    known: list[Losses | None] = json.loads(kept.read_text()) if kept and kept.exists() else []
    judged: list[Losses | None] = []
    found: list[Question] = []
    for index, (state, side) in enumerate(decisions(seed, share=_SHARE)):
        losses = known[index] if index < len(known) else _losses(judge, state, side)
        judged.append(losses)
        if losses is not None:
            found.append(Question(state, side, losses))
        if len(found) == count:
            break
    if kept and len(judged) > len(known):
        kept.write_text(json.dumps(judged))
    return found


def key(state: MatchState, side: Side, action: PlayerAction) -> str:
    """What an answer comes to: the position it makes, or what it does with the cube."""
    if isinstance(action, PlayCheckers):
        return str(board_after(board_of(game_of(state), side), action.moves).cells)
    return type(action).__name__


def _losses(judge: Judge, state: MatchState, side: Side) -> Losses | None:
    """How much each answer loses; None for what does not count."""
    game = game_of(state)
    match game.phase:
        case ToPlay(dice):
            return _losses_of_plays(judge.ranked(board_of(game, side), dice, Situation.of(state, side)))
        case CubeOffered(offer):
            situation = Situation.of(state, offer.by)
            return _losses_of_answers(judge.cube(board_of(game, offer.by), situation))
        case ToRoll() if double_refusal(state, side) is None:
            return _losses_of_doubling(judge.cube(board_of(game, side), Situation.of(state, side)))
        case _:
            return None


def _losses_of_plays(options: Sequence[Option]) -> Losses | None:
    best = options[0].equity
    if best - options[-1].equity < _WORTH_COUNTING:
        return None
    return {str(option.after.cells): best - option.equity for option in options}


def _losses_of_doubling(cube: CubeEquities) -> Losses | None:
    kept, doubled = cube.no_double, min(cube.take, cube.drop)
    is_trivial = (
        abs(kept - cube.take) < _WORTH_COUNTING
        or max(kept - cube.take, kept - cube.drop) > _TRIVIAL
        or max(kept, cube.take) < _HOPELESS
    )
    best = max(kept, doubled)
    return None if is_trivial else {Roll.__name__: best - kept, Double.__name__: best - doubled}


def _losses_of_answers(cube: CubeEquities) -> Losses | None:
    """The answer is the other side's: the less the doubler gets, the better."""
    if abs(cube.take - cube.drop) < _WORTH_COUNTING:
        return None
    best = min(cube.take, cube.drop)
    return {Take.__name__: cube.take - best, Drop.__name__: cube.drop - best}


def strength_of(level: Level, asked: list[Question]) -> Strength:
    """How ``level`` answers them, one after the other."""
    brain = brain_for(level)
    losses, walls, processors = [], [], []
    brain.decide(asked[0].state, asked[0].side)  # loads the engine, which is no thinking
    for question in asked:
        wall, processor = time.perf_counter(), time.process_time()
        action = brain.decide(question.state, question.side)
        if action is None:
            raise EngineError(f"{level} has no answer")
        walls.append((time.perf_counter() - wall) * 1000)
        processors.append((time.process_time() - processor) * 1000)
        losses.append(question.losses[key(question.state, question.side, action)])
    low, high = BANDS[level]
    return Strength(
        error_rate=round(500 * fmean(losses), 2),
        margin=round(500 * 1.96 * stdev(losses) / sqrt(len(losses)), 2),
        low=low,
        high=high,
        decisions=len(losses),
        mean_ms=round(fmean(walls), 1),
        p95_ms=_ninety_five(walls),
        p95_processor_ms=_ninety_five(processors),
        load=round(getloadavg()[0], 1),
        date=datetime.now(UTC).date().isoformat(),
    )


def _ninety_five(millis: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return round(sorted(millis)[int(0.95 * len(millis))], 1)


def faults(table: dict[Level, Strength]) -> list[str]:
    """What is not as promised: the band, the order of the levels, the time."""
    found = []
    for level, one in table.items():
        if not one.low <= one.error_rate <= one.high:
            found.append(f"{level}: {one.error_rate} is outside {one.low} to {one.high}")
        alone = min(one.p95_ms, one.p95_processor_ms)
        if alone > MOST_MILLIS[level]:
            found.append(f"{level}: {alone} ms is more than {MOST_MILLIS[level]}")
    rates = [table[level].error_rate for level in Level if level in table]
    if rates != sorted(rates, reverse=True):
        found.append(f"the levels are not in order: {rates}")
    return found


def as_table(table: dict[Level, Strength]) -> str:
    """The table for people."""
    lines = ["level         error rate (PR)  ±     band          decisions  mean ms  95th ms  95th cpu ms  load"]
    for level, one in table.items():
        band = f"{one.low:g} to {one.high:g}"
        lines.append(
            f"{level:<13} {one.error_rate:>15.2f}  {one.margin:<5.2f} {band:<13} {one.decisions:>9}"
            f"  {one.mean_ms:>7.1f}  {one.p95_ms:>7.1f}  {one.p95_processor_ms:>11.1f}  {one.load:>4.1f}"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, print, write; 1 if something is not as promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--judged", type=Path, help="file to keep the reference's judgements in")
    parser.add_argument("--dry", action="store_true", help="write no file")
    given = parser.parse_args()
    asked = questions(given.seed, given.decisions, given.judged)
    table = {level: strength_of(level, asked) for level in Level}
    sys.stdout.write(as_table(table))
    if not given.dry:
        FILE.write_text(as_json(table), encoding="utf-8")
    found = faults(table)
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
