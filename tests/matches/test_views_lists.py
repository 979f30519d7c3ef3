"""My matches, and the running matches that may be watched."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bgsite.accounts.models import User
from games.rules.actions import AcceptProposal, OfferAdjournment, ResignMatch
from games.rules.rulecard import Preset
from games.rules.sides import Pair, Side
from games.rules.state import game_of, to_act
from matches.models import Match, Seat
from matches.selectors.lists import PER_PAGE, MatchRow, my_matches, running_matches
from matches.selectors.previews import with_pictures
from matches.services.lifecycle import invitation_decline, match_cancel
from matches.services.people import befriend
from matches.services.seeks import seek_post
from matches.services.sitting import hot_seat_start
from tests.matches.matchmaking import act, begun_match, browser, lose_game, open_match, person, state, terms

pytestmark = pytest.mark.django_db


def _codes(rows: list[MatchRow]) -> list[str]:
    return [row.match.code for row in rows]


def test_a_running_match_waits_for_one_of_the_two(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    on_turn, other = (alice, bob) if to_act(state(match)) is Side.WHITE else (bob, alice)
    assert _codes(my_matches(on_turn.pk).waiting_for_me) == [match.code]
    assert _codes(my_matches(other.pk).running) == [match.code]


def test_between_games_nobody_is_on_turn(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    for user in (alice, bob):
        assert _codes(my_matches(user.pk).running) == [match.code]


def test_open_matches_are_mine_or_invitations(alice: User, bob: User) -> None:
    named, link = open_match(alice, bob), open_match(alice)
    assert _codes(my_matches(alice.pk).open) == [link.code, named.code]
    assert _codes(my_matches(bob.pk).invitations) == [named.code]


def test_finished_and_cancelled_matches_tell_how_they_ended(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    act(match, Side.BLACK, ResignMatch())
    declined, cancelled = open_match(alice, bob), open_match(alice)
    invitation_decline(declined.pk, bob)
    match_cancel(cancelled.pk, alice)
    mine = my_matches(alice.pk)
    assert _codes(mine.finished) == [cancelled.code, declined.code, match.code]
    assert [row.won for row in mine.finished] == [None, None, True]
    page = browser(alice).get("/matches/").content.decode()
    for words in ("won", "Forfeited", "declined", "cancelled"):
        assert words in page


def test_the_score_of_a_finished_match_begins_with_the_reader(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=1))
    lose_game(match, Side.BLACK)
    for user, score in ((alice, "1 : 0"), (bob, "0 : 1")):
        assert score in browser(user).get("/matches/").content.decode()


def test_at_one_screen_the_list_says_which_side_won(alice: User) -> None:
    act(hot_seat_start(alice, terms(public=False)), Side.WHITE, ResignMatch())
    page = browser(alice).get("/matches/").content.decode()
    assert "Black won" in page
    assert "no winner" not in page


def test_a_session_at_one_screen_is_won_by_who_has_more_points(alice: User) -> None:
    match = hot_seat_start(alice, terms(Preset.MONEY, None, public=False))
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, score_white=1, score_black=5, ended_at=timezone.now()
    )
    assert "Black won" in browser(alice).get("/matches/").content.decode()


def test_the_shown_score_never_passes_the_length(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=1))
    Match.objects.filter(pk=match.pk).update(score_white=4)
    [row] = running_matches()[0]
    assert (row.score.white, row.score.black) == (1, 0)


def test_an_empty_list_says_what_to_do(alice: User) -> None:
    page = browser(alice).get("/matches/").content.decode()
    assert "You have no matches yet." in page
    assert 'href="/matches/new/"' in page


def test_without_a_finished_match_there_is_nothing_to_take_along_yet(alice: User, bob: User) -> None:
    match_cancel(open_match(alice).pk, alice)
    begun_match(alice, bob)
    page = browser(alice).get("/matches/").content.decode()
    assert "None of your matches is over yet." in page
    assert "export" not in page
    assert "/forget/" not in page


def test_finished_matches_can_be_taken_along_and_deleted_from_the_list(alice: User, bob: User) -> None:
    match, running = begun_match(alice, bob), begun_match(alice, bob)
    act(match, Side.BLACK, ResignMatch())
    page = browser(alice).get("/matches/").content.decode()
    for path in ("/matches/export.json", "/matches/export.csv", f"/match/{match.code}/forget/"):
        assert f'href="{path}"' in page
    assert f"/match/{running.code}/forget/" not in page


def test_who_has_no_match_at_all_is_not_told_of_a_record(alice: User) -> None:
    assert 'id="record"' not in browser(alice).get("/matches/").content.decode()


def test_the_list_is_for_who_is_logged_in() -> None:
    assert browser().get("/matches/").headers["Location"] == "/accounts/login/?next=/matches/"


def test_the_list_offers_to_join_and_to_decline(alice: User, bob: User) -> None:
    match = open_match(alice, bob)
    page = browser(bob).get("/matches/").content.decode()
    assert f'action="/match/{match.code}/accept/"' in page
    assert f'action="/match/{match.code}/decline/"' in page


def test_finished_matches_are_paged(alice: User) -> None:
    for _ in range(PER_PAGE + 1):
        match_cancel(open_match(alice).pk, alice)
    client = browser(alice)
    assert len(client.get("/matches/").context["mine"].finished) == PER_PAGE
    assert len(client.get("/matches/?page=2").context["mine"].finished) == 1
    for odd in ("0", "99", "x", "-1", "9" * 400):
        assert client.get(f"/matches/?page={odd}").status_code == 200


def test_anybody_may_watch_what_is_public(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    page = browser().get("/watch/").content.decode()
    assert f'href="/match/{match.code}/"' in page
    assert browser().get(f"/match/{match.code}/").status_code == 200


def test_private_and_link_matches_are_not_listed(alice: User, bob: User) -> None:
    begun_match(alice, bob, terms(public=False))
    begun_match(alice, bob, by_link=True)
    over = begun_match(alice, bob)
    act(over, Side.WHITE, ResignMatch())
    open_match(alice, bob)
    assert running_matches()[0] == []
    assert "No public match is running now." in browser().get("/watch/").content.decode()


def test_the_watch_list_shows_players_length_game_and_score(alice: User, bob: User) -> None:
    begun_match(alice, bob, terms(length=7))
    begun_match(bob, alice, terms(Preset.MONEY, None))
    session, match = running_matches()[0]
    assert (match.title, match.game, match.names) == ("7-point match", 1, match.names)
    assert session.title == "Money session"
    assert match.names is not None
    assert (match.names.white, match.names.black) == ("alice", "bob")


def test_the_watch_list_is_paged(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    copies = [
        Match(
            card=match.card, kind="match", preset="match", length=3, status=Match.Status.RUNNING, is_public=True,
            invited=bob, created_by=alice, started_at=timezone.now(), version=0,
        )
        for _ in range(PER_PAGE)
    ]  # fmt: skip
    Match.objects.bulk_create(copies)
    client = browser()
    assert len(client.get("/watch/").context["rows"]) == PER_PAGE
    assert len(client.get("/watch/?page=2").context["rows"]) == 1


@pytest.mark.parametrize("path", ["/matches/", "/watch/", "/", "/lobby/", "/player/bob/", "/settings/"])
def test_longer_lists_need_no_more_queries(alice: User, bob: User, path: str) -> None:
    client = browser(alice)
    _some_of_each(alice, bob)
    few = _queries(client, path)
    assert few <= QUERIES[path]
    for number in range(3):
        _some_of_each(alice, person(f"rival{number}"))
    assert _queries(client, path) == few


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


QUERIES = {"/matches/": 14, "/watch/": 8, "/": 17, "/lobby/": 15, "/player/bob/": 14, "/settings/": 9}
"""Session, account, lists with their seats, players and boards, the look of boards.

At the lobby two more when somebody is online.
"""


def _some_of_each(alice: User, other: User) -> None:
    begun_match(alice, other)
    open_match(alice, other)
    open_match(other, alice)
    act(begun_match(other, alice), Side.WHITE, ResignMatch())
    invitation_decline(open_match(alice, other).pk, other)
    if other.username != "bob":
        befriend(alice.pk, other.pk)
        begun = begun_match(other, User.objects.get(username="bob"))
        act(begun, Side.WHITE, ResignMatch())
    seek_post(other, terms())


def test_guests_have_a_list_that_says_against_whom_and_how() -> None:
    client = browser()
    shared = {"card": "match", "length": "3", "clock": "untimed"}
    client.post("/play/computer/", shared | {"level": "beginner", "colour": "black", "pace": "0"})
    client.post("/play/screen/", shared)
    client.post("/play/friend/", shared | {"colour": "white"})
    page = client.get("/matches/").content.decode()
    for words in ("Computer (beginner)", "Against the computer", "Two at one screen", "By link"):
        assert words in page


def test_where_the_computer_stands_in_the_list_says_so(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    Seat.objects.filter(match=match, user=bob).update(level="expert")
    [row] = running_matches()[0]
    assert row.names == Pair("alice", "bob, the computer stands in")
    [mine] = [*my_matches(alice.pk).waiting_for_me, *my_matches(alice.pk).running]
    assert mine.opponent == "bob, the computer stands in"


def test_a_deleted_player_is_no_computer(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    Seat.objects.filter(match=match, user=bob).update(user=None, hidden=True, level="expert")
    [row] = running_matches()[0]
    assert row.names == Pair("alice", "deleted player, the computer stands in")


def test_an_adjourned_match_is_marked_and_resumed_from_the_list(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    side = to_act(state(match)) or Side.WHITE
    act(match, side, OfferAdjournment())
    act(match, side.other, AcceptProposal())
    page = browser(alice).get("/matches/").content.decode()
    assert "adjourned" in page
    assert "Resume" in page


def test_games_with_a_computer_or_at_one_screen_are_not_listed_for_watching() -> None:
    client = browser()
    client.post("/play/screen/", {"card": "plain", "clock": "untimed"})
    shared = {"card": "plain", "clock": "untimed"}
    client.post("/play/computer/", shared | {"level": "beginner", "colour": "black", "pace": "0"})
    assert Match.objects.count() == 2
    assert running_matches()[0] == []


def test_running_matches_show_their_boards_seen_from_the_readers_side(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    seat = Seat.objects.get(match=match, user=bob)
    [[watched], own_waiting, own_running] = with_pictures(
        running_matches()[0], my_matches(bob.pk).waiting_for_me, my_matches(bob.pk).running
    )
    [own] = [*own_waiting, *own_running]
    game = game_of(state(match))
    assert watched.picture is not None
    assert own.picture is not None
    assert (watched.picture.board, watched.picture.near) == (game.board, Side.WHITE)
    assert (own.picture.board, own.picture.near) == (game.board, Side(seat.side))


def test_a_snapshot_of_another_time_is_no_picture(alice: User, bob: User) -> None:
    Match.objects.filter(pk=begun_match(alice, bob).pk).update(snapshot_schema=1)
    [[row]] = with_pictures(running_matches()[0])
    assert row.picture is None
    assert "board-picture" not in browser().get("/watch/").content.decode()


@pytest.mark.parametrize("path", ["/matches/", "/watch/", "/"])
def test_boards_in_lists_share_one_drawing_and_are_passed_over_by_screen_readers(
    alice: User, bob: User, path: str
) -> None:
    begun_match(alice, bob)
    page = browser(alice).get(path).content.decode()
    assert page.count('class="board-defs"') == 1
    assert 'aria-hidden="true"><use href="#boards-narrow"/>' in page


def test_the_lobby_shows_the_boards_of_others(alice: User, bob: User) -> None:
    begun_match(alice, bob)
    assert "match-card-board" not in browser(alice).get("/lobby/").content.decode()
    assert "match-card-board" in browser(person("carol")).get("/lobby/").content.decode()
