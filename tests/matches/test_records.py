"""The players' own record: taken along as JSON and CSV, and deleted match by match."""

from __future__ import annotations

import csv
import json
import urllib.request
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bgsite.accounts.models import User
from games.notation.play_text import parse_play
from games.rules.actions import PlayCheckers, ResignMatch, Roll, TakeBack
from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import ToPlay, game_of
from matches import record_views
from matches.models import (
    ChatLine,
    Command,
    Connection,
    GameRecord,
    Match,
    MatchEvent,
    OwnDevice,
    ReviewNote,
    Ruling,
    Seat,
)
from matches.selectors import records
from matches.services import start, visit
from matches.services.own_records import RecordError, RecordFault, record_forget
from matches.services.rematch import RematchError, rematch_ask
from matches.services.sitting import computer_match_start, hot_seat_start
from tests.games.scripted_dice import ScriptedDice
from tests.live import SiteProcesses
from tests.matches.doing import act as act_now
from tests.matches.doing import everything, must
from tests.matches.matchmaking import act, begun_match, browser, lose_game, next_game, person, state, terms
from tests.matches.together import at_once

pytestmark = pytest.mark.django_db

JSON, CSV = "/matches/export.json", "/matches/export.csv"


def pieces(client: Client, path: str) -> list[bytes]:
    answer: Any = client.get(path)
    assert answer.streaming

    async def collected() -> list[bytes]:
        return [piece async for piece in answer]

    return async_to_sync(collected)()


def taken_along(user: User) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(b"".join(pieces(browser(user), JSON)))
    return found


def lines_of(user: User) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(b"".join(pieces(browser(user), CSV)).decode("utf-8-sig"), newline="")))


def resigned(white: User, black: User) -> Match:
    """Over: White gave it up in the first game."""
    match = begun_match(white, black, terms(public=False))
    act(match, Side.WHITE, ResignMatch())
    return match


# --- taken along ------------------------------------------------------------------------------------


def test_a_match_is_taken_along_with_its_games_and_plays(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=2))
    lose_game(match, Side.BLACK)
    next_game(match)
    lose_game(match, Side.BLACK)
    file = taken_along(bob)
    assert (file["format"], file["version"], file["person"]) == ("barpoint-matches", 1, "bob")
    [record] = file["matches"]
    assert record["match"] == match.code
    assert record["players"] == {"white": "alice", "black": "bob"}
    assert (record["you"], record["winner"], record["score"]) == (["black"], "white", {"white": 2, "black": 0})
    assert record["rules"]["length"] == 2
    first, second = record["games"]
    assert (first["score"], second["score"]) == ({"white": 0, "black": 0}, {"white": 1, "black": 0})
    assert (first["winner"], first["points"], first["ending"]) == ("white", 1, "resigned")
    assert second["lines"][0]["what"] == "opening_thrown"
    last = second["lines"][-1]
    assert (last["what"], last["text"]) == ("game_ended", "White wins 1 point (resignation).")


def test_plays_are_text_and_those_taken_back_are_left_out(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = ScriptedDice((6, 2), (6, 1))
    for module in (start, visit):
        monkeypatch.setattr(module, "SystemDice", lambda: dice)
    match = hot_seat_start(alice, terms(public=False))
    _play(match, alice, "24/18 13/11")
    _play(match, alice, "13/7* 8/7")
    must(act_now(match, TakeBack()))
    _play(match, alice, "13/6")
    must(act_now(match, ResignMatch(), Side.WHITE))
    [record] = taken_along(alice)["matches"]
    [game] = record["games"]
    told = [(line["side"], line["dice"], line["text"]) for line in game["lines"][1:4]]
    assert told == [
        ("white", "62", "24/18 13/11"),
        (None, "", "The play of Black is taken back."),
        ("black", "61", "13/7*/6"),
    ]
    assert record["you"] == ["white", "black"]


def _play(match: Match, user: User, text: str) -> None:
    if not isinstance(game_of(state(match)).phase, ToPlay):
        must(act_now(match, Roll(), user=user))
    game = game_of(state(match))
    assert isinstance(game.phase, ToPlay)
    moves = parse_play(game.board.seen_by(game.on_roll), game.phase.dice, text).moves
    must(act_now(match, PlayCheckers(moves), user=user))


def test_a_game_is_a_line_of_the_csv_file(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=2))
    lose_game(match, Side.BLACK)
    next_game(match)
    lose_game(match, Side.BLACK)
    first, second = lines_of(alice)
    assert (first["match"], first["game"], second["game"]) == (match.code, "1", "2")
    assert (second["white"], second["black"], second["you"]) == ("alice", "bob", "white")
    assert (second["score_white"], second["winner"], second["points"], second["ending"]) == (
        "1",
        "white",
        "1",
        "resigned",
    )
    assert (second["match_score_white"], second["match_winner"], second["length"]) == ("2", "white", "2")
    assert second["ended_at"].endswith("+00:00")


def test_what_is_not_over_or_not_ones_own_stays_out(alice: User, bob: User, charlie: User) -> None:
    begun_match(alice, bob)
    resigned(bob, charlie)
    mine = resigned(alice, charlie)
    assert [record["match"] for record in taken_along(alice)["matches"]] == [mine.code]
    assert [line["match"] for line in lines_of(alice)] == [mine.code]


def test_without_a_finished_match_the_files_are_empty_and_whole(alice: User) -> None:
    assert taken_along(alice)["matches"] == []
    assert lines_of(alice) == []


def test_guests_take_theirs_along() -> None:
    client = browser()
    client.post("/play/screen/", {"card": "match", "length": "3", "clock": "untimed"})
    match = Match.objects.get()
    must(act_now(match, ResignMatch(), Side.WHITE))
    file = json.loads(b"".join(pieces(client, JSON)))
    assert (file["person"], [record["match"] for record in file["matches"]]) == ("Guest", [match.code])


@pytest.mark.parametrize("path", [JSON, CSV])
def test_a_file_comes_as_an_attachment_that_nobody_keeps(alice: User, path: str) -> None:
    answer = browser(alice).get(path)
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="barpoint-matches-')
    assert answer.headers["Content-Disposition"].endswith(f'.{path.rpartition(".")[2]}"')
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", [JSON, CSV, "/match/abcdefghijkm/forget/"])
def test_nobody_has_to_log_in_first(path: str) -> None:
    assert browser().get(path).headers["Location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_no_name_is_a_formula(alice: User, name: str) -> None:
    resigned(alice, person(name))
    [line] = lines_of(alice)
    assert line["black"] == f"'{User.objects.exclude(pk=alice.pk).get().username}"


def test_names_of_all_scripts_stay_as_they_are(alice: User) -> None:
    for name in ("Jürgen", "Мария", "たろう"):
        resigned(alice, person(name))
    assert [line["black"] for line in lines_of(alice)] == ["Jürgen", "Мария", "たろう"]
    found = [record["players"]["black"] for record in taken_along(alice)["matches"]]
    assert found == ["Jürgen", "Мария", "たろう"]


@pytest.mark.parametrize("path", [JSON, CSV])
def test_more_matches_need_no_more_queries(alice: User, bob: User, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "ROWS_AT_ONCE", 2)
    client = browser(alice)
    resigned(alice, bob)
    few = _queries(client, path)
    for _ in range(4):
        resigned(bob, alice)
    assert _queries(client, path) == few


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        pieces(client, path)
    return len(captured)


def test_each_match_gets_its_own_games_whatever_is_read_together(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "ROWS_AT_ONCE", 2)
    codes = [resigned(one, other).code for one, other in ((alice, bob), (bob, charlie), (bob, alice), (charlie, alice))]
    codes.pop(1)
    found = taken_along(alice)["matches"]
    assert [record["match"] for record in found] == codes
    assert [record["you"] for record in found] == [["white"], ["black"], ["black"]]
    assert all(record["games"][0]["lines"][0]["event"] == 3 for record in found)


@pytest.mark.parametrize(("at_once", "count"), [(1, 1 + 3 + 1), (1_000_000, 1)])
def test_a_file_is_sent_while_it_is_read(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, at_once: int, count: int
) -> None:
    monkeypatch.setattr(record_views, "SENT_AT_ONCE", at_once)
    for _ in range(3):
        resigned(alice, bob)
    assert len(pieces(browser(alice), JSON)) == count


def test_a_log_that_cannot_be_read_leaves_the_results(alice: User, bob: User) -> None:
    match = resigned(alice, bob)
    MatchEvent.objects.filter(match=match).delete()
    MatchEvent.objects.create(match=match, seq=1, kind="match_started", schema=99, data={}, at=match.created_at)
    [record] = taken_along(alice)["matches"]
    assert (record["winner"], record["games"][0]["lines"]) == ("black", None)


def test_a_match_without_a_recorded_game_does_not_break_the_file(alice: User, bob: User) -> None:
    bare, whole = resigned(alice, bob), resigned(alice, bob)
    GameRecord.objects.filter(match=bare).delete()
    assert [(one["match"], len(one["games"])) for one in taken_along(alice)["matches"]] == [
        (bare.code, 0),
        (whole.code, 1),
    ]
    assert [line["match"] for line in lines_of(alice)] == [whole.code]


@pytest.mark.django_db(transaction=True)
def test_a_real_server_streams_the_files(live_site: SiteProcesses) -> None:
    alice, bob = person("alice"), person("bob")
    codes = [resigned(alice, bob).code for _ in range(2)]
    cookie = browser(alice).cookies[settings.SESSION_COOKIE_NAME].value
    for path in (JSON, CSV):
        asked = urllib.request.Request(  # noqa: S310 - an address of ours
            f"{live_site.url}{path}", headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"}
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 - as above
            assert answer.headers["Content-Length"] is None
            text = answer.read().decode("utf-8-sig")
        assert all(code in text for code in codes)
    assert "StreamingHttpResponse" not in live_site.output()


# --- deleted ----------------------------------------------------------------------------------------


def forget(client: Client, match: Match) -> tuple[int, str]:
    """Press the button: the status and the text of where it leads."""
    answer = client.post(f"/match/{match.code}/forget/", follow=True)
    return answer.status_code, answer.content.decode()


def test_first_comes_a_question_that_changes_nothing(alice: User, bob: User) -> None:
    match = resigned(alice, bob)
    before = everything(match)
    page = browser(alice).get(f"/match/{match.code}/forget/").content.decode()
    for words in ("cannot be undone", "The other player keeps the match", "Delete it for good", "alice", "bob"):
        assert words in page
    assert everything(match) == before


def test_who_deletes_a_match_is_out_of_it_and_the_other_keeps_it(alice: User, bob: User) -> None:
    match = resigned(alice, bob)
    events = match.events.count()
    status, page = forget(browser(alice), match)
    assert (status, "The match is deleted from your record." in page, match.code in page) == (200, True, False)
    assert taken_along(alice)["matches"] == []
    assert browser(alice).get(f"/match/{match.code}/").status_code == 404
    assert Seat.objects.get(match=match, side="white").hidden
    match.refresh_from_db()
    assert (match.created_by, match.invited, match.events.count()) == (None, bob, events)
    kept = browser(bob).get(f"/match/{match.code}/").content.decode()
    assert "deleted player" in kept
    assert "alice" not in kept
    [record] = taken_along(bob)["matches"]
    assert record["players"] == {"white": "deleted player", "black": "bob"}


def test_with_the_last_owner_everything_but_the_result_goes(alice: User, bob: User) -> None:
    match = resigned(alice, bob)
    Match.objects.filter(pk=match.pk).update(is_flagged=True)
    Connection.objects.create(match=match, side="white", version=1)
    ReviewNote.objects.create(match=match, version=1, text="alice was away")
    Ruling.objects.create(match=match, seq=1, ask="6f1f1c3e-3c86-4d05-8b6e-0d1f6a3f3f0a")
    forget(browser(alice), match)
    assert all(model.objects.filter(match=match).exists() for model in (Command, Connection, ReviewNote, Ruling))
    assert "Nobody else has it" in browser(bob).get(f"/match/{match.code}/forget/").content.decode()
    forget(browser(bob), match)
    for model in (MatchEvent, Command, Connection, ReviewNote, Ruling):
        assert not model.objects.filter(match=match).exists()
    match.refresh_from_db()
    assert (match.snapshot, match.is_flagged, match.winner) == (None, False, "black")
    assert GameRecord.objects.filter(match=match).count() == 1
    assert browser(bob).get(f"/match/{match.code}/").status_code == 404


def test_a_match_against_the_computer_or_at_one_screen_goes_at_once(alice: User) -> None:
    alone = computer_match_start(alice, terms(public=False), Level.BEGINNER, 0)
    both = hot_seat_start(alice, terms(public=False))
    for match in (alone, both):
        must(act_now(match, ResignMatch(), Side.WHITE))
        forget(browser(alice), match)
        assert not MatchEvent.objects.filter(match=match).exists()
        assert not Seat.objects.filter(match=match, user=alice).exists()


def test_a_running_match_is_kept_and_a_sentence_says_so(alice: User, bob: User) -> None:
    match = begun_match(alice, bob)
    before = everything(match)
    client = browser(alice)
    for answer in (client.get(f"/match/{match.code}/forget/"), client.post(f"/match/{match.code}/forget/")):
        assert answer.status_code == 409
        assert "This match is not over yet. Only finished matches can be deleted" in answer.content.decode()
    with pytest.raises(RecordError) as refused:
        record_forget(match.pk, alice)
    assert refused.value.fault is RecordFault.NOT_OVER
    assert everything(match) == before


def test_of_other_peoples_matches_nobody_learns_anything(alice: User, bob: User, charlie: User) -> None:
    match = resigned(alice, bob)
    before = everything(match)
    client = browser(charlie)
    assert client.get(f"/match/{match.code}/forget/").status_code == 404
    assert client.get("/match/abcdefghijkm/forget/").status_code == 404
    for code in (match.code, "abcdefghijkm"):
        answer = client.post(f"/match/{code}/forget/", follow=True)
        assert "This match is not in your record." in answer.content.decode()
    with pytest.raises(RecordError) as refused:
        record_forget(match.pk, charlie)
    assert refused.value.fault is RecordFault.NOT_YOURS
    assert everything(match) == before


def test_the_button_pressed_twice_deletes_once(alice: User, bob: User) -> None:
    match = resigned(alice, bob)
    client = browser(alice)
    forget(client, match)
    before = everything(match)
    assert "This match is not in your record." in forget(client, match)[1]
    assert everything(match) == before


def test_other_matches_of_the_two_stay_as_they_are(alice: User, bob: User) -> None:
    match, other = resigned(alice, bob), resigned(alice, bob)
    before = everything(other)
    forget(browser(alice), match)
    forget(browser(bob), match)
    assert everything(other) == before


def test_own_words_and_own_devices_go_with_the_record(alice: User, bob: User, charlie: User) -> None:
    match, other = resigned(alice, bob), resigned(alice, bob)
    OwnDevice.objects.create(match=match, owner=alice, device=charlie)
    said = ChatLine.objects.create(match=match, number=1, author=alice, text="I live in Bath", version=1)
    heard = ChatLine.objects.create(match=match, number=2, author=bob, text="Nice", version=1)
    elsewhere = ChatLine.objects.create(match=other, number=1, author=alice, text="Hi", version=1)
    forget(browser(alice), match)
    for line in (said, heard, elsewhere):
        line.refresh_from_db()
    assert (said.author, said.text) == (None, "")
    assert (heard.text, elsewhere.text) == ("Nice", "Hi")
    assert browser(charlie).get(f"/match/{match.code}/").status_code == 404


@pytest.mark.parametrize("leaves", ["alice", "bob"])
def test_a_rematch_that_was_asked_for_is_off_when_one_of_the_two_deletes_the_record(
    alice: User, bob: User, leaves: str
) -> None:
    """The next match takes its seats from this one: it would begin with an empty chair."""
    match = resigned(alice, bob)
    again = rematch_ask(match.pk, alice)
    stays = bob if leaves == "alice" else alice
    record_forget(match.pk, alice if leaves == "alice" else bob)
    with pytest.raises(RematchError):
        rematch_ask(match.pk, stays)
    again.refresh_from_db()
    assert (again.status, again.declined) == (Match.Status.CANCELLED, leaves == "bob")


def test_guests_delete_theirs() -> None:
    client = browser()
    client.post("/play/screen/", {"card": "match", "length": "3", "clock": "untimed"})
    match = Match.objects.get()
    must(act_now(match, ResignMatch(), Side.WHITE))
    assert "The match is deleted from your record." in forget(client, match)[1]
    assert not MatchEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_delete_in_the_same_instant_leave_nothing() -> None:
    alice, bob = person("alice"), person("bob")
    for _ in range(3):
        match = resigned(alice, bob)
        at_once(lambda: record_forget(match.pk, alice), lambda: record_forget(match.pk, bob))  # noqa: B023
        assert not MatchEvent.objects.filter(match=match).exists()
