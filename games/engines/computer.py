"""A computer player: a judge and the errors of its level. Start reading at ``Computer.decide``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from games.engines.brain import Advice, CubeChoice, CubeVerdict, RankedPlay
from games.engines.cubeful import CubeEquities
from games.engines.errors import NothingToDecideError
from games.engines.judge import Judge, Option, best_equity
from games.engines.noise import Blur, blur_of
from games.engines.resigning import is_lost_for_certain
from games.engines.situation import Holder, Situation
from games.notation.play_text import format_play
from games.rules.actions import (
    AcceptProposal,
    AcceptResignation,
    Beaver,
    DeclineProposal,
    DeclineResignation,
    Double,
    Drop,
    Next,
    OfferResignation,
    PlayCheckers,
    PlayerAction,
    RerollOpening,
    Roll,
    Take,
)
from games.rules.board import Board
from games.rules.cube import CubeOffer
from games.rules.dice import Dice
from games.rules.doubling import offer_of
from games.rules.errors import InvalidAction
from games.rules.game import board_of
from games.rules.legal_actions import LegalActions, legal_actions
from games.rules.levels import Level
from games.rules.resigning import resignation_price
from games.rules.rulecard import BeaverRefusal
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, Proposal, ProposalKind, Resigning, ToPlay, ToRoll, game_of

_BEST_PLAYS = 3


def seen(state: MatchState) -> MatchState:
    """``state`` without what a player must not know: dice that will come again after a take-back (rules.md 7.2)."""
    game = state.game
    if game is None or not (game.dice_to_come or game.memos):
        return state
    return replace(state, game=replace(game, dice_to_come=(), memos=()))


@dataclass(frozen=True, slots=True)
class Computer:
    """A ``Brain`` of one level. ``width`` is the standard deviation of its errors, in equity."""

    level: Level
    judge: Judge
    width: float

    def decide(self, state: MatchState, side: Side) -> PlayerAction | None:
        """What ``side`` does now; None when nobody waits for it. Raises EngineError."""
        state = seen(state)
        can = legal_actions(state, side)
        thought = _Thought(self.judge, blur_of(self.level, self.width, state), state, side)
        if can.answer_proposal:
            return thought.answer_to_proposal()
        if can.answer_resignation:
            return thought.answer_to_resignation()
        if can.take:
            return thought.answer_to_cube(can)
        if can.play:
            return thought.play(can)
        if can.roll:
            return thought.roll(can)
        return Next() if can.next else None

    def advise(self, state: MatchState, side: Side) -> Advice:
        """What it would do as ``side``, with its equities (see ``Brain``)."""
        state = seen(state)
        can = legal_actions(state, side)
        thought = _Thought(self.judge, blur_of(self.level, self.width, state), state, side)
        if can.play:
            return Advice(thought.best_plays(), None)
        if can.double:
            return Advice((), thought.whether_to_double())
        if can.take:
            return Advice((), thought.what_to_answer(can))
        raise NothingToDecideError(f"{side} has nothing to decide")


@dataclass(frozen=True, slots=True)
class _Thought:
    """One decision of one side."""

    judge: Judge
    blur: Blur
    state: MatchState
    side: Side

    # --- plays ------------------------------------------------------------------------------------

    def play(self, can: LegalActions) -> PlayerAction:
        board, dice = self._board(), self._dice()
        options = self._ranked(board, dice)
        if can.reroll and self._rerolling() > options[0].equity:
            return RerollOpening()
        return PlayCheckers(options[0].play.moves)

    def _ranked(self, board: Board, dice: Dice) -> list[Option]:
        """The plays as the level sees them, best first."""
        options = self.judge.ranked(board, dice, self._situation())
        if len(options) == 1:
            return list(options)
        blurred = [replace(option, equity=self.blur.of(option.equity, option.after.cells)) for option in options]
        return sorted(blurred, key=lambda option: (-option.equity, option.after.cells))

    def _rerolling(self) -> float:
        """The equity of throwing again: that of being on roll, the mean over all rolls (no doubling now)."""
        return self.blur.of(self.judge.cube(self._board(), self._situation()).no_double, "reroll")

    def best_plays(self) -> tuple[RankedPlay, ...]:
        board = self._board()
        options = self._ranked(board, self._dice())[:_BEST_PLAYS]
        best = options[0].equity
        return tuple(
            RankedPlay(option.play, format_play(board, option.play), option.equity, best - option.equity)
            for option in options
        )

    # --- the cube ---------------------------------------------------------------------------------

    def roll(self, can: LegalActions) -> PlayerAction:
        if any(kind is ResultKind.SINGLE for kind, _ in can.resign) and is_lost_for_certain(self.state, self.side):
            return OfferResignation(ResultKind.SINGLE)
        if can.double and self.whether_to_double().best is CubeChoice.DOUBLE:
            return Double()
        return Roll()

    def whether_to_double(self) -> CubeVerdict:
        cube = self._cube_seen(self.judge.cube(self._board(), self._situation()))
        if min(cube.take, cube.drop) > cube.no_double:
            best = CubeChoice.DOUBLE
        else:
            best = CubeChoice.TOO_GOOD if cube.take > cube.drop else CubeChoice.NO_DOUBLE
        return CubeVerdict(best, cube.no_double, cube.take, cube.drop)

    def _cube_seen(self, cube: CubeEquities) -> CubeEquities:
        no_double, take = self.blur.of(cube.no_double, "no double"), self.blur.of(cube.take, "take")
        return replace(cube, no_double=no_double, take=take)

    def answer_to_cube(self, can: LegalActions) -> PlayerAction:
        match self.what_to_answer(can).best:
            case CubeChoice.BEAVER:
                return Beaver()
            case CubeChoice.TAKE:
                return Take()
            case _:
                return Drop()

    def what_to_answer(self, can: LegalActions) -> CubeVerdict:
        """Take, drop or turn once more, at any depth of turning (rules.md 3.3)."""
        offer = offer_of(self.state)
        if offer is None:
            raise InvalidAction("no cube is offered")
        return self._answer_to_first(can, offer) if offer.depth == 0 else self._answer_to_further(can, offer)

    def _answer_to_first(self, can: LegalActions, offer: CubeOffer) -> CubeVerdict:
        doubler = offer.by
        situation = Situation.of(self.state, doubler)
        found = self.judge.cube_without_beaver(board_of(game_of(self.state), doubler), situation)
        cube = self._cube_seen(found)
        return _answer(-cube.no_double, -cube.take, -cube.drop, may_beaver=can.beaver)

    def _answer_to_further(self, can: LegalActions, offer: CubeOffer) -> CubeVerdict:
        """The stored cube is what refusing costs; equities are per point of it.

        Whoever refuses under ``pay_and_play_on`` plays on at that value with the same owner.
        """
        game = game_of(self.state)
        situation = Situation.of(self.state, game.on_roll).with_cube(offer.drop_cost, self._first_holder(offer))
        cube = self._cube_seen(self.judge.cube_without_beaver(board_of(game, game.on_roll), situation))
        mine = cube.no_double if game.on_roll is self.side else -cube.no_double
        plays_on = self.state.card.beaver_refusal is BeaverRefusal.PAY_AND_PLAY_ON
        return _answer(mine, 2 * mine, mine - 1 if plays_on else -1.0, may_beaver=can.beaver)

    def _first_holder(self, offer: CubeOffer) -> Holder:
        return Holder.MINE if offer.first_doubled is game_of(self.state).on_roll else Holder.THEIRS

    # --- offers -----------------------------------------------------------------------------------

    def answer_to_proposal(self) -> PlayerAction:
        proposal = self.state.proposal
        accepts = proposal is not None and self._accepts(proposal)
        return AcceptProposal() if accepts else DeclineProposal()

    def _accepts(self, proposal: Proposal) -> bool:
        match proposal.kind:
            case ProposalKind.SETTLEMENT:
                return -proposal.points >= self._expectation() * game_of(self.state).cube.value
            case ProposalKind.DRAW:
                return self._expectation() <= 0
            case ProposalKind.END_OF_SESSION | ProposalKind.ADJOURNMENT:
                return True
            case _ as never:
                assert_never(never)

    def answer_to_resignation(self) -> PlayerAction:
        phase = game_of(self.state).phase
        if not isinstance(phase, Resigning):
            raise InvalidAction("nobody resigns")
        situation = self._situation()
        offered = situation.normalised(situation.worth_of_points(resignation_price(self.state, phase.by, phase.kind)))
        return AcceptResignation() if offered >= self._expectation() else DeclineResignation()

    def _expectation(self) -> float:
        """The side's equity as it sees it, dice on the table and doubles included."""
        game = game_of(self.state)
        on_roll = game.on_roll
        phase = game.phase.before if isinstance(game.phase, Resigning) else game.phase
        board, situation = board_of(game, on_roll), Situation.of(self.state, on_roll)
        match phase:
            case ToPlay(dice):
                equity = self.judge.ranked(board, dice, situation)[0].equity
            case _:
                may_double = _may_double(self.state, phase, on_roll)
                equity = best_equity(self.judge.cube(board, situation), may_double=may_double)
        return self.blur.of(equity if on_roll is self.side else -equity, "expectation")

    # --- what is asked about ----------------------------------------------------------------------

    def _board(self) -> Board:
        return board_of(game_of(self.state), self.side)

    def _situation(self) -> Situation:
        return Situation.of(self.state, self.side)

    def _dice(self) -> Dice:
        phase = game_of(self.state).phase
        if not isinstance(phase, ToPlay):
            raise InvalidAction("no dice to play")
        return phase.dice


def _may_double(state: MatchState, phase: object, side: Side) -> bool:
    """Whether ``side`` may double once what is offered has been declined."""
    if not isinstance(phase, ToRoll):
        return False
    return legal_actions(replace(state, game=replace(game_of(state), phase=phase)), side).double


def _answer(no_double: float, take: float, drop: float, *, may_beaver: bool) -> CubeVerdict:
    """The best answer, all equities being those of the side that answers."""
    taken = CubeChoice.BEAVER if may_beaver and take > 0 else CubeChoice.TAKE
    return CubeVerdict(taken if take >= drop else CubeChoice.DROP, no_double, take, drop)
