"""The laws of architecture.md section 2, as checks that any transition must pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from games.rules.actions import PlayerAction, Roll
from games.rules.clock import Millis
from games.rules.events import (
    CheckersPlayed,
    ControlPassed,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    Event,
    GameEnded,
    GameStarted,
    OpeningRerolled,
    OpeningThrown,
    PlayTakenBack,
    RulingGiven,
)
from games.rules.legal import legal_plays, step_graph
from games.rules.match import Transition, apply, awaits, evolve, legal_actions, replay, to_act
from games.rules.plays import board_after
from games.rules.rulecard import Opening, PlayKind
from games.rules.rulings import AddTime, AdjustScore, Hold, Release, VoidAll
from games.rules.score import Crawford, Termination
from games.rules.sides import Pair, Side
from games.rules.state import CubeOffered, GameOver, MatchState, Resigning, ToPlay, ToRoll, is_game_running
from tests.games.mirroring import mirrored
from tests.games.random_play import RandomMatch, accepted_actions, every_action, is_accepted
from tests.games.scripted_dice import ScriptedDice, SeededDice

Step = tuple[MatchState, Event, MatchState]
"""An event between the states before and after it."""


def check_transition(transition: Transition) -> list[Step]:
    """The laws that every event must pass: fold, counting, checkers, drops, numbers. What happened, step by step."""
    steps: list[Step] = []
    state = transition.before
    for event in transition.events:
        after = evolve(state, event)
        check_step(state, event, after)
        steps.append((state, event, after))
        state = after
    assert state == transition.after, "after must be the fold of evolve over the events"
    return steps


def check_step(before: MatchState, event: Event, after: MatchState) -> None:
    assert after.version == before.version + 1
    assert after.decision in {before.decision, after.version}
    assert (after.decision == after.version) or _question(before) == _question(after)
    check_checkers(before, event, after)
    check_cube(before, event, after)
    check_doubling(before, event)
    check_crawford(before, event)
    check_control(before, event, after)
    check_ruling(before, event, after)
    check_who_acts(after)


def _question(state: MatchState) -> object:
    game = state.game
    return game and (game.board, game.cube, game.phase, to_act(state))


def check_checkers(before: MatchState, event: Event, after: MatchState) -> None:
    """15 checkers a side: none comes, and none goes but by being borne off."""
    if after.game is None:
        return
    board = after.game.board
    assert board.cells[0] >= 0 <= board.cells[25]
    assert 0 <= board.near_on_board <= 15 >= board.far_on_board >= 0
    if before.game is None or isinstance(event, GameStarted):
        assert board.near_on_board == board.far_on_board == 15
    elif isinstance(event, CheckersPlayed):
        mine, theirs = before.game.board.seen_by(event.side), board.seen_by(event.side)
        assert theirs == board_after(mine, event.moves)
        assert theirs.near_off - mine.near_off == sum(move.to == 0 for move in event.moves)
        assert theirs.far_off == mine.far_off
        assert theirs.pip_count == mine.pip_count - sum(move.from_ - move.to for move in event.moves)
    elif not isinstance(event, PlayTakenBack):
        assert board == before.game.board


def check_cube(before: MatchState, event: Event, after: MatchState) -> None:
    """A power of two within the limit; a drop costs exactly the cube before the offer."""
    if after.game is None:
        return
    value = after.game.cube.value
    assert value & (value - 1) == 0
    assert 1 <= value <= after.card.cube_limit
    if isinstance(event, DoubleDropped) and before.game is not None:
        assert isinstance(before.game.phase, CubeOffered)
        assert before.game.phase.offer.drop_cost == value == before.game.phase.offer.value // 2
        assert after.game.cube == before.game.cube
    is_awarded = isinstance(event, GameEnded) and event.termination is Termination.AWARDED
    if isinstance(event, GameEnded) and not is_awarded and isinstance(getattr(before.game, "phase", None), CubeOffered):
        assert event.result.points in {0, value}


def check_doubling(before: MatchState, event: Event) -> None:
    """Nobody doubles a cube of the other, a dead one, past the limit, in the Crawford game or in turn one."""
    if not isinstance(event, DoubleOffered) or before.game is None:
        return
    cube, card = before.game.cube, before.card
    assert event.value == 2 * cube.value <= card.cube_limit
    assert isinstance(before.game.phase, ToRoll)
    assert before.game.on_roll is event.side
    assert cube.owner is None or cube.owner is event.side
    assert before.crawford is not Crawford.ACTIVE
    assert before.game.turn_number > 1
    if card.length is not None:
        assert before.score.of(event.side) + cube.value < card.length
    if card.holland and before.crawford is Crawford.EXPIRED:
        assert before.game.turn_number > 4


def check_crawford(before: MatchState, event: Event) -> None:
    """The one game after a side first stands at match point, the other not: no earlier, no later, once."""
    length = before.card.length
    if not isinstance(event, GameStarted) or length is None or not before.card.crawford or length == 1:
        return
    at_match_point = [points == length - 1 for points in before.score].count(True)
    match before.crawford:
        case Crawford.PENDING:
            assert event.crawford is (Crawford.ACTIVE if at_match_point == 1 else Crawford.PENDING)
        case _:
            assert at_match_point
            assert event.crawford is Crawford.EXPIRED


def check_control(before: MatchState, event: Event, after: MatchState) -> None:
    """Who plays a side changes by ControlPassed alone, and nothing else changes by it; *Resume* belongs to pauses."""
    if isinstance(event, ControlPassed):
        assert after.computers.of(event.side) is event.computer
        assert after.computers.of(event.side.other) is before.computers.of(event.side.other)
        assert (after.game, after.score, after.decision) == (before.game, before.score, before.decision)
    else:
        assert after.computers == before.computers
    assert after.paused or not any(after.resuming)


def check_ruling(before: MatchState, event: Event, after: MatchState) -> None:
    """A ruling changes what it names and nothing else; the score and the Crawford state it leaves can go on."""
    if not isinstance(event, RulingGiven):
        assert after.held is (before.held and after.result is None)
        return
    assert before.result is None
    assert 1 <= len(event.reason) <= 300
    match event.ruling:
        case AdjustScore(score, crawford):
            assert (after.score, after.crawford) == (score, _stored(before, crawford))
        case AddTime(side, by):
            assert before.clock is not None
            assert after.clock is not None
            assert after.clock.reserve.of(side) == before.clock.reserve.of(side) + by
        case Hold() | Release():
            assert after.held is isinstance(event.ruling, Hold)
        case VoidAll() if before.card.kind is PlayKind.MONEY:
            assert (after.score, after.held) == (Pair(0, 0), before.held)
        case _:
            assert (after.score, after.crawford, after.held) == (before.score, before.crawford, before.held)
    assert (after.decision, after.paused, after.ready) == (before.decision, before.paused, before.ready)


def _stored(before: MatchState, crawford: Crawford) -> Crawford:
    is_next = crawford is Crawford.ACTIVE and not is_game_running(before)
    return Crawford.PENDING if is_next else crawford


def check_dice(events: Sequence[Event], thrown: Sequence[tuple[int, int]]) -> None:
    """Every throw is in the log once, and nothing else is (rules.md 1.8, 7.2): dice that come again are marked."""
    shown = []
    for event in events:
        match event:
            case OpeningThrown(white, black):
                shown.append((max(white, black), min(white, black)))
            case OpeningRerolled(dice=dice) | DiceRolled(dice=dice, again=False):
                shown.append((dice.high, dice.low))
            case _:
                pass
    assert shown == [(max(throw), min(throw)) for throw in thrown]


def check_who_acts(state: MatchState) -> None:
    """Somebody acts exactly while a game runs and nothing is paused, and is waited for."""
    acting, game = to_act(state), state.game
    if state.result is not None or state.paused or game is None or isinstance(game.phase, GameOver):
        assert acting is None
        return
    match game.phase:
        case CubeOffered(offer):
            assert acting is not offer.by
        case Resigning(by):
            assert acting is not by
        case ToPlay():
            assert acting is game.on_roll
        case _:
            pass
    assert acting is None or acting in awaits(state)


def check_settled(state: MatchState) -> None:
    """What holds between two actions: somebody can go on, clocks run for the one who must act."""
    if state.result is None and not state.paused:
        assert awaits(state), "nobody is waited for, and the match is not over"
    if state.result is None and state.paused:
        assert not awaits(state)
        may_resume = [legal_actions(state, side).resume for side in Side]
        assert any(may_resume) is (is_game_running(state) and not state.held and None in state.computers)
    assert state.paused or not state.held
    if state.clock is not None:
        assert state.clock.running == to_act(state)
        assert all(reserve >= 0 for reserve in state.clock.reserve)
    if state.card.length is not None and max(state.score) >= state.card.length:
        assert state.result is not None


DRAWN_OF_A_KIND = 6
"""Actions of one kind that ``check_exactly_legal`` tries at most: some rolls have a hundred plays."""


def check_exactly_legal(state: MatchState, now: Millis, seed: int) -> None:
    """``apply`` accepts exactly what ``legal_actions`` promises, each side, each kind of action."""
    random = Random(seed)
    dice = SeededDice(random)
    for side in Side:
        promised = accepted_actions(state, side)
        assert promised or side not in awaits(state), f"{side} is waited for and may do nothing"
        for action in dict.fromkeys([*_some_of_each_kind(promised, random), *every_action(state)]):
            assert is_accepted(state, action, side, now, dice) == (action in promised), f"{side}: {action}"


def _some_of_each_kind(actions: Iterable[PlayerAction], random: Random) -> list[PlayerAction]:
    kinds: defaultdict[type[PlayerAction], list[PlayerAction]] = defaultdict(list)
    for action in actions:
        kinds[type(action)].append(action)
    return [action for kind in kinds.values() for action in random.sample(kind, min(DRAWN_OF_A_KIND, len(kind)))]


def check_graph(state: MatchState) -> None:
    """The step graph ends in exactly the results of the legal plays, and no step leads elsewhere."""
    game = state.game
    if game is None or not isinstance(game.phase, ToPlay):
        return
    board = game.board.seen_by(game.on_roll)
    graph = step_graph(board, game.phase.dice)
    results = {board_after(board, play.moves) for play in legal_plays(board, game.phase.dice)}
    assert {graph.board_at(end) for end in graph.ends} == results
    assert set(range(len(graph.dice_left))) == graph.ends | {edge.node for edge in graph.edges}


def check_mirror(match: RandomMatch) -> None:
    """The last action with the colours exchanged does the same with the colours exchanged."""
    before = match.last.before
    if before.card.opening is Opening.WHITE_FIRST or match.call is None:
        return
    by, action = match.call
    swapped = ScriptedDice(*((black, white) for white, black in match.dice.thrown))
    again = apply(mirrored(before), mirrored(action), by=mirrored(by), now=match.now, dice=swapped)
    assert again.events == mirrored(match.last.events)
    assert again.after == mirrored(match.last.after)


def check_replay(log: Sequence[Event], state: MatchState) -> None:
    assert replay(log) == state


def check_both_orders(state: MatchState, random: Random) -> None:
    """A roll of 5-2 and one of 2-5 are one roll."""
    acting = to_act(state)
    if acting is None or state.game is None or Roll() not in accepted_actions(state, acting):
        return
    one, other = random.randint(1, 6), random.randint(1, 6)
    later = [(random.randint(1, 6), random.randint(1, 6)) for _ in range(3)]
    first = apply(state, Roll(), by=acting, now=0, dice=ScriptedDice((one, other), *later))
    second = apply(state, Roll(), by=acting, now=0, dice=ScriptedDice((other, one), *later))
    assert first == second
