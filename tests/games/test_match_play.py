"""Match play (rules.md 4), between games, and what the server itself decides (5.8, 3.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.errors import IllegalAction, InvalidAction, Refusal
from games.rules.events import MatchStarted
from games.rules.match import awaits, evolve, initial, replay, start, to_act
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.score import (
    Crawford,
    GameResult,
    MatchResult,
    ResultKind,
    Termination,
    away,
    is_double_match_point,
    next_crawford,
)
from games.rules.sides import Pair
from games.rules.state import TakeBackRule
from tests.games.scripted_dice import ScriptedDice
from tests.games.tables import BLACK, MONEY, QUIET, UNTIMED, WHITE, Table, match_to, names

SINGLE = ResultKind.SINGLE


def dropped(table: Table, winner: object = WHITE) -> None:
    table.put(QUIET, on_roll=winner)  # type: ignore[arg-type]
    table.do(a.Double())
    table.do(a.Drop())


def test_a_match_begins_with_its_terms() -> None:
    """The log's first event holds everything both accepted."""
    terms = MatchStarted(match_to(5), ClockSetting(ClockPreset.NORMAL), TakeBackRule.NEVER)
    begun = start(terms, now=5, dice=ScriptedDice((2, 2), (6, 1)))
    assert names(begun.events) == ["MatchStarted", "GameStarted", "OpeningThrown", "OpeningThrown", "ClockTurned"]
    assert begun.before == initial(terms)
    assert begun.before.version == 0
    assert begun.after.version == 5
    assert begun.after == replay(begun.events)


def test_terms_the_rules_refuse_start_nothing() -> None:
    """rules.md 9."""
    card = replace(match_to(5), jacoby=True)
    with pytest.raises(IllegalAction) as refused:
        start(MatchStarted(card, UNTIMED, TakeBackRule.NEVER), now=0, dice=ScriptedDice())
    assert refused.value.code is Refusal.CARD_MATCH_JACOBY


def test_a_log_without_terms_is_no_log() -> None:
    with pytest.raises(InvalidAction):
        replay([])


@pytest.mark.parametrize(
    "action", [a.OfferSettlement(1), a.OfferEndOfSession(), a.EndSession(), a.OfferDraw(), a.Beaver()]
)
def test_what_belongs_to_money_is_refused_in_a_match(action: a.PlayerAction) -> None:
    """rules.md 4.1: settlement, draw, session end, beaver, each with a reason."""
    table = Table(match_to(5))
    table.put(QUIET)
    if isinstance(action, a.Beaver):
        table.do(a.Double())
    code = {a.OfferDraw: Refusal.DRAW_NOT_AGREED, a.Beaver: Refusal.BEAVER_NOT_AGREED}
    assert table.refuses(action) is code.get(type(action), Refusal.MONEY_ONLY)


def test_the_match_ends_when_someone_reaches_the_length() -> None:
    """rules.md 4.4: the score is raw, and no game starts after that."""
    table = Table(match_to(3))
    table.put("M 1:1; O 19:14 24:1", cube=Cube(2, WHITE), dice=(2, 1))
    assert names(table.play("1/off")) == ["CheckersPlayed", "GameEnded", "MatchEnded"]
    assert table.state.result == MatchResult(WHITE, Termination.BORNE_OFF)
    assert table.state.score == Pair(4, 0)
    for side in (WHITE, BLACK):
        assert table.refuses(a.Next(), side) is Refusal.MATCH_OVER
        assert not any(value for name in LEGAL if (value := getattr(table.can(side), name)) not in (None, (), False))
    assert table.refuses(a.StartNextGame()) is Refusal.MATCH_OVER
    assert awaits(table.state) == frozenset()


LEGAL = (
    "roll",
    "play",
    "double",
    "take",
    "resign",
    "resign_match",
    "settle",
    "draw",
    "next",
    "end_session",
    "take_back",
)


def test_winning_a_game_is_not_winning_the_match() -> None:
    """rules.md 4.4."""
    table = Table(match_to(3))
    dropped(table)
    assert table.state.result is None
    assert table.state.score == Pair(1, 0)


def test_the_last_position_stays_until_both_press_next() -> None:
    """rules.md 4.5."""
    table = Table(match_to(3))
    dropped(table)
    board = table.game.board
    assert (to_act(table.state), awaits(table.state)) == (None, frozenset({WHITE, BLACK}))
    assert names(table.do(a.Next(), BLACK)) == ["ReadyGiven"]
    assert table.game.board == board
    assert awaits(table.state) == {WHITE}
    assert table.refuses(a.Next(), BLACK) is Refusal.ALREADY_READY
    table.dice.add([(2, 5)])
    assert names(table.do(a.Next(), WHITE)) == ["ReadyGiven", "GameStarted", "OpeningThrown"]
    assert (table.game.number, table.acting) == (2, BLACK)
    assert table.state.ready == Pair(False, False)
    assert table.game.cube == Cube(1, None)


def test_the_server_starts_the_next_game_when_the_time_is_over() -> None:
    """rules.md 4.5: 60 s at most; the service keeps the time."""
    table = Table(match_to(3))
    assert table.refuses(a.StartNextGame()) is Refusal.GAME_RUNNING
    dropped(table)
    table.dice.add([(2, 5)])
    assert names(table.do(a.StartNextGame())) == ["GameStarted", "OpeningThrown"]


def test_no_game_starts_in_a_pause() -> None:
    """rules.md 3.7, 4.5."""
    table = Table(match_to(3))
    dropped(table)
    table.do(a.PauseMatch())
    assert table.refuses(a.StartNextGame()) is Refusal.PAUSED
    assert table.refuses(a.Next(), WHITE) is Refusal.PAUSED


def test_next_is_for_between_games() -> None:
    """rules.md 4.5."""
    assert Table(match_to(3)).refuses(a.Next(), WHITE) is Refusal.GAME_RUNNING


def test_nothing_is_played_between_games() -> None:
    """A finished game is closed (rules.md 7.3)."""
    table = Table(match_to(3))
    dropped(table)
    for action in (a.Roll(), a.Double(), a.Take(), a.OfferResignation(SINGLE), a.PlayCheckers(())):
        assert table.refuses(action, WHITE) is Refusal.NO_GAME_RUNNING


def test_away_and_double_match_point() -> None:
    """Glossary: away is never below 0."""
    assert away(Pair(3, 9), 7, WHITE) == 4
    assert away(Pair(3, 9), 7, BLACK) == 0
    assert is_double_match_point(Pair(6, 6), 7)
    assert not is_double_match_point(Pair(6, 5), 7)


@pytest.mark.parametrize(
    ("now", "score", "then"),
    [
        (Crawford.PENDING, Pair(0, 0), Crawford.PENDING),
        (Crawford.PENDING, Pair(4, 3), Crawford.ACTIVE),
        (Crawford.PENDING, Pair(0, 4), Crawford.ACTIVE),
        (Crawford.PENDING, Pair(4, 4), Crawford.PENDING),
        (Crawford.ACTIVE, Pair(4, 3), Crawford.EXPIRED),
        (Crawford.ACTIVE, Pair(4, 4), Crawford.EXPIRED),
        (Crawford.EXPIRED, Pair(4, 3), Crawford.EXPIRED),
        (Crawford.NONE, Pair(4, 3), Crawford.NONE),
    ],
)
def test_the_crawford_state_for_the_next_game(now: Crawford, score: Pair[int], then: Crawford) -> None:
    """rules.md 4.2: stored, one step a game, never guessed from the score alone."""
    assert next_crawford(now, score, 5) is then


# --- rulings of the server --------------------------------------------------------------------------


def test_a_claim_wins_a_single_at_the_cubes_value() -> None:
    """rules.md 5.8: at the decision it was made at, while that side must act."""
    table = Table(match_to(7))
    table.put(QUIET, on_roll=BLACK, cube=Cube(2, WHITE))
    table.do(a.ClaimGame(BLACK, table.state.decision))
    assert (table.result, table.termination) == (GameResult(WHITE, SINGLE, 2), Termination.CLAIMED)
    assert table.state.result is None


def test_a_stale_claim_is_refused() -> None:
    """rules.md 5.8: coming back (any action) cancels it; it names the side that must act."""
    table = Table(match_to(7))
    table.put(QUIET, on_roll=BLACK)
    decision = table.state.decision
    assert table.refuses(a.ClaimGame(WHITE, decision)) is Refusal.CLAIM_STALE
    table.roll(2, 1)
    assert table.refuses(a.ClaimGame(BLACK, decision)) is Refusal.CLAIM_STALE


def test_a_forfeited_match_keeps_the_score() -> None:
    """architecture.md, forgetting people: running matches are forfeited."""
    table = Table(match_to(7))
    table.score(3, 2)
    assert names(table.do(a.ForfeitMatch(WHITE))) == ["GameEnded", "MatchEnded"]
    assert table.state.result == MatchResult(BLACK, Termination.FORFEITED)
    assert table.state.score == Pair(3, 2)


def test_a_void_match_counts_for_nobody() -> None:
    """rules.md 3.7: not resumed for 90 days."""
    table = Table(match_to(7))
    table.do(a.PauseMatch())
    table.do(a.VoidMatch())
    assert table.state.result == MatchResult(None, Termination.VOIDED)
    assert table.result == GameResult(None, None, 0)
    assert table.refuses(a.VoidMatch()) is Refusal.MATCH_OVER
    assert table.refuses(a.ForfeitMatch(WHITE)) is Refusal.MATCH_OVER


def test_a_pause_stops_all_play() -> None:
    """rules.md 3.7, 5.8 (adjourn)."""
    table = Table(MONEY)
    table.do(a.PauseMatch())
    assert to_act(table.state) is None
    assert awaits(table.state) == frozenset()
    for action in (a.PlayCheckers(()), a.OfferSettlement(0), a.OfferResignation(SINGLE)):
        assert table.refuses(action, WHITE) is Refusal.PAUSED
    assert table.refuses(a.ClaimGame(WHITE, table.state.decision)) is Refusal.PAUSED
    assert table.refuses(a.PauseMatch()) is Refusal.PAUSED
    table.do(a.ResumeMatch())
    assert table.acting is WHITE
    assert table.refuses(a.ResumeMatch()) is Refusal.NOT_PAUSED


@pytest.mark.parametrize("preset", [Preset.SINGLE_GAME, Preset.PLAIN])
def test_a_single_game_is_over_with_its_game(preset: Preset) -> None:
    """rules.md 9: one game, no score; the result is shown as single, gammon or backgammon."""
    table = Table(card_for(preset))
    table.put("M 1:1; O 19:14 24:1", dice=(2, 1))
    table.play("1/off")
    assert table.state.result == MatchResult(WHITE, Termination.BORNE_OFF)
    assert table.state.score == Pair(0, 0)
    assert table.result.kind is ResultKind.GAMMON
    assert table.result.points == (1 if preset is Preset.SINGLE_GAME else 2)


def test_evolve_counts_every_event_once() -> None:
    """The version is the number of the last event."""
    table = Table(match_to(3))
    state = initial(MatchStarted(match_to(3), UNTIMED, TakeBackRule.NEVER))
    for number, event in enumerate(table.log, start=1):
        state = evolve(state, event)
        assert state.version == number


def cards_without_a_length() -> list[RuleCard]:
    return [MONEY, card_for(Preset.SINGLE_GAME)]


@pytest.mark.parametrize("card", cards_without_a_length())
def test_no_crawford_without_a_length(card: RuleCard) -> None:
    """rules.md 4.2 is of matches."""
    assert Table(card).state.crawford is Crawford.NONE
