"""The outbox of statistics: what is put in with the events, who has a say, and how it is taken away."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bgsite.accounts.models import User
from games.rules.actions import ForfeitMatch, Next, ResignMatch, StartNextGame, VoidMatch
from games.rules.events import GameEnded, GameStarted, MatchStarted
from games.rules.levels import Level
from games.rules.match import Transition
from games.rules.rulecard import Preset
from games.rules.score import GameResult, ResultKind, Termination
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, game_of
from matches import consent
from matches.facts import DURATION_EDGES, GameFact, Link, Moment, Play, ended_fact, started_fact
from matches.models import Connection, GameFactOutbox, Match, OwnDevice, Seat
from matches.selectors.replays import is_like_its_log
from matches.selectors.tables import log_of
from matches.services import facts
from matches.services.clocks import sweep_deadlines
from matches.services.facts import facts_forget, facts_note, facts_take
from matches.services.heartbeat import beat
from matches.services.play import Accepted, submit_bot_action, submit_server_action
from matches.services.records import games_update
from matches.services.sitting import computer_match_start, hot_seat_start
from matches.wire import StoredEvent
from tests.factories import against_expert, running_match
from tests.games import strategies
from tests.games.random_play import RandomMatch
from tests.matches.doing import act, must, play_some, state_now
from tests.matches.matchmaking import begun_match, lose_game, terms
from tests.matches.timing import late_match
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db

WHITE, BLACK = Side.WHITE, Side.BLACK
TODAY = date(2026, 3, 29)
NOTHING_OF_THE_END = ("", "", None, None, None, None, None, None)


def noted(moment: Moment) -> GameFactOutbox:
    """The one row of that moment."""
    return GameFactOutbox.objects.get(moment=moment.value)


def end_of(row: GameFactOutbox) -> tuple[object, ...]:
    return (
        row.ending,
        row.winner,
        row.result,
        row.turns,
        row.duration,
        row.cube_turns,
        row.connected,
        row.reconnects,
    )


def outbox_row(day: date = TODAY) -> GameFactOutbox:
    return GameFactOutbox.objects.create(day=day, moment="started", play="hot_seat", preset="money")


def statistics_off(user: User) -> None:
    User.objects.filter(pk=user.pk).update(statistics=False)


# --- what is put in -----------------------------------------------------------------------------------------------


def test_a_start_is_one_fact_without_anything_of_an_end() -> None:
    before = datetime.now(UTC).date()
    running_match()
    row = noted(Moment.STARTED)
    assert before <= row.day <= datetime.now(UTC).date()
    assert (row.play, row.level, row.preset, row.length) == ("online_match", "", "match", 3)
    assert end_of(row) == NOTHING_OF_THE_END
    assert isinstance(row.key, UUID)


def test_an_end_is_one_fact_more() -> None:
    match = running_match()
    lose_game(match, BLACK, ResultKind.GAMMON)
    row = noted(Moment.ENDED)
    assert (row.play, row.level, row.preset, row.length) == ("online_match", "", "match", 3)
    assert end_of(row) == ("resigned", "white", 2, 0, 0, 0, None, None)
    assert GameFactOutbox.objects.count() == 2


def test_each_game_of_a_match_begins_and_ends() -> None:
    match = running_match()
    lose_game(match, BLACK)
    for side in Side:
        must(act(match, Next(), side))
    lose_game(match, WHITE)
    moments = sorted(GameFactOutbox.objects.values_list("moment", flat=True))
    assert moments == ["ended", "ended", "started", "started"]


def test_a_move_puts_nothing_in_and_asks_for_nothing(match: Match) -> None:
    """Five statements (`test_control`): lock, look, store, between the two of the transaction."""
    GameFactOutbox.objects.all().delete()
    state = state_now(match)
    played = [one for one in log_of(match.pk) if not isinstance(one.event, GameStarted)]
    with CaptureQueriesContext(connection) as queries:
        facts_note(match.pk, state, played)
    play_some(match)
    assert (len(queries), GameFactOutbox.objects.count()) == (0, 0)


ENDS: dict[Termination, Callable[[Match], object]] = {
    Termination.FORFEITED: lambda match: submit_server_action(match.pk, ForfeitMatch(WHITE)),
    Termination.VOIDED: lambda match: submit_server_action(match.pk, VoidMatch()),
    Termination.RESIGNED: lambda match: lose_game(match, WHITE),
}


@pytest.mark.parametrize("ending", ENDS)
def test_every_way_to_an_end_passes_here(match: Match, ending: Termination) -> None:
    ENDS[ending](match)
    assert noted(Moment.ENDED).ending == ending.value


def test_so_does_a_flag_that_the_sweeper_found() -> None:
    match = late_match()
    beat()
    sweep_deadlines()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert noted(Moment.ENDED).ending == "timed_out"


def test_so_does_a_computer_that_resigns() -> None:
    match = against_expert()
    Match.objects.filter(pk=match.pk).update(origin=Match.Origin.COMPUTER)
    while game_of(state_now(match)).on_roll is WHITE:
        play_some(match)
    must(submit_bot_action(match.pk, BLACK, ResignMatch(), state_now(match).decision))
    row = noted(Moment.ENDED)
    assert (row.play, row.level, row.ending, row.winner) == ("computer", "expert", "forfeited", "white")


def test_so_does_a_next_game_that_the_server_starts() -> None:
    match = running_match()
    lose_game(match, BLACK)
    assert isinstance(submit_server_action(match.pk, StartNextGame()), Accepted)
    assert GameFactOutbox.objects.filter(moment="started").count() == 2


def of_a_computer() -> Match:
    return computer_match_start(alice(), terms(), Level.ADVANCED, 0)


def of_one_screen() -> Match:
    return hot_seat_start(alice(), terms())


def of_a_link() -> Match:
    return begun_match(alice(), bob(), by_link=True)


def of_a_session() -> Match:
    return begun_match(alice(), bob(), terms(Preset.MONEY, None))


def of_names() -> Match:
    return begun_match(alice(), bob(), terms(length=5))


@pytest.mark.parametrize(
    ("begin", "expected"),
    [
        (of_a_computer, ("computer", "advanced", "match", 3)),
        (of_one_screen, ("hot_seat", "", "match", 3)),
        (of_a_link, ("friend_link", "", "match", 3)),
        (of_a_session, ("money_session", "", "money", None)),
        (of_names, ("online_match", "", "match", 5)),
    ],
)
def test_each_kind_of_play_is_told_apart(begin: Callable[[], Match], expected: tuple[object, ...]) -> None:
    begin()
    row = noted(Moment.STARTED)
    assert (row.play, row.level, row.preset, row.length) == expected


def test_a_computer_that_stands_in_is_no_opponent(match: Match) -> None:
    state = state_now(match)
    standing_in = MatchState(
        **{field.name: getattr(state, field.name) for field in fields(state) if field.name != "computers"},
        computers=Pair(None, Level.EXPERT),
    )
    assert started_fact(standing_in, "named", TODAY).level == ""
    assert started_fact(standing_in, "computer", TODAY).level == "expert"


def test_a_game_by_a_link_says_how_the_connection_was() -> None:
    match = of_a_link()
    game = match.games.get()
    for side in Side:
        Connection.objects.create(
            match=match, side=side.value, version=0, came_at=game.started_at, left_at=game.started_at
        )
    Connection.objects.create(match=match, side="black", version=3, came_at=game.started_at + timedelta(microseconds=1))
    lose_game(match, BLACK)
    row = noted(Moment.ENDED)
    assert (row.connected, row.reconnects) == (True, 1)


# --- who has a say ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [alice, bob])
def test_one_who_sits_there_and_wants_none_is_enough(who: Callable[[], User]) -> None:
    statistics_off(who())
    match = running_match()
    lose_game(match, BLACK)
    assert not GameFactOutbox.objects.exists()


def test_another_browser_that_plays_for_one_of_them_has_a_say() -> None:
    match = begun_match(alice(), bob())
    GameFactOutbox.objects.all().delete()
    OwnDevice.objects.create(match=match, owner=alice(), device=charlie())
    statistics_off(charlie())
    lose_game(match, BLACK)
    assert not GameFactOutbox.objects.exists()


def test_a_change_of_mind_counts_from_then_on() -> None:
    match = running_match()
    statistics_off(bob())
    lose_game(match, BLACK)
    assert list(GameFactOutbox.objects.values_list("moment", flat=True)) == ["started"]


def test_computers_and_emptied_seats_have_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Collection[int]] = []

    def ask(person_ids: Collection[int]) -> bool:
        asked.append(person_ids)
        return True

    monkeypatch.setattr(consent, "_asked", [ask])
    of_a_computer()
    match = running_match()
    Seat.objects.filter(match=match, side="black").update(user=None, hidden=True)
    lose_by_forfeit(match)
    assert asked == [{alice().pk}, {alice().pk, bob().pk}, {alice().pk}]


def lose_by_forfeit(match: Match) -> None:
    assert isinstance(submit_server_action(match.pk, ForfeitMatch(BLACK)), Accepted)


def test_a_person_whose_computer_stands_in_still_has_a_say() -> None:
    match = running_match()
    Seat.objects.filter(match=match, side="black").update(level="expert")
    statistics_off(bob())
    lose_by_forfeit(match)
    assert not GameFactOutbox.objects.filter(moment="ended").exists()


def test_without_an_answer_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "_asked", [consent._nobody])
    running_match()
    assert not GameFactOutbox.objects.exists()


def test_people_are_asked_before_anything_is_written() -> None:
    statistics_off(bob())
    with CaptureQueriesContext(connection) as queries:
        running_match()
    said = [query["sql"] for query in queries if "gamefactoutbox" in query["sql"]]
    assert said == []


# --- play is never disturbed --------------------------------------------------------------------------------------


def broken_outbox() -> None:
    """The table is not where it should be."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_gamefactoutbox RENAME TO elsewhere")


def test_with_a_broken_outbox_games_begin_and_end(caplog: pytest.LogCaptureFixture) -> None:
    people = alice(), bob()
    broken_outbox()
    with caplog.at_level(logging.WARNING, "matches"):
        match = running_match(*people)
        lose_game(match, BLACK)
        for side in Side:
            must(act(match, Next(), side))
    assert game_of(state_now(match)).number == 2
    match.refresh_from_db()
    assert is_like_its_log(match)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3
    assert f"match {match.pk} at version {match.version}: not counted: " in caplog.text
    assert not any(person.username in caplog.text for person in people)


@pytest.mark.django_db(transaction=True)
def test_an_outbox_that_is_locked_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "LOCK_MILLIS", 50)
    locked, begun = threading.Event(), threading.Event()

    def lock() -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("LOCK TABLE matches_gamefactoutbox IN ACCESS EXCLUSIVE MODE")
                locked.set()
                begun.wait(10)
        finally:
            connection.close()

    thread = threading.Thread(target=lock)
    thread.start()
    locked.wait(10)
    try:
        match = running_match()
    finally:
        begun.set()
        thread.join()
    assert state_now(match).game is not None
    assert not GameFactOutbox.objects.exists()


def test_a_fact_that_does_not_fit_is_left_out(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(*_facts: object) -> Link:
        return Link(connected=True, reconnects=-1)

    Match.objects.filter(pk=match.pk).update(origin=Match.Origin.LINK)
    monkeypatch.setattr(facts, "link_of", odd)
    lose_game(match, BLACK)
    assert match.games.get().last_event is not None
    assert not GameFactOutbox.objects.filter(moment="ended").exists()


def test_what_is_rolled_back_was_never_counted(match: Match) -> None:
    GameFactOutbox.objects.all().delete()
    with transaction.atomic():
        lose_game(match, BLACK)
        assert GameFactOutbox.objects.exists()
        transaction.set_rollback(True)
    assert not GameFactOutbox.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_breaks_while_collecting_is_no_accepted_action(monkeypatch: pytest.MonkeyPatch) -> None:
    match = running_match()
    before = state_now(match)

    def cut(_person_ids: Collection[int]) -> bool:
        connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return True

    with monkeypatch.context() as patch:
        patch.setattr(consent, "_asked", [cut])
        with pytest.raises(OperationalError):
            act(match, ResignMatch(), WHITE)
    connection.close()
    assert state_now(match) == before
    assert not GameFactOutbox.objects.filter(moment="ended").exists()
    must(act(match, ResignMatch(), WHITE))
    assert noted(Moment.ENDED).ending == "forfeited"


# --- taking away --------------------------------------------------------------------------------------------------


def test_facts_are_taken_in_the_order_of_their_keys_and_once() -> None:
    rows = [outbox_row() for _ in range(5)]
    with transaction.atomic():
        first, then, last = facts_take(3), facts_take(3), facts_take(3)
    assert [fact.key for fact in (*first, *then)] == sorted(row.key for row in rows)
    assert (len(first), len(then), last) == (3, 2, [])
    assert not GameFactOutbox.objects.exists()


def test_a_fact_is_taken_as_it_was_put_in() -> None:
    match = of_a_link()
    lose_game(match, BLACK)
    rows = {row.key: row for row in GameFactOutbox.objects.all()}
    taken = facts_take(10)
    assert {fact.moment for fact in taken} == set(Moment)
    assert {fact.play for fact in taken} == {Play.FRIEND_LINK}
    for fact in taken:
        assert fact.key is not None
        row = rows[fact.key]
        assert all(getattr(fact, field.name) == getattr(row, field.name) for field in fields(GameFact))


def test_what_was_taken_in_vain_is_here_again() -> None:
    row = outbox_row()
    with transaction.atomic():
        assert len(facts_take(10)) == 1
        transaction.set_rollback(True)
    assert [fact.key for fact in facts_take(10)] == [row.key]


@pytest.mark.django_db(transaction=True)
def test_taking_needs_a_transaction() -> None:
    outbox_row()
    with pytest.raises(transaction.TransactionManagementError):
        facts_take(10)
    assert GameFactOutbox.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_movers_take_no_row_twice_and_do_not_wait() -> None:
    for _ in range(4):
        outbox_row()
    other: list[int] = []

    def take_all() -> None:
        try:
            with transaction.atomic():
                other.append(len(facts_take(10)))
        finally:
            connection.close()

    with transaction.atomic():
        mine = facts_take(1)
        thread = threading.Thread(target=take_all)
        thread.start()
        thread.join(5)
        assert (len(mine), other) == (1, [3])
    assert not GameFactOutbox.objects.exists()


def test_old_facts_are_dropped_in_batches() -> None:
    for days in (3, 2, 1, 0):
        outbox_row(TODAY - timedelta(days=days))
    through = TODAY - timedelta(days=1)
    assert [facts_forget(through, 2) for _ in range(3)] == [2, 1, 0]
    assert list(GameFactOutbox.objects.values_list("day", flat=True)) == [TODAY]


# --- the facts themselves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minutes", "bucket"),
    [(-1, 0), (0, 0), (1.99, 0), (2, 1), (59.9, 5), (60, 6), (179.9, 6), (1439.9, 7), (1440, 8), (10**6, 8)],
)
def test_durations_are_in_buckets(match: Match, minutes: float, bucket: int) -> None:
    assert _ended(state_now(match), minutes=minutes).duration == bucket
    assert 0 <= bucket <= len(DURATION_EDGES)


@pytest.mark.parametrize(("reconnects", "counted"), [(0, 0), (2, 2), (3, 3), (99, 3)])
def test_reconnections_are_counted_to_three(match: Match, reconnects: int, counted: int) -> None:
    link = Link(connected=False, reconnects=reconnects)
    fact = _ended(state_now(match), origin="link", link=link)
    assert (fact.connected, fact.reconnects) == (False, counted)
    assert _ended(state_now(match), origin="seek", link=link).connected is None


def _ended(state: MatchState, *, minutes: float = 1, origin: str = "named", link: Link | None = None) -> GameFact:
    ended = GameEnded(GameResult(WHITE, ResultKind.SINGLE, 1), Termination.BORNE_OFF)
    return ended_fact(state, ended, origin, TODAY, minutes, link)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(agreed=strategies.terms(), seed=strategies.seeds, origin=st.sampled_from(Match.Origin.values))
def test_facts_of_any_game_fit_the_table(agreed: MatchStarted, seed: int, origin: str) -> None:
    """Whatever happens at a match: each start and each end of a game is one row that the database takes."""
    with transaction.atomic():
        match = running_match()
        Match.objects.filter(pk=match.pk).update(origin=origin)
        match.games.all().delete()
        GameFactOutbox.objects.all().delete()
        played = RandomMatch(agreed, Random(seed))
        expected = _noted_on_the_way(match.pk, played)
        rows = GameFactOutbox.objects.values_list("moment", flat=True)
        assert sorted(rows) == sorted(expected)
        transaction.set_rollback(True)


def _noted_on_the_way(match_id: int, played: RandomMatch) -> list[str]:
    """Do with the records and the outbox what `Visit.store` does; the moments that were told."""
    told: list[str] = []
    before: MatchState | None = None

    def look(done: Transition) -> None:
        nonlocal before
        first = done.after.version - len(done.events) + 1
        stored = tuple(StoredEvent(seq, played.now, event) for seq, event in enumerate(done.events, first))
        games_update(match_id, before, done.after, stored)
        facts_note(match_id, done.after, stored)
        before = done.after
        told.extend("started" for event in done.events if isinstance(event, GameStarted))
        told.extend("ended" for event in done.events if isinstance(event, GameEnded))

    played.play_out(look)
    return told
