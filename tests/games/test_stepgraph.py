"""The step graph: all orders of steps that can be completed, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.rules.board import BAR, OFF, Board, parse_board
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, Refusal
from games.rules.legal import StepGraph, checked_play, legal_plays, step_graph
from games.rules.plays import CheckerMove, board_after
from tests.games.positions import board_of, boards, dice_of, legal_paths, legal_rows, rolls

Path = tuple[CheckerMove, ...]


def _paths(graph: StepGraph, node: int = 0) -> list[Path]:
    """Every way from ``node`` to an end."""
    if node in graph.ends:
        return [()]
    return [(edge.move, *rest) for edge in graph.steps_from(node) for rest in _paths(graph, edge.next)]


def _end_boards(graph: StepGraph) -> list[Board]:
    return [graph.board_at(node) for node in sorted(graph.ends)]


def test_the_ends_of_every_golden_row_are_its_results() -> None:
    wrong = []
    for row in legal_rows():
        board = board_of(row)
        graph = step_graph(board, dice_of(row))
        ends = sorted(list(end.cells) for end in _end_boards(graph))
        if ends != (row["results"] or [row["board"]]):
            wrong.append(row["id"])
    assert wrong == []


def test_no_step_of_a_golden_row_is_a_dead_end() -> None:
    wrong = []
    for row in legal_rows():
        graph = step_graph(board_of(row), dice_of(row))
        if {edge.node for edge in graph.edges} | graph.ends != set(range(len(graph.dice_left))):
            wrong.append(row["id"])
    assert wrong == []


def test_the_first_steps_of_golden_rows_are_those_of_the_slow_walker() -> None:
    wrong = []
    for row in legal_rows():
        board, dice = board_of(row), dice_of(row)
        if not dice.is_doubles:
            firsts = {(edge.move.from_, edge.move.die) for edge in step_graph(board, dice).first_steps}
            if firsts != {path[0] for path in legal_paths(board, dice) if path}:
                wrong.append(row["id"])
    assert wrong == []


@given(boards(), rolls())
def test_its_ends_are_the_results_of_the_legal_plays(board: Board, dice: Dice) -> None:
    ends = _end_boards(step_graph(board, dice))
    results = {board_after(board, play.moves) for play in legal_plays(board, dice)} or {board}
    assert len(ends) == len(results)
    assert set(ends) == results


@given(boards(), rolls())
def test_its_paths_are_exactly_the_orders_of_the_slow_walker(board: Board, dice: Dice) -> None:
    paths = _paths(step_graph(board, dice))
    walked = [tuple((move.from_, move.die) for move in path) for path in paths]
    assert len(set(walked)) == len(walked)
    assert set(walked) == set(legal_paths(board, dice))


@given(boards(), rolls())
def test_no_step_is_a_dead_end(board: Board, dice: Dice) -> None:
    graph = step_graph(board, dice)
    with_steps = {edge.node for edge in graph.edges}
    assert with_steps | graph.ends == set(range(len(graph.dice_left)))
    assert not with_steps & graph.ends


@given(boards(), rolls())
def test_every_node_is_a_position_of_its_own(board: Board, dice: Dice) -> None:
    graph = step_graph(board, dice)
    nodes = range(len(graph.dice_left))
    assert len({(graph.board_at(node), graph.dice_left[node]) for node in nodes}) == len(nodes)


@given(boards(), rolls())
def test_a_step_uses_up_its_die(board: Board, dice: Dice) -> None:
    graph = step_graph(board, dice)
    for edge in graph.edges:
        after = [*graph.dice_left[edge.next], edge.move.die]
        assert sorted(after) == sorted(graph.dice_left[edge.node])


@given(boards(), rolls())
def test_a_hit_is_told_with_its_step(board: Board, dice: Dice) -> None:
    graph = step_graph(board, dice)
    for edge in graph.edges:
        before, after = graph.board_at(edge.node), graph.board_at(edge.next)
        assert edge.hits == (after.cells[0] == before.cells[0] + 1)


def test_without_a_legal_play_the_start_is_the_end() -> None:
    graph = step_graph(parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3"), Dice(6, 2))
    assert (graph.edges, graph.ends, graph.dice_left) == ((), frozenset({0}), ((6, 2),))


def test_a_number_that_cannot_be_played_is_left_at_the_end() -> None:
    graph = step_graph(parse_board("M bar:1 2:2; O 22:2 19:2"), Dice(4, 2))
    assert [graph.dice_left[node] for node in graph.ends] == [(2,)]


def test_steps_without_their_dice_find_them() -> None:
    """4 to off with 6-5: the first step may be the six's or the five's."""
    graph = step_graph(parse_board("M 4:2; O 24:2"), Dice(6, 5))
    assert graph.complete([(4, OFF), (4, OFF)]) in (
        (CheckerMove(4, OFF, 6), CheckerMove(4, OFF, 5)),
        (CheckerMove(4, OFF, 5), CheckerMove(4, OFF, 6)),
    )


def test_steps_in_an_order_that_cannot_be_played_are_not_completed() -> None:
    graph = step_graph(parse_board("M bar:1 6:14; O 1:15"), Dice(2, 1))
    assert graph.complete([(6, 5), (BAR, 23)]) is None


# --- checked_play ---------------------------------------------------------------------------------


def test_a_play_is_accepted_in_the_order_it_was_made() -> None:
    moves = (CheckerMove(6, 5, 1), CheckerMove(8, 5, 3))
    assert checked_play(Board.start(), Dice(3, 1), moves).moves == moves


@given(boards(), rolls())
def test_every_legal_play_is_accepted(board: Board, dice: Dice) -> None:
    for play in legal_plays(board, dice)[:10]:
        assert checked_play(board, dice, play.moves) == play


def test_a_step_no_play_allows_is_refused_and_named() -> None:
    moves = (CheckerMove(8, 5, 3), CheckerMove(13, 12, 1))
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(3, 1), moves)
    assert refused.value.code is Refusal.ILLEGAL_STEP
    assert refused.value.params == {"from_": 13, "to": 12, "die": 1, "step": 1}


@pytest.mark.parametrize("move", [CheckerMove(8, 5, 4), CheckerMove(8, 6, 3), CheckerMove(99, -1, 100)])
def test_a_step_that_lies_about_itself_is_refused(move: CheckerMove) -> None:
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(3, 1), (move,))
    assert refused.value.code is Refusal.ILLEGAL_STEP


def test_a_step_too_many_is_refused() -> None:
    moves = (CheckerMove(8, 5, 3), CheckerMove(6, 5, 1), CheckerMove(6, 5, 1))
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(3, 1), moves)
    assert refused.value.params["step"] == 2


def test_a_play_cut_short_is_refused_with_what_is_left() -> None:
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(6, 6), (CheckerMove(24, 18, 6),))
    assert refused.value.code is Refusal.PLAY_INCOMPLETE
    assert refused.value.params == {"left": 3}


def test_only_steps_that_can_be_made_are_counted_as_left() -> None:
    """Two of four fours can be played; after one of them one is left."""
    board = parse_board("M 13:2 1:13; O 5:2 24:13")
    with pytest.raises(IllegalAction) as refused:
        checked_play(board, Dice(4, 4), (CheckerMove(13, 9, 4),))
    assert refused.value.params == {"left": 1}


def test_nobody_passes_while_a_play_is_possible() -> None:
    with pytest.raises(IllegalAction) as refused:
        checked_play(Board.start(), Dice(6, 5), ())
    assert refused.value.code is Refusal.PLAY_INCOMPLETE


def test_a_dance_is_a_play_without_moves() -> None:
    board = parse_board("M bar:1 6:14; O 19:2 20:2 21:2 22:2 23:2 24:2 1:3")
    assert checked_play(board, Dice(6, 2), ()).moves == ()
