"""The table of a money session: points and stake after each game, payments included, and the summary."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bgsite.accounts.models import User
from games.rules.actions import Beaver, Double, Drop, EndSession
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.rulecard import BeaverRefusal, Preset, RuleCard, Stake, card_for, checked_card
from games.rules.score import ResultKind
from games.rules.sides import Pair, Side
from matches.models import Match
from matches.selectors.pages import table_page
from matches.selectors.sessions import Session
from matches.services.lifecycle import Terms
from tests.matches.matchmaking import act, begun_match, browser, lose_game, next_game, person, play_to_a_roll

pytestmark = pytest.mark.django_db

COFFEE = Stake(5, "coffee")


def _begun(card: RuleCard) -> Match:
    terms = Terms(checked_card(card), ClockSetting(ClockPreset.UNTIMED), Side.WHITE, is_public=True)
    return begun_match(person("alice"), person("bob"), terms)


def _money() -> RuleCard:
    return card_for(Preset.MONEY, stake=COFFEE)


def _session(match: Match) -> Session:
    page = table_page(match.code, None)
    assert page is not None
    assert page.session is not None
    return page.session


def test_a_session_begins_even() -> None:
    session = _session(_begun(_money()))
    assert (session.rows, session.score, session.balance, session.summary) == ([], Pair(0, 0), "even", None)


def test_each_game_says_points_and_stake_after_it() -> None:
    match = _begun(replace(_money(), jacoby=False))
    lose_game(match, Side.BLACK, ResultKind.GAMMON)
    next_game(match)
    lose_game(match, Side.WHITE)
    rows = _session(match).rows
    assert [(row.number, row.cube, row.points, row.score, row.balance) for row in rows] == [
        (1, 1, 2, Pair(2, 0), "White +2 points · 10 coffee"),
        (2, 1, 1, Pair(2, 1), "White +1 point · 5 coffee"),
    ]
    assert rows[0].result == "alice wins 2 points by a gammon (resignation)."


def test_what_was_paid_for_a_refused_beaver_is_in_the_score_at_once_and_in_the_row() -> None:
    match = _begun(replace(_money(), beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON))
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    act(match, doubler.other, Beaver())
    act(match, doubler, Drop())
    assert _session(match).score.of(doubler.other) == 2
    lose_game(match, doubler)
    [row] = _session(match).rows
    assert (row.cube, row.points, row.score.of(doubler.other), row.score.of(doubler)) == (2, 2, 4, 0)


def test_a_session_that_is_over_has_a_summary() -> None:
    match = _begun(_money())
    doubler = play_to_a_roll(match)
    act(match, doubler, Double())
    act(match, doubler.other, Drop())
    next_game(match)
    lose_game(match, doubler)
    act(match, Side.WHITE, EndSession())
    summary = _session(match).summary
    assert summary is not None
    assert (summary.games, summary.won, summary.score, summary.balance) == (2, Pair(1, 1), Pair(1, 1), "even")
    assert summary.highest_cube == 1
    page = browser().get(f"/match/{match.code}/").content.decode()
    assert "Games played" in page
    assert "Highest cube" in page


def test_my_matches_say_how_a_session_stands() -> None:
    match = _begun(replace(_money(), jacoby=False))
    lose_game(match, Side.WHITE, ResultKind.BACKGAMMON)
    page = browser(User.objects.get(username="alice")).get("/matches/").content.decode()
    assert "Black +3 points · 15 coffee" in page


def test_a_match_to_points_has_no_session() -> None:
    page = table_page(begun_match(person("alice"), person("bob")).code, None)
    assert page is not None
    assert page.session is None
