"""What people read: cards, clocks, results and the move log in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_args

import pytest
from django.template import Context, Template
from hypothesis import given, settings

from games.rules import rulings as r
from games.rules.actions import AcceptProposal, Flag, GiveRuling, OfferAdjournment, Resume
from games.rules.board import Board
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import CheckersPlayed, GameStarted, RulingGiven
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, Multipliers, Opening, PlayKind, Preset, RuleCard, Stake, card_for
from games.rules.score import Crawford, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import game_of
from matches.codec import encode_event, event_kinds
from matches.models import Match
from matches.services.lifecycle import LifecycleFault
from matches.view import view_of
from matches.wire import StoredEvent, board_played, wire_events
from matches.wording import names
from matches.wording.cards import balance_words, card_facts, card_line, card_title
from matches.wording.clocks import clock_words, duration_words, time_left_words
from matches.wording.faults import FAULTS
from matches.wording.levels import level_words
from matches.wording.moves import log_lines, log_rows, result_words
from matches.wording.rows import in_a_row
from matches.wording.rulings import ruling_words
from matches.wording.status import status_sentence
from tests.games import strategies
from tests.games.random_play import RandomMatch
from tests.games.tables import Table

WORDS: list[tuple[dict[str, Any], str]] = [
    ({"e": "opening_thrown", "white": 3, "black": 3}, "Opening throw 3 and 3: thrown again"),
    ({"e": "opening_thrown", "white": 3, "black": 1}, "Opening throw: White 3, Black 1"),
    ({"e": "automatically_doubled", "value": 2}, "The cube is doubled to 2"),
    ({"e": "opening_rerolled", "side": "white", "dice": [6, 6]}, "throws both dice again"),
    ({"e": "checkers_played", "side": "white", "text": "8/5 6/5"}, "8/5 6/5"),
    ({"e": "danced", "side": "white"}, "cannot enter"),
    ({"e": "no_legal_play", "side": "white"}, "cannot move"),
    ({"e": "double_offered", "side": "white", "value": 2}, "doubles to 2"),
    ({"e": "beavered", "side": "black", "value": 4, "depth": 1}, "beavers to 4"),
    ({"e": "beavered", "side": "white", "value": 8, "depth": 2}, "raccoons to 8"),
    ({"e": "beavered", "side": "black", "value": 16, "depth": 3}, "turns the cube again to 16"),
    ({"e": "double_taken", "side": "black", "value": 2, "owner": "black"}, "takes"),
    ({"e": "double_dropped", "side": "black"}, "drops"),
    (
        {"e": "refusal_paid", "side": "white", "points": 2, "value": 4, "owner": "black"},
        "refuses, pays 2 points and plays on at 4",
    ),
    ({"e": "resignation_offered", "side": "white", "kind": 2}, "offers to resign (gammon)"),
    ({"e": "resignation_declined", "side": "black"}, "declines the resignation"),
    ({"e": "resignation_withdrawn", "side": "white"}, "takes the resignation back"),
    ({"e": "resignation_accepted", "side": "black", "automatic": False}, "accepts the resignation"),
    ({"e": "resignation_accepted", "side": "black", "automatic": True}, "has to accept: it decides the game"),
    ({"e": "proposal_made", "side": "white", "kind": "draw", "points": 0}, "offers a draw"),
    ({"e": "proposal_made", "side": "white", "kind": "end_of_session", "points": 0}, "offers to end the session"),
    (
        {"e": "proposal_made", "side": "white", "kind": "adjournment", "points": 0},
        "offers to adjourn and go on another day",
    ),
    ({"e": "proposal_made", "side": "white", "kind": "settlement", "points": 1}, "asks for 1 point to end the game"),
    (
        {"e": "proposal_made", "side": "white", "kind": "settlement", "points": -2},
        "offers to pay 2 points and end the game",
    ),
    ({"e": "proposal_declined", "side": "black"}, "declines"),
    ({"e": "proposal_withdrawn", "side": "white"}, "takes the offer back"),
    ({"e": "proposal_accepted", "side": "black"}, "accepts"),
    (
        {"e": "game_ended", "result": {"winner": "white", "kind": 2, "points": 4}, "termination": "borne_off"},
        "White wins 4 points by a gammon (all checkers borne off).",
    ),
    (
        {"e": "game_ended", "result": {"winner": None, "kind": None, "points": 0}, "termination": "drawn"},
        "Nobody wins (draw agreed).",
    ),
    ({"e": "overtime_given", "side": "white"}, "plays the overtime"),
    ({"e": "flag_fell", "side": "white"}, "runs out of time"),
    ({"e": "resume_given", "side": "black"}, "is ready to go on"),
    ({"e": "match_paused"}, "Paused"),
    ({"e": "match_resumed"}, "Play goes on"),
    (
        {"e": "ruling_given", "ruling": {"is": "void_all"}, "reason": "Both asked for it."},
        "Ruling: The match is declared void. Reason: Both asked for it.",
    ),
]
PEOPLE = {Side.WHITE: "alice", Side.BLACK: "bob"}
SILENT = {"match_started", "game_started", "dice_rolled", "ready_given", "match_ended", "clock_turned", "clock_shifted"}


@pytest.mark.parametrize(("event", "words"), WORDS)
def test_an_event_is_a_line(event: dict[str, Any], words: str) -> None:
    [line] = log_lines([{"n": 7} | event])
    assert (line.text, line.n) == (words, 7)
    assert line.side == event.get("side")


def test_every_event_is_told_or_silent_on_purpose() -> None:
    assert {event["e"] for event, _words in WORDS} | SILENT | {"control_passed", "play_taken_back"} == set(
        event_kinds()
    )
    assert log_lines([{"n": 1, "e": kind, "dice": [2, 1]} for kind in SILENT]) == []


RULINGS: list[tuple[r.Ruling, str]] = [
    (r.AwardGame(Side.BLACK, ResultKind.GAMMON), "The game is awarded to bob (gammon)."),
    (r.AwardMatch(Side.WHITE, rated=True), "The match is awarded to alice."),
    (r.VoidAll(), "The match is declared void."),
    (r.AdjustScore(Pair(30, 7), Crawford.NONE), "The score is set: alice 30, bob 7."),
    (
        r.AdjustScore(Pair(3, 0), Crawford.PENDING),
        "The score is set: alice 3, bob 0. The Crawford game is still to come.",
    ),
    (
        r.AdjustScore(Pair(4, 0), Crawford.ACTIVE),
        "The score is set: alice 4, bob 0. The game at this score is the Crawford game.",
    ),
    (r.AdjustScore(Pair(4, 0), Crawford.EXPIRED), "The score is set: alice 4, bob 0. The Crawford game is over."),
    (r.AddTime(Side.BLACK, 300_000), "bob gets 5 min more."),
    (r.AddTime(Side.BLACK, 5_400_000), "bob gets 1:30:00 more."),
    (r.AddTime(Side.BLACK, 86_400_000), "bob gets 1 day 0 h more."),
    (r.Hold(), "Play is stopped until the director lets it go on."),
    (r.Release(), "Play can go on; the players resume it themselves."),
]


@pytest.mark.parametrize(("ruling", "words"), RULINGS)
def test_a_ruling_is_told_with_the_players_names(ruling: r.Ruling, words: str) -> None:
    wire = encode_event(RulingGiven(ruling, "reason"))["ruling"]
    assert ruling_words(wire, PEOPLE) == words


def test_every_ruling_has_its_words() -> None:
    assert {type(ruling) for ruling, _ in RULINGS} == set(get_args(r.Ruling))


def test_the_status_of_a_held_match_says_that_it_is_held() -> None:
    for table in (Table(card_for(Preset.MONEY)), Table(card_for(Preset.MONEY), clock=ClockSetting(ClockPreset.FAST))):
        table.do(GiveRuling(r.Hold(), "reason"))
        assert _told(table) == "A director has stopped play. It can go on when the director says so."
        table.do(GiveRuling(r.AwardGame(Side.WHITE, ResultKind.SINGLE), "reason"))
        assert _told(table) == "A director has stopped play. It can go on when the director says so."


def test_a_ruling_stands_when_a_play_is_taken_back() -> None:
    events: list[dict[str, Any]] = [
        {"n": 1, "e": "opening_thrown", "white": 3, "black": 1},
        {"n": 2, "e": "checkers_played", "side": "white", "text": "8/5 6/5"},
        {"n": 3, "e": "ruling_given", "ruling": {"is": "add_time", "side": "white", "by": 60_000}, "reason": "A cut."},
        _taken_back(4, 1, [3, 1]),
    ]
    assert [line.n for line in log_lines(events)] == [1, 3, 4]


@pytest.mark.parametrize(
    ("computer", "words"),
    [("intermediate", "The computer (intermediate) plays on for White."), (None, "White’s player is back.")],
)
def test_a_change_of_control_is_a_note_of_neither_column(computer: str | None, words: str) -> None:
    [line] = log_lines([{"n": 3, "e": "control_passed", "side": "white", "computer": computer}])
    assert (line.side, line.text) == (None, words)


def _taken_back(n: int, turn: int, dice: list[int]) -> dict[str, Any]:
    restored = {"turn_number": turn, "dice": dice, "side": "white" if turn == 1 else "black"}
    return {"n": n, "e": "play_taken_back", "side": "white", "restored": restored}


def test_plays_that_were_taken_back_are_left_out() -> None:
    """rules.md 7.2. Turn by turn, twice in a row; the doubling before a roll that stands stays."""
    events: list[dict[str, Any]] = [
        {"n": 1, "e": "opening_thrown", "white": 3, "black": 1},
        {"n": 2, "e": "checkers_played", "side": "white", "text": "8/5 6/5"},
        {"n": 3, "e": "double_offered", "side": "black", "value": 2},
        {"n": 4, "e": "dice_rolled", "side": "black", "dice": [6, 4]},
        {"n": 5, "e": "checkers_played", "side": "black", "text": "24/14"},
        {"n": 6, "e": "dice_rolled", "side": "white", "dice": [2, 1]},
        {"n": 7, "e": "danced", "side": "white"},
        {"n": 8, "e": "control_passed", "side": "black", "computer": None},
        _taken_back(9, 2, [6, 4]),
    ]
    told = [(line.n, line.text) for line in log_lines(events)]
    assert told[1:3] == [(2, "8/5 6/5"), (3, "doubles to 2")]
    assert told[3:] == [(8, "Black’s player is back."), (9, "The play of Black is taken back.")]
    events += [{"n": 10, "e": "checkers_played", "side": "black", "text": "24/18 13/9"}, _taken_back(11, 1, [3, 1])]
    events += [{"n": 12, "e": "checkers_played", "side": "white", "text": "24/20"}]
    lines = log_lines(events, {Side.WHITE: "alice", Side.BLACK: "bob"})
    assert [(line.n, line.dice, line.text) for line in lines[1:]] == [
        (8, "", "Black’s player is back."),
        (11, "", "The play of alice is taken back."),
        (12, "31", "24/20"),
    ]


@settings(max_examples=30)
@given(strategies.matches(120))
def test_the_plays_that_are_told_lead_to_the_position(match: RandomMatch) -> None:
    """Whatever was taken back: the lines of the last game, played in their order, end where the game stands."""
    started = max(n for n, event in enumerate(match.log) if isinstance(event, GameStarted))
    game = [StoredEvent(n, 0, event) for n, event in enumerate(match.log) if n >= started]
    told = {line.n for line in log_lines(wire_events(Board.start(), game))}
    board = Board.start()
    for stored in game:
        if isinstance(stored.event, CheckersPlayed) and stored.seq in told:
            board = board_played(board, stored.event.side, stored.event.moves)
    assert board == game_of(match.state).board


def _told(table: Table) -> str:
    return status_sentence(view_of(table.state, None), PEOPLE)


def test_the_status_says_who_must_go_on() -> None:
    table = Table(card_for(Preset.MONEY))
    table.do(OfferAdjournment(), Side.BLACK)
    assert _told(table) == "bob offers to adjourn. alice must answer."
    table.do(AcceptProposal(), Side.WHITE)
    assert _told(table) == "Play is adjourned. Waiting for alice and bob to resume."
    table.do(Resume(), Side.BLACK)
    assert _told(table) == "Play is adjourned. Waiting for alice to resume."


def test_the_status_of_a_pause_between_games_says_what_ends_it() -> None:
    table = Table(card_for(Preset.MONEY), clock=ClockSetting(ClockPreset.FAST))
    table.do(Flag(Side.WHITE), after=10 * 60_000)
    assert _told(table).startswith("Play is paused. bob wins 1 point (time ran out).")


def test_the_opening_dice_are_those_of_the_first_play() -> None:
    events: list[dict[str, Any]] = [
        {"n": 1, "e": "opening_thrown", "white": 2, "black": 5},
        {"n": 2, "e": "checkers_played", "side": "black", "text": "13/8 13/11"},
        {"n": 3, "e": "dice_rolled", "side": "white", "dice": [6, 6]},
        {"n": 4, "e": "danced", "side": "white"},
        {"n": 5, "e": "double_offered", "side": "black", "value": 2},
    ]
    assert [line.dice for line in log_lines(events)] == ["", "52", "66", ""]


def test_rows_have_white_before_black() -> None:
    events: list[dict[str, Any]] = [
        {"n": 1, "e": "checkers_played", "side": "black", "text": "a"},
        {"n": 2, "e": "checkers_played", "side": "white", "text": "b"},
        {"n": 3, "e": "checkers_played", "side": "black", "text": "c"},
        {"n": 4, "e": "match_paused"},
        {"n": 5, "e": "checkers_played", "side": "black", "text": "d"},
    ]
    rows = log_rows(log_lines(events))
    texts = [(row.number, row.white and row.white.text, row.black and row.black.text, row.note) for row in rows]
    assert texts == [(1, None, "a", ""), (2, "b", "c", ""), (0, None, None, "Paused"), (3, None, "d", "")]


def test_a_result_is_told_with_the_players_names() -> None:
    people = {Side.WHITE: "alice", Side.BLACK: "bob"}
    told = result_words(Side.BLACK, ResultKind.SINGLE, 1, Termination.DROPPED, people)
    assert told == "bob wins 1 point (double dropped)."


def test_a_match_given_up_gives_nobody_points_in_its_last_game() -> None:
    assert result_words(Side.BLACK, None, 0, Termination.FORFEITED) == "No points (match given up)."


def test_cards_have_a_title() -> None:
    assert card_title(card_for(Preset.MATCH, 1)) == "1-point match"
    assert card_title(card_for(Preset.MONEY)) == "Money session"
    assert card_title(card_for(Preset.SINGLE_GAME)) == "Single game"
    assert card_title(card_for(Preset.PLAIN)) == "Single game without the cube"


def test_a_card_with_beavers_says_what_refusing_one_costs() -> None:
    card = RuleCard(Preset.CUSTOM, PlayKind.MONEY, None, max_redoubles=1, automatic_doubles=1)
    facts = dict(card_facts(card))
    assert facts["Refused beaver"] == "loses the game at the value before it"
    assert facts["Automatic doubles"] == "a tied opening throw doubles the cube, at most once a game"
    assert "Refused beaver" not in dict(card_facts(RuleCard(Preset.CUSTOM, PlayKind.MONEY, None)))


def test_a_card_says_all_that_is_special_about_it() -> None:
    card = RuleCard(
        Preset.CUSTOM, PlayKind.MONEY, None, opening=Opening.THROW_WITH_REROLL, cube_limit=16, jacoby=True,
        automatic_doubles=2, max_redoubles=3, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON,
        multipliers=Multipliers.ONE_TWO_TWO, stake=Stake(5, "peanuts"),
    )  # fmt: skip
    facts = dict(card_facts(card))
    assert facts["Doubling cube"] == "up to 16"
    assert facts["Beavers"] == "up to 3 turns in answer"
    assert facts["Refused beaver"] == "costs the value before it, and the game goes on"
    assert facts["Automatic doubles"] == "a tied opening throw doubles the cube, at most 2 times a game"
    assert facts["What a win counts"] == "single 1, gammon and backgammon 2, times the cube"
    assert facts["Stake"] == "5 peanuts a point (play money)"
    assert "Crawford rule" not in facts


def test_a_match_says_nothing_of_money_and_the_other_way_round() -> None:
    match, money = dict(card_facts(card_for(Preset.MATCH, 7))), dict(card_facts(card_for(Preset.MONEY)))
    assert match["Crawford rule"].startswith("yes")
    assert not {"Jacoby rule", "Beavers", "Stake", "What a win counts"} & set(match)
    assert not {"Crawford rule", "Holland rule"} & set(money)


def test_clocks_are_told_in_time() -> None:
    normal = ClockSetting(ClockPreset.NORMAL)
    assert clock_words(normal, 7) == "Normal – 10 s for each move, and 7 min in reserve for the match."
    assert clock_words(normal, None) == "Normal – 10 s for each move, and 5 min in reserve for the game."
    assert clock_words(ClockSetting(ClockPreset.CORRESPONDENCE, 1), 7) == "Correspondence: 1 day a turn"
    assert clock_words(ClockSetting(ClockPreset.UNTIMED), 7) == "No clock – Nobody is hurried."


@pytest.mark.parametrize(
    ("millis", "words"), [(0, "0 s"), (12_000, "12 s"), (300_000, "5 min"), (100_000, "1 min 40 s")]
)
def test_durations(millis: int, words: str) -> None:
    assert duration_words(millis) == words


@pytest.mark.parametrize(
    ("millis", "words"),
    [(-5, "0:00"), (65_900, "1:05"), (3_729_000, "1:02:09"), (183_600_000, "2 days 3 h")],
)
def test_time_left(millis: int, words: str) -> None:
    assert time_left_words(millis) == words


def test_every_value_has_its_word() -> None:
    for table, members in (
        (names.SIDES, Side),
        (names.PRESETS, Preset),
        (names.CLOCKS, ClockPreset),
        (names.OPENINGS, Opening),
        (names.RESULT_KINDS, ResultKind),
        (names.TERMINATIONS, Termination),
        (FAULTS, LifecycleFault),
    ):
        assert set(table) == set(members)
        assert all(str(words) for words in table.values())


def test_only_what_matters_now_is_a_crawford_sign() -> None:
    signs = {state: str(names.crawford_sign(state)) for state in Crawford}
    assert signs == {
        Crawford.NONE: "",
        Crawford.PENDING: "",
        Crawford.ACTIVE: "Crawford game",
        Crawford.EXPIRED: "Post-Crawford",
    }


@pytest.mark.parametrize(
    ("card", "line"),
    [
        (card_for(Preset.MATCH, 5), "5-point match, Crawford"),
        (card_for(Preset.MATCH, 1), "1-point match"),
        (card_for(Preset.MONEY), "Money session, Jacoby, beaver"),
        (
            card_for(Preset.CLUB_MONEY, stake=Stake(5, "coffee")),
            "Money session, Jacoby, beaver, raccoon and further, automatic doubles, 5 coffee a point",
        ),
        (card_for(Preset.SINGLE_GAME), "Single game"),
        (card_for(Preset.PLAIN, opening=Opening.WHITE_FIRST), "Single game without the cube, White starts"),
    ],
)
def test_a_card_is_one_line(card: RuleCard, line: str) -> None:
    assert card_line(card) == line


@pytest.mark.parametrize(
    ("lead", "stake", "words"),
    [
        (0, Stake(5, "coffee"), "even"),
        (6, Stake(5, "coffee"), "White +6 points · 30 coffee"),
        (-1, Stake(1, ""), "Black +1 point"),
        (-2, Stake(3, ""), "Black +2 points · 6"),
        (1, None, "White +1 point"),
    ],
)
def test_how_a_session_stands(lead: int, stake: Stake | None, words: str) -> None:
    assert balance_words(lead, names.SIDES, stake) == words


def test_every_value_has_its_words() -> None:
    assert set(names.LEVELS) == set(Level)
    assert set(names.KINDS) == set(PlayKind)
    assert set(names.BEAVER_REFUSALS) == set(BeaverRefusal)
    assert set(names.MULTIPLIERS) == set(Multipliers)
    assert set(names.ORIGINS) == set(Match.Origin.values)
    assert all(level_words(level) for level in Level)


def test_a_level_states_what_was_measured_and_its_band(monkeypatch: pytest.MonkeyPatch) -> None:
    found = SimpleNamespace(error_rate=24.26, low=20.0, high=36.0, decisions=400)
    monkeypatch.setattr("matches.wording.levels.measured", lambda _level: found)
    assert level_words(Level.BEGINNER).endswith("Error rate 24.3, within 20–36; measured over 400 decisions.")


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["One.", "", "Two."], "One. Two."),
        (["Press “Next”", "Two."], "Press “Next” Two."),
        (["你认输。", "Anna获得单胜（×1）：1分。"], "你认输。Anna获得单胜（×1）：1分。"),
        ([""], ""),
    ],
)
def test_a_full_stop_of_chinese_needs_no_space_behind_it(sentences: list[str], text: str) -> None:
    assert in_a_row(*sentences) == text


@pytest.mark.parametrize(
    ("between", "shown"),
    [
        ("One. {{ two }}", "One. a &lt; b"),
        ("一。 {{ two }}", "一。a &lt; b"),
        ("一。{% if two %} <a href='/'>二</a>{% endif %} 三", "一。<a href='/'>二</a> 三"),
    ],
)
def test_templates_put_sentences_in_a_row(between: str, shown: str) -> None:
    template = Template(f"{{% load sentences %}}{{% in_a_row %}}{between}{{% end_in_a_row %}}")
    assert template.render(Context({"two": "a < b"})) == shown
