"""Rulings of a director: what is refused, what follows, and what a held pause forbids (rules.md 4.2, 5.10, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from games.rules import actions as a
from games.rules import rulings as r
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.directing import ruling_refusal
from games.rules.errors import Refusal
from games.rules.events import ControlPassed, GameEnded, MatchEnded, MatchPaused, MatchResumed, ResumeGiven, RulingGiven
from games.rules.levels import Level
from games.rules.match import apply, awaits, to_act
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.score import Crawford, GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import CubeOffered, TakeBackRule, ToPlay
from tests.games import laws, ledger
from tests.games.random_play import RandomMatch, accepted_rulings, every_ruling, is_ruled
from tests.games.scripted_dice import ScriptedDice, SeededDice
from tests.games.strategies import matches, seeds
from tests.games.tables import BLACK, CLUB, MONEY, PEOPLE, QUIET, WHITE, Table, match_to, money, names

SINGLE, GAMMON, BACKGAMMON = ResultKind
NONE, PENDING, ACTIVE, EXPIRED = Crawford.NONE, Crawford.PENDING, Crawford.ACTIVE, Crawford.EXPIRED
ONE_GAME = card_for(Preset.SINGLE_GAME)
PLAIN = card_for(Preset.PLAIN)
FAST = ClockSetting(ClockPreset.FAST)
REASON = "The connection of both was cut."
NO_CRAWFORD = replace(match_to(5), preset=Preset.CUSTOM, crawford=False)
EVERY_RULING: tuple[r.Ruling, ...] = (
    r.AwardGame(WHITE, GAMMON),
    r.AwardMatch(BLACK, rated=True),
    r.VoidAll(),
    r.AdjustScore(Pair(1, 2), PENDING),
    r.AddTime(BLACK, 60_000),
    r.Hold(),
    r.Release(),
)


def ruled(ruling: r.Ruling, reason: str = REASON) -> a.GiveRuling:
    return a.GiveRuling(ruling, reason)


def between(card: RuleCard, *, clock: ClockSetting | None = None) -> Table:
    """White has won the first game by a dropped double."""
    table = Table(card, clock=clock or ClockSetting(ClockPreset.UNTIMED))
    table.play("8/5 6/5")
    table.turn(6, 4, "24/14")
    table.do(a.Double())
    table.do(a.Drop())
    return table


def held(card: RuleCard | None = None, *, computers: Pair[Level | None] | None = None) -> Table:
    """White has opened, then the director stopped play."""
    table = Table(card or match_to(5), computers=computers or PEOPLE)
    table.play("8/5 6/5")
    table.do(ruled(r.Hold()))
    return table


# --- any ruling -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruling", EVERY_RULING)
@pytest.mark.parametrize("by", Side)
def test_players_give_no_rulings(ruling: r.Ruling, by: Side) -> None:
    assert Table(match_to(5), clock=FAST).refuses(ruled(ruling), by) is Refusal.SERVER_ONLY


@pytest.mark.parametrize("ruling", EVERY_RULING)
def test_a_match_that_is_over_is_closed(ruling: r.Ruling) -> None:
    """rules.md 7.3."""
    table = Table(match_to(5), clock=FAST)
    table.do(a.ResignMatch(), WHITE)
    assert table.refuses(ruled(ruling)) is Refusal.MATCH_OVER


@pytest.mark.parametrize("ruling", EVERY_RULING)
@pytest.mark.parametrize("reason", ["", "   ", "\n\t", "x" * 301])
def test_a_ruling_needs_a_reason_of_some_length(ruling: r.Ruling, reason: str) -> None:
    assert Table(match_to(5), clock=FAST).refuses(ruled(ruling, reason)) is Refusal.RULING_REASON


def test_the_reason_is_stored_without_the_blanks_around_it() -> None:
    longest = "x" * 300
    [told] = Table(match_to(5)).do(ruled(r.AdjustScore(Pair(0, 1), PENDING), f"  {longest}\n"))
    assert told == RulingGiven(r.AdjustScore(Pair(0, 1), PENDING), longest)


@pytest.mark.parametrize("ruling", EVERY_RULING[:-1])
def test_the_ruling_comes_first_then_what_follows(ruling: r.Ruling) -> None:
    table = Table(match_to(5), clock=FAST)
    events = table.do(ruled(ruling))
    assert events[0] == RulingGiven(ruling, REASON)
    assert not any(isinstance(event, RulingGiven) for event in events[1:])
    assert table.replays()


@settings(max_examples=40)
@given(matches(120), seeds)
def test_every_ruling_is_refused_or_keeps_all_laws(match: RandomMatch, seed: int) -> None:
    """In any match at any moment; what was ruled reads the same from the log."""
    random = Random(seed)
    for ruling in every_ruling(random):
        assert is_ruled(match.state, ruling) is (ruling_refusal(match.state, ruling) is None)
    for ruling in accepted_rulings(match.state, random):
        done = apply(match.state, ruled(ruling), by=None, now=match.now, dice=SeededDice(random))
        laws.check_transition(done)
        laws.check_settled(done.after)
        laws.check_replay((*match.log, *done.events), done.after)


# --- awarding a game --------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "points"), [(SINGLE, 2), (GAMMON, 4), (BACKGAMMON, 6)])
def test_an_awarded_game_is_worth_cube_and_kind(kind: ResultKind, points: int) -> None:
    table = Table(match_to(9))
    table.put(QUIET, cube=Cube(2, BLACK))
    events = table.do(ruled(r.AwardGame(BLACK, kind)))
    assert events[1:] == (GameEnded(GameResult(BLACK, kind, points), Termination.AWARDED),)
    assert (table.state.score, table.state.result) == (Pair(0, points), None)


def test_an_awarded_game_may_decide_the_match() -> None:
    table = Table(match_to(5))
    table.put(QUIET, cube=Cube(4, WHITE))
    table.score(2, 0)
    table.do(ruled(r.AwardGame(WHITE, SINGLE)))
    assert table.state.result == MatchResult(WHITE, Termination.AWARDED)
    assert table.state.score == Pair(6, 0)


def test_an_awarded_single_game_is_over() -> None:
    table = Table(ONE_GAME)
    table.do(ruled(r.AwardGame(BLACK, SINGLE)))
    assert table.state.result == MatchResult(BLACK, Termination.AWARDED)


@pytest.mark.parametrize(("cube", "points"), [(Cube(2), 2), (Cube(2, WHITE), 4)])
def test_the_card_says_what_an_awarded_gammon_counts(cube: Cube, points: int) -> None:
    """rules.md 3.2: Jacoby."""
    table = Table(MONEY)
    table.put(QUIET, cube=cube)
    table.do(ruled(r.AwardGame(WHITE, GAMMON)))
    assert table.result == GameResult(WHITE, GAMMON, points)


def test_an_offered_cube_does_not_count_yet() -> None:
    table = Table(match_to(9))
    table.put(QUIET)
    table.do(a.Double())
    table.do(ruled(r.AwardGame(WHITE, GAMMON)))
    assert table.result == GameResult(WHITE, GAMMON, 2)


def test_only_a_running_game_is_awarded() -> None:
    assert between(match_to(5)).refuses(ruled(r.AwardGame(WHITE, SINGLE))) is Refusal.NO_GAME_RUNNING


def test_a_paused_or_held_game_can_be_awarded() -> None:
    paused = Table(match_to(5))
    paused.do(a.PauseMatch())
    paused.do(ruled(r.AwardGame(WHITE, SINGLE)))
    assert (paused.state.score, paused.state.paused) == (Pair(1, 0), True)
    stopped = held()
    stopped.do(ruled(r.AwardGame(WHITE, SINGLE)))
    assert (stopped.state.score, stopped.state.held) == (Pair(1, 0), True)


def test_the_clock_stops_with_an_awarded_game() -> None:
    table = Table(match_to(5), clock=FAST)
    assert names(table.do(ruled(r.AwardGame(WHITE, SINGLE)))) == ["RulingGiven", "GameEnded", "ClockTurned"]
    assert table.state.clock is not None
    assert table.state.clock.running is None


# --- awarding and voiding a match -------------------------------------------------------------------


@pytest.mark.parametrize("rated", [True, False])
def test_an_awarded_match_ends_where_it_stands(rated: bool) -> None:
    table = Table(match_to(5))
    table.score(1, 3)
    events = table.do(ruled(r.AwardMatch(WHITE, rated)))
    assert events[1:] == (
        GameEnded(GameResult(WHITE, None, 0), Termination.AWARDED),
        MatchEnded(MatchResult(WHITE, Termination.AWARDED)),
    )
    assert table.state.score == Pair(1, 3)


def test_a_match_is_awarded_between_games_and_in_a_hold() -> None:
    table = between(match_to(5))
    assert names(table.do(ruled(r.AwardMatch(BLACK, rated=False)))) == ["RulingGiven", "MatchEnded"]
    stopped = held()
    stopped.do(ruled(r.AwardMatch(BLACK, rated=False)))
    assert stopped.state.result == MatchResult(BLACK, Termination.AWARDED)
    assert not stopped.state.held, "nothing is held when it is over"


@pytest.mark.parametrize("card", [MONEY, CLUB, ONE_GAME, PLAIN])
def test_only_a_match_is_awarded(card: RuleCard) -> None:
    assert Table(card).refuses(ruled(r.AwardMatch(WHITE, rated=True))) is Refusal.MATCH_ONLY


@pytest.mark.parametrize("card", [match_to(5), MONEY, ONE_GAME])
def test_anything_can_be_voided(card: RuleCard) -> None:
    table = Table(card)
    assert names(table.do(ruled(r.VoidAll()))) == ["RulingGiven", "GameEnded", "MatchEnded"]
    assert table.state.result == MatchResult(None, Termination.VOIDED)
    assert table.state.score == Pair(0, 0)


def test_a_session_is_voided_between_games_and_in_a_hold() -> None:
    table = between(MONEY)
    assert names(table.do(ruled(r.VoidAll()))) == ["RulingGiven", "MatchEnded"]
    stopped = held(MONEY)
    stopped.do(ruled(r.VoidAll()))
    assert (stopped.state.result, stopped.state.held) == (MatchResult(None, Termination.VOIDED), False)


def test_nothing_is_owed_after_a_session_that_was_declared_void() -> None:
    table = between(MONEY)
    assert table.state.score != Pair(0, 0)
    table.do(ruled(r.VoidAll()))
    assert table.state.score == Pair(0, 0)
    ledger.check_score(table.log)


# --- adjusting the score ----------------------------------------------------------------------------


def test_a_single_game_has_no_score() -> None:
    for card in (ONE_GAME, PLAIN):
        assert Table(card).refuses(ruled(r.AdjustScore(Pair(0, 0), NONE))) is Refusal.NO_SCORE


@pytest.mark.parametrize(
    ("card", "score"),
    [
        (match_to(5), Pair(-1, 0)),
        (match_to(5), Pair(0, -1)),
        (match_to(5), Pair(5, 0)),
        (match_to(5), Pair(0, 6)),
        (MONEY, Pair(-1, 0)),
        (MONEY, Pair(0, r.MAX_SCORE + 1)),
    ],
)
def test_a_score_has_a_range(card: RuleCard, score: Pair[int]) -> None:
    """Reaching the length is an award."""
    crawford = PENDING if card.length else NONE
    assert Table(card).refuses(ruled(r.AdjustScore(score, crawford))) is Refusal.SCORE_RANGE


def test_a_session_has_no_length_to_reach() -> None:
    table = Table(MONEY)
    table.do(ruled(r.AdjustScore(Pair(r.MAX_SCORE, 0), NONE)))
    assert table.state.score == Pair(r.MAX_SCORE, 0)


def test_neither_board_nor_turn_changes_with_the_score() -> None:
    """So the decision stands, and so does an offer that waits for an answer."""
    table = Table(match_to(9))
    table.put(QUIET)
    table.do(a.Double())
    before = table.state
    table.do(ruled(r.AdjustScore(Pair(3, 4), PENDING)))
    after = replace(before, score=Pair(3, 4), version=before.version + 1)
    assert table.state == after
    table.do(a.Take())
    assert table.game.cube == Cube(2, BLACK)


@pytest.mark.parametrize("card", [MONEY, CLUB, NO_CRAWFORD, match_to(1)])
@pytest.mark.parametrize("state", [PENDING, ACTIVE, EXPIRED])
def test_where_there_is_no_crawford_game_none_is_stated(card: RuleCard, state: Crawford) -> None:
    score = Pair((card.length or 5) - 1, 0)
    assert Table(card).refuses(ruled(r.AdjustScore(score, state))) is Refusal.CRAWFORD_STATE
    table = Table(card)
    table.do(ruled(r.AdjustScore(score, NONE)))
    assert (table.state.score, table.state.crawford) == (score, NONE)


def test_where_there_is_a_crawford_game_its_state_must_be_stated() -> None:
    assert Table(match_to(5)).refuses(ruled(r.AdjustScore(Pair(1, 1), NONE))) is Refusal.CRAWFORD_STATE
    assert between(match_to(5)).refuses(ruled(r.AdjustScore(Pair(1, 1), NONE))) is Refusal.CRAWFORD_STATE


RUNNING = [
    # score, stated, stored, of the game after it is won by White with a single; None: refused
    ((2, 1), PENDING, PENDING, PENDING),
    ((3, 1), PENDING, PENDING, ACTIVE),
    ((4, 1), PENDING, PENDING, None),
    ((1, 4), PENDING, PENDING, ACTIVE),
    ((4, 4), PENDING, PENDING, None),
    ((2, 1), ACTIVE, None, None),
    ((4, 4), ACTIVE, None, None),
    ((1, 4), ACTIVE, ACTIVE, EXPIRED),
    ((2, 1), EXPIRED, None, None),
    ((1, 4), EXPIRED, EXPIRED, EXPIRED),
    ((4, 4), EXPIRED, EXPIRED, None),
]


@pytest.mark.parametrize(("score", "stated", "stored", "following"), RUNNING)
def test_the_crawford_state_of_a_running_game(
    score: tuple[int, int], stated: Crawford, stored: Crawford | None, following: Crawford | None
) -> None:
    """rules.md 4.2: it holds for the running game; the next game follows from it."""
    table = Table(match_to(5))
    ruling = ruled(r.AdjustScore(Pair(*score), stated))
    if stored is None:
        assert table.refuses(ruling) is Refusal.CRAWFORD_STATE
        return
    table.do(ruling)
    assert (table.state.score, table.state.crawford) == (Pair(*score), stored)
    table.put(QUIET)
    assert table.can(WHITE).double is (stated is not ACTIVE and score[0] < 4)
    table.do(ruled(r.AwardGame(WHITE, SINGLE)))
    assert (table.state.result is not None) is (score[0] == 4)
    if following is not None:
        table.next_game()
        assert table.state.crawford is following


def test_a_running_game_won_by_the_other_side_leaves_the_crawford_game_to_come() -> None:
    """Black stood one away with the Crawford game to come; White's win leaves it so."""
    table = Table(match_to(5))
    table.do(ruled(r.AdjustScore(Pair(0, 4), PENDING)))
    table.do(ruled(r.AwardGame(WHITE, GAMMON)))
    table.next_game()
    assert (table.state.score, table.state.crawford) == (Pair(2, 4), ACTIVE)


BETWEEN = [
    # score, stated, what the next game has; None: refused
    ((2, 1), PENDING, PENDING),
    ((4, 4), PENDING, PENDING),
    ((4, 1), PENDING, None),
    ((1, 4), PENDING, None),
    ((2, 1), ACTIVE, None),
    ((4, 4), ACTIVE, None),
    ((4, 1), ACTIVE, ACTIVE),
    ((1, 4), ACTIVE, ACTIVE),
    ((2, 1), EXPIRED, None),
    ((4, 1), EXPIRED, EXPIRED),
    ((4, 4), EXPIRED, EXPIRED),
]


@pytest.mark.parametrize(("score", "stated", "following"), BETWEEN)
def test_the_crawford_state_of_the_next_game(
    score: tuple[int, int], stated: Crawford, following: Crawford | None
) -> None:
    """Between games ``next_crawford`` still steps on, so ACTIVE is stored as what leads to it."""
    table = between(match_to(5))
    ruling = ruled(r.AdjustScore(Pair(*score), stated))
    if following is None:
        assert table.refuses(ruling) is Refusal.CRAWFORD_STATE
        return
    table.do(ruling)
    assert table.state.crawford is (PENDING if stated is ACTIVE else stated)
    table.next_game()
    assert (table.state.score, table.state.crawford) == (Pair(*score), following)
    table.put(QUIET, on_roll=WHITE if score[0] < 4 else BLACK)
    assert table.can(table.acting).double is (following is not ACTIVE and min(score) < 4)


def test_the_crawford_game_of_a_ruling_is_played_once() -> None:
    table = between(match_to(5))
    table.do(ruled(r.AdjustScore(Pair(4, 1), ACTIVE)))
    table.next_game()
    table.do(ruled(r.AwardGame(BLACK, SINGLE)))
    table.next_game()
    assert (table.state.score, table.state.crawford) == (Pair(4, 2), EXPIRED)
    assert table.replays()


def test_a_game_with_an_offered_cube_is_not_made_the_crawford_game() -> None:
    table = Table(match_to(5))
    table.put(QUIET)
    table.do(a.Double())
    assert isinstance(table.phase(), CubeOffered)
    assert table.refuses(ruled(r.AdjustScore(Pair(4, 0), ACTIVE))) is Refusal.CRAWFORD_STATE
    table.do(ruled(r.AdjustScore(Pair(4, 0), EXPIRED)))
    assert table.state.crawford is EXPIRED


def test_what_was_played_before_an_adjusted_score_is_not_taken_back() -> None:
    """Else what was paid before it would be given back, below nothing."""
    table = Table(money(), take_back=TakeBackRule.HOT_SEAT)
    table.play("8/5 6/5")
    assert table.can(BLACK).take_back
    table.do(ruled(r.AdjustScore(Pair(2, 0), NONE)))
    assert table.refuses(a.TakeBack(), BLACK) is Refusal.NOTHING_TO_TAKE_BACK
    table.turn(6, 4, "24/14")
    table.do(a.TakeBack(), WHITE)
    assert (table.state.score, table.game.phase) == (Pair(2, 0), ToPlay(Dice.of(6, 4), restored=True))
    assert table.replays()


# --- adding time ------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [1_000, 60_000, 86_400_000])
@pytest.mark.parametrize("side", Side)
def test_time_is_added_to_the_reserve(side: Side, by: int) -> None:
    table = Table(match_to(5), clock=FAST)
    before, clock = table.state, table.state.clock
    assert clock is not None
    assert clock.deadline is not None
    table.do(ruled(r.AddTime(side, by)))
    added = replace(clock, reserve=clock.reserve.with_(side, clock.reserve.of(side) + by))
    assert table.state == replace(before, clock=added, version=before.version + 1)
    assert added.deadline == clock.deadline + (by if side is WHITE else 0)


@pytest.mark.parametrize("by", [-1, 0, 999, 86_400_001])
def test_no_less_than_a_second_and_no_more_than_a_day_is_added(by: int) -> None:
    assert Table(match_to(5), clock=FAST).refuses(ruled(r.AddTime(WHITE, by))) is Refusal.ADDED_TIME


def test_without_a_clock_there_is_no_time_to_add() -> None:
    assert Table(match_to(5)).refuses(ruled(r.AddTime(WHITE, 60_000))) is Refusal.UNTIMED


def test_time_added_between_the_games_of_a_match_is_there_in_the_next() -> None:
    """rules.md 6.2."""
    table = between(match_to(5), clock=FAST)
    clock = table.state.clock
    assert clock is not None
    table.do(ruled(r.AddTime(BLACK, 60_000)))
    table.next_game()
    assert table.state.clock is not None
    assert table.state.clock.reserve.black == clock.reserve.black + 60_000


def test_between_the_games_of_a_session_added_time_would_be_lost() -> None:
    """rules.md 6.2: each game of a session has a reserve of its own."""
    table = between(MONEY, clock=FAST)
    assert table.refuses(ruled(r.AddTime(BLACK, 60_000))) is Refusal.NO_GAME_RUNNING


def test_time_is_added_in_a_hold() -> None:
    table = Table(match_to(5), clock=FAST)
    table.do(ruled(r.Hold()))
    stopped = table.state.clock
    assert stopped is not None
    table.do(ruled(r.AddTime(WHITE, 60_000)))
    assert table.state.clock == replace(stopped, reserve=stopped.reserve.with_(WHITE, stopped.reserve.white + 60_000))


# --- hold and release -------------------------------------------------------------------------------


def test_a_hold_pauses_and_after_a_release_both_players_go_on() -> None:
    """rules.md 3.7: no clock starts while they are away."""
    table = Table(match_to(5), clock=FAST)
    clock = table.state.clock
    assert clock is not None
    assert table.do(ruled(r.Hold()), after=3_000)[:2] == (RulingGiven(r.Hold(), REASON), MatchPaused())
    assert (table.state.held, table.state.paused, to_act(table.state), awaits(table.state)) == (
        True,
        True,
        None,
        frozenset(),
    )
    assert table.state.clock == replace(clock, running=None, since=table.now)
    assert table.do(ruled(r.Release()), after=86_400_000) == (RulingGiven(r.Release(), REASON),)
    assert (table.state.held, table.state.paused, to_act(table.state)) == (False, True, None)
    assert table.do(a.Resume(), BLACK) == (ResumeGiven(BLACK),)
    assert table.do(a.Resume(), WHITE, after=3_600_000)[:2] == (ResumeGiven(WHITE), MatchResumed())
    assert (table.state.paused, table.acting) == (False, WHITE)
    assert table.state.clock == replace(clock, since=table.now)
    assert table.replays()


def test_a_hold_of_a_paused_match_asks_both_again() -> None:
    table = Table(match_to(5))
    table.do(a.PauseMatch())
    table.do(a.Resume(), WHITE)
    assert table.do(ruled(r.Hold())) == (RulingGiven(r.Hold(), REASON),)
    assert (table.state.held, table.state.paused, table.state.resuming) == (True, True, Pair(False, False))


def test_a_hold_ends_a_proposal() -> None:
    table = Table(MONEY)
    table.do(a.OfferDraw(), BLACK)
    table.do(ruled(r.Hold()))
    assert table.state.proposal is None


def test_what_is_held_is_not_held_again_and_what_is_not_is_not_released() -> None:
    table = held()
    assert table.refuses(ruled(r.Hold())) is Refusal.HELD
    table.do(ruled(r.Release()))
    assert table.state.paused
    assert table.refuses(ruled(r.Release())) is Refusal.NOT_HELD


@pytest.mark.parametrize("side", Side)
def test_players_cannot_resume_what_is_held(side: Side) -> None:
    table = held()
    assert table.refuses(a.Resume(), side) is Refusal.HELD
    assert not table.can(side).resume
    assert table.refuses(a.ResumeMatch()) is Refusal.HELD


def test_nothing_is_played_while_it_is_held() -> None:
    table = held()
    assert table.refuses(a.Roll(), BLACK) is Refusal.HELD
    assert table.refuses(a.OfferAdjournment(), WHITE) is Refusal.HELD
    assert table.refuses(a.PauseMatch()) is Refusal.HELD
    assert table.refuses(a.Flag(BLACK)) is Refusal.HELD


def test_giving_up_is_never_forbidden() -> None:
    """rules.md 3.7, 5.4."""
    assert held().can(WHITE).resign_match
    table = between(MONEY)
    table.do(ruled(r.Hold()))
    assert table.can(WHITE).end_session
    forfeited = held()
    forfeited.do(a.ForfeitMatch(WHITE))
    assert (forfeited.state.result, forfeited.state.held) == (MatchResult(BLACK, Termination.FORFEITED), False)


@pytest.mark.parametrize("computer", Side)
def test_a_computer_is_not_ready_for_what_is_held(computer: Side) -> None:
    """Else the person alone could go on."""
    table = held(computers=PEOPLE.with_(computer, Level.EXPERT))
    for side in Side:
        assert table.refuses(a.Resume(), side) is Refusal.HELD


def test_two_computers_do_not_go_on_while_it_is_held() -> None:
    table = held(computers=Pair(Level.EXPERT, Level.BEGINNER))
    assert awaits(table.state) == frozenset()
    assert table.do(a.PassControl(WHITE, None)) == (ControlPassed(WHITE, None),)
    assert table.state.paused


def test_nobody_is_replaced_by_a_computer_while_it_is_held() -> None:
    """rules.md 5.8: who is away misses nothing; taking the own seat back is always possible."""
    table = held(computers=Pair(None, Level.EXPERT))
    assert table.refuses(a.PassControl(WHITE, Level.EXPERT)) is Refusal.HELD
    assert table.do(a.PassControl(BLACK, None)) == (ControlPassed(BLACK, None),)
    assert (table.state.paused, table.state.held) == (True, True)


def test_a_held_game_cannot_be_claimed() -> None:
    """rules.md 5.8."""
    table = Table(match_to(5))
    decision = table.state.decision
    table.do(ruled(r.Hold()))
    assert table.refuses(a.ClaimGame(WHITE, decision)) is Refusal.HELD
    assert table.refuses(a.ClaimGame(WHITE, table.state.decision)) is Refusal.HELD


def test_a_held_match_does_not_lapse() -> None:
    """rules.md 3.7: 90 days are for what the players paused; the director voids it, or not."""
    assert held().refuses(a.VoidMatch()) is Refusal.HELD


@pytest.mark.parametrize("card", [match_to(5), MONEY])
def test_between_games_next_does_not_end_a_hold(card: RuleCard) -> None:
    table = between(card, clock=FAST)
    table.do(a.Next(), WHITE)
    table.do(ruled(r.Hold()))
    assert table.refuses(a.Next(), BLACK) is Refusal.HELD
    assert table.refuses(a.ResumeMatch()) is Refusal.HELD
    assert table.refuses(a.StartNextGame()) is Refusal.HELD
    assert not table.can(BLACK).next
    # The page asks what *Next* may do as if the pause were over already.
    asked = replace(table.state, paused=False)
    with pytest.raises(Exception, match="held"):
        apply(asked, a.Next(), by=BLACK, now=table.now, dice=ScriptedDice())
    table.do(ruled(r.Release()))
    assert (table.state.paused, table.state.ready) == (True, Pair(True, False))
    table.do(a.ResumeMatch())
    table.dice.add([(3, 1)])
    table.do(a.Next(), BLACK)
    assert table.game.number == 2
    assert table.replays()


def test_what_follows_by_itself_follows_when_both_go_on() -> None:
    """rules.md 1.4, 6.3: a closed-out side is rolled for."""
    table = Table(match_to(5))
    table.put("M bar:1 6:14; O 12:3 19:2 20:2 21:2 22:2 23:2 24:2", cube=Cube(2, BLACK))
    assert names(table.do(ruled(r.Hold()))) == ["RulingGiven", "MatchPaused"]
    assert names(table.do(ruled(r.Release()))) == ["RulingGiven"]
    table.do(a.Resume(), WHITE)
    table.dice.add([(5, 2)])
    assert names(table.do(a.Resume(), BLACK)) == ["ResumeGiven", "MatchResumed", "DiceRolled", "Danced"]
    assert table.acting is BLACK


def test_after_a_release_a_computer_is_ready() -> None:
    table = held(computers=PEOPLE.with_(BLACK, Level.EXPERT))
    table.do(ruled(r.Release()))
    assert names(table.do(a.Resume(), WHITE))[:2] == ["ResumeGiven", "MatchResumed"]
