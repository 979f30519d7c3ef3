"""Hypothesis strategies for the values of the rules: boards, dice, cards, terms, matches, events."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from hypothesis import strategies as st

from games.rules import events as e
from games.rules import rulings as r
from games.rules.board import CHECKERS, Board
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.errors import IllegalAction
from games.rules.events import Event, MatchStarted
from games.rules.levels import Level
from games.rules.plays import CheckerMove
from games.rules.rulecard import (
    UNLIMITED,
    BeaverRefusal,
    Multipliers,
    Opening,
    PlayKind,
    Preset,
    RuleCard,
    Stake,
    checked_card,
)
from games.rules.score import Crawford, GameResult, MatchResult, ResultKind
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, TakeBackRule, TurnMemo
from tests.games.random_play import RandomMatch

sides = st.sampled_from(Side)
faces = st.integers(1, 6)
dice = st.builds(Dice.of, faces, faces)
seeds = st.integers(0, 2**64)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any position: up to 15 checkers a side, no point held by both, at least one checker on each side."""
    owners = draw(st.lists(st.sampled_from((1, -1)), min_size=24, max_size=24))
    cells = [0] * 26
    for near in (True, False):
        places = [point for point in range(1, 25) if (owners[point - 1] > 0) is near] + [25 if near else 0]
        for place in draw(st.lists(st.sampled_from(places), min_size=1, max_size=CHECKERS)):
            cells[place] += 1 if near or place == 0 else -1
    return Board(tuple(cells))


def _money_card(draw: st.DrawFn, *, single: bool) -> RuleCard:
    return RuleCard(
        preset=Preset.CUSTOM,
        kind=PlayKind.SINGLE if single else PlayKind.MONEY,
        length=None,
        opening=draw(st.sampled_from(Opening)),
        cube_limit=draw(st.sampled_from((1, 2, 4, 16, 64, 4096))),
        jacoby=draw(st.booleans()),
        automatic_doubles=draw(st.sampled_from((0, 0, 1, 2, UNLIMITED))),
        max_redoubles=draw(st.integers(0, 4)),
        beaver_refusal=draw(st.sampled_from(BeaverRefusal)),
        multipliers=draw(st.sampled_from(Multipliers)),
        stake=draw(st.none() | st.builds(Stake, st.integers(1, 100), st.just("cents"))),
        overtime=draw(st.booleans()),
    )


def _match_card(draw: st.DrawFn) -> RuleCard:
    crawford = draw(st.booleans())
    return RuleCard(
        preset=Preset.CUSTOM,
        kind=PlayKind.MATCH,
        length=draw(st.sampled_from((1, 2, 3, 3, 4, 5))),
        opening=draw(st.sampled_from(Opening)),
        cube_limit=draw(st.sampled_from((2, 64, 64))),
        crawford=crawford,
        holland=crawford and draw(st.booleans()),
        overtime=draw(st.booleans()),
    )


def _without_refusal(card: RuleCard) -> RuleCard | None:
    try:
        return checked_card(card)
    except IllegalAction:
        return None


@st.composite
def raw_cards(draw: st.DrawFn) -> RuleCard:
    """A card with any options, refused combinations included."""
    kind = draw(st.sampled_from(PlayKind))
    return _match_card(draw) if kind is PlayKind.MATCH else _money_card(draw, single=kind is PlayKind.SINGLE)


def cards() -> st.SearchStrategy[RuleCard]:
    """A card the rules accept."""
    return raw_cards().map(_without_refusal).filter(lambda card: card is not None)  # type: ignore[return-value]


@st.composite
def _raw_money_cards(draw: st.DrawFn) -> RuleCard:
    return _money_card(draw, single=False)


def money_cards() -> st.SearchStrategy[RuleCard]:
    """The card of any money session that the rules accept."""
    return _raw_money_cards().map(_without_refusal).filter(lambda card: card is not None)  # type: ignore[return-value]


clock_settings = st.sampled_from(
    [ClockSetting(preset) for preset in ClockPreset if preset is not ClockPreset.CORRESPONDENCE]
    + [ClockSetting(ClockPreset.UNTIMED)] * 3
    + [ClockSetting(ClockPreset.CORRESPONDENCE, 3)]
)
take_back_rules = st.sampled_from(TakeBackRule)
levels = st.sampled_from(Level)
_people: Pair[Level | None] = Pair(None, None)
computers = st.just(_people) | st.builds(Pair, st.none() | levels, st.none() | levels)


def terms() -> st.SearchStrategy[MatchStarted]:
    """Terms of any match, session or single game."""
    return st.builds(MatchStarted, cards(), clock_settings, take_back_rules, computers)


@st.composite
def matches(draw: st.DrawFn, most_steps: int = 250) -> RandomMatch:
    """A match some way on; its ``log`` and ``state`` are what really came about."""
    match = RandomMatch(draw(terms()), Random(draw(seeds)))
    for _ in range(draw(st.integers(0, most_steps))):
        if match.state.result is not None:
            break
        match.step()
    return match


def match_states(most_steps: int = 250) -> st.SearchStrategy[MatchState]:
    """States that really come about."""
    return matches(most_steps).map(lambda match: match.state)


def logs(most_steps: int = 250) -> st.SearchStrategy[tuple[Event, ...]]:
    """Logs that really come about, from MatchStarted on."""
    return matches(most_steps).map(lambda match: tuple(match.log))


_kinds = st.sampled_from(ResultKind)
_moves = st.builds(CheckerMove, st.integers(1, 25), st.integers(0, 24), faces)
_memos = st.builds(
    TurnMemo,
    side=sides,
    board=boards(),
    cube=st.builds(Cube, st.sampled_from((1, 2, 64)), st.none() | sides),
    dice=dice,
    turn_number=st.integers(1, 200),
    turns_begun=st.builds(Pair, st.integers(0, 99), st.integers(0, 99)),
    paid=st.builds(Pair, st.integers(0, 64), st.integers(0, 64)),
    played=st.booleans(),
)
_numbers = st.integers(0, 2**40)
_pairs_of_numbers = st.builds(Pair, _numbers, _numbers)
rulings: st.SearchStrategy[r.Ruling] = st.one_of(
    st.builds(r.AwardGame, sides, _kinds),
    st.builds(r.AwardMatch, sides, st.booleans()),
    st.builds(r.AdjustScore, _pairs_of_numbers, st.sampled_from(Crawford)),
    st.builds(r.AddTime, sides, _numbers),
    st.sampled_from((r.VoidAll(), r.Hold(), r.Release())),
)
"""Any ruling, well-formed but not necessarily possible."""
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "card": cards(),
    "clock": clock_settings,
    "take_back": take_back_rules,
    "computers": computers,
    "computer": st.none() | levels,
    "side": sides,
    "owner": sides,
    "dice": dice,
    "dice_to_come": st.lists(dice, max_size=3).map(tuple),
    "moves": st.lists(_moves, max_size=4).map(tuple),
    "restored": _memos,
    "white": faces,
    "black": faces,
    "since": _numbers,
    "by": _numbers,
    "running": st.none() | sides,
    "ruling": rulings,
}


def _events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Any event of ``kind``, well-formed but not necessarily possible."""
    known = {name: _FIELDS[name] for name in kind.__dataclass_fields__ if name in _FIELDS}
    if kind is e.ResignationOffered:
        known["kind"] = _kinds
    if kind is e.GameEnded:
        known["result"] = st.builds(GameResult, st.none() | sides, st.none() | _kinds, st.integers(0, 192))
    if kind is e.MatchEnded:
        known["result"] = st.builds(MatchResult, st.none() | sides)
    if kind is e.ClockTurned:
        known["reserve"] = _pairs_of_numbers
    return st.builds(kind, **known)


EVENT_KINDS: tuple[type[Event], ...] = get_args(Event)


def events() -> st.SearchStrategy[Event]:
    """Any event of any kind; for the law decode(encode(x)) == x."""
    return st.one_of([_events_of(kind) for kind in EVENT_KINDS])
