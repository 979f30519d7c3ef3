"""Clocks (rules.md 6), the flag (5.7), outage and pauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.clock import DAY, SECOND, Clock, ClockPreset, ClockSetting, checked_clock, clock_for
from games.rules.cube import Cube
from games.rules.errors import IllegalAction, InvalidAction, Refusal
from games.rules.events import ClockTurned
from games.rules.rulecard import BeaverRefusal, Preset, RuleCard, card_for
from games.rules.score import GameResult, MatchResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from tests.games.tables import BLACK, MONEY, QUIET, WHITE, Table, match_to, money, names

NORMAL = ClockSetting(ClockPreset.NORMAL)
MINUTE = 60 * SECOND
SINGLE = ResultKind.SINGLE


def timed(card: RuleCard | None = None, setting: ClockSetting = NORMAL) -> Table:
    """A 3-point match with 10 s delay and 3 minutes each, White to play the opening."""
    return Table(match_to(3) if card is None else card, clock=setting)


def clock(table: Table) -> Clock:
    assert table.state.clock is not None
    return table.state.clock


@pytest.mark.parametrize(
    ("preset", "delay", "reserve"),
    [
        (ClockPreset.TOURNAMENT, 12 * SECOND, 14 * MINUTE),
        (ClockPreset.NORMAL, 10 * SECOND, 7 * MINUTE),
        (ClockPreset.FAST, 8 * SECOND, 140 * SECOND),
        (ClockPreset.CASUAL, 15 * SECOND, 21 * MINUTE),
    ],
)
def test_presets_for_seven_points(preset: ClockPreset, delay: int, reserve: int) -> None:
    """rules.md 6.2."""
    made = clock_for(ClockSetting(preset), 7)
    assert made == Clock(delay, Pair(reserve, reserve), None, 0, Pair(False, False))


def test_untimed_has_no_clock_and_no_clock_events() -> None:
    """rules.md 6.2."""
    assert clock_for(ClockSetting(ClockPreset.UNTIMED), 7) is None
    table = timed(setting=ClockSetting(ClockPreset.UNTIMED))
    table.play("8/5 6/5")
    assert not any(isinstance(event, ClockTurned) for event in table.log)
    assert table.refuses(a.Flag(BLACK)) is Refusal.UNTIMED
    assert table.refuses(a.ShiftClock(5)) is Refusal.UNTIMED


def test_correspondence_is_days_a_turn() -> None:
    """rules.md 6.2: 1 to 14 days, no reserve."""
    made = clock_for(ClockSetting(ClockPreset.CORRESPONDENCE, 3), 7)
    assert made is not None
    assert (made.delay, made.reserve) == (3 * DAY, Pair(0, 0))


@pytest.mark.parametrize(
    "setting",
    [
        ClockSetting(ClockPreset.CORRESPONDENCE),
        ClockSetting(ClockPreset.CORRESPONDENCE, 0),
        ClockSetting(ClockPreset.CORRESPONDENCE, 15),
        ClockSetting(ClockPreset.FAST, 3),
    ],
)
def test_days_are_for_correspondence(setting: ClockSetting) -> None:
    """rules.md 6.2."""
    with pytest.raises(IllegalAction) as refused:
        checked_clock(setting)
    assert refused.value.code is Refusal.CARD_OPTION_RANGE


def test_a_game_without_a_length_is_timed_as_five_points() -> None:
    """rules.md 6.2: money play."""
    made = clock_for(NORMAL, None)
    assert made is not None
    assert made.reserve == Pair(5 * MINUTE, 5 * MINUTE)


def test_the_reserve_falls_after_the_delay_only() -> None:
    """rules.md 6.1: simple delay; unused delay is lost."""
    table = timed()
    table.play("8/5 6/5", after=4 * SECOND)
    assert clock(table).reserve == Pair(3 * MINUTE, 3 * MINUTE)
    table.roll(6, 1, after=7 * SECOND)
    table.play("13/7 8/7", after=8 * SECOND)
    assert clock(table).reserve == Pair(3 * MINUTE, 3 * MINUTE - 5 * SECOND), "roll and play share one delay"


def test_the_clock_of_the_one_who_must_act_runs() -> None:
    """rules.md 6.3: roller, then responder to a double, then roller again; case 035."""
    table = timed()
    table.play("8/5 6/5")
    assert clock(table).running is BLACK
    table.do(a.Double(), after=20 * SECOND)
    assert (clock(table).running, clock(table).since) == (WHITE, table.now)
    table.do(a.Take(), after=15 * SECOND)
    assert (clock(table).running, clock(table).since) == (BLACK, table.now), "a fresh delay for going on"
    assert clock(table).reserve == Pair(3 * MINUTE - 5 * SECOND, 3 * MINUTE - 10 * SECOND)


def test_a_roll_does_not_start_a_new_delay() -> None:
    """rules.md 6.1: roll and play share one delay."""
    table = timed()
    table.play("8/5 6/5")
    assert names(table.roll(6, 1)) == ["DiceRolled"]


@pytest.mark.parametrize("answer", [a.Take(), a.Drop()])
def test_going_on_after_answering_a_beaver_has_a_fresh_delay(answer: a.Action) -> None:
    """rules.md 6.1, 3.3: the same side answers and goes on, taking it or paying for it."""
    card = money(max_redoubles=1, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON)
    table = timed(card)
    table.put(QUIET)
    table.do(a.Double())
    table.do(a.Beaver())
    table.do(answer, after=10 * SECOND)
    assert (clock(table).running, clock(table).since) == (WHITE, table.now)
    assert clock(table).reserve == Pair(5 * MINUTE, 5 * MINUTE), "a delay used to its last millisecond is free"


def test_answering_a_resignation_has_a_fresh_delay() -> None:
    """rules.md 5.1; and so has going on after it."""
    table = timed(match_to(5))
    table.do(a.OfferResignation(SINGLE), after=12 * SECOND)
    assert clock(table).running is BLACK
    table.do(a.DeclineResignation(), after=3 * SECOND)
    assert (clock(table).running, clock(table).since) == (WHITE, table.now)
    assert clock(table).reserve == Pair(5 * MINUTE - 2 * SECOND, 5 * MINUTE)


def test_proposals_do_not_touch_the_clock() -> None:
    """A proposal changes neither turn nor clock."""
    table = timed(MONEY)
    assert names(table.do(a.OfferSettlement(1), BLACK, after=SECOND)) == ["ProposalMade"]


def test_a_turn_after_a_dance_of_the_other_has_a_fresh_delay() -> None:
    """rules.md 6.1: for your turn, also when the turn came back by itself."""
    table = timed(match_to(7))
    table.put("M 1:3 2:2 3:2 4:2 5:2 6:2 8:1 7:1; O bar:1 24:14", cube=Cube(2, WHITE), dice=(2, 1))
    table.dice.add([(5, 3)])
    events = table.play("8/6 7/6", after=13 * SECOND)
    assert names(events)[-1] == "ClockTurned"
    assert (clock(table).running, clock(table).since) == (WHITE, table.now)
    assert clock(table).reserve.white == 7 * MINUTE - 3 * SECOND


def dropped(table: Table) -> None:
    table.put(QUIET)
    table.do(a.Double())
    table.do(a.Drop(), after=25 * SECOND)


def test_the_clock_stops_between_games_and_the_reserve_carries_over() -> None:
    """rules.md 6.2, 6.3: once for the whole match."""
    table = timed()
    dropped(table)
    assert clock(table).running is None
    assert clock(table).deadline is None
    left = clock(table).reserve
    assert left.black == 3 * MINUTE - 15 * SECOND
    table.now += 5 * MINUTE
    table.next_game()
    assert (clock(table).reserve, clock(table).running, clock(table).since) == (left, WHITE, table.now)


def test_in_money_play_each_game_has_its_own_reserve() -> None:
    """rules.md 6.2."""
    table = timed(money())
    dropped(table)
    table.next_game()
    assert clock(table).reserve == Pair(5 * MINUTE, 5 * MINUTE)


def test_a_pause_charges_and_stops_and_resuming_gives_a_fresh_delay() -> None:
    """rules.md 3.7."""
    table = timed()
    table.do(a.PauseMatch(), after=11 * SECOND)
    assert clock(table).running is None
    table.do(a.ResumeMatch(), after=DAY)
    assert (clock(table).running, clock(table).since) == (WHITE, table.now)
    assert clock(table).reserve.white == 3 * MINUTE - SECOND


def test_after_an_outage_the_deadline_moves() -> None:
    """rules.md 5.9."""
    table = timed()
    deadline = clock(table).deadline
    assert deadline is not None
    table.do(a.ShiftClock(45 * SECOND))
    assert clock(table).deadline == deadline + 45 * SECOND
    with pytest.raises(InvalidAction):
        table.do(a.ShiftClock(-1))
    dropped(table)
    assert table.refuses(a.ShiftClock(1)) is Refusal.NO_GAME_RUNNING


# --- the flag (rules.md 5.7) ------------------------------------------------------------------------

WHOLE_TIME = 10 * SECOND + 3 * MINUTE


def test_nobody_is_flagged_too_early_or_for_the_other() -> None:
    """rules.md 5.7."""
    table = timed()
    table.now += WHOLE_TIME - 1
    assert table.refuses(a.Flag(WHITE)) is Refusal.NOT_LATE
    table.now += 1
    assert table.refuses(a.Flag(BLACK)) is Refusal.NOT_LATE


def test_a_match_is_lost_on_time() -> None:
    """rules.md 5.7: the match, whatever the score; the score is kept."""
    table = timed()
    table.score(2, 0)
    events = table.do(a.Flag(WHITE), after=WHOLE_TIME)
    assert names(events) == ["FlagFell", "GameEnded", "MatchEnded", "ClockTurned"]
    assert table.state.result == MatchResult(BLACK, Termination.TIMED_OUT)
    assert table.state.score == Pair(2, 0)
    assert clock(table).running is None
    assert table.refuses(a.Flag(WHITE)) is Refusal.MATCH_OVER


def test_the_responder_to_a_double_can_be_flagged() -> None:
    """rules.md 6.3: his clock runs."""
    table = timed()
    table.put(QUIET)
    table.do(a.Double())
    table.do(a.Flag(BLACK), after=WHOLE_TIME)
    assert table.state.result == MatchResult(WHITE, Termination.TIMED_OUT)


def test_in_money_play_the_game_is_lost_and_the_session_pauses() -> None:
    """rules.md 5.7: at cube x 1."""
    table = timed(MONEY)
    table.put(QUIET, cube=Cube(4, BLACK))
    events = table.do(a.Flag(WHITE), after=10 * MINUTE)
    assert names(events) == ["FlagFell", "GameEnded", "MatchPaused", "ClockTurned"]
    assert (table.result, table.termination) == (GameResult(BLACK, SINGLE, 4), Termination.TIMED_OUT)
    assert table.state.paused
    assert table.state.result is None
    assert table.state.score == Pair(0, 4)


def test_a_single_game_is_lost_on_time() -> None:
    """rules.md 5.7: the game at cube x 1, and with it everything."""
    table = timed(card_for(Preset.SINGLE_GAME))
    table.do(a.Flag(WHITE), after=10 * MINUTE)
    assert table.state.result == MatchResult(BLACK, Termination.TIMED_OUT)
    assert table.result == GameResult(BLACK, SINGLE, 1)


def test_one_overtime_of_two_minutes() -> None:
    """rules.md 5.7, the option: once for each side, the delay of the turn being spent."""
    table = timed(replace(match_to(3), overtime=True))
    assert names(table.do(a.Flag(WHITE), after=WHOLE_TIME)) == ["OvertimeGiven"]
    assert clock(table).deadline == table.now + 2 * MINUTE
    table.play("8/5 6/5", after=MINUTE)
    assert clock(table).reserve == Pair(MINUTE, 3 * MINUTE)
    table.turn(6, 1, "13/7 8/7")
    assert names(table.do(a.Flag(WHITE), after=10 * SECOND + MINUTE))[0] == "FlagFell"


@pytest.mark.parametrize(("card", "used"), [(money(overtime=True), False), (replace(match_to(9), overtime=True), True)])
def test_overtime_comes_again_in_the_next_game_of_a_session_only(card: RuleCard, used: bool) -> None:
    """rules.md 5.7, 6.2: time is given afresh for each game of a session, and once for a whole match."""
    table = timed(card)
    table.do(a.Flag(WHITE), after=10 * MINUTE)
    dropped(table)
    table.next_game()
    assert clock(table).overtime_used == Pair(used, False)


SURE = "M 1:2; O 24:3"
"""White needs one turn whatever is rolled; Black needs at least one."""


@pytest.mark.parametrize(
    ("board", "stands"),
    [
        (SURE, True),
        ("M 1:3; O 24:3", False),
        ("M 1:4; O 24:5", True),
        ("M 1:4; O 24:4", False),
        ("M 2:1 1:1; O 24:1", True),
        ("M 2:2; O 24:4", False),
        ("M 2:2; O 24:5", True),
        ("M 6:1; O 24:5", True),
        ("M 6:1; O 24:4", False),
        ("M 7:1; O 24:9", True),
        ("M 1:2; O 25:1", False),
        ("M 1:1; O 12:1", True),
    ],
)
def test_a_certain_win_stands(board: str, stands: bool) -> None:
    """rules.md 5.7: contact is over, and the most turns one can need are no more than the fewest of the other."""
    table = timed(MONEY)
    table.put(board.replace("25:1", "bar:1"), cube=Cube(2, BLACK))
    table.do(a.Flag(WHITE), after=10 * MINUTE)
    assert table.result == GameResult(WHITE if stands else BLACK, SINGLE, 2)
    assert table.termination is (Termination.BORNE_OFF if stands else Termination.TIMED_OUT)
    assert table.state.paused


def test_dice_on_the_table_count() -> None:
    """rules.md 5.7: the most turns that can *still* be needed."""
    table = timed(MONEY)
    table.put("M 6:1 5:1; O 24:1", dice=(6, 5))
    table.do(a.Flag(WHITE), after=10 * MINUTE)
    assert table.result.winner is WHITE


def test_with_contact_no_win_is_certain() -> None:
    """rules.md 5.7: contact is over."""
    table = timed(MONEY)
    table.put("M 2:1 1:1; O 24:14 bar:1")
    table.do(a.Flag(WHITE), after=10 * MINUTE)
    assert table.result.winner is BLACK


@pytest.mark.parametrize(("score", "cube", "winner"), [((6, 5), 1, WHITE), ((5, 5), 2, WHITE), ((5, 5), 1, BLACK)])
def test_in_a_match_the_win_must_end_it(score: tuple[int, int], cube: int, winner: Side) -> None:
    """rules.md 5.7: and winning this game ends the match."""
    table = timed(match_to(7))
    table.put(SURE, cube=Cube(cube, BLACK))
    table.score(*score)
    table.do(a.Flag(WHITE), after=WHOLE_TIME + 10 * MINUTE)
    termination = Termination.BORNE_OFF if winner is WHITE else Termination.TIMED_OUT
    assert table.state.result == MatchResult(winner, termination)


def test_an_unanswered_cube_is_no_certain_win() -> None:
    """rules.md 5.7: he did not answer, and the stake is not known; else Black, one turn from home, would win."""
    table = timed(money())
    table.put("M 1:15; O 24:2")
    table.do(a.Double())
    table.do(a.Flag(BLACK), after=10 * MINUTE)
    assert table.result.winner is WHITE


@pytest.mark.parametrize(("blacks", "winner"), [("24:6", BLACK), ("24:7", WHITE)])
def test_the_side_that_does_not_move_first_must_be_faster_by_a_turn(blacks: str, winner: Side) -> None:
    """rules.md 5.7: White, who needs four turns, offers to resign; Black's flag falls over the answer."""
    table = timed(money())
    table.put(f"M 1:15; O {blacks}")
    table.do(a.OfferResignation(SINGLE))
    table.do(a.Flag(BLACK), after=10 * MINUTE)
    assert table.result == GameResult(winner, SINGLE, 1)
