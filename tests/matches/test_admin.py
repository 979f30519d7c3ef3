"""Matches in the administration: found, shown, never changed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from games.rules.actions import Double, ResignMatch, Take
from games.rules.rulecard import Preset
from games.rules.score import ResultKind
from games.rules.sides import Side
from matches.admin import EVENTS_A_PAGE, quick
from matches.admin.matches import MatchAdmin
from matches.models import GameRecord, Match, MatchEvent, Seat
from tests.matches.matchmaking import (
    act,
    begun_match,
    browser,
    lose_game,
    next_game,
    open_match,
    person,
    play_to_a_roll,
    terms,
    text_of,
)

pytestmark = pytest.mark.django_db

LISTS = ("match", "seat", "gamerecord", "matchevent")


@pytest.fixture
def admin() -> Client:
    return browser(User.objects.create_superuser("root-of-all"))


def _found(client: Client, model: str, query: str) -> list[int]:
    page = client.get(f"/admin/matches/{model}/?{query}")
    assert page.status_code == 200, (page.status_code, query)
    return [one.pk for one in page.context["cl"].result_list]


def test_each_game_of_a_match_is_shown_with_cube_owner_points_and_ending(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob, terms(length=5))
    side = play_to_a_roll(match)
    act(match, side, Double())
    act(match, side.other, Take())
    lose_game(match, side, ResultKind.GAMMON)
    page = text_of(admin, f"/admin/matches/match/{match.pk}/change/")
    record = GameRecord.objects.get(match=match)
    assert (record.cube_value, record.cube_owner, record.points, record.termination) == (2, side.other, 4, "resigned")
    for words in ("alice", "bob", "5-point match", "Resigned", f"/admin/matches/gamerecord/{record.pk}/positions/"):
        assert words in page
    row = text_of(admin, f"/admin/matches/gamerecord/{record.pk}/change/")
    for words in ("Resigned", "4", record.get_cube_owner_display() or ""):
        assert words in row


def test_a_finished_game_links_to_its_positions_also_of_private_matches(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob, terms(length=5, public=False))
    lose_game(match, Side.WHITE)
    next_game(match)
    first, second = match.games.order_by("number")
    page = text_of(admin, f"/admin/matches/gamerecord/{first.pk}/positions/")
    assert "4HPwATDgc/ABMA" in page
    assert f'href="/admin/matches/match/{match.pk}/change/"' in page
    assert admin.get(f"/admin/matches/gamerecord/{second.pk}/positions/").status_code == 404
    assert browser(alice).get(f"/admin/matches/gamerecord/{first.pk}/positions/").status_code == 302


def test_the_log_is_shown_in_pages(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob, terms(length=25))
    while MatchEvent.objects.filter(match=match).count() <= EVENTS_A_PAGE:
        lose_game(match, Side.WHITE)
        next_game(match)
    first = admin.get(f"/admin/matches/match/{match.pk}/change/").context["event_page"]
    second = admin.get(f"/admin/matches/match/{match.pk}/change/?events=2").context["event_page"]
    assert [event.seq for event in first] == list(range(1, EVENTS_A_PAGE + 1))
    assert second[0].seq == EVENTS_A_PAGE + 1
    assert "match_started" in text_of(admin, f"/admin/matches/match/{match.pk}/change/")


def test_the_check_says_whether_the_log_gives_the_snapshot(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    path = f"/admin/matches/match/{match.pk}/change/"
    assert "Replaying the log" not in text_of(admin, path)
    assert "gives exactly the stored snapshot" in text_of(admin, f"{path}?check=replay")
    snapshot = Match.objects.values_list("snapshot", flat=True).get(pk=match.pk)
    assert snapshot is not None
    snapshot["score"]["white"] = 3
    Match.objects.filter(pk=match.pk).update(snapshot=snapshot)
    assert "does not give the stored snapshot" in text_of(admin, f"{path}?check=replay")


def test_open_and_forgotten_matches_can_be_looked_at(alice: User, bob: User, admin: Client) -> None:
    waiting, over = open_match(person("charlie")), begun_match(alice, bob)
    lose_game(over, Side.WHITE)
    account_delete(alice)
    account_delete(bob)
    assert "There is no log." in text_of(admin, f"/admin/matches/match/{waiting.pk}/change/")
    page = text_of(admin, f"/admin/matches/match/{over.pk}/change/?check=replay")
    assert "deleted player – deleted player" in page
    assert "There is no log to replay." in page


def test_the_secret_of_a_link_is_not_shown(alice: User, admin: Client) -> None:
    match = open_match(alice)
    assert match.link_token not in text_of(admin, f"/admin/matches/match/{match.pk}/change/")
    assert match.link_token not in text_of(admin, "/admin/matches/match/")


def test_matches_are_found_by_player_date_length_and_ending(alice: User, bob: User, admin: Client) -> None:
    short = begun_match(alice, bob, terms(length=1))
    long = begun_match(bob, person("charlie"), terms(length=9))
    act(long, Side.WHITE, ResignMatch())
    assert _found(admin, "match", "q=alice") == [short.pk]
    assert set(_found(admin, "match", "q=BO")) == {short.pk, long.pk}
    assert _found(admin, "match", f"q={long.code}") == [long.pk]
    assert _found(admin, "match", "length=9") == [long.pk]
    assert _found(admin, "match", "termination__exact=forfeited") == [long.pk]
    assert _found(admin, "match", "status__exact=running") == [short.pk]
    assert _found(admin, "match", "q=nobody") == []
    today = f"{long.created_at:%Y-%m-%d}"
    Match.objects.filter(pk=short.pk).update(created_at=long.created_at - timedelta(days=9))
    for model in ("match", "gamerecord"):
        assert len(_found(admin, model, f"to={today}")) == 2
    assert _found(admin, "match", f"from={today}&to={today}") == [long.pk]
    assert _found(admin, "match", f"from={today}&status__exact=running") == []
    assert "is no date" in text_of(admin, "/admin/matches/match/?from=yesterday")


def test_open_matches_are_found_by_who_made_them_and_who_is_asked(alice: User, bob: User, admin: Client) -> None:
    waiting = open_match(alice, bob)
    assert _found(admin, "match", "q=alice") == _found(admin, "match", "q=bob") == [waiting.pk]


def test_games_are_found_by_length_ending_cube_size_and_card(alice: User, bob: User, admin: Client) -> None:
    match, money = begun_match(alice, bob, terms(length=5)), begun_match(alice, bob, terms(Preset.MONEY, None))
    lose_game(match, Side.WHITE, ResultKind.GAMMON)
    game, other = match.games.get(), money.games.get()
    GameRecord.objects.filter(pk=game.pk).update(cube_value=4, length=5, preset="match")
    GameRecord.objects.filter(pk=other.pk).update(cube_value=256, preset="money")
    found = {
        "length=5": game,
        "length=none": other,
        "length=6": None,
        "termination__exact=resigned": game,
        "cube_value=4": game,
        "cube_value=128": other,
        "result_kind=2": game,
        "preset=money": other,
    }
    for query, one in found.items():
        assert _found(admin, "gamerecord", query) == ([] if one is None else [one.pk]), query


def test_games_seats_and_events_are_found_by_player(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob)
    begun_match(bob, person("charlie"))
    assert _found(admin, "gamerecord", "q=alice") == [match.games.get().pk]
    assert _found(admin, "seat", "q=alice") == [match.seats.get(user=alice).pk]
    events = _found(admin, "matchevent", f"match__id__exact={match.pk}")
    assert events == list(match.events.order_by("-pk").values_list("pk", flat=True))
    assert _found(admin, "matchevent", f"q={match.code}") == events
    assert _found(admin, "matchevent", "q=alice") == []


def test_nothing_can_be_added_changed_or_deleted(alice: User, bob: User, admin: Client) -> None:
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    before = Match.objects.values().get(pk=match.pk)
    keys = {
        "match": match.pk,
        "seat": match.seats.earliest("pk").pk,
        "gamerecord": match.games.get().pk,
        "matchevent": match.events.earliest("pk").pk,
    }
    for model, key in keys.items():
        assert admin.get(f"/admin/matches/{model}/add/").status_code == 403
        assert admin.post(f"/admin/matches/{model}/add/", {}).status_code == 403
        assert admin.post(f"/admin/matches/{model}/{key}/change/", {"status": "cancelled"}).status_code == 403
        assert admin.post(f"/admin/matches/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
        delete = {"action": "delete_selected", "_selected_action": [key], "post": "yes"}
        admin.post(f"/admin/matches/{model}/", delete)
    assert Match.objects.values().get(pk=match.pk) == before
    assert (Seat.objects.count(), GameRecord.objects.count()) == (2, 1)
    assert MatchEvent.objects.filter(match=match).count() == before["version"]


def test_staff_without_the_right_sees_nothing(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    helper = User.objects.create_user("helper", is_staff=True)
    client = browser(helper)
    for model in LISTS:
        assert client.get(f"/admin/matches/{model}/").status_code == 403
    positions = f"/admin/matches/gamerecord/{match.games.get().pk}/positions/"
    assert client.get(positions).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_gamerecord"))
    assert client.get(positions).status_code == 200


@pytest.mark.parametrize("model", LISTS)
def test_longer_lists_need_no_more_queries(
    alice: User, bob: User, admin: Client, model: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = f"/admin/matches/{model}/"
    lose_game(begun_match(alice, bob), Side.WHITE)
    open_match(alice)
    with django_assert_num_queries(QUERIES[model]):
        admin.get(path)
    for number in range(3):
        lose_game(begun_match(person(f"rival{number}"), bob, terms(Preset.MONEY, None)), Side.BLACK)
        open_match(bob, alice)
    with django_assert_num_queries(QUERIES[model]):
        admin.get(path)


QUERIES = {"match": 9, "seat": 7, "gamerecord": 9, "matchevent": 7}


# --- a million rows -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", LISTS)
def test_no_list_asks_for_distinct_values_or_searches_in_the_middle_of_words(
    alice: User, bob: User, admin: Client, model: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    lose_game(begun_match(alice, bob), Side.WHITE)
    with django_assert_max_num_queries(14) as asked:
        admin.get(f"/admin/matches/{model}/?q=alice&o=2.-3&_facets=True")
    said = " ".join(one["sql"] for one in asked.captured_queries).upper()
    assert "DISTINCT" not in said
    assert "UPPER(" not in said


@pytest.mark.parametrize("query", ["from=x&to=0001-01-01", "to=9999-12-31", "length=%C2%B2", "length=99999"])
def test_what_makes_no_sense_narrows_nothing_down(alice: User, bob: User, admin: Client, query: str) -> None:
    begun_match(alice, bob)
    assert admin.get(f"/admin/matches/match/?{query}").status_code == 200


def test_a_list_has_one_order_whatever_the_address_asks(alice: User, bob: User, admin: Client) -> None:
    matches = [begun_match(alice, bob).pk for _ in range(3)]
    assert _found(admin, "match", "o=1") == _found(admin, "match", "o=-3.2") == matches[::-1]


def test_pages_end_where_counting_ends_and_the_words_say_so(
    alice: User, bob: User, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "COUNTED", 100)
    Match.objects.bulk_create(_copies(begun_match(alice, bob), 105))
    page = admin.get("/admin/matches/match/")
    assert page.context["cl"].paginator.num_pages == 2
    assert "about 100 matches" in page.content.decode()
    assert "more than 100 matches" in text_of(admin, "/admin/matches/match/?status__exact=running")
    assert "1 match" in text_of(admin, "/admin/matches/match/?q=alice")
    assert len(_found(admin, "match", "p=2")) == 50


def _copies(match: Match, count: int) -> list[Match]:
    kept = {field: getattr(match, field) for field in ("card", "kind", "preset", "length", "status")}
    return [Match(**kept, created_at=match.created_at) for _ in range(count)]


def test_a_list_that_takes_too_long_says_so(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "PATIENCE_MILLIS", 20)
    slow = Match.objects.extra(where=["pg_sleep(1) IS NOT NULL"])
    open_match(person("alice"))
    monkeypatch.setattr(MatchAdmin, "get_queryset", lambda *_: slow)
    assert "Narrow it down" in text_of(admin, "/admin/matches/match/", 503)


def test_more_names_than_can_be_searched_are_told(alice: User, admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "NAMES_SEARCHED", 1)
    person("alicia")
    open_match(alice)
    assert "Type more of the name" in text_of(admin, "/admin/matches/match/?q=ali")
    assert "Type more of the name" not in text_of(admin, "/admin/matches/match/?q=alice")


def test_the_page_of_a_match_is_a_fixed_number_of_queries(
    alice: User, bob: User, admin: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = begun_match(alice, bob, terms(length=25))
    path = f"/admin/matches/match/{match.pk}/change/"
    lose_game(match, Side.WHITE)
    admin.get(path)  # content types are remembered from now on
    with django_assert_num_queries(9):
        admin.get(path)
    for _ in range(3):
        next_game(match)
        lose_game(match, Side.WHITE)
    admin.get(path)  # content types are remembered from now on
    with django_assert_num_queries(9):
        admin.get(path)
