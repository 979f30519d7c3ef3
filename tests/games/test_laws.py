"""The laws of architecture.md section 2, one property each, over states that really come about.

``test_machine`` checks them all along whole matches; here each stands alone, so a broken one has a name.
"""

from __future__ import annotations

import pickle
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import Double, Drop
from games.rules.board import CHECKERS, Board
from games.rules.dice import Dice
from games.rules.events import Event, MatchStarted
from games.rules.legal import legal_plays
from games.rules.match import apply, evolve, initial, legal_actions, replay
from games.rules.plays import board_after
from games.rules.sides import Side
from games.rules.state import MatchState
from tests.games import laws
from tests.games.mirroring import mirrored
from tests.games.random_play import RandomMatch, accepted_actions
from tests.games.scripted_dice import ScriptedDice
from tests.games.strategies import EVENT_KINDS, boards, dice, events, logs, match_states, matches, seeds

few = settings(max_examples=40)


@few
@given(matches())
def test_after_is_the_fold_of_evolve(match: RandomMatch) -> None:
    state = match.last.before
    for event in match.last.events:
        state = evolve(state, event)
    assert state == match.last.after


@few
@given(match_states(120), seeds)
def test_apply_leaves_the_state_before_unchanged(state: MatchState, seed: int) -> None:
    before = pickle.dumps(state)
    laws.check_exactly_legal(state, 0, seed % 2**32)
    assert pickle.loads(before) == state  # noqa: S301 - our own bytes


@few
@given(logs())
def test_fifteen_checkers_a_side(log: tuple[Event, ...]) -> None:
    state = None
    for event in log:
        before = initial(event) if isinstance(event, MatchStarted) else state
        assert before is not None
        state = evolve(before, event)
        laws.check_checkers(before, event, state)


@few
@given(matches())
def test_replay_gives_the_state(match: RandomMatch) -> None:
    assert replay(match.log) == match.state


@few
@given(match_states(120), seeds)
def test_apply_accepts_exactly_legal_actions(state: MatchState, seed: int) -> None:
    laws.check_exactly_legal(state, 0, seed % 2**32)


@few
@given(matches())
def test_colours_can_be_exchanged(match: RandomMatch) -> None:
    laws.check_mirror(match)


@few
@given(match_states())
def test_legal_actions_do_not_know_colours(state: MatchState) -> None:
    other = mirrored(state)
    for side in Side:
        assert legal_actions(other, side.other) == legal_actions(state, side)


@few
@given(match_states())
def test_the_step_graph_ends_where_the_legal_plays_end(state: MatchState) -> None:
    laws.check_graph(state)


@given(match_states(60), st.integers(1, 6), st.integers(1, 6))
def test_a_drop_costs_the_cube_before_the_offer(state: MatchState, one: int, other: int) -> None:
    """For every state in which somebody may double: the cube before, whoever doubles."""
    for side in Side:
        if Double() not in accepted_actions(state, side):
            continue
        offered = apply(state, Double(), by=side, now=0, dice=ScriptedDice()).after
        dropped = apply(offered, Drop(), by=side.other, now=0, dice=ScriptedDice()).after
        assert state.game is not None
        gain = dropped.score.of(side) - state.score.of(side)
        assert gain == (0 if state.card.kind.value == "single" else state.game.cube.value)


@few
@given(match_states(), seeds)
def test_both_dice_orders_are_one_roll(state: MatchState, seed: int) -> None:
    laws.check_both_orders(state, Random(seed))


@given(boards(), dice)
def test_a_play_keeps_all_checkers(board: Board, rolled: Dice) -> None:
    """Any position, reachable or not."""
    for play in legal_plays(board, rolled):
        after = board_after(board, play.moves)
        assert after.near_on_board + after.near_off == CHECKERS
        assert after.far_on_board == board.far_on_board
        assert after.near_off - board.near_off == sum(move.to == 0 for move in play.moves)


@given(events())
def test_every_kind_of_event_can_be_made(event: Event) -> None:
    """The strategy others test their codecs with knows every kind."""
    assert type(event) in EVENT_KINDS
    assert mirrored(mirrored(event)) == event
