"""The throws of the server, as the audit counts them, and where they come from (cases 166 and 167)."""

from __future__ import annotations

import ast
import inspect
import random
import tomllib
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games.engines.sage import sage
from games.rules.board import Board
from games.rules.dice import Dice
from games.rules.levels import Level
from matches import dice
from matches.codec import SCHEMA
from matches.dice import SystemDice
from matches.models import Match, MatchEvent, Seat
from matches.selectors.draws import Draw, draws_between, settled_event_id
from tests.factories import open_match, running_match
from tests.games.engines.situations import money_situation

FAR = 10**12


def _log(match: Match, *events: tuple[str, dict[str, Any]], ago: timedelta = timedelta(0)) -> None:
    """Write these events behind the log."""
    last = MatchEvent.objects.filter(match=match).count()
    MatchEvent.objects.bulk_create(
        MatchEvent(match=match, seq=number, kind=kind, schema=SCHEMA, data=data, at=timezone.now() - ago)
        for number, (kind, data) in enumerate(events, last + 1)
    )


def _rolled(side: str, high: int, low: int, *, again: bool = False) -> tuple[str, dict[str, Any]]:
    return "dice_rolled", {"side": side, "dice": [high, low], "again": again}


def _opening(white: int, black: int) -> tuple[str, dict[str, Any]]:
    return "opening_thrown", {"white": white, "black": black}


def _passed(side: str, computer: str | None) -> tuple[str, dict[str, Any]]:
    return "control_passed", {"side": side, "computer": computer}


def _started(black: str | None) -> tuple[str, dict[str, Any]]:
    return "match_started", {"computers": {"white": None, "black": black}}


def _seated(black: Level | None = None) -> Match:
    """A match without a log: a person has White; Black is the computer, if one is named."""
    match = open_match()
    Seat.objects.create(match=match, side="white", user=match.created_by)
    Seat.objects.create(match=match, side="black", level="" if black is None else black.value)
    return match


def _all() -> set[tuple[Any, ...]]:
    return {(d.kind, d.by, d.after, d.first, d.second, d.count) for d in draws_between(0, FAR)}


@pytest.mark.django_db
def test_openings_and_rolls_are_told_apart_and_so_is_who_threw() -> None:
    _log(_seated(Level.EXPERT), _opening(2, 5), _rolled("white", 6, 1), _rolled("black", 4, 4), _rolled("white", 4, 3))
    assert _all() == {
        ("opening", "both", "none", 2, 5, 1),
        ("roll", "person", "plain", 6, 1, 1),
        ("roll", "computer", "plain", 4, 4, 1),
        ("roll", "person", "double", 4, 3, 1),
    }


@pytest.mark.django_db
def test_throws_that_are_alike_are_counted_together_and_matches_are_kept_apart() -> None:
    """What one match threw last is not what came before the first throw of the next."""
    for _ in range(3):
        _log(_seated(), _rolled("white", 3, 3), _rolled("black", 2, 1))
    assert _all() == {("roll", "person", "none", 3, 3, 3), ("roll", "person", "double", 2, 1, 3)}


@pytest.mark.django_db
def test_dice_that_come_again_after_a_take_back_count_once() -> None:
    _log(_seated(), _rolled("white", 5, 2), _rolled("white", 5, 2, again=True), _rolled("black", 6, 6))
    assert _all() == {("roll", "person", "none", 5, 2, 1), ("roll", "person", "plain", 6, 6, 1)}


@pytest.mark.django_db
def test_the_opening_thrown_again_by_its_winner_counts_as_a_roll() -> None:
    _log(_seated(), _opening(6, 1), ("opening_rerolled", {"side": "white", "dice": [5, 5]}))
    assert ("roll", "person", "plain", 5, 5, 1) in _all()


@pytest.mark.django_db
def test_where_a_computer_stood_in_the_moment_of_the_throw_decides() -> None:
    match = _seated()
    match.taken_over = True
    match.save()
    _log(
        match,
        _started(None),
        _rolled("black", 2, 1),
        _passed("white", "expert"),
        _rolled("black", 3, 1),
        _passed("black", "expert"),
        _rolled("black", 4, 1),
        _passed("black", None),
        _rolled("black", 5, 1),
    )
    assert {(first, by) for _kind, by, _after, first, _second, _count in _all()} == {
        (2, "person"),
        (3, "person"),
        (4, "computer"),
        (5, "person"),
    }


@pytest.mark.django_db
def test_where_a_computer_stood_in_the_one_of_the_start_is_known_too() -> None:
    match = _seated(Level.EXPERT)
    match.taken_over = True
    match.save()
    _log(match, _started("expert"), _rolled("black", 2, 1), _rolled("white", 3, 1))
    assert {(first, by) for _kind, by, _after, first, _second, _count in _all()} == {(2, "computer"), (3, "person")}


@pytest.mark.django_db
def test_only_the_events_between_two_numbers_count() -> None:
    match = _seated()
    _log(match, _rolled("white", 2, 1), _rolled("black", 3, 1), _rolled("white", 4, 1))
    first, second, third = MatchEvent.objects.order_by("id").values_list("id", flat=True)
    assert draws_between(first, second) == [Draw("roll", "person", "none", 3, 1, 1)]
    assert draws_between(third, FAR) == []


@pytest.mark.django_db
def test_a_real_match_is_counted_from_its_opening_throw_on() -> None:
    running_match()
    throws = MatchEvent.objects.filter(kind="opening_thrown").count()
    assert sum(draw.count for draw in draws_between(0, FAR) if draw.kind == "opening") == throws > 0


@pytest.mark.django_db
def test_an_event_counts_as_settled_after_two_minutes() -> None:
    match = _seated()
    assert settled_event_id() == 0
    _log(match, _rolled("white", 2, 1), ago=timedelta(minutes=3))
    settled = MatchEvent.objects.get().pk
    _log(match, _rolled("black", 3, 1), ago=timedelta(minutes=1))
    assert settled_event_id() == settled
    assert settled_event_id(timedelta(0)) == settled + 1


# --- where they come from -----------------------------------------------------------------------------------


def test_case_166_dice_are_drawn_by_rejection_from_the_systems_generator() -> None:
    """`secrets.randbelow` draws again what does not fit; nothing here takes a remainder of a random number."""
    tree = ast.parse(inspect.getsource(dice))
    (throw,) = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == "throw"]
    called = [ast.unparse(one) for one in ast.walk(throw) if isinstance(one, ast.Call)]
    assert called == ["randbelow(6)", "randbelow(6)"]
    assert not any(isinstance(one, ast.Mod) for one in ast.walk(tree))
    imported = {one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    assert "secrets" in imported
    assert "random" not in imported


def test_case_166_two_games_started_in_one_second_have_other_dice() -> None:
    one, other = SystemDice(), SystemDice()
    rolls = [(one.throw(), other.throw()) for _ in range(1_000)]
    same = sum(mine == theirs for mine, theirs in rolls)
    assert same < 80, "about 28 of 1,000 are the same by chance; more than 80 never"


def test_case_167_nothing_seeded_or_analysed_foretells_the_dice() -> None:
    """Neither Python's own generator nor the engine's is the dice's."""
    source = SystemDice()
    thrown = []
    for _ in range(2):
        random.seed(1)
        sage(1).plays(Board.start(), Dice(3, 1), money_situation())
        thrown.append([source.throw() for _ in range(200)])
    assert thrown[0] != thrown[1]
    random.seed(1)
    assert thrown[0] != _as_dice(random.randrange(6) for _ in range(400))
    before = random.getstate()
    source.throw()
    assert random.getstate() == before, "and the dice leave that generator alone"


def _as_dice(numbers: Iterable[int]) -> list[tuple[int, int]]:
    faces = [number + 1 for number in numbers]
    return list(zip(faces[::2], faces[1::2], strict=True))


def test_case_167_imports_keep_other_generators_away_from_play() -> None:
    """The contract that `make lint` holds the sources to."""
    written = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())
    contracts = written["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in contracts if one["name"].startswith("chance:")]
    assert set(contract["forbidden_modules"]) == {"random", "secrets"}
    assert {"games", "matches", "stats"} <= set(contract["source_modules"])
    assert {one.split(" -> ")[0] for one in contract["ignore_imports"]} == {
        "matches.dice",
        "games.engines",
        "games.engines.**",
    }
