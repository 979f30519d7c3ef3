"""What a table shows: a `MatchState` as the `view` of docs/protocol.md section 4, the same for everybody.

The browser computes nothing from it: pips, the steps of the turn and what each side may do are all here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.rules.clock import ClockPreset
from games.rules.errors import Refusal
from games.rules.rulecard import PlayKind, Preset
from games.rules.score import Crawford, MatchResult, ResultKind, Termination
from games.rules.sides import Side
from games.rules.state import ProposalKind

Phase = Literal["to_roll", "to_play", "doubled", "resigning", "between", "over"]


class Sides(Struct, frozen=True):
    """A number for each side."""

    white: int
    black: int


class Flags(Struct, frozen=True):
    """Yes or no for each side."""

    white: bool
    black: bool


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
    """A settlement (`points` go to `by`), a draw or an end of the session that waits for an answer."""

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
    answer_proposal: bool
    withdraw_proposal: bool
    end_session: bool
    next: bool
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
