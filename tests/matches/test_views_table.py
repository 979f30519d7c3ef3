"""The first view of a table, and the position list of a game: readable before any script."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from bgsite.accounts.models import User
from games.rules.actions import Double, Take
from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import BeaverRefusal, Preset, card_for
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import to_act
from matches.chat_views import chat_data
from matches.models import GameRecord, Match
from matches.protocol import PROTOCOL, Hello
from matches.refusals import sentences
from matches.services.sitting import computer_match_start, hot_seat_start
from tests.matches.matchmaking import (
    act,
    begun_match,
    browser,
    lose_game,
    next_game,
    pass_turn,
    person,
    play_to_a_roll,
    state,
    terms,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return begun_match(alice, bob)


class _Ids(HTMLParser):
    """The ids of a page, in order, with the tag of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            assert values["id"] not in self.found, f"id twice: {values['id']}"
            self.found[str(values["id"])] = tag
        self.inline += [name for name in values if name == "style" or name.startswith("on")]
        if tag == "script" and not values.get("src") and values.get("type") != "application/json":
            self.inline.append("script")


def _page(client: Client, match: Match) -> str:
    answer = client.get(f"/match/{match.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def _json(page: str, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None, name
    return json.loads(found[1])


def test_the_regions_are_those_that_the_script_fills(match: Match, alice: User) -> None:
    ids = _Ids(_page(browser(alice), match)).found
    bar = ("status", "actions", "connection", "picture")
    regions = ("table", "board", *bar, "players", "panel", "log", "distribution", "live", "panel-menu", "full-screen")
    assert set(regions) | {"snapshot", "sentences", "page"} <= set(ids)


def test_nothing_is_inline(match: Match, alice: User) -> None:
    assert _Ids(_page(browser(alice), match)).inline == []


def test_the_snapshot_is_a_hello_frame(match: Match, alice: User) -> None:
    snapshot = _json(_page(browser(alice), match), "snapshot")
    assert snapshot["t"] == "hello"
    hello = msgspec.convert(snapshot, Hello)
    assert (hello.protocol, hello.you) == (PROTOCOL, [Side.WHITE])
    assert hello.v == Match.objects.get(pk=match.pk).version
    assert hello.log[0]["e"] == "game_started"


def test_the_page_tells_the_script_who_and_where(match: Match, alice: User) -> None:
    page = _page(browser(alice), match)
    data = _json(page, "page")
    assert data == {
        "code": match.code,
        "ws": f"/ws/match/{match.code}/",
        "you": ["white"],
        "names": {"white": "alice", "black": "bob"},
        "urls": data["urls"],
        "protocol": PROTOCOL,
        "chat": chat_data(match.code),
    }
    assert data["urls"]["login"] == f"/accounts/login/?next=%2Fmatch%2F{match.code}%2F"
    assert "rules" not in data["urls"], "the head of the page leads to the rules"
    assert _json(page, "sentences") == sentences()
    assert f'data-code="{match.code}" data-ws-path="/ws/match/{match.code}/"' in page


def test_the_position_is_readable_without_script(match: Match, alice: User, bob: User) -> None:
    for client in (browser(alice), browser(bob), browser()):
        page = _page(client, match)
        assert page.count("24: 2, 13: 5, 8: 3, 6: 5") >= 1
        assert "must play." in page
        assert page.count("167") >= 2
        assert "Opening throw: White" in page
        assert "<svg" in page


def test_without_script_the_page_says_what_it_is(match: Match, alice: User) -> None:
    for client, said in ((browser(alice), "To play, this page needs JavaScript"), (Client(), "this page stands still")):
        quiet = re.findall(r"<noscript>(.*?)</noscript>", client.get(f"/match/{match.code}/").content.decode())
        assert [said in one for one in quiet] == [True]


def test_each_player_sees_the_own_numbering(match: Match, alice: User, bob: User) -> None:
    start = {"white": "24: 2, 13: 5, 8: 3, 6: 5", "black": "19: 5, 17: 3, 12: 5, 1: 2"}
    for user, near in ((alice, "white"), (bob, "black")):
        page = browser(user).get(f"/match/{match.code}/").context["page"]
        shown = {line.side.value: line.distribution for line in page.players}
        assert page.near.value == near
        assert shown == (start if near == "white" else {"black": start["white"], "white": start["black"]})


def test_a_play_stands_in_the_log_with_its_dice(match: Match, alice: User) -> None:
    side = to_act(state(match))
    assert side is not None
    dice = _json(_page(browser(alice), match), "snapshot")["view"]["dice"]
    pass_turn(match, side)
    rows = browser(alice).get(f"/match/{match.code}/").context["page"].rows
    line = rows[-1].white or rows[-1].black
    assert line is not None
    assert line.dice == f"{dice[0]}{dice[1]}"
    assert re.match(r"[a-z0-9]+/[a-z0-9]+", line.text)


def test_an_offered_cube_is_told(match: Match, alice: User) -> None:
    side = play_to_a_roll(match)
    act(match, side, Double())
    name = {"white": "alice", "black": "bob"}
    page = _page(browser(alice), match)
    assert f"{name[side]} turns the cube to 2. {name[side.other]} must take or drop." in page
    assert "doubles to 2" in page
    act(match, side.other, Take())
    assert f"2, with {name[side.other]}" in _page(browser(alice), match)


def test_the_clock_is_shown(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=5, clock=ClockPreset.NORMAL))
    assert "5:00" in _page(browser(alice), match)


def test_a_crawford_game_has_its_sign(alice: User, bob: User) -> None:
    match = begun_match(alice, bob, terms(length=2))
    sign = '<span class="badge badge-accent">Crawford game</span>'
    assert sign not in _page(browser(alice), match)
    lose_game(match, Side.WHITE)
    next_game(match)
    assert sign in _page(browser(alice), match)


def test_strangers_see_only_what_is_public(alice: User, bob: User) -> None:
    private = begun_match(alice, bob, terms(public=False))
    for client in (browser(), browser(person("charlie"))):
        assert client.get(f"/match/{private.code}/").status_code == 404
        assert client.get(f"/match/{private.code}/game/1/").status_code == 404


def test_a_spectator_has_no_side(match: Match) -> None:
    snapshot = _json(_page(browser(person("charlie")), match), "snapshot")
    assert snapshot["you"] == []


def test_an_unknown_match_is_not_found(alice: User) -> None:
    for code in ("nothing", "x" * 500, "a b"):
        assert browser(alice).get(f"/match/{code}/").status_code == 404


def test_names_are_escaped(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(username="</script><b>x")  # no form lets this through
    match = begun_match(alice, person("dora"))
    page = _page(browser(), match)
    assert "</script><b>x" not in page


def test_a_finished_match_shows_its_result_and_its_games(match: Match, alice: User, bob: User) -> None:
    lose_game(match, Side.BLACK, ResultKind.GAMMON)
    next_game(match)
    lose_game(match, Side.BLACK)
    page = _page(browser(bob), match)
    assert "alice wins" in page
    assert f'href="/match/{match.code}/game/1/"' in page
    assert f'href="/match/{match.code}/game/2/"' in page
    assert "alice wins 2 points by a gammon (resignation)." in page


def test_a_game_lists_each_turn_with_dice_play_and_position(match: Match, alice: User) -> None:
    side = to_act(state(match))
    assert side is not None
    pass_turn(match, side)
    pass_turn(match, side.other)
    lose_game(match, side)
    answer = browser(alice).get(f"/match/{match.code}/game/1/")
    page = answer.context["page"]
    plays = [decision for decision in page.decisions if decision.line.dice]
    assert [decision.line.side for decision in plays[:2]] == [side, side.other]
    assert plays[0].position_id == "4HPwATDgc/ABMA"
    assert all(decision.view.dice for decision in plays)
    text = answer.content.decode()
    assert "4HPwATDgc/ABMA" in text
    assert text.count('class="board-picture"') == len([one for one in page.decisions if one.view]) + 1
    assert _Ids(text).inline == []


def test_a_running_game_has_no_list(match: Match, alice: User) -> None:
    for number in (0, 1, 2, 999):
        assert browser(alice).get(f"/match/{match.code}/game/{number}/").status_code == 404


def test_the_cube_of_a_game_is_told(match: Match, alice: User) -> None:
    side = play_to_a_roll(match)
    act(match, side, Double())
    act(match, side.other, Take())
    lose_game(match, side)
    record = GameRecord.objects.get(match=match, number=1)
    assert (record.cube_value, record.cube_owner, record.points) == (2, side.other.value, 2)
    page = browser(alice).get(f"/match/{match.code}/game/1/").content.decode()
    assert f"<dd>2, {'alice' if side is Side.BLACK else 'bob'}</dd>" in page


@pytest.mark.parametrize("preset", [Preset.MONEY, Preset.CLUB_MONEY, Preset.SINGLE_GAME, Preset.PLAIN])
def test_every_kind_of_play_has_a_table(alice: User, bob: User, preset: Preset) -> None:
    match = begun_match(alice, bob, terms(preset, None))
    page = _page(browser(alice), match)
    assert ("needs 5" in page, "Cube</dt>" in page) == (False, preset is not Preset.PLAIN)


def test_the_table_is_a_fixed_number_of_queries(
    match: Match, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browser(alice)
    with django_assert_num_queries(12):
        _page(client, match)
    for _ in range(2):
        lose_game(match, Side.BLACK)
        next_game(match)
    with django_assert_num_queries(12):
        _page(client, match)


def test_at_one_screen_the_sides_are_called_by_colour_and_the_board_is_whites(alice: User) -> None:
    page = browser(alice).get(f"/match/{hot_seat_start(alice, terms()).code}/").context["page"]
    assert (page.names, page.near) == ({Side.WHITE: "White", Side.BLACK: "Black"}, Side.WHITE)
    assert page.seats_data["hot_seat"] is True


def test_the_script_learns_whose_the_seats_are_and_how_long_somebody_may_be_gone(
    alice: User, settings: Settings
) -> None:
    settings.BARPOINT_GONE_SECONDS = 33
    match = computer_match_start(alice, terms(), Level.EXPERT, 500)
    page = browser(alice).get(f"/match/{match.code}/").context["page"]
    assert page.names[Side.BLACK] == "Computer (expert)"
    data = page.seats_data
    assert (data["seats"], data["hot_seat"], data["gone_seconds"]) == (
        {Side.WHITE: "person", Side.BLACK: "computer"},
        False,
        33,
    )
    assert data["urls"]["match"] == "/match/CODE/"
    assert data["urls"]["rematch"] == f"/match/{match.code}/rematch/"


def test_the_script_learns_what_refusing_a_beaver_does(alice: User, bob: User) -> None:
    card = replace(card_for(Preset.MONEY, None), beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON)
    match = begun_match(alice, bob, replace(terms(), card=card))
    assert browser(alice).get(f"/match/{match.code}/").context["page"].seats_data["refusal_plays_on"] is True
