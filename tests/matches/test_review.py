"""The review of a match: what each step shows, who may do what there, and what is refused."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from games.rules.actions import Double, ResignMatch, Take
from games.rules.board import Board
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.events import GameStarted, MatchStarted
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.match import evolve, replay
from games.rules.rulecard import Preset, card_for
from games.rules.rulings import MAX_REASON, AddTime, AdjustScore, AwardGame, AwardMatch, Hold, Release, Ruling, VoidAll
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, TakeBackRule, ToPlay, game_of, to_act
from matches.admin.ruling_form import RulingForm
from matches.codec import decode_event, event_kind, event_kinds
from matches.models import ChatLine, Command, Connection, Match, MatchEvent, ReviewNote
from matches.protocol import Say
from matches.selectors.review import WITHIN_A_GAME, Step, jumps_of, rulings_fitting, states_at, step_at
from matches.selectors.tables import log_of
from matches.services.chat import say
from matches.services.sitting import computer_match_start, hot_seat_start
from matches.services.staff import DIRECTORS, REVIEWERS
from matches.wire import StoredEvent, wire_events
from matches.wording.names import SIDES
from matches.wording.steps import event_words
from tests.games.random_play import RandomMatch
from tests.matches.doing import everything
from tests.matches.matchmaking import (
    act,
    begun_match,
    browser,
    lose_game,
    next_game,
    open_match,
    pass_turn,
    play_to_a_roll,
    state,
    terms,
    text_of,
)

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parents[1] / "golden" / "logs"


def staff(name: str, group: str) -> User:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


@pytest.fixture
def dora() -> User:
    return staff("dora", DIRECTORS)


@pytest.fixture
def director(dora: User) -> Client:
    return browser(dora)


@pytest.fixture
def reviewer() -> Client:
    return browser(staff("rex", REVIEWERS))


@pytest.fixture
def played(alice: User, bob: User) -> Match:
    """Two games with a cube, in a match with a clock."""
    match = begun_match(alice, bob, terms(length=5, clock=ClockPreset.NORMAL))
    side = play_to_a_roll(match)
    act(match, side, Double())
    act(match, side.other, Take())
    lose_game(match, side)
    next_game(match)
    pass_turn(match, state(match).game.on_roll)  # type: ignore[union-attr]
    match.refresh_from_db()
    return match


def at(match: Match, version: int | None = None) -> Step:
    step = step_at(match.pk, version)
    assert step is not None
    return step


def url(match: Match, query: str = "") -> str:
    return f"/admin/matches/match/{match.pk}/review/{query}"


# --- what a step shows --------------------------------------------------------------------------------------------


def test_every_event_has_a_step_that_shows_the_table_after_it(played: Match) -> None:
    for event in MatchEvent.objects.filter(match=played).order_by("seq"):
        step = at(played, event.seq)
        assert (step.version, step.kind, step.last) == (event.seq, event.kind, played.version)
        assert step.words
        assert step.at == event.at
        assert len(step.view.board) == 26
    assert at(played, played.version).view == at(played).view
    assert at(played).view.decision == state(played).decision


def test_a_roll_shows_the_legal_plays_of_its_dice_and_the_play_those_there_were(played: Match) -> None:
    made = played.events.filter(kind="checkers_played").earliest("seq")
    shown = at(played, made.seq - 1)
    game = game_of(state_at(played, made.seq - 1))
    assert isinstance(game.phase, ToPlay)
    plays = legal_plays(game.board.seen_by(game.on_roll), game.phase.dice)
    assert shown.plays_count == len(shown.plays) == len(plays)
    assert shown.view.dice == (game.phase.dice.high, game.phase.dice.low)
    at_the_play = at(played, made.seq)
    assert at_the_play.plays == shown.plays
    assert at_the_play.words in shown.plays


@pytest.mark.parametrize("seed", range(6))
def test_what_lasts_beyond_a_game_is_enough_to_fold_a_later_one(seed: int) -> None:
    card = card_for(Preset.CLUB_MONEY) if seed % 2 else card_for(Preset.MATCH, 9)
    take_back = TakeBackRule.HOT_SEAT if seed % 3 else TakeBackRule.NEVER
    match = RandomMatch(MatchStarted(card, ClockSetting(ClockPreset.FAST), take_back), Random(seed))
    match.play_out(lambda _: None)
    log = [StoredEvent(seq, 0, event) for seq, event in enumerate(match.log, 1)]
    firsts = [stored.seq for stored in log if isinstance(stored.event, GameStarted)]
    state = replay(match.log[: firsts[0] - 1])
    for first, following in zip(firsts, [*firsts[1:], len(log) + 1], strict=True):
        read = [one for one in log if one.seq >= first or event_kind(one.event) not in WITHIN_A_GAME]
        for number in range(first, following):
            before, state = state, evolve(state, match.log[number - 1])
            if number in {first, first + 1, first + 7, following - 1}:
                assert states_at(read, first, number)[1] == state
                assert number == first or states_at(read, first, number)[0] == before


def state_at(match: Match, version: int) -> MatchState:
    return replay([stored.event for stored in log_of(match.pk, last=version)])


def test_cube_score_crawford_clock_and_time_used_are_of_that_moment(played: Match) -> None:
    doubled, taken = (played.events.get(kind=kind) for kind in ("double_offered", "double_taken"))
    offer, take = at(played, doubled.seq), at(played, taken.seq)
    assert offer.view.offer is not None
    assert take.view.cube.value == 2
    assert take.used == (taken.at - doubled.at) // timedelta(milliseconds=1)
    assert take.crawford is Crawford.PENDING
    assert (offer.view.score.white, offer.view.score.black) == (0, 0)
    assert sum((at(played).view.score.white, at(played).view.score.black)) == 2
    assert at(played).reserve is not None


def test_a_step_names_who_acted_and_the_command_that_made_it(played: Match) -> None:
    play = played.events.filter(kind="checkers_played").earliest("seq")
    side = Side(play.data["side"])
    step = at(played, play.seq)
    assert step.actor == {Side.WHITE: "alice", Side.BLACK: "bob"}[side]
    assert step.sent is not None
    command = Command.objects.get(cid=step.sent.cid)
    assert (step.sent.side, step.sent.version, command.at) == (side, command.version, play.at)
    assert command.version >= play.seq
    assert at(played, 1).sent is None
    Command.objects.all().delete()
    assert at(played, play.seq).sent is None


def test_computers_are_named_by_their_level(alice: User) -> None:
    match = computer_match_start(alice, terms(), Level.EXPERT, 0)
    names = {line.actor for line in at(match).lines}
    assert at(match).names == Pair("alice", "Computer (expert)")
    assert names <= {"alice", "Computer (expert)", "the server"}


def test_one_person_with_both_sides_is_white_and_black(alice: User) -> None:
    assert at(hot_seat_start(alice, terms())).names == Pair("White", "Black")


def test_connections_of_a_moment_are_shown(played: Match, director: Client) -> None:
    moment = at(played, 5)
    Connection.objects.create(match=played, side="white", version=2, came_at=moment.at - timedelta(minutes=1))
    gone = moment.at - timedelta(seconds=30)
    Connection.objects.create(match=played, side="black", version=2, came_at=gone, left_at=gone)
    late = at(played).at + timedelta(seconds=9)
    Connection.objects.create(match=played, side="black", version=9, came_at=late, left_at=late + timedelta(seconds=2))
    assert at(played, 5).here == Pair(1, 0)
    assert [(line.name, line.came) for line in at(played).connections] == [("bob", True), ("bob", False)]
    assert "<bdi>bob</bdi> came" in text_of(director, url(played))


def test_the_list_beside_the_board_is_the_game_of_the_step(played: Match) -> None:
    first, second = jumps_of(played.pk)
    assert (first.number, second.number, second.result) == (1, 2, "")
    assert [line.n for line in at(played, second.first - 1).lines] == list(range(1, second.first))
    assert [line.n for line in at(played, second.first).lines] == list(range(second.first, played.version + 1))
    assert at(played, second.first).game == 2


def test_every_kind_of_event_has_words() -> None:
    withdrawn = {"n": 1, "e": "resignation_withdrawn", "at": 0, "side": "white"}  # in no golden log
    told = {"resignation_withdrawn": event_words(withdrawn, SIDES)}
    for path in GOLDEN.glob("*.jsonl"):
        for log in map(json.loads, path.read_text().splitlines()):
            for event in wire_events(Board.start(), _stored(log)):
                told[event["e"]] = event_words(event, SIDES)
    assert set(told) == set(event_kinds())
    assert all(told.values())


def _stored(log: Any) -> list[StoredEvent]:
    events = enumerate(log["events"], 1)
    return [StoredEvent(number, 0, decode_event(kind, log["schema"], data)) for number, (kind, data) in events]


def test_a_match_without_a_log_says_so(alice: User, bob: User, director: Client) -> None:
    waiting, over = open_match(alice), begun_match(alice, bob)
    lose_game(over, Side.WHITE)
    account_delete(alice)
    account_delete(bob)
    for match in (waiting, over):
        assert "There is no log to step through" in text_of(director, url(match))


# --- the page -----------------------------------------------------------------------------------------------------


def test_the_page_leads_to_the_steps_around_it_and_to_each_game(played: Match, reviewer: Client) -> None:
    page = text_of(reviewer, url(played, "?v=5"))
    for version in (1, 4, 6, played.version):
        assert f'href="{url(played)}?v={version}"' in page
    for jump in jumps_of(played.pk):
        assert f'href="{url(played)}?v={jump.first}"' in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page
    assert 'rel="prev"' not in text_of(reviewer, url(played, "?v=1"))
    assert 'rel="next"' not in text_of(reviewer, url(played))
    assert '<svg class="board-picture"' in page


@pytest.mark.parametrize("number", ["0", "-3", "none", "99999", "9" * 30, ""])
def test_a_number_that_is_no_event_shows_the_nearest(played: Match, reviewer: Client, number: str) -> None:
    step = reviewer.get(url(played, f"?v={number}")).context["step"]
    assert step.version in {1, played.version}


def test_pages_and_lists_lead_to_the_review(played: Match, director: Client) -> None:
    first = played.games.get(number=1)
    assert f'href="{url(played)}"' in text_of(director, f"/admin/matches/match/{played.pk}/change/")
    assert f'href="{url(played)}?v={first.first_event}"' in text_of(director, "/admin/matches/gamerecord/")


def test_a_step_is_a_fixed_number_of_queries(
    played: Match, director: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    director.get(url(played))
    for version in (3, played.version):
        with django_assert_max_num_queries(24):
            director.get(url(played, f"?v={version}"))


def test_who_may_not_look_at_matches_reviews_none(played: Match, alice: User) -> None:
    helper = User.objects.create_user("helper", is_staff=True)
    assert browser(helper).get(url(played)).status_code == 403
    assert browser(alice).get(url(played)).status_code == 302
    assert browser(helper).get("/admin/matches/match/999999/review/").status_code == 403


# --- chat ---------------------------------------------------------------------------------------------------------


def test_chat_is_shown_on_demand_until_the_next_event_and_each_look_is_noted(
    match: Match, alice: User, reviewer: Client
) -> None:
    say(match.pk, alice.pk, Say(uuid4(), "", "first words"))
    ChatLine.objects.update(at=at(match, 1).at - timedelta(seconds=1))
    say(match.pk, alice.pk, Say(uuid4(), "", "last words"))
    assert "first words" not in text_of(reviewer, url(match))
    assert not LogEntry.objects.exists()
    early = text_of(reviewer, url(match, "?v=2&chat=1"))
    assert "last words" not in early
    late = text_of(reviewer, url(match, "?chat=1"))
    assert "first words" in late
    assert "last words" in late
    notes = list(LogEntry.objects.order_by("pk").values_list("object_id", "change_message"))
    assert notes == [(str(match.pk), "chat read at event 2"), (str(match.pk), f"chat read at event {match.version}")]


def test_chat_needs_its_own_right(match: Match) -> None:
    helper = User.objects.create_user("helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_match"))
    client = browser(helper)
    page = text_of(client, url(match))
    assert "chat=1" not in page
    assert "Connections until" not in page
    assert client.get(url(match, "?chat=1")).status_code == 403
    assert not LogEntry.objects.exists()


# --- notes and the flag -------------------------------------------------------------------------------------------


def test_a_director_notes_something_about_an_event(
    match: Match, dora: User, director: Client, reviewer: Client
) -> None:
    answer = director.post(f"{url(match)}note/", {"version": 3, "text": "  <b>odd</b>\n clock "})
    assert answer.headers["Location"] == url(match, "?v=3")
    note = ReviewNote.objects.get()
    assert (note.version, note.text, note.author) == (3, "<b>odd</b> clock", dora)
    assert f'href="{url(match)}?v=3"' in text_of(reviewer, f"/admin/matches/reviewnote/?q={match.code}")
    page = text_of(reviewer, url(match))
    assert "&lt;b&gt;odd&lt;/b&gt; clock" in page
    assert "dora" in page


@pytest.mark.parametrize(
    ("version", "text"), [(3, " \u200b "), (3, "x" * 1001), (9999, "late"), (0, "early"), ("x", "what")]
)
def test_a_note_that_makes_no_sense_is_not_kept(match: Match, director: Client, version: Any, text: str) -> None:
    page = director.post(f"{url(match)}note/", {"version": version, "text": text}, follow=True)
    assert 'class="error"' in page.content.decode()
    assert not ReviewNote.objects.exists()


def test_a_flag_is_set_found_and_taken_away(match: Match, director: Client) -> None:
    director.post(f"{url(match)}flag/", {"flag": "on", "v": "3"})
    for model in ("match", "gamerecord"):
        found = director.get(f"/admin/matches/{model}/?flagged=1").context["cl"].result_list
        assert {getattr(one, "match_id", one.pk) for one in found} == {match.pk}
    assert "Take the flag away" in text_of(director, url(match))
    director.post(f"{url(match)}flag/", {"flag": "off"})
    assert not Match.objects.filter(is_flagged=True).exists()
    assert list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True)) == [
        "flagged",
        "flag taken away",
    ]


# --- rulings ------------------------------------------------------------------------------------------------------

FIELDS = {"winner": "black", "size": "2", "white": "1", "black": "2", "crawford": "pending", "side": "white"}


def form(match: Match, kind: str, **changes: Any) -> dict[str, Any]:
    now = state(match)
    data = {"decision": now.decision, "seen_version": now.version, "ask": uuid4(), "kind": kind, "seconds": "90"}
    return {**data, **FIELDS, "reason": "The clock ran on alone.", **changes}


@pytest.mark.parametrize(
    ("kind", "changes", "ruling"),
    [
        ("award_game", {}, AwardGame(Side.BLACK, ResultKind.GAMMON)),
        ("award_match", {"rated": "on"}, AwardMatch(Side.BLACK, rated=True)),
        ("award_match", {}, AwardMatch(Side.BLACK, rated=False)),
        ("adjust_score", {}, AdjustScore(Pair(1, 2), Crawford.PENDING)),
        ("add_time", {}, AddTime(Side.WHITE, 90_000)),
        ("hold", {}, Hold()),
        ("release", {}, Release()),
        ("void_all", {}, VoidAll()),
    ],
)
def test_the_form_makes_each_kind_of_ruling(match: Match, kind: str, changes: dict[str, str], ruling: Ruling) -> None:
    made = RulingForm(form(match, kind, **changes))
    assert made.is_valid(), made.errors
    assert made.ruling() == ruling


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("hold", {"reason": " \u200b\n "}, "A ruling needs a reason"),
        ("hold", {"reason": "x" * (MAX_REASON + 1)}, "A ruling needs a reason"),
        ("add_time", {"seconds": ""}, "This is needed for the ruling."),
        ("adjust_score", {"white": ""}, "This is needed for the ruling."),
        ("award_game", {"winner": "green"}, "Select a valid choice"),
        ("", {}, "This field is required."),
        ("fly", {}, "Select a valid choice"),
        ("hold", {"ask": "x"}, "Enter a valid UUID"),
    ],
)
def test_a_form_that_makes_no_ruling_says_why(match: Match, kind: str, changes: dict[str, str], words: str) -> None:
    made = RulingForm(form(match, kind, **changes))
    assert not made.is_valid()
    assert words in str(made.errors)


def test_a_ruling_is_an_event_with_its_reason_and_its_director(
    match: Match, dora: User, director: Client, reviewer: Client
) -> None:
    before = match.version
    assert director.post(f"{url(match)}rule/", form(match, "hold")).status_code == 302
    event = MatchEvent.objects.get(match=match, kind="ruling_given")
    assert (event.seq, event.data["reason"]) == (before + 1, "The clock ran on alone.")
    assert state(match).held
    assert {"hold", "release"} & set(rulings_fitting(state(match))) == {"release"}
    assert "dora" in text_of(reviewer, "/admin/matches/ruling/?q=dor")
    step = at(match, event.seq)
    assert step.actor == "dora"
    assert "Play is stopped until the director lets it go on." in step.words
    assert "The clock ran on alone." in text_of(reviewer, url(match, "?v=1"))
    assert LogEntry.objects.get().change_message == "ruling given: hold"


def _refused(client: Client, match: Match, data: dict[str, Any]) -> str:
    """The page that says no; the match is as it was."""
    before = everything(match)
    page: str = client.post(f"{url(match)}rule/", data).content.decode()
    assert "Nothing was changed." in page
    assert everything(match) == before
    assert not LogEntry.objects.exists()
    return page


def test_a_ruling_without_a_reason_is_refused_and_keeps_what_was_filled_in(match: Match, director: Client) -> None:
    page = _refused(director, match, form(match, "award_game", reason="  "))
    assert "A ruling needs a reason of at most 300 characters." in page
    assert " checked" in page.split('value="award_game"')[1].split(">")[0]


def test_what_is_missing_is_told_by_its_name(match: Match, director: Client) -> None:
    page = _refused(director, match, form(match, "adjust_score", white="", black=""))
    assert "<li>White: This is needed for the ruling.</li><li>Black: This is needed" in page


def test_a_ruling_that_the_rules_refuse_is_a_sentence_on_the_form(match: Match, director: Client) -> None:
    assert "No director has stopped play." in _refused(director, match, form(match, "release"))
    assert "Kept &lt;words&gt;" in _refused(director, match, form(match, "release", reason="Kept <words>"))


def test_a_ruling_on_a_decision_that_is_gone_is_refused(match: Match, director: Client) -> None:
    data = form(match, "hold")
    mover = to_act(state(match))
    assert mover is not None
    pass_turn(match, mover)
    page = _refused(director, match, data)
    assert "The table has moved on meanwhile. Look again." in page
    assert f'name="decision" value="{state(match).decision}"' in page


def test_a_ruling_sent_twice_is_given_once(match: Match, director: Client) -> None:
    data = form(match, "hold")
    for words in ("The ruling is given.", "What it ruled then stands once; nothing was changed now."):
        assert words in director.post(f"{url(match)}rule/", data, follow=True).content.decode()
    assert MatchEvent.objects.filter(match=match, kind="ruling_given").count() == 1


def test_a_form_that_came_back_with_another_ruling_is_not_taken_for_given(match: Match, director: Client) -> None:
    """The browser's *Back* brings the old form again."""
    data = form(match, "hold")
    director.post(f"{url(match)}rule/", data)
    page = director.post(f"{url(match)}rule/", {**data, "kind": "void_all"}, follow=True).content.decode()
    assert "nothing was changed now" in page
    assert state(match).result is None


def test_the_form_offers_what_fits_the_match_and_only_at_its_last_event(
    played: Match, alice: User, bob: User, director: Client
) -> None:
    assert rulings_fitting(state(played)) == (
        "award_game",
        "award_match",
        "adjust_score",
        "add_time",
        "hold",
        "void_all",
    )
    assert rulings_fitting(state(begun_match(alice, bob, terms(Preset.SINGLE_GAME, None)))) == (
        "award_game",
        "hold",
        "void_all",
    )
    last, earlier = text_of(director, url(played)), text_of(director, url(played, "?v=3"))
    assert 'name="reason"' in last
    assert 'name="reason"' not in earlier
    assert "Go to the last event" in earlier
    act(played, Side.WHITE, ResignMatch())
    assert "The match is over; nothing can be ruled any more." in text_of(director, url(played))


def _crawford_chosen(client: Client, match: Match) -> str:
    chosen: str = client.get(url(match)).context["ruling_form"].initial["crawford"]
    return chosen


def test_a_score_set_after_the_crawford_game_does_not_make_the_next_one_another(
    alice: User, bob: User, director: Client
) -> None:
    """Between games the form states what holds for the next one, not for the one that is over."""
    match = begun_match(alice, bob, terms(length=2))
    lose_game(match, Side.WHITE)
    assert _crawford_chosen(director, match) == "active"
    next_game(match)
    assert _crawford_chosen(director, match) == "active"
    lose_game(match, Side.BLACK)
    assert _crawford_chosen(director, match) == "expired"
    sent = form(match, "adjust_score", white="1", black="1", crawford="expired")
    assert director.post(f"{url(match)}rule/", sent).status_code == 302
    next_game(match)
    assert state(match).crawford is Crawford.EXPIRED


@pytest.mark.parametrize("what", ["rule", "note", "flag"])
def test_a_reviewer_reads_and_does_nothing(match: Match, reviewer: Client, what: str) -> None:
    page = text_of(reviewer, url(match))
    for field in ('name="reason"', 'name="text"', 'name="flag"'):
        assert field not in page
    data = {**form(match, "hold"), "text": "x", "version": 3, "flag": "on"}
    assert reviewer.post(f"{url(match)}{what}/", data).status_code == 403
    assert not MatchEvent.objects.filter(kind="ruling_given").exists()
    assert not ReviewNote.objects.exists()
    assert not Match.objects.filter(is_flagged=True).exists()


@pytest.mark.parametrize("what", ["rule", "note", "flag"])
def test_looking_at_an_address_that_changes_something_changes_nothing(
    match: Match, director: Client, what: str
) -> None:
    assert director.get(f"{url(match)}{what}/").status_code == 405


def test_a_right_that_was_taken_away_since_the_form_was_shown_rules_no_more(
    match: Match, dora: User, director: Client
) -> None:
    data = form(match, "hold")
    dora.groups.set([Group.objects.get(name=REVIEWERS)])
    assert director.post(f"{url(match)}rule/", data).status_code == 403
    dora.groups.clear()
    dora.user_permissions.add(Permission.objects.get(codename="rule_match"))  # rules, but may look at no match
    assert director.post(f"{url(match)}rule/", data).status_code == 403
    dora.groups.set([Group.objects.get(name=DIRECTORS)])
    User.objects.filter(pk=dora.pk).update(is_staff=False)
    assert director.post(f"{url(match)}rule/", data).status_code == 302  # to the login
    assert not state(match).held


@pytest.mark.parametrize("what", ["rule", "note", "flag"])
def test_another_site_sends_no_form_for_a_director(match: Match, dora: User, what: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(dora)
    data = {**form(match, "hold"), "text": "x", "version": 3, "flag": "on"}
    assert strict.post(f"{url(match)}{what}/", data).status_code == 403


def test_a_superuser_may_rule(match: Match) -> None:
    root = browser(User.objects.create_superuser("root-of-all"))
    assert 'name="reason"' in text_of(root, url(match))
    assert root.post(f"{url(match)}rule/", form(match, "hold")).status_code == 302
    assert state(match).held


# --- addresses that somebody made up --------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["link_token", "owner_token"])
@pytest.mark.parametrize("how", ["", "__startswith", "__gt", "__regex"])
def test_a_list_does_not_tell_the_secrets_of_private_links(
    match: Match, reviewer: Client, column: str, how: str
) -> None:
    """Who may compare a secret has it letter by letter, and sits down in somebody's seat."""
    for address in ("match/?", "gamerecord/?match__", "seat/?match__"):
        answer = reviewer.get(f"/admin/matches/{address}{column}{how}={getattr(match, column)[:1]}")
        assert answer.status_code != 200


@pytest.mark.parametrize(
    "query",
    [
        "length=0019" + "9" * 5000,
        "length=" + "9" * 5000,
        "length=-1",
        "cube_value=x",
        "p=" + "9" * 5000,
        "code__regex=(",
        "status__regex=(",
        "status__exact=x",
        "termination__isnull=x",
        "from=x&to=9999-12-31",
        "q=%00",
    ],
)
@pytest.mark.parametrize("model", ["match", "gamerecord"])
def test_an_odd_address_of_a_list_is_no_fault_of_the_server(
    match: Match, reviewer: Client, model: str, query: str
) -> None:
    assert reviewer.get(f"/admin/matches/{model}/?{query}").status_code in {200, 302, 400}


def test_the_filters_of_lists_and_the_way_to_the_events_still_narrow_them_down(match: Match, reviewer: Client) -> None:
    for query in ("match/?status__exact=running", "match/?termination__exact=voided", "match/?length=19"):
        assert reviewer.get(f"/admin/matches/{query}").status_code == 200
    for query in (f"matchevent/?match__id__exact={match.pk}", "seat/?side__exact=white", "seat/?level__exact=expert"):
        assert reviewer.get(f"/admin/matches/{query}").status_code == 200
