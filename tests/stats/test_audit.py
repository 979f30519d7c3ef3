"""The audit of the dice: a million throws of the server pass (case 164), and a biased source is caught."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from games.rules.dice import DiceSource
from matches.codec import SCHEMA
from matches.dice import SystemDice
from matches.models import Match, MatchEvent
from matches.selectors.draws import Draw
from stats.models import DiceMark, DiceTotal
from stats.selectors.audit import UNFAIR, Audit, Question, Reading, audit
from stats.services import dice as counting
from stats.services.dice import dice_count, draws_add
from tests.factories import open_match

pytestmark = pytest.mark.django_db

MILLION = 1_000_000
THROWS = 200_000
IN_A_GAME = 50


@dataclass(slots=True)
class Biased:
    """Dice with a fault, for a test; chance is seeded, so the test says the same each time."""

    fault: Callable[[Random, tuple[int, int] | None], tuple[int, int]]
    random: Random = field(default_factory=lambda: Random(7))
    last: tuple[int, int] | None = None

    def throw(self) -> tuple[int, int]:
        self.last = self.fault(self.random, self.last)
        return self.last


def _fair(random: Random) -> tuple[int, int]:
    return random.randrange(6) + 1, random.randrange(6) + 1


def _likes_six(random: Random, _last: object) -> tuple[int, int]:
    """One throw in fifty has a six too many."""
    one, other = _fair(random)
    return (6, other) if random.random() < 0.02 else (one, other)


def _likes_doubles(random: Random, _last: object) -> tuple[int, int]:
    one, other = _fair(random)
    return (one, one) if random.random() < 0.02 else (one, other)


def _low_bits(random: Random, _last: object) -> tuple[int, int]:
    """Case 166: six bits modulo six, so that 1 to 4 come a little more often."""
    return random.randrange(64) % 6 + 1, random.randrange(64) % 6 + 1


def _takes_turns(random: Random, last: tuple[int, int] | None) -> tuple[int, int]:
    """After a double less often another: each number comes as often as it should."""
    thrown = _fair(random)
    if last is not None and last[0] == last[1] and thrown[0] == thrown[1] and random.random() < 0.2:
        return _fair(random)
    return thrown


def _throw(source: DiceSource, count: int, *, by: tuple[str, ...] = ("person", "computer")) -> None:
    """Throw so often into the totals: games of fifty throws, in which these take turns after the opening."""
    throws = [source.throw() for _ in range(count)]
    throwers = itertools.cycle(["both", *itertools.islice(itertools.cycle(by), IN_A_GAME - 1)])
    before = [False, *(one == other for one, other in throws)]
    for (who, is_after_double, (one, other)), times in Counter(zip(throwers, before, throws, strict=False)).items():
        after = "double" if is_after_double else "plain"
        if who == "both":
            draws_add([Draw("opening", who, after, one, other, times)])
        else:
            draws_add([Draw("roll", who, after, max(one, other), min(one, other), times)])


def _of(found: Audit, slug: str) -> Question:
    return next(question for question in found.questions if question.slug == slug)


def _unfair(found: Audit) -> set[str]:
    return {question.slug for question in found.questions if question.reading is Reading.UNFAIR}


# --- case 164 ---------------------------------------------------------------------------------------------


def test_case_164_a_million_throws_of_the_server_pass() -> None:
    """ "Double sixes every game": doubles 1/6 in all, each 1/36, each mixed roll 2/36, nothing follows a double, and
    the computer gets what persons get."""
    _throw(SystemDice(), MILLION)
    found = audit()
    assert found.throws == MILLION
    assert [question.slug for question in found.questions] == [
        "faces",
        "doubles",
        "rolls",
        "serial",
        "computers",
        "openings",
    ]
    assert _unfair(found) == set(), "chance does this less than six times in a million runs"
    for question in found.questions:
        assert question.p >= UNFAIR
        assert "%" not in question.sentence
    doubles = {one.name: one.count for one in _of(found, "doubles").counts}
    no_double = doubles.pop("No doubles")
    assert sum(doubles.values()) + no_double == MILLION
    assert abs(sum(doubles.values()) - MILLION / 6) < 2_200, "six times the spread of a fair source"
    assert all(abs(count - MILLION / 36) < 1_000 for count in doubles.values())
    mixed = [one.count for one in _of(found, "rolls").counts if one.name not in doubles]
    assert len(mixed) == 15
    assert all(abs(count - MILLION / 18) < 1_400 for count in mixed)


@pytest.mark.parametrize(
    ("fault", "caught_by"),
    [
        (_likes_six, "faces"),
        (_likes_doubles, "doubles"),
        (_low_bits, "faces"),
        (_takes_turns, "serial"),
    ],
)
def test_a_biased_source_is_caught(
    fault: Callable[[Random, tuple[int, int] | None], tuple[int, int]], caught_by: str
) -> None:
    _throw(Biased(fault), THROWS)
    found = audit()
    assert caught_by in _unfair(found)
    assert found.reading is Reading.UNFAIR
    assert "not fair" in _of(found, caught_by).sentence
    assert "not the counts of fair dice" in found.sentence


def test_a_computer_that_is_favoured_is_caught_where_all_together_it_would_hardly_be_seen() -> None:
    _throw(Biased(lambda random, _last: _fair(random)), THROWS, by=("person",))
    _throw(Biased(_likes_doubles), THROWS // 4, by=("computer",))
    assert "computers" in _unfair(audit())


def test_white_favoured_at_the_opening_is_caught() -> None:
    fair = Random(3)
    throws = Counter(_ordered(_fair(fair), white_first=fair.random() < 0.6) for _ in range(THROWS))
    draws_add(Draw("opening", "both", "none", one, other, count) for (one, other), count in throws.items())
    assert _unfair(audit()) == {"openings"}


def _ordered(thrown: tuple[int, int], *, white_first: bool) -> tuple[int, int]:
    high, low = max(thrown), min(thrown)
    return (high, low) if white_first else (low, high)


def test_dice_that_are_too_even_are_not_left_to_chance() -> None:
    faces = range(1, 7)
    draws_add(Draw("roll", "person", "plain", max(t), min(t), 5_000) for t in itertools.product(faces, faces))
    found = audit()
    assert {"faces", "doubles", "rolls"} <= _unfair(found)
    assert "this even" in _of(found, "rolls").sentence


def test_a_fair_source_passes_and_the_sentence_says_how_often_it_would() -> None:
    _throw(Biased(lambda random, _last: _fair(random)), THROWS)
    found = audit()
    assert found.reading is Reading.FAIR
    question = _of(found, "rolls")
    assert question.sentence == (
        f"Fair dice come out this uneven, or more so, in {round(100 * question.p)} of 100 cases."
        " Nothing speaks against these dice."
    )
    assert found.sentence == "All answers are as fair dice give them."


def test_what_is_rare_but_possible_is_called_unusual() -> None:
    """33,334 of each number are to be expected: 646 more ones and 646 fewer twos give a chi-square of 25."""
    for face, count in {1: 16_990, 2: 16_344, 3: 16_667, 4: 16_667, 5: 16_667, 6: 16_667}.items():
        draws_add([Draw("roll", "person", "plain", face, face, count)])
    faces = _of(audit(), "faces")
    assert faces.chi == pytest.approx(25.04, abs=0.01)
    assert faces.reading is Reading.UNUSUAL
    assert "in 1 of 10,000 cases only" in faces.sentence


def test_few_throws_are_not_weighed_and_not_shown() -> None:
    _throw(SystemDice(), 300)
    found = audit()
    assert found.throws == 300
    assert _of(found, "rolls").counts == ()
    assert _of(found, "rolls").reading is Reading.TOO_FEW
    assert audit().questions[2].sentence == "There are too few throws yet to say anything."


def test_without_a_throw_there_is_an_answer_all_the_same() -> None:
    found = audit()
    assert (found.throws, found.reading) == (0, Reading.TOO_FEW)
    assert all(question.counts == () for question in found.questions)


# --- counting ---------------------------------------------------------------------------------------------


def _roll(match: Match, throws: list[tuple[int, int]], *, minutes_ago: int = 5) -> None:
    last = MatchEvent.objects.filter(match=match).count()
    MatchEvent.objects.bulk_create(
        MatchEvent(
            match=match,
            seq=number,
            kind="dice_rolled",
            schema=SCHEMA,
            data={"side": "white", "dice": [max(thrown), min(thrown)], "again": False},
            at=timezone.now() - timedelta(minutes=minutes_ago),
        )
        for number, thrown in enumerate(throws, last + 1)
    )


def _totals() -> dict[tuple[int, int], int]:
    counted: Counter[tuple[int, int]] = Counter()
    for first, second, count in DiceTotal.objects.values_list("first", "second", "count"):
        counted[first, second] += count
    return dict(counted)


def test_every_throw_is_counted_once_however_often_the_task_runs() -> None:
    match = open_match()
    _roll(match, [(6, 6), (2, 1), (2, 1)])
    assert [dice_count(), dice_count()] == [3, 0]
    _roll(match, [(2, 1)])
    assert dice_count() == 1
    assert _totals() == {(6, 6): 1, (2, 1): 3}


def test_a_throw_of_this_minute_waits_and_is_not_forgotten() -> None:
    match = open_match()
    _roll(match, [(6, 6)], minutes_ago=1)
    assert dice_count() == 0
    last = MatchEvent.objects.get().pk
    assert dice_count(until=last) == 1


def test_many_events_are_counted_in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "EVENTS_A_ROUND", 3)
    _roll(open_match(), [(3, 2)] * 10)
    first = MatchEvent.objects.order_by("pk").values_list("pk", flat=True)[0]
    DiceMark.objects.create(id=1, last_event=first - 1)
    assert dice_count() == 10
    assert _totals() == {(3, 2): 10}


def test_a_run_that_lasts_too_long_leaves_the_rest_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "EVENTS_A_ROUND", 3)
    monkeypatch.setattr(counting, "SECONDS_A_RUN", 0)
    _roll(open_match(), [(3, 2)] * 4)
    assert dice_count() == 0
    monkeypatch.setattr(counting, "SECONDS_A_RUN", 60)
    assert dice_count() == 4


def test_totals_know_no_day_and_no_match() -> None:
    columns = {field.name for field in DiceTotal._meta.concrete_fields}
    assert columns == {"id", "kind", "by", "after", "first", "second", "count"}


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_count_every_throw_once() -> None:
    _roll(open_match(), [(5, 4)] * 40)

    def count(_number: int) -> int:
        try:
            return dice_count()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        added = list(workers.map(count, range(4)))
    assert sorted(added) == [0, 0, 0, 40]
    assert _totals() == {(5, 4): 40}
