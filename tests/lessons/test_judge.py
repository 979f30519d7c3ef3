"""Answers are judged, and each wrong one is explained by what the rules library says."""

from __future__ import annotations

import pytest

from bgsite.lessons.attempts import Fault, Moves, NoAttemptError, checked_attempt, free_graph, refusal, rules_graph
from bgsite.lessons.course import course, exercise_named
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.given import Called, Placed
from bgsite.lessons.judge import judge
from bgsite.lessons.tasks import CardsTask, ChoiceTask
from bgsite.lessons.wire import verdict_wire
from bgsite.lessons.wording import sentences_of
from games.rules.board import BAR, OFF, Board, format_board, parse_board
from games.rules.dice import Dice
from games.rules.plays import CheckerMove


def exercise(key: str) -> Exercise:
    found = exercise_named(*key.split("/"))
    assert found is not None
    return found


def moves(*steps: tuple[int, int, int]) -> Moves:
    return tuple(CheckerMove(*step) for step in steps)


@pytest.mark.parametrize(
    ("board", "dice", "tried", "fault"),
    [
        ("M bar:1 13:5; O 19:2", (4, 1), [(13, 9, 4)], Fault.BAR_FIRST),
        ("M bar:1 13:5; O 21:2", (4, 1), [(BAR, 21, 4)], Fault.BLOCKED),
        ("M 8:1 5:2; O 24:1", (6, 2), [(5, OFF, 6)], Fault.NOT_HOME),
        ("M 6:2 3:2; O 24:1", (5, 4), [(3, OFF, 5)], Fault.HIGHER_CHECKER),
        ("M 15:1 8:1 2:6 1:7; O 24:3 23:4 18:2 17:2 7:2 3:2", (5, 3), [(15, 12, 3)], Fault.BOTH_NUMBERS),
        ("M 20:1 3:4 2:5 1:5; O 24:4 23:4 22:5 10:2", (6, 4), [(20, 16, 4)], Fault.LARGER_NUMBER),
        ("M 13:5; O 24:1", (5, 3), [(13, 8, 5)], Fault.INCOMPLETE),
        ("M 13:5; O 24:1", (5, 3), [], Fault.CAN_MOVE),
    ],
)
def test_a_refusal_is_named(board: str, dice: tuple[int, int], tried: list[tuple[int, int, int]], fault: Fault) -> None:
    found = refusal(parse_board(board), Dice.of(*dice), moves(*tried))
    assert found is not None
    assert found.fault is fault


def test_a_legal_play_is_not_refused() -> None:
    assert refusal(Board.start(), Dice(3, 1), moves((8, 5, 3), (6, 5, 1))) is None


@pytest.mark.parametrize("tried", [[(13, 9, 4)], [(12, 9, 3)], [(13, 11, 3)], [(13, 10, 3), (13, 10, 3)], [(0, 0, 3)]])
def test_what_no_hand_can_do_is_no_attempt(tried: list[tuple[int, int, int]]) -> None:
    with pytest.raises(NoAttemptError):
        checked_attempt(Board.start(), Dice(3, 1), moves(*tried))


def test_nothing_is_moved_after_a_blocked_step() -> None:
    tried = moves((13, 12, 1), (8, 5, 3))
    assert checked_attempt(Board.start(), Dice(3, 1), tried) == tried[:1]


def test_the_free_graph_has_the_steps_of_the_rules_and_the_refused_ones() -> None:
    board, dice = parse_board("M bar:1 13:1; O 21:2"), Dice(4, 1)
    free = {tuple(edge[2:5]) for edge in free_graph(board, dice).edges if edge[0] == 0}
    ruled = {tuple(edge[2:5]) for edge in rules_graph(board, dice).edges if edge[0] == 0}
    assert ruled == {(BAR, 24, 1)}
    assert free == {(BAR, 24, 1), (BAR, 21, 4), (13, 9, 4), (13, 12, 1)}


def test_a_blocked_step_leads_nowhere_and_is_no_end() -> None:
    graph = free_graph(parse_board("M bar:1 13:1; O 21:2"), Dice(4, 1))
    blocked = next(edge[1] for edge in graph.edges if edge[:1] == (0,) and edge[3] == 21)
    assert blocked not in graph.ends
    assert not [edge for edge in graph.edges if edge[0] == blocked]


def test_where_nothing_is_legal_the_graph_of_the_rules_cannot_be_confirmed() -> None:
    graph = rules_graph(parse_board("M bar:1; O 19:2 21:2"), Dice(6, 4))
    assert (graph.edges, graph.ends) == ([], [])


def test_the_order_decides() -> None:
    order = exercise("moving/order-decides")
    assert judge(order, moves((13, 8, 5), (8, 5, 3))).is_right
    wrong = judge(order, moves((13, 10, 3)))
    assert not wrong.is_right
    assert sentences_of(order, wrong)[0] == "Point 10 is blocked: 2 checkers of Black are there."
    assert wrong.after == order.position.board


def test_the_same_refusal_by_another_step_has_no_words_of_the_mistake() -> None:
    order = exercise("moving/order-decides")
    wrong = judge(order, moves((3, OFF, 5)))
    assert wrong.mistake is None
    assert sentences_of(order, wrong) == [
        "Nothing can be borne off yet: a checker is still outside of the home board, on point 13."
    ]


def test_a_legal_play_that_is_not_asked_for_shows_its_position() -> None:
    hit = exercise("hitting/hit")
    wrong = judge(hit, moves((13, 10, 3), (10, 9, 1)))
    assert (wrong.is_right, wrong.mistake, wrong.refused) == (False, None, None)
    assert wrong.after is not None
    assert "13:4" in format_board(wrong.after)
    assert sentences_of(hit, wrong)[0].startswith("No checker was hit")


def test_saying_that_nothing_can_be_played() -> None:
    assert judge(exercise("both-numbers/dance"), ()).is_right
    larger = exercise("both-numbers/larger")
    assert sentences_of(larger, judge(larger, ()))[0].startswith("A move is possible here")


def test_points_say_what_is_missing_and_what_is_too_many() -> None:
    start = exercise("setting-up/start-points")
    said = sentences_of(start, judge(start, frozenset({24, 13, 8, 5})))
    assert said[:2] == ["Not among them: 5.", "Still missing: 6."]


def test_places_say_where_there_are_too_few() -> None:
    places = exercise("setting-up/place-checkers")
    assert judge(places, Placed({13: 5, 8: 3})).is_right
    said = sentences_of(places, judge(places, Placed({13: 5, 7: 3})))
    assert said[:2] == ["Too many checkers are on: 7.", "Too few checkers are on: 8."]


def test_cards_show_the_example_of_each_one_judged_wrongly() -> None:
    cards = exercise("moving/no-jump")
    task = cards.task
    assert isinstance(task, CardsTask)
    assert judge(cards, Called({card.id: card.is_true for card in task.cards})).is_right
    wrong = judge(cards, Called({card.id: True for card in task.cards}))
    assert wrong.cards == ("one-jump", "may-pass")
    said = sentences_of(cards, wrong)
    shown = verdict_wire(cards, wrong, said)["shown"]
    assert len(said) == len(shown) == 2
    assert [line["after"]["board"] for line in shown] == [list(task.cards[index].proof.board.cells) for index in (0, 3)]


def test_a_wrong_number_may_show_why() -> None:
    shots = exercise("hitting/shots")
    wrong = judge(shots, 11)
    assert wrong.after is not None
    assert wrong.after.cells[BAR] == 1
    assert judge(shots, 12).after is None


@pytest.mark.parametrize("key", [each.key for each in course().exercises])
def test_each_mistake_and_each_wrong_choice_is_explained(key: str) -> None:
    one = exercise(key)
    answers = [mistake.answer for mistake in one.mistakes]
    if isinstance(one.task, ChoiceTask):
        answers += [choice.id for choice in one.task.choices if choice.id != one.task.right]
    if isinstance(one.task, CardsTask):
        answers.append(Called({card.id: not card.is_true for card in one.task.cards}))
    assert answers
    for answer in answers:
        verdict = judge(one, answer)
        assert not verdict.is_right
        assert sentences_of(one, verdict)
