"""The adapter to bgsage: what it asks, what it leaves to the rules, and that one question runs at a time."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import pytest

from games.engines.computer import Computer
from games.engines.errors import EngineMissingError
from games.engines.judge import Depth, Judge
from games.engines.levels import brain_for
from games.engines.positions import decisions
from games.engines.sage import _analyser, sage
from games.engines.situation import Holder, Situation
from games.rules import actions as a
from games.rules.board import Board, parse_board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.plays import board_after
from games.rules.score import Crawford
from tests.games.engines.situations import board_of_row, match_situation, money_situation, situation_of_row
from tests.games.positions import board_of, dice_of, golden_rows, legal_rows
from tests.games.tables import QUIET, WHITE, Table, money


def test_its_boards_are_ours() -> None:
    """Index 0 the far bar, 25 the near bar, the mover near: positions after a play are found by our cells."""
    rows = [row for row in legal_rows()[::40] if row["results"]]
    for row in rows:
        board, dice = board_of(row), dice_of(row)
        known = sage(1).plays(board, dice, money_situation())
        ours = {board_after(board, play.moves).cells for play in legal_plays(board, dice)}
        assert ours <= set(known), row


def test_what_it_says_for_one_side_it_says_for_the_other() -> None:
    after = parse_board("M 13:5 8:3 6:5 5:2; O 12:5 17:3 19:5 20:2")
    mine = sage(1).after(after, money_situation(holder=Holder.MINE))
    theirs = sage(2).cube(after.mirror(), money_situation(holder=Holder.THEIRS), beaver=False)
    assert mine.outcomes.win == pytest.approx(1 - theirs.outcomes.win, abs=0.05)


def test_case_109_the_rules_say_what_is_legal_not_the_engine() -> None:
    """It also allows bearing off the last checker with the 4 alone; the one legal play is the hit."""
    table = Table(money())
    table.put("M 3:1; O 2:1 24:14", dice=(4, 1))
    assert len(sage(1).plays(parse_board("M 3:1; O 2:1 24:14"), Dice(4, 1), money_situation())) == 2
    action = brain_for(Level.BEGINNER).decide(table.state, WHITE)
    assert isinstance(action, a.PlayCheckers)
    assert [(move.from_, move.to) for move in action.moves] == [(3, 2), (2, 0)]
    table.do(action)
    assert table.result.winner is WHITE


def test_case_109_a_play_that_it_does_not_know_is_judged_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board, dice, situation = Board.start(), Dice(3, 1), money_situation()
    complete = Judge(Depth(1)).ranked(board, dice, situation)
    engine = sage(1)
    forgetful = dict(engine.plays(board, dice, situation))
    del forgetful[complete[0].after.cells]
    monkeypatch.setattr(type(engine), "plays", lambda *_: forgetful)
    ranked = Judge(Depth(1)).ranked(board, dice, situation)
    assert ranked[0].after == complete[0].after
    assert ranked[0].equity == pytest.approx(complete[0].equity, abs=0.01)


def test_case_110_in_money_play_the_rules_say_who_may_double() -> None:
    """bgsage's own helper says that nobody may; a computer asks ours."""
    import bgsage

    assert not bgsage.can_double_match(0, 0, 2, "player")
    table = Table(money())
    table.put("M 6:2 5:2 4:2 3:2; O 20:4 21:4 22:4 23:3")
    assert brain_for(Level.ADVANCED).decide(table.state, WHITE) == a.Double()


def test_case_112_asked_from_eight_threads_it_answers_as_from_one() -> None:
    computer = Computer(Level.ADVANCED, Judge(Depth(1)), 0.0)
    asked = list(islice(decisions(5), 120))
    alone = [computer.decide(state, side) for state, side in asked]
    with ThreadPoolExecutor(max_workers=8) as threads:
        together = list(threads.map(lambda one: computer.decide(*one), asked))
    assert together == alone


def test_case_116_every_fact_that_matters_changes_the_answer() -> None:
    """Score (3 away against 35 away as well), cube and owner, Crawford, Jacoby, multipliers: nothing is remembered."""
    board = parse_board("M 24:1 13:4 8:3 6:4 5:2 4:1; O 1:1 12:4 17:3 19:5 20:2")
    money_play = money_situation()
    asked: list[Situation] = [
        match_situation(3, 3),
        match_situation(35, 3),
        match_situation(25, 3),
        match_situation(3, 35),
        match_situation(3, 3, cube=2, holder=Holder.MINE),
        match_situation(3, 3, cube=2, holder=Holder.THEIRS),
        match_situation(1, 3, crawford=Crawford.ACTIVE),
        match_situation(1, 3, crawford=Crawford.EXPIRED),
        money_play,
        replace(money_play, holder=Holder.MINE),
        replace(money_play, card=replace(money_play.card, jacoby=True)),
        replace(money_play, card=replace(money_play.card, cube_limit=1)),
    ]
    judge = Judge(Depth(1))
    first = [judge.cube(board, situation) for situation in asked]
    assert len({round(cube.no_double, 5) for cube in first}) == len(asked)
    assert [judge.cube(board, situation) for situation in reversed(asked)] == first[::-1]


def test_cube_decisions_are_those_two_programs_agree_on() -> None:
    """GNU Backgammon and bgsage at 3 plies agree and see 0.04 between the choices; two plies miss one of all 267."""
    judge = Judge(Depth(2))
    wrong = []
    rows = [row for row in golden_rows("cube.jsonl") if row["cube_usable"]][::9]
    for row in rows:
        cube = judge.cube_without_beaver(board_of_row(row), situation_of_row(row))
        if min(cube.take, cube.drop) >= cube.no_double:
            action = "double"
        else:
            action = "too_good" if cube.take > cube.drop else "no_double"
        if (action, "take" if cube.take <= cube.drop else "pass") != (row["action"], row["response"]):
            wrong.append(row["id"])
    assert len(rows) >= 25
    assert wrong in ([], ["cube-0055"])


def test_without_the_package_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site still starts; only computers do not play."""
    monkeypatch.setitem(sys.modules, "bgsage", None)
    _analyser.cache_clear()
    try:
        with pytest.raises(EngineMissingError, match="bgsage does not load"):
            Judge(Depth(4)).cube(parse_board(QUIET), money_situation())
    finally:
        _analyser.cache_clear()
