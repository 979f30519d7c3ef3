"""The view says what the state says, and promises exactly what the rules accept."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
from hypothesis import given

from games.rules.actions import Double, GiveRuling, PauseMatch, Resume, Roll
from games.rules.board import Board
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.events import CheckersPlayed, GameStarted, MatchStarted, PlayTakenBack
from games.rules.legal import step_graph
from games.rules.levels import Level
from games.rules.match import apply, awaits, legal_actions, to_act
from games.rules.plays import CheckerMove
from games.rules.rulecard import Preset, card_for
from games.rules.rulings import AwardGame, Hold, Release
from games.rules.score import ResultKind
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, TakeBackRule, ToPlay, ToRoll, game_of
from matches.view import View, view_of
from matches.wire import StoredEvent, board_played, hits, wire_events
from tests.games import strategies
from tests.games.random_play import RandomMatch, plays
from tests.games.scripted_dice import ScriptedDice

TERMS = MatchStarted(card_for(Preset.MATCH, 5), ClockSetting(ClockPreset.UNTIMED), TakeBackRule.NEVER)


def as_json(view: View) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


@given(strategies.match_states(80))
def test_the_view_is_that_of_the_state(state: MatchState) -> None:
    view, game = view_of(state, 5), game_of(state)
    assert (view.decision, view.to_act, view.game) == (state.decision, to_act(state), game.number)
    assert view.board == list(game.board.cells)
    assert view.pips.white == game.board.pip_count
    assert view.pips.black == game.board.seen_by(Side.BLACK).pip_count
    assert (view.score.white, view.score.black) == tuple(state.score)
    assert (view.phase == "over") == (state.result is not None)
    assert (view.graph is not None) == (view.phase == "to_play")
    assert view.next_at == 5
    if not state.paused:
        assert set(view.awaits) == awaits(state)
    as_json(view)


@given(strategies.match_states(80))
def test_what_the_view_promises_is_what_the_rules_accept(state: MatchState) -> None:
    if state.paused:
        return
    view = view_of(state, None)
    for side, can in ((Side.WHITE, view.can.white), (Side.BLACK, view.can.black)):
        legal = legal_actions(state, side)
        assert (can.roll, can.play, can.double, can.take, can.adjourn, can.next) == (
            legal.roll,
            legal.play,
            legal.double,
            legal.take,
            legal.adjourn,
            legal.next,
        )
        assert [(one.kind, one.points) for one in can.resign] == list(legal.resign)
        why = legal.double_refusal
        assert (can.double_refusal and can.double_refusal.code) == (why and why.code)


def test_the_graph_is_the_step_graph_of_the_side_on_roll() -> None:
    match = RandomMatch(TERMS, Random(3))
    game = game_of(match.state)
    assert isinstance(game.phase, ToPlay)
    graph = step_graph(game.board.seen_by(game.on_roll), game.phase.dice)
    view = view_of(match.state, None)
    assert view.graph is not None
    assert view.graph.ends == sorted(graph.ends)
    assert [edge[2:5] for edge in view.graph.edges] == [
        (edge.move.from_, edge.move.to, edge.move.die) for edge in graph.edges
    ]
    assert view.graph.left == [list(left) for left in graph.dice_left]


def test_between_games_a_pause_ends_with_next() -> None:
    match = RandomMatch(MatchStarted(card_for(Preset.MONEY), TERMS.clock, TERMS.take_back), Random(5))
    while view_of(match.state, None).phase != "between" or any(match.state.ready):
        match.step()
    paused = (
        apply(match.state, PauseMatch(), by=None, now=match.now, dice=match.dice).after
        if not match.state.paused
        else match.state
    )
    view = view_of(paused, None)
    assert view.paused
    assert view.can.white.next
    assert view.can.black.next
    assert view.awaits == [Side.WHITE, Side.BLACK]


def test_what_a_director_holds_promises_nothing_to_go_on() -> None:
    """Between games, too: *Next* does not end it, and nobody is waited for."""
    match = RandomMatch(MatchStarted(card_for(Preset.MONEY), TERMS.clock, TERMS.take_back), Random(5))
    views = [
        view_of(match.do(None, GiveRuling(ruling, "a dispute")).after, None)
        for ruling in (Hold(), AwardGame(Side.WHITE, ResultKind.SINGLE))
    ]
    assert [view.phase for view in views] == ["to_play", "between"]
    for view in views:
        assert (view.paused, view.held, view.awaits, view.to_act) == (True, True, [], None)
        for can in (view.can.white, view.can.black):
            assert (can.next, can.resume, can.roll, can.play) == (False, False, False, False)
    released = view_of(match.do(None, GiveRuling(Release(), "settled")).after, None)
    assert (released.held, released.can.white.next) == (False, True)


def test_the_view_names_computers_and_who_is_ready_to_go_on() -> None:
    terms = replace(TERMS, computers=Pair(None, Level.EXPERT))
    match = RandomMatch(terms, Random(3))
    assert as_json(view_of(match.state, None))["computers"] == {"white": None, "black": "expert"}
    paused = apply(RandomMatch(TERMS, Random(3)).state, PauseMatch(), by=None, now=0, dice=ScriptedDice()).after
    ready = apply(paused, Resume(), by=Side.BLACK, now=0, dice=ScriptedDice()).after
    view = view_of(ready, None)
    assert (view.resuming.white, view.resuming.black) == (False, True)
    assert (view.can.white.resume, view.can.black.resume, view.can.white.adjourn) == (True, False, False)
    assert (view.awaits, view.to_act) == ([], None)


def test_an_offered_cube_names_its_owner_to_be_and_its_price() -> None:
    state = RandomMatch(TERMS, Random(7)).state
    game = replace(game_of(state), phase=ToRoll(), on_roll=Side.BLACK, turn_number=4, cube=Cube(2, Side.BLACK))
    doubled = apply(replace(state, game=game), Double(), by=Side.BLACK, now=0, dice=ScriptedDice()).after
    offer = as_json(view_of(doubled, None))["offer"]
    assert offer == {"by": "black", "value": 4, "depth": 0, "drop_cost": 2, "owner": "white"}


def test_dice_stay_after_a_dance_and_go_after_a_play() -> None:
    state = RandomMatch(TERMS, Random(9)).state
    closed = Board((0, -2, -2, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, -3, -2, -2, -2, -2, 2, 1))
    game = replace(game_of(state), board=closed, phase=ToRoll(), on_roll=Side.WHITE, turn_number=4, last_play=None)
    danced = apply(replace(state, game=game), Roll(), by=Side.WHITE, now=0, dice=ScriptedDice((3, 4))).after
    view = view_of(danced, None)
    assert (view.on_roll, view.dice, view.dice_side) == (Side.BLACK, (4, 3), Side.WHITE)

    rolled = apply(danced, Roll(), by=Side.BLACK, now=0, dice=ScriptedDice((6, 6))).after
    assert view_of(rolled, None).dice == (6, 6)
    played = apply(rolled, plays(rolled)[0], by=Side.BLACK, now=0, dice=ScriptedDice()).after
    assert view_of(played, None).dice is None


def test_dice_stay_when_both_dance_one_after_the_other() -> None:
    """White plays, Black dances, White dances: White's earlier play does not pass for that of the last roll."""
    state = RandomMatch(TERMS, Random(9)).state
    both_barred = Board((-1, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, -2, -2, -2, -2, -2, -4, 1))
    earlier = (Side.WHITE, (CheckerMove(13, 8, 5),))
    game = replace(
        game_of(state),
        board=both_barred,
        phase=ToRoll(),
        on_roll=Side.BLACK,
        turn_number=4,
        last_play=earlier,
    )
    state = replace(state, game=game)
    for side, rolled in ((Side.BLACK, (2, 1)), (Side.WHITE, (4, 3))):
        state = apply(state, Roll(), by=side, now=0, dice=ScriptedDice(rolled)).after
        view = view_of(state, None)
        assert (view.dice_side, sorted(view.dice or ())) == (side, sorted(rolled))


def test_plays_carry_their_text_and_hits() -> None:
    board = Board((0, 0, 0, 0, 0, -1, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -4, 0, -5, 0, 0, 0, 0, 2, 0))
    moves = (CheckerMove(13, 8, 5), CheckerMove(8, 5, 3))
    events = [StoredEvent(7, 1000, CheckersPlayed(Side.WHITE, moves))]
    assert wire_events(board, events) == [
        {
            "n": 7,
            "e": "checkers_played",
            "at": 1000,
            "side": "white",
            "moves": [[13, 8, 5], [8, 5, 3]],
            "text": "13/5*",
            "hits": [5],
        }
    ]
    assert hits(board, (CheckerMove(6, 5, 1), CheckerMove(6, 5, 1))) == [5]


@given(strategies.matches(80))
def test_the_log_on_the_wire_follows_the_board(match: RandomMatch) -> None:
    stored = [StoredEvent(number, 0, event) for number, event in enumerate(match.log, start=1)]
    board = Board.start()
    for wire, one in zip(wire_events(board, stored), stored, strict=True):
        match one.event:
            case GameStarted():
                board = Board.start()
            case PlayTakenBack(restored=restored):
                board = restored.board
            case CheckersPlayed(side, moves):
                assert wire["text"]
                board = board_played(board, side, moves)
            case _:
                assert "text" not in wire
    assert board == game_of(match.state).board
