"""Money play (rules.md 3): Jacoby, multipliers, settlement, draw, the session."""

from __future__ import annotations

import pytest

from games.rules import actions as a
from games.rules.cube import Cube
from games.rules.errors import Refusal
from games.rules.rulecard import Multipliers, Preset, RuleCard, card_for
from games.rules.score import GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import Proposal, ProposalKind
from tests.games.tables import BLACK, MONEY, QUIET, WHITE, Table, match_to, money, names

GAMMON_BOARD = "M 1:1; O 12:14 18:1"
BACKGAMMON_BOARD = "M 1:1; O 12:14 bar:1"


def points(card: RuleCard, board: str, cube: Cube) -> int:
    table = Table(card)
    table.put(board, cube=cube, dice=(2, 1))
    table.play("1/off")
    return table.result.points


@pytest.mark.parametrize(("cube", "worth"), [(Cube(1), 1), (Cube(4), 4), (Cube(2, WHITE), 6), (Cube(2, BLACK), 6)])
def test_jacoby_counts_gammons_only_once_the_cube_was_turned(cube: Cube, worth: int) -> None:
    """rules.md 3.2: while the cube is centred, whatever its value."""
    assert points(money(jacoby=True), BACKGAMMON_BOARD, cube) == worth


@pytest.mark.parametrize(
    ("multipliers", "gammon", "backgammon"),
    [
        (Multipliers.ONE_TWO_THREE, 2, 3),
        (Multipliers.ONE_TWO_TWO, 2, 2),
        (Multipliers.ONE_ONE_ONE, 1, 1),
    ],
)
def test_multipliers(multipliers: Multipliers, gammon: int, backgammon: int) -> None:
    """rules.md 3.4."""
    card = money(multipliers=multipliers)
    assert points(card, GAMMON_BOARD, Cube(2, WHITE)) == 2 * gammon
    assert points(card, BACKGAMMON_BOARD, Cube(2, WHITE)) == 2 * backgammon


def test_the_score_runs_on_and_is_kept_for_each_side() -> None:
    """rules.md 3.5: points won by each; the stake multiplies outside."""
    table = Table(MONEY)
    for winner in (WHITE, BLACK, WHITE):
        table.put(QUIET, on_roll=winner, cube=Cube(2, winner))
        table.do(a.Double())
        table.do(a.Drop())
        assert table.state.result is None
        table.next_game()
    assert table.state.score == Pair(4, 2)
    assert table.game.number == 4


# --- settlement and draw (rules.md 3.6) -------------------------------------------------------------


def proposing(card: RuleCard = MONEY, **put: object) -> Table:
    table = Table(card)
    table.put(QUIET, **put)  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize(
    ("offered", "result"),
    [(3, GameResult(WHITE, None, 3)), (-2, GameResult(BLACK, None, 2)), (0, GameResult(None, None, 0))],
)
def test_a_settlement_pays_its_points(offered: int, result: GameResult) -> None:
    """rules.md 3.6: k points to the offerer, negative from him."""
    table = proposing()
    table.do(a.OfferSettlement(offered), WHITE)
    assert table.state.proposal == Proposal(WHITE, ProposalKind.SETTLEMENT, offered)
    assert names(table.do(a.AcceptProposal(), BLACK)) == ["ProposalAccepted", "GameEnded"]
    assert (table.result, table.termination) == (result, Termination.SETTLED)
    assert table.state.score == Pair(max(0, offered), max(0, -offered))


@pytest.mark.parametrize("value", [1, 2, 8])
def test_a_settlement_pays_at_most_three_times_the_cube(value: int) -> None:
    """rules.md 3.6."""
    table = proposing(cube=Cube(value, BLACK))
    most = 3 * value
    assert table.can(BLACK).settle == (-most, most)
    assert table.refuses(a.OfferSettlement(most + 1), BLACK) is Refusal.SETTLEMENT_RANGE
    assert table.refuses(a.OfferSettlement(-most - 1), BLACK) is Refusal.SETTLEMENT_RANGE
    table.do(a.OfferSettlement(-most), BLACK)


def test_a_draw_is_worth_nothing() -> None:
    """rules.md 3.6."""
    table = proposing()
    table.do(a.OfferDraw(), BLACK)
    table.do(a.AcceptProposal(), WHITE)
    assert (table.result, table.termination) == (GameResult(None, None, 0), Termination.DRAWN)
    assert table.state.score == Pair(0, 0)


@pytest.mark.parametrize("preset", [Preset.SINGLE_GAME, Preset.PLAIN])
def test_single_games_may_be_drawn_but_not_settled(preset: Preset) -> None:
    """rules.md 3.6."""
    table = proposing(card_for(preset))
    assert table.refuses(a.OfferSettlement(0)) is Refusal.MONEY_ONLY
    table.do(a.OfferDraw())
    table.do(a.AcceptProposal(), BLACK)
    assert table.state.result == MatchResult(None, Termination.DRAWN)


def test_one_proposal_at_a_time() -> None:
    """One is pending; the other side answers it first."""
    table = proposing()
    table.do(a.OfferDraw(), WHITE)
    assert table.refuses(a.OfferSettlement(1), WHITE) is Refusal.OFFER_PENDING
    assert table.refuses(a.OfferSettlement(1), BLACK) is Refusal.ANSWER_FIRST
    assert table.refuses(a.AcceptProposal(), WHITE) is Refusal.NOT_YOURS_TO_ANSWER
    assert table.refuses(a.WithdrawProposal(), BLACK) is Refusal.NOT_YOURS_TO_ANSWER
    table.do(a.DeclineProposal(), BLACK)
    assert table.refuses(a.AcceptProposal(), BLACK) is Refusal.NO_OFFER
    assert table.refuses(a.WithdrawProposal(), WHITE) is Refusal.NO_OFFER


def test_a_proposal_does_not_stop_the_game_and_lapses_with_it() -> None:
    """It lapses at the next roll, play or cube action."""
    for action in (a.Roll(), a.Double(), a.OfferResignation(ResultKind.SINGLE)):
        table = proposing(money())
        table.do(a.OfferDraw(), BLACK)
        table.dice.add([(2, 1)])
        table.do(action, WHITE)
        assert table.state.proposal is None


def test_a_proposal_lapses_in_a_pause() -> None:
    """rules.md 3.7: nobody comes back to a question that was asked before."""
    table = proposing()
    table.do(a.OfferDraw(), BLACK)
    table.do(a.PauseMatch())
    assert table.refuses(a.AcceptProposal(), WHITE) is Refusal.PAUSED
    table.do(a.ResumeMatch())
    assert table.refuses(a.AcceptProposal(), WHITE) is Refusal.NO_OFFER


def test_proposals_are_limited_a_turn() -> None:
    """architecture.md 2: offers are limited per turn; the next turn brings new ones."""
    table = proposing()
    for _ in range(3):
        table.do(a.OfferDraw(), WHITE)
        table.do(a.DeclineProposal(), BLACK)
    assert table.refuses(a.OfferDraw(), WHITE) is Refusal.OFFER_LIMIT
    assert table.can(BLACK).draw, "each side has its own"
    table.turn(2, 1, "13/11 6/5")
    assert table.can(WHITE).draw


def test_a_withdrawn_proposal_cannot_be_replaced_this_turn() -> None:
    """An acceptance under way must never meet another, worse proposal."""
    table = proposing()
    table.do(a.OfferSettlement(-3), WHITE)
    table.do(a.WithdrawProposal(), WHITE)
    assert table.refuses(a.OfferSettlement(3), WHITE) is Refusal.OFFER_LIMIT


def test_no_proposals_while_something_must_be_answered() -> None:
    """rules.md 2.3, 5.1: nothing else is legal."""
    table = proposing(money())
    table.do(a.Double())
    assert table.refuses(a.OfferDraw(), BLACK) is Refusal.ANSWER_FIRST
    assert table.refuses(a.OfferDraw(), WHITE) is Refusal.NOT_YOUR_TURN


# --- the session (rules.md 3.7) ---------------------------------------------------------------------


def test_a_session_ends_when_both_agree_in_the_middle_of_a_game() -> None:
    """rules.md 3.7: the game then counts for nobody."""
    table = proposing()
    table.do(a.OfferEndOfSession(), BLACK)
    assert names(table.do(a.AcceptProposal(), WHITE)) == ["ProposalAccepted", "GameEnded", "MatchEnded"]
    assert table.state.result == MatchResult(None, Termination.SETTLED)
    assert table.result == GameResult(None, None, 0)


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_either_side_ends_the_session_between_games(side: Side) -> None:
    """rules.md 3.7."""
    table = proposing()
    assert table.refuses(a.EndSession(), side) is Refusal.GAME_RUNNING
    table.do(a.Double())
    table.do(a.Drop())
    table.do(a.EndSession(), side)
    assert table.state.result == MatchResult(None, Termination.DROPPED)
    assert table.state.score == Pair(1, 0)


def test_a_paused_session_can_be_ended_between_games() -> None:
    """rules.md 3.7: either side, while no game is running."""
    table = proposing()
    table.do(a.Double())
    table.do(a.Drop())
    table.do(a.PauseMatch())
    assert table.refuses(a.Next(), WHITE) is Refusal.PAUSED
    assert table.can(BLACK).end_session
    table.do(a.EndSession(), BLACK)
    assert table.state.result is not None


def test_a_match_is_no_session() -> None:
    """rules.md 4.1."""
    table = Table(match_to(3))
    assert not table.can(WHITE).end_session
    assert not table.can(WHITE).propose_end


def test_a_forfeited_session_has_no_winner() -> None:
    """A session has a score, not a winner."""
    table = proposing()
    table.do(a.ForfeitMatch(WHITE))
    assert table.state.result == MatchResult(None, Termination.FORFEITED)
    assert table.result.winner is BLACK
