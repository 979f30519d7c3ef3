"""What a table shows: a `MatchState` as the `view` of docs/protocol.md section 4, the same for everybody.

The browser computes nothing from it: pips, the steps of the turn and what each side may do are all here.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Literal

from msgspec import Struct

from games.rules.board import Board
from games.rules.clock import ClockPreset, Millis
from games.rules.cube import CubeOffer
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, Refusal
from games.rules.legal import step_graph
from games.rules.legal_actions import LegalActions
from games.rules.levels import Level
from games.rules.match import legal_actions
from games.rules.resigning import resignation_price
from games.rules.rulecard import PlayKind, Preset, RuleCard
from games.rules.score import Crawford, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import (
    CubeOffered,
    GameOver,
    GamePhase,
    GameState,
    MatchState,
    OpeningThrow,
    Proposal,
    ProposalKind,
    Resigning,
    ToPlay,
    ToRoll,
    awaits,
    game_of,
    to_act,
)

Phase = Literal["to_roll", "to_play", "doubled", "resigning", "between", "over"]


class Sides(Struct, frozen=True):
    """A number for each side."""

    white: int
    black: int


class Flags(Struct, frozen=True):
    """Yes or no for each side."""

    white: bool
    black: bool


class Computers(Struct, frozen=True):
    """The computer that plays each side now; null: a person."""

    white: Level | None
    black: Level | None


class CubeView(Struct, frozen=True):
    """The cube; `in_use` is false where nobody can ever double (a card without a cube, a Crawford game)."""

    value: int
    owner: Side | None
    in_use: bool


class OfferView(Struct, frozen=True):
    """A turn of the cube that waits for an answer; `owner` is who owns it after a take."""

    by: Side
    value: int
    depth: int
    drop_cost: int
    owner: Side


class ResignationView(Struct, frozen=True):
    """A resignation that waits for an answer; `points` is what it would cost."""

    by: Side
    kind: ResultKind
    points: int


class ProposalView(Struct, frozen=True):
    """A settlement (`points` go to `by`), a draw, an end of the session or an adjournment that waits for an answer."""

    by: Side
    kind: ProposalKind
    points: int


class ResultView(Struct, frozen=True):
    """How the game that is shown ended."""

    winner: Side | None
    kind: ResultKind | None
    points: int
    termination: Termination


class LastPlay(Struct, frozen=True):
    """The last play, as `[from, to, die]` in the mover's numbering."""

    side: Side
    moves: list[tuple[int, int, int]]


class ClockView(Struct, frozen=True):
    """Milliseconds; the delay first, then the reserve of `running` falls, from `since` on."""

    preset: ClockPreset
    delay: int
    reserve: Sides
    running: Side | None
    since: int


class GraphView(Struct, frozen=True):
    """The step graph of the turn: node 0 is the position on the board.

    `left`: for each node the dice not played yet. `edges`: `[node, next, from, to, die, hits]`. `ends`: where the
    turn is complete.
    """

    left: list[list[int]]
    edges: list[tuple[int, int, int, int, int, int]]
    ends: list[int]


class RefusalView(Struct, frozen=True):
    """Why a button is off."""

    code: Refusal
    params: dict[str, str | int]


class ResignChoice(Struct, frozen=True):
    """A resignation that may be offered now, and what it costs in points."""

    kind: ResultKind
    points: int


class Can(Struct, frozen=True):
    """Exactly what the server would accept from a side now."""

    roll: bool
    reroll: bool
    play: bool
    double: bool
    double_refusal: RefusalView | None
    """Why one may not double, on one's own turn before rolling."""
    take: bool
    drop: bool
    beaver: bool
    beaver_value: int | None
    resign: list[ResignChoice]
    answer_resignation: bool
    withdraw_resignation: bool
    resign_match: bool
    settle: tuple[int, int] | None
    """The least and the most points that may be asked for."""
    draw: bool
    propose_end: bool
    adjourn: bool
    answer_proposal: bool
    withdraw_proposal: bool
    end_session: bool
    next: bool
    resume: bool
    take_back: bool


class Cans(Struct, frozen=True):
    """What each side may do."""

    white: Can
    black: Can


class View(Struct, frozen=True):
    """Everything a table shows."""

    kind: PlayKind
    length: int | None
    preset: Preset
    game: int
    phase: Phase
    paused: bool
    held: bool
    """A director stopped play: nobody here can go on before the director says so."""
    resuming: Flags
    """Who is ready to go on after the pause."""
    computers: Computers
    decision: int
    """What an action has to name to be taken."""
    on_roll: Side
    to_act: Side | None
    awaits: list[Side]
    turn: int
    board: list[int]
    """White's numbering: 1-24 points, White > 0, Black < 0; [25] White's bar, [0] Black's bar, both >= 0."""
    pips: Sides
    off: Sides
    dice: tuple[int, int] | None
    dice_side: Side | None
    cube: CubeView
    offer: OfferView | None
    resignation: ResignationView | None
    proposal: ProposalView | None
    score: Sides
    crawford: Crawford
    ready: Flags
    next_at: int | None
    """When the next game starts by itself, in milliseconds since the epoch."""
    result: ResultView | None
    match_result: MatchResult | None
    last_play: LastPlay | None
    clock: ClockView | None
    graph: GraphView | None
    """Only in `to_play`."""
    can: Cans


# --- from the state ---------------------------------------------------------------------------------------------


def view_of(state: MatchState, next_at: Millis | None) -> View:
    """The view of a started match. `next_at` is the column of the match, which the state does not know."""
    game = game_of(state)
    card = state.card
    phase = _phase(state, game)
    dice, dice_side = dice_on_table(game)
    is_left_by_next = is_between_games(state) and not state.held  # `Next` ends a pause between games
    asked = replace(state, paused=False) if is_left_by_next else state
    waiting = awaits(asked)
    return View(
        kind=card.kind,
        length=card.length,
        preset=card.preset,
        game=game.number,
        phase=phase,
        paused=state.paused,
        held=state.held,
        resuming=Flags(state.resuming.white, state.resuming.black),
        computers=Computers(state.computers.white, state.computers.black),
        decision=state.decision,
        on_roll=game.on_roll,
        to_act=to_act(state),
        awaits=[side for side in Side if side in waiting],
        turn=game.turn_number,
        board=list(game.board.cells),
        pips=Sides(game.board.pip_count, game.board.mirror().pip_count),
        off=Sides(game.board.near_off, game.board.far_off),
        dice=None if dice is None else (dice.high, dice.low),
        dice_side=dice_side,
        cube=CubeView(game.cube.value, game.cube.owner, is_cube_in_use(card, state.crawford)),
        offer=_offer(game.phase),
        resignation=_resignation(state, game.phase),
        proposal=_proposal(state.proposal),
        score=Sides(state.score.white, state.score.black),
        crawford=state.crawford,
        ready=Flags(state.ready.white, state.ready.black),
        next_at=next_at,
        result=_result(game.phase),
        match_result=state.result,
        last_play=_last_play(game),
        clock=_clock(state),
        graph=_graph(game) if phase == "to_play" else None,
        can=Cans(_can(legal_actions(asked, Side.WHITE)), _can(legal_actions(asked, Side.BLACK))),
    )


def is_between_games(state: MatchState) -> bool:
    """A game is over and the match is not."""
    return state.result is None and state.game is not None and isinstance(state.game.phase, GameOver)


def _phase(state: MatchState, game: GameState) -> Phase:
    if state.result is not None:
        return "over"
    match game.phase:
        case OpeningThrow() | ToRoll():
            return "to_roll"
        case ToPlay():
            return "to_play"
        case CubeOffered():
            return "doubled"
        case Resigning():
            return "resigning"
        case GameOver():
            return "between"


def dice_on_table(game: GameState) -> tuple[Dice | None, Side | None]:
    """The dice on the table: those to play, or after a dance those that could not be played."""
    match game.phase:
        case ToPlay(dice) | Resigning(before=ToPlay(dice)):
            return dice, game.on_roll
        case _:
            pass
    if game.last_roll is None or (game.last_play is not None and game.last_play[0] is game.last_roll[0]):
        return None, None
    side, dice = game.last_roll
    return dice, side


def is_cube_in_use(card: RuleCard, crawford: Crawford) -> bool:
    """Whether there is a cube in this game at all."""
    return card.cube_limit > 1 and crawford is not Crawford.ACTIVE


def _offer(phase: GamePhase) -> OfferView | None:
    match phase:
        case CubeOffered(CubeOffer() as offer):
            return OfferView(offer.by, offer.value, offer.depth, offer.drop_cost, offer.first_doubled)
        case _:
            return None


def _resignation(state: MatchState, phase: GamePhase) -> ResignationView | None:
    match phase:
        case Resigning(by, kind):
            return ResignationView(by, kind, resignation_price(state, by, kind))
        case _:
            return None


def _proposal(proposal: Proposal | None) -> ProposalView | None:
    return None if proposal is None else ProposalView(proposal.by, proposal.kind, proposal.points)


def _result(phase: GamePhase) -> ResultView | None:
    match phase:
        case GameOver(result, termination):
            return ResultView(result.winner, result.kind, result.points, termination)
        case _:
            return None


def _last_play(game: GameState) -> LastPlay | None:
    if game.last_play is None:
        return None
    side, moves = game.last_play
    return LastPlay(side, [(move.from_, move.to, move.die) for move in moves])


def _clock(state: MatchState) -> ClockView | None:
    clock = state.clock
    if clock is None:
        return None
    reserve: Pair[Millis] = clock.reserve
    return ClockView(
        state.clock_setting.preset, clock.delay, Sides(reserve.white, reserve.black), clock.running, clock.since
    )


def _graph(game: GameState) -> GraphView | None:
    match game.phase:
        case ToPlay(dice):
            return graph_view(game.board.seen_by(game.on_roll), dice)
        case _:
            return None


def graph_view(board: Board, dice: Dice) -> GraphView:
    """What the rules let the near player of ``board`` do with ``dice``."""
    graph = step_graph(board, dice)
    return GraphView(
        left=[list(dice_left) for dice_left in graph.dice_left],
        edges=[
            (edge.node, edge.next, edge.move.from_, edge.move.to, edge.move.die, int(edge.hits)) for edge in graph.edges
        ],
        ends=sorted(graph.ends),
    )


_SAME = tuple(field.name for field in fields(LegalActions) if field.name not in ("double_refusal", "resign"))


def _can(legal: LegalActions) -> Can:
    same: dict[str, Any] = {name: getattr(legal, name) for name in _SAME}
    return Can(
        **same,
        double_refusal=_refusal(legal.double_refusal),
        resign=[ResignChoice(kind, points) for kind, points in legal.resign],
    )


def _refusal(reason: IllegalAction | None) -> RefusalView | None:
    return None if reason is None else RefusalView(reason.code, dict(reason.params))
