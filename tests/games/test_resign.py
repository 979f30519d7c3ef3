"""Resigning a game or the match (rules.md 5.1 to 5.5)."""

from __future__ import annotations

import pytest

from games.rules import actions as a
from games.rules.board import parse_board
from games.rules.cube import Cube
from games.rules.errors import Refusal
from games.rules.rulecard import BeaverRefusal, Multipliers, Preset, RuleCard, card_for
from games.rules.score import GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair
from games.rules.state import Resigning, ToPlay, ToRoll
from games.rules.worth import highest_loss
from tests.games.tables import BLACK, MONEY, QUIET, RACE, WHITE, Table, match_to, money, names

SINGLE, GAMMON, BACKGAMMON = ResultKind
CONTACT = "M 24:2 13:5 8:3 6:5; O 1:2 12:5 17:3 19:5"


def table_at(board: str = CONTACT, card: RuleCard | None = None, **put: object) -> Table:
    table = Table(match_to(9) if card is None else card)
    table.put(board, **put)  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize("dice", [None, (5, 2)])
def test_an_offer_is_answered_and_leaves_dice_and_turn(dice: tuple[int, int] | None) -> None:
    """rules.md 5.1: meanwhile nothing else is legal; after a no, all is as it was."""
    table = table_at(dice=dice)
    before = table.game.phase
    assert isinstance(before, ToRoll | ToPlay)
    table.do(a.OfferResignation(SINGLE))
    assert table.game.phase == Resigning(WHITE, SINGLE, before)
    assert table.acting is BLACK
    for action, by in ((a.Roll(), WHITE), (a.Double(), WHITE), (a.PlayCheckers(()), WHITE)):
        assert table.refuses(action, by) is Refusal.NOT_YOUR_TURN
    assert table.refuses(a.Roll(), BLACK) is Refusal.ANSWER_FIRST
    assert table.can(BLACK).answer_resignation
    assert table.can(WHITE).withdraw_resignation
    table.do(a.DeclineResignation())
    assert table.phase() == before
    assert table.acting is WHITE


def test_an_accepted_resignation_costs_what_was_offered() -> None:
    """rules.md 5.1: nobody is ever charged more."""
    table = table_at(cube=Cube(2, BLACK))
    table.do(a.OfferResignation(GAMMON))
    assert names(table.do(a.AcceptResignation())) == ["ResignationAccepted", "GameEnded"]
    assert table.result == GameResult(BLACK, GAMMON, 4)
    assert table.termination is Termination.RESIGNED
    assert table.state.score == Pair(0, 4)


def test_the_prices_are_told_beforehand() -> None:
    """rules.md 5.1: the dialog shows what each costs."""
    assert table_at(cube=Cube(2, BLACK)).can(WHITE).resign == ((SINGLE, 2), (GAMMON, 4), (BACKGAMMON, 6))
    assert table_at().can(BLACK).resign == ()


def test_only_the_side_on_turn_resigns() -> None:
    """rules.md 5.1."""
    assert table_at().refuses(a.OfferResignation(SINGLE), BLACK) is Refusal.NOT_YOUR_TURN


def test_a_declined_value_can_only_be_raised() -> None:
    """rules.md 5.1."""
    table = table_at()
    table.do(a.OfferResignation(GAMMON))
    table.do(a.DeclineResignation())
    assert table.refuses(a.OfferResignation(SINGLE)) is Refusal.RESIGN_MUST_RAISE
    assert table.refuses(a.OfferResignation(GAMMON)) is Refusal.RESIGN_MUST_RAISE
    assert [kind for kind, _ in table.can(WHITE).resign] == [BACKGAMMON]


def test_a_withdrawn_offer_counts_but_may_be_lowered() -> None:
    """rules.md 5.1: one offer per value, withdrawn ones counted."""
    table = table_at()
    table.do(a.OfferResignation(GAMMON))
    table.do(a.WithdrawResignation(), WHITE)
    assert table.refuses(a.OfferResignation(GAMMON)) is Refusal.RESIGN_REPEATED
    table.do(a.OfferResignation(SINGLE))
    assert table.acting is BLACK


def test_the_next_roll_or_play_makes_all_offers_possible_again() -> None:
    """rules.md 5.1: until the next roll or play."""
    table = table_at()
    table.do(a.OfferResignation(SINGLE))
    table.do(a.DeclineResignation())
    table.roll(2, 1)
    table.do(a.OfferResignation(SINGLE))
    table.do(a.DeclineResignation())
    assert table.refuses(a.OfferResignation(SINGLE)) is Refusal.RESIGN_MUST_RAISE
    table.play("13/11 6/5")
    table.turn(2, 1, "13/11 6/5")
    table.do(a.OfferResignation(SINGLE))


def test_a_cube_action_makes_no_offer_possible_again() -> None:
    """rules.md 5.1: roll or play, nothing else."""
    table = table_at()
    table.do(a.OfferResignation(SINGLE))
    table.do(a.DeclineResignation())
    table.double_and_take()
    assert table.refuses(a.OfferResignation(SINGLE)) is Refusal.RESIGN_MUST_RAISE


def test_who_answers_and_who_withdraws() -> None:
    """rules.md 5.1: it can be withdrawn until answered."""
    table = table_at()
    for action in (a.AcceptResignation(), a.DeclineResignation(), a.WithdrawResignation()):
        assert table.refuses(action, BLACK) is Refusal.NO_RESIGNATION
    table.do(a.OfferResignation(SINGLE))
    assert table.refuses(a.AcceptResignation(), WHITE) is Refusal.NOT_YOURS_TO_ANSWER
    assert table.refuses(a.WithdrawResignation(), BLACK) is Refusal.NOT_YOURS_TO_ANSWER


JACOBY = money(jacoby=True)


@pytest.mark.parametrize(
    ("board", "card", "cube", "highest"),
    [
        (CONTACT, match_to(9), Cube(), BACKGAMMON),
        ("M 24:2 13:5 8:3 6:4; O 1:2 12:5 17:3 19:5", match_to(9), Cube(), SINGLE),
        (CONTACT, JACOBY, Cube(), SINGLE),
        (CONTACT, JACOBY, Cube(4), SINGLE),
        (CONTACT, JACOBY, Cube(2, WHITE), BACKGAMMON),
        (CONTACT, money(multipliers=Multipliers.ONE_ONE_ONE), Cube(), SINGLE),
        (CONTACT, money(multipliers=Multipliers.ONE_TWO_TWO), Cube(), GAMMON),
        (RACE, match_to(9), Cube(), GAMMON),
        ("M 19:1 6:14; O 20:15", match_to(9), Cube(), BACKGAMMON),
        ("M 18:1 6:14; O 20:15", match_to(9), Cube(), GAMMON),
        ("M 13:2 6:13; O 8:1 20:14", match_to(9), Cube(), BACKGAMMON),
        (CONTACT, card_for(Preset.PLAIN), Cube(), SINGLE),
    ],
)
def test_the_highest_value_still_possible(board: str, card: RuleCard, cube: Cube, highest: ResultKind) -> None:
    """rules.md 5.2, 5.5."""
    assert highest_loss(card, cube, parse_board(board)) is highest
    table = table_at(board, card, cube=cube)
    assert max(kind for kind, _ in table.can(WHITE).resign) is highest
    for kind in ResultKind:
        if kind > highest:
            assert table.refuses(a.OfferResignation(kind)) is Refusal.RESIGN_TOO_HIGH


def test_the_highest_possible_is_accepted_without_asking() -> None:
    """rules.md 5.3."""
    table = table_at(RACE)
    events = table.do(a.OfferResignation(GAMMON))
    assert names(events) == ["ResignationOffered", "ResignationAccepted", "GameEnded"]
    assert table.result == GameResult(BLACK, GAMMON, 2)


def test_what_wins_the_match_is_accepted_without_asking() -> None:
    """rules.md 5.3: cube x offer at least what the opponent needs."""
    table = table_at(cube=Cube(2, BLACK))
    table.score(0, 7)
    table.do(a.OfferResignation(SINGLE))
    assert table.state.result == MatchResult(BLACK, Termination.RESIGNED)


def test_what_does_not_win_the_match_is_asked() -> None:
    """rules.md 5.3."""
    table = table_at(cube=Cube(2, BLACK))
    table.score(0, 6)
    table.do(a.OfferResignation(SINGLE))
    assert table.can(BLACK).answer_resignation


def test_resigning_while_the_cube_is_offered_is_dropping() -> None:
    """rules.md 5.4: only the responder, at the value before the offer."""
    table = table_at(cube=Cube(2, WHITE))
    table.do(a.Double())
    assert table.refuses(a.OfferResignation(SINGLE), WHITE) is Refusal.NOT_YOUR_TURN
    assert table.can(BLACK).resign == ((SINGLE, 2),)
    assert table.refuses(a.OfferResignation(GAMMON)) is Refusal.RESIGN_IS_DROP
    assert names(table.do(a.OfferResignation(SINGLE))) == ["DoubleDropped", "GameEnded"]
    assert (table.result.winner, table.result.points, table.termination) == (WHITE, 2, Termination.DROPPED)


def test_resigning_a_beaver_ends_the_game_also_under_pay_and_play_on() -> None:
    """rules.md 5.4."""
    table = table_at(card=money(max_redoubles=1, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON))
    table.do(a.Double())
    table.do(a.Beaver())
    table.do(a.OfferResignation(SINGLE))
    assert (table.result.winner, table.result.points) == (BLACK, 2)


def test_on_the_plain_card_it_is_one_click() -> None:
    """rules.md 5.5: always a single loss, accepted by itself."""
    table = table_at(card=card_for(Preset.PLAIN))
    table.do(a.OfferResignation(SINGLE))
    assert table.result == GameResult(BLACK, SINGLE, 1)
    assert table.state.result == MatchResult(BLACK, Termination.RESIGNED)


def test_resigning_the_match_keeps_the_score() -> None:
    """rules.md 5.4: recorded as FORFEITED; by either side, whoever's turn it is."""
    table = table_at()
    table.score(3, 1)
    assert names(table.do(a.ResignMatch(), BLACK)) == ["GameEnded", "MatchEnded"]
    assert table.state.result == MatchResult(WHITE, Termination.FORFEITED)
    assert table.state.score == Pair(3, 1)
    assert table.result == GameResult(WHITE, None, 0)


def test_the_match_can_be_resigned_between_games_and_in_a_pause() -> None:
    """rules.md 5.4."""
    table = table_at()
    table.do(a.PauseMatch())
    assert table.can(WHITE).resign_match
    table.do(a.ResumeMatch())
    table.do(a.Double())
    table.do(a.Drop())
    assert names(table.do(a.ResignMatch(), WHITE)) == ["MatchEnded"]


@pytest.mark.parametrize("card", [MONEY, card_for(Preset.SINGLE_GAME)])
def test_only_matches_can_be_resigned_as_such(card: RuleCard) -> None:
    """rules.md 5.4: in matches only."""
    assert table_at(QUIET, card).refuses(a.ResignMatch(), WHITE) is Refusal.MATCH_ONLY
