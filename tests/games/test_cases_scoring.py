"""Cases from public bug reports: scoring, resigning, undo after the end, pip count at the end.

The numbers are those of the project's collection of cases; each docstring says the case in our words.
"""

from __future__ import annotations

import pytest

from games.rules import actions as a
from games.rules.cube import Cube
from games.rules.errors import Refusal
from games.rules.score import GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule, ToPlay
from tests.games.tables import BLACK, WHITE, Table, match_to, money

SINGLE, GAMMON, BACKGAMMON = ResultKind
CONTACT = "M 24:2 13:5 8:3 6:5; O 1:2 12:5 17:3 19:5"


def bear_off(table: Table, winner: Side, loser: str = "19:14", cube: Cube | None = None) -> None:
    table.put(f"M 1:1; O {loser}", on_roll=winner, dice=(2, 1), cube=cube)
    table.play("1/off")


@pytest.mark.parametrize("rule", [TakeBackRule.HOT_SEAT, TakeBackRule.AGAINST_COMPUTER])
def test_case_026_no_undo_after_the_last_checker(rule: TakeBackRule) -> None:
    """The last checker is off, "you won" shows, the player presses undo: the stored result is closed."""
    table = Table(match_to(7), take_back=rule)
    bear_off(table, WHITE)
    before = table.state
    assert table.refuses(a.TakeBack(), WHITE) is Refusal.NO_GAME_RUNNING
    assert table.state == before
    assert table.game.board.near_off == 15


def test_case_031_the_winners_pip_count_is_0_at_once() -> None:
    """With the announcement of the win, not a stale 1; and the bar counts 25."""
    table = Table(match_to(7))
    bear_off(table, BLACK, "bar:1 19:14")
    assert table.game.board.seen_by(BLACK).pip_count == 0
    assert table.game.board.seen_by(WHITE).pip_count == 25 + 14 * 6


@pytest.mark.parametrize(
    ("loser", "kind", "points"),
    [("12:15", GAMMON, 4), ("12:14 bar:1", BACKGAMMON, 6), ("12:13 bar:1", SINGLE, 2)],
)
def test_case_050_gammon_backgammon_single(loser: str, kind: ResultKind, points: int) -> None:
    """Cube 2: nobody home 4; one on the bar 6; one off and one on the bar 2, one off excludes both."""
    table = Table(money())
    bear_off(table, WHITE, loser, Cube(2, WHITE))
    assert table.result == GameResult(WHITE, kind, points)


def test_case_052_copies_for_a_finished_game_are_refused() -> None:
    """ "Resign backgammon" arrives three times: 3-0 and one more game, not 6-0 and the match."""
    table = Table(match_to(5))
    table.put(CONTACT, on_roll=BLACK)
    table.do(a.OfferResignation(BACKGAMMON), BLACK)
    assert table.state.score == Pair(3, 0)
    for _ in range(2):
        assert table.refuses(a.OfferResignation(BACKGAMMON), BLACK) is Refusal.NO_GAME_RUNNING
    assert table.state.score == Pair(3, 0)
    assert table.state.result is None


def test_case_053_a_won_game_is_not_a_won_match() -> None:
    """3-point match, 0-1; the other concedes the game: 1-1, and the match goes on."""
    table = Table(match_to(3))
    table.score(0, 1)
    table.put("M 6:14; O 19:15", on_roll=BLACK)
    table.do(a.OfferResignation(SINGLE))
    assert table.state.score == Pair(1, 1)
    assert table.state.result is None


def test_case_055_points_belong_to_the_side_whoever_starts() -> None:
    """The starter changes, the sides do not: 3-1 never shows as 1-3."""
    table = Table(match_to(5))
    for winner, opening in ((WHITE, (1, 6)), (WHITE, (6, 1)), (BLACK, (2, 6)), (WHITE, (1, 6))):
        bear_off(table, winner)
        table.next_game(opening)
    assert table.state.score == Pair(3, 1)


def test_case_056_the_score_may_pass_the_length() -> None:
    """Cube 4, a gammon resigned, 1-0 in a match to 7: 8 points, 9-0 is stored, the match is over once."""
    table = Table(match_to(7))
    table.score(1, 0)
    table.put(CONTACT, on_roll=BLACK, cube=Cube(4, WHITE))
    table.do(a.OfferResignation(GAMMON))
    assert table.state.score == Pair(9, 0)
    assert table.state.result == MatchResult(WHITE, Termination.RESIGNED)
    assert sum(type(event).__name__ == "MatchEnded" for event in table.log) == 1


def test_case_058_no_nagging() -> None:
    """A single is declined; the same at once is refused, a gammon is passed on."""
    table = Table(match_to(7))
    table.put(CONTACT)
    table.do(a.OfferResignation(SINGLE))
    table.do(a.DeclineResignation())
    assert table.refuses(a.OfferResignation(SINGLE)) is Refusal.RESIGN_MUST_RAISE
    table.do(a.OfferResignation(GAMMON))
    assert table.acting is BLACK


def test_case_059_no_resignation_survives_its_game() -> None:
    """Offered and declined, the game ends normally, the next one starts: both can play."""
    table = Table(match_to(7))
    table.put(CONTACT)
    table.do(a.OfferResignation(SINGLE))
    table.do(a.DeclineResignation())
    bear_off(table, WHITE)
    table.next_game((1, 6))
    assert isinstance(table.game.phase, ToPlay)
    assert table.game.resignations_made == frozenset()
    assert table.game.resignation_declined is None
    table.play("13/7 8/7")
    table.roll(3, 1)
    assert [kind for kind, _ in table.can(WHITE).resign] == [SINGLE, GAMMON, BACKGAMMON]


@pytest.mark.parametrize("level", [0, 4, 6])
def test_case_061_there_are_three_levels(level: int) -> None:
    """A resignation is a single, a gammon or a backgammon; other levels do not exist here."""
    with pytest.raises(ValueError, match="is not a valid ResultKind"):
        ResultKind(level)
