"""Every page of the site and every state of a table once, with something on it: for axe and for pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Page, expect

from bgsite.accounts.models import User
from bgsite.lessons.course import course
from bgsite.lessons.exercise import Exercise
from bgsite.lessons.wire import form_of
from bgsite.pages.corrections import correction_answer, correction_send
from bgsite.pages.models import Correction, State
from bgsite.pages.text_files import PAGES
from games.rules.actions import Beaver, Double, Drop, EndSession, OfferResignation, PassControl, PauseMatch, Roll
from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import Preset, Stake, card_for
from games.rules.score import ResultKind, Termination
from games.rules.sides import Side
from games.rules.state import ToPlay, game_of, to_act
from matches.facts import Moment, Play
from matches.models import ChatReport, Match
from matches.protocol import Say
from matches.services.chat import say
from matches.services.chat_reports import line_report
from matches.services.lifecycle import match_cancel
from matches.services.muting import mute
from matches.services.people import befriend, block
from matches.services.play import submit_server_action
from matches.services.rematch import rematch_ask
from matches.services.seeks import seek_post
from matches.services.sitting import hot_seat_start
from stats.models import DiceTotal, GameFact, ThrowKind, ThrownAfter, ThrownBy
from stats.services.summing import summarise
from tests.browser.learner import Learner, wrong_answer
from tests.browser.table_page import TablePage
from tests.browser.tidy_play import tidy_turn
from tests.matches.matchmaking import (
    act,
    begun_match,
    lose_game,
    next_game,
    open_match,
    person,
    play_to_a_roll,
    state,
    terms,
)

Arrange = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing to look at: who opens what, and what they do there before it is looked at."""

    name: str
    path: str
    who: User | None = None
    arrange: Arrange | None = None
    is_ours: bool = True
    """No: Django drew it."""


@dataclass(frozen=True, slots=True)
class World:
    """People, and what they have played."""

    anna: User
    bart: User
    nora: User
    """Has nothing yet."""
    dana: User
    """Staff without a right to anything."""

    def player(self, side: Side) -> User:
        """Anna has White everywhere."""
        return self.anna if side is Side.WHITE else self.bart


def make_world() -> World:
    """Make the people."""
    dana = person("Dana")
    dana.is_staff = True
    dana.save()
    anna = person("Anna")
    anna.email = "anna@barpoint.example"
    anna.set_password("seven-dark-checkers")
    anna.save()
    return World(anna, person("Bartholomäus"), person("小林さくら"), dana)


# --- pages ------------------------------------------------------------------------------------------------------


def page_scenes(world: World) -> list[Scene]:
    """All pages but tables."""
    return [
        *_site_scenes(world),
        *_account_scenes(world),
        *_match_scenes(world),
        *_usage_scenes(),
        *_lesson_scenes(world),
        *_people_scenes(world),
    ]


def _site_scenes(world: World) -> list[Scene]:
    return [
        Scene("home-guest", "/"),
        Scene("home", "/", world.anna),
        Scene("help", "/help/"),
        *(Scene(page, f"/{page}/") for page in PAGES if page != "guide"),
        Scene("correct", "/corrections/?page=rules&anchor=entering"),
        Scene("correct-refused", "/corrections/?page=rules", None, _submit),
        Scene("correction", _reported_mistake().get_absolute_url()),
        Scene("privacy", "/privacy/", world.anna),
        Scene("404", "/no-such-page/", world.anna),
        Scene("404-match", "/match/nosuchmatch1/"),
        Scene("403-csrf", "/accounts/login/", None, _send_without_token),
    ]


def _lesson_scenes(world: World) -> list[Scene]:
    """The course, and an exercise of each form: answered wrongly, with the solution unfolded."""
    by_form = {type(exercise.task): exercise for exercise in course().exercises}
    answered = [
        Scene(f"lesson-{form_of(one.task)}", f"/lessons/{one.key}/", None, partial(_answer_wrongly, exercise=one))
        for one in by_form.values()
    ]
    return [Scene("lessons", "/lessons/", world.anna), *answered]


def _answer_wrongly(page: Page, exercise: Exercise) -> None:
    Learner(page, by_mouse=False).give(exercise, wrong_answer(exercise))
    expect(page.locator("#verdict p").first).to_be_visible()
    _unfold(page)


def _account_scenes(world: World) -> list[Scene]:
    # Logging in makes a link to reset the password worthless: Nora logs in after it is looked at.
    key = f"{user_pk_to_url_str(world.nora)}-{default_token_generator.make_token(world.nora)}"
    return [
        Scene("register", "/accounts/signup/"),
        Scene("register-refused", "/accounts/signup/", None, _submit),
        Scene("login", "/accounts/login/"),
        Scene("login-refused", "/accounts/login/", None, _log_in_wrongly),
        Scene("logout", "/accounts/logout/", world.anna),
        Scene("reset", "/accounts/password/reset/"),
        Scene("reset-done", "/accounts/password/reset/done/"),
        Scene("reset-key", f"/accounts/password/reset/key/{key}/"),
        Scene("reset-key-bad", "/accounts/password/reset/key/1-nonsense/"),
        Scene("reset-key-done", "/accounts/password/reset/key/done/"),
        Scene("account", "/accounts/", world.anna),
        Scene("email", "/accounts/email/", world.anna),
        Scene("change-password", "/accounts/password/change/", world.anna),
        Scene("delete", "/accounts/delete/", world.anna),
        Scene("account-menu", "/accounts/", world.anna, _open_account_menu),
    ]


def _reported_mistake() -> Correction:
    words = {"subject": "clause", "page": "rules", "place": "The bar", "words": "Nobody enters on the 18-point."}
    report = correction_send(words, "en")
    return correction_answer(report.pk, State.ACCEPTED, "You are right. It says so now.")


def _usage_scenes() -> list[Scene]:
    """Statistics with something in them: each number must be large enough to be shown."""
    day = datetime.now(UTC).date()
    common: dict[str, Any] = {"day": day, "preset": Preset.MATCH.value, "length": 5}
    ended: dict[str, Any] = {
        "moment": Moment.ENDED.value,
        "turns": 4,
        "duration": 3,
        "cube_turns": 1,
        "ending": Termination.BORNE_OFF.value,
    }
    wins: list[dict[str, Any]] = [ended | {"result": kind, "winner": "white"} for kind in (1, 2)]
    GameFact.objects.bulk_create(
        GameFact(key=uuid4(), play=play.value, **common, **more)
        for number, play in enumerate((Play.ONLINE_MATCH, Play.HOT_SEAT), 3)
        for more in ({"moment": Moment.STARTED.value}, *wins)
        for _ in range(4 * number)
    )
    DiceTotal.objects.bulk_create(
        DiceTotal(kind=ThrowKind.ROLL, by=ThrownBy.PERSON, after=ThrownAfter.PLAIN, first=high, second=low, count=60)
        for high in range(1, 7)
        for low in range(1, high + 1)
    )
    summarise()
    return [Scene("usage", "/usage/"), Scene("usage-dice", "/usage/dice/")]


def _people_scenes(world: World) -> list[Scene]:
    anna, bart = world.anna, world.bart
    lose_game(begun_match(anna, bart, terms(length=1)), Side.WHITE)
    befriend(anna.pk, bart.pk)
    block(anna.pk, world.dana.pk)
    return [
        Scene("profile", "/player/Bartholom%C3%A4us/", anna),
        Scene("profile-own", "/player/Anna/", anna),
        Scene("profile-blocked", "/player/Dana/", anna),
        Scene("profile-nobody", "/player/nobody/", anna),
        Scene("players", "/players/", anna),
        Scene("players-found", "/players/?q=bart", anna),
        Scene("players-none", "/players/?q=%26", anna),
        Scene("play-settings", "/settings/", anna),
        Scene("play-settings-refused", "/settings/", anna, _ask_for_mails),
        Scene("settings-guest", "/settings/", None, _choose_and_go_back),
        Scene("guest", "/play/screen/", None, _become_a_guest),  # last: the browser is a guest from then on
    ]


def _choose_and_go_back(page: Page) -> None:
    page.locator("[name=theme][value=contrast]").check()
    expect(page.locator("#board .board")).to_have_attribute("data-theme", "contrast")
    page.locator("#defaults").click()
    expect(page.locator("#undo-defaults")).to_be_visible()
    expect(page.locator("#said")).not_to_be_empty()


def _match_scenes(world: World) -> list[Scene]:
    anna, bart = world.anna, world.bart
    by_link, by_name, gone = open_match(anna), open_match(anna, bart), open_match(anna)
    match_cancel(gone.pk, anna)
    played = begun_match(anna, bart, terms(length=5, clock=ClockPreset.NORMAL))
    lose_game(played, Side.BLACK, ResultKind.GAMMON)
    next_game(played)
    over = begun_match(anna, bart, terms(length=1))
    lose_game(over, Side.WHITE)
    return [
        Scene("play-computer", "/play/computer/"),
        Scene("play-screen", "/play/screen/", None, _unfold),
        Scene("play-friend", "/play/friend/"),
        Scene("play-money", "/play/money/"),
        Scene("play-money-refused", "/play/money/", None, _compose_wrongly),
        Scene("create", "/matches/new/", anna),
        Scene("create-open", "/matches/new/", anna, _unfold),
        Scene("create-refused", "/matches/new/", anna, _ask_nobody),
        Scene("waiting-link", f"/match/{by_link.code}/", anna, _unfold),
        Scene("waiting-name", f"/match/{by_name.code}/", anna),
        Scene("invitation", f"/match/{by_name.code}/", bart),
        Scene("invitation-guest", f"/join/{by_link.link_token}/"),
        Scene("invitation-gone", f"/join/{gone.link_token}/", bart),
        Scene("list", "/matches/", anna),
        Scene("list-invited", "/matches/", bart),
        Scene("list-empty", "/matches/", world.nora),
        Scene("watch", "/watch/"),
        *_lobby_scenes(world),
        Scene("game", f"/match/{played.code}/game/1/", anna, _unfold),
        Scene("record-forget", f"/match/{over.code}/forget/", anna),
        Scene("403", f"/admin/matches/gamerecord/{played.games.get(number=1).pk}/positions/", world.dana),
    ]


def _lobby_scenes(world: World) -> list[Scene]:
    seek_post(world.bart, terms(length=7, clock=ClockPreset.NORMAL))
    open_match(world.bart, world.anna)
    return [
        Scene("lobby", "/lobby/", world.anna, _unfold_offers),
        Scene("lobby-guest", "/lobby/"),
        Scene("lobby-empty", "/lobby/", world.nora),
        Scene("lobby-offer", "/lobby/offer/", world.anna),
    ]


def _unfold_offers(page: Page) -> None:
    """Everything that is folded in the live lists."""
    expect(page.locator("html[data-line=live]")).to_be_attached()
    for summary in page.locator(".lobby-rules summary").all():
        summary.click()


def _submit(page: Page) -> None:
    page.locator("main form [type=submit]").click()


def _send_without_token(page: Page) -> None:
    page.evaluate("document.querySelector('main [name=csrfmiddlewaretoken]').value = 'x'")
    _log_in_wrongly(page)


def _log_in_wrongly(page: Page) -> None:
    page.locator("#id_login").fill("Anna")
    page.locator("#id_password").fill("not my password")
    with page.expect_navigation():
        _submit(page)


def _open_account_menu(page: Page) -> None:
    page.locator("header .account-menu:not(.language-menu) summary").click()


def _ask_for_mails(page: Page) -> None:
    page.locator("#id_mail_on_turn").check()
    page.locator("#found [type=submit]").click()
    expect(page.get_by_role("alert")).to_be_visible()


def _become_a_guest(page: Page) -> None:
    page.locator("main form [type=submit]").last.click()
    expect(page.locator("#table")).to_be_visible()
    page.locator("header .account-menu:not(.language-menu) summary").click()
    page.locator(f'header [href="{reverse("accounts:home")}"]').click()
    page.locator("#id_name").fill("admin")
    page.locator("form:has(#id_name) [type=submit]").click()
    expect(page.get_by_role("alert")).to_be_visible()


def _ask_nobody(page: Page) -> None:
    page.locator("#id_opponent").fill("nobody at all")
    page.locator("#id_other_length").fill("1000")
    page.locator("#start [type=submit]").first.click()
    expect(page.get_by_role("alert")).to_be_visible()


def _compose_wrongly(page: Page) -> None:
    _unfold(page)
    page.locator("#id_crawford").select_option("on")
    expect(page.locator("#id_crawford_error")).to_be_visible()


def _unfold(page: Page) -> None:
    for summary in page.locator("main summary").all():
        if not summary.evaluate("one => one.parentElement.open"):
            summary.click()


# --- tables -----------------------------------------------------------------------------------------------------


def table_scenes(world: World) -> list[Scene]:
    """A table in each of its states."""
    rolling, playing, doubled, resigning = (_middle(world) for _ in range(4))
    roller = play_to_a_roll(rolling)
    mover = _to_play(playing)
    doubler = play_to_a_roll(doubled)
    act(doubled, doubler, Double())
    loser = play_to_a_roll(resigning)
    act(resigning, loser, OfferResignation(ResultKind.GAMMON))
    own, foe = world.player(mover), world.player(mover.other)
    return [
        table_scene("roll", rolling, world.player(roller)),
        table_scene("resign", rolling, world.player(roller), _open_resign),
        table_scene("resign-sure", rolling, world.player(roller), _ask_gammon),
        table_scene("play", playing, own),
        table_scene("play-chosen", playing, own, _choose_source),
        table_scene("play-complete", playing, own, _complete),
        table_scene("play-unfolded", playing, own, _unfold),
        table_scene("play-waits", playing, foe),
        table_scene("play-spectator", playing, None),
        table_scene("double", doubled, world.player(doubler.other)),
        table_scene("double-waits", doubled, world.player(doubler)),
        table_scene("resignation", resigning, world.player(loser.other)),
        *_ended_scenes(world),
        *_other_ways_scenes(world),
    ]


def _other_ways_scenes(world: World) -> list[Scene]:
    """At one screen, a computer in a seat, adjourned, a rematch, a beaver."""
    screen = hot_seat_start(world.anna, terms())
    tidy_turn(screen)
    seat, paused, over = _middle(world), _middle(world), _middle(world, length=1)
    submit_server_action(seat.pk, PassControl(Side.WHITE, Level.INTERMEDIATE))
    submit_server_action(paused.pk, PauseMatch())
    lose_game(over, play_to_a_roll(over))
    rematch_ask(over.pk, world.bart)
    beaver = _middle(world, preset=Preset.CLUB_MONEY)
    doubler = play_to_a_roll(beaver)
    act(beaver, doubler, Double())
    act(beaver, doubler.other, Beaver())
    return [
        table_scene("screen", screen, world.anna, _unfold),
        table_scene("seat-of-a-computer", seat, world.anna),
        table_scene("paused", paused, world.anna),
        table_scene("rematch", over, world.anna),
        table_scene("beaver", beaver, world.player(doubler)),
    ]


def _ended_scenes(world: World) -> list[Scene]:
    between = _middle(world, clock=ClockPreset.UNTIMED)  # else the next game begins by itself
    crawford = begun_match(world.anna, world.bart)
    over = _middle(world, length=1)
    lose_game(between, play_to_a_roll(between), ResultKind.GAMMON)
    lose_game(crawford, play_to_a_roll(crawford), ResultKind.GAMMON)
    next_game(crawford)
    roller = play_to_a_roll(crawford)
    lose_game(over, play_to_a_roll(over))
    money = _middle(world, preset=Preset.MONEY)
    session, session_over = _session(world), _session(world)
    act(session_over, Side.WHITE, EndSession())
    return [
        table_scene("session", session, world.anna),
        table_scene("session-over", session_over, world.bart),
        table_scene("crawford", crawford, world.player(roller)),
        table_scene("between", between, world.anna),
        table_scene("over", over, world.bart),
        table_scene("money", money, world.player(play_to_a_roll(money)), _open_settle),
    ]


def _session(world: World) -> Match:
    """Two games of a session for a stake, the second one dropped."""
    card = card_for(Preset.MONEY, stake=Stake(5, "coffee"))
    session = begun_match(world.anna, world.bart, replace(terms(), card=card))
    lose_game(session, Side.BLACK)
    next_game(session)
    doubler = play_to_a_roll(session)
    act(session, doubler, Double())
    act(session, doubler.other, Drop())
    return session


def table_scene(name: str, match: Match, who: User | None, arrange: Arrange | None = None) -> Scene:
    """A table, looked at when it is ready, and `arrange` has done something there."""

    def arranged(page: Page) -> None:
        TablePage(page).ready()
        if arrange is not None:
            arrange(page)
            TablePage(page).settled()

    return Scene(f"table-{name}", f"/match/{match.code}/", who, arranged)


def _middle(
    world: World,
    length: int | None = 5,
    preset: Preset = Preset.MATCH,
    clock: ClockPreset = ClockPreset.NORMAL,
) -> Match:
    """A match some turns after its begin."""
    length = length if preset is Preset.MATCH else None
    match = begun_match(world.anna, world.bart, terms(preset, length, clock=clock))
    for _ in range(9):
        tidy_turn(match)
    return match


def _to_play(match: Match) -> Side:
    """Play on until somebody has dice to play; who."""
    while not isinstance(game_of(state(match)).phase, ToPlay):
        act(match, play_to_a_roll(match), Roll())
    side = to_act(state(match))
    assert side is not None
    return side


def _open_resign(page: Page) -> None:
    TablePage(page).action("resign").click()


def _ask_gammon(page: Page) -> None:
    _open_resign(page)
    page.get_by_role("dialog").get_by_role("radio").nth(1).check()
    TablePage(page).action("resign_offer").click()


def _open_settle(page: Page) -> None:
    TablePage(page).action("settle").click()


def _choose_source(page: Page) -> None:
    if page.locator('#board [data-can="target"]').count() == 0:  # a single possible source is chosen already
        page.locator('#board [data-can="move"]').first.click()


def _complete(page: Page) -> None:
    table = TablePage(page)
    while not table.can("confirm"):
        table.step(table.steps()[0])


# --- the administration ----------------------------------------------------------------------------------------


def admin_scenes(world: World) -> list[Scene]:
    """What the director sees of matches, of what was said, and of people."""
    rita = User.objects.filter(username="Rita").first() or User.objects.create_superuser("Rita")
    match = _middle(world)
    lose_game(match, play_to_a_roll(match), ResultKind.GAMMON)
    game = match.games.get(number=1)
    report = _reported(match, world)
    mute(world.bart.pk, timedelta(days=1), reason="insults")
    drawn = partial(Scene, who=rita, is_ours=False)
    return [
        drawn("admin", "/admin/"),
        drawn("admin-matches", "/admin/matches/match/"),
        Scene("admin-match", f"/admin/matches/match/{match.pk}/change/?check=replay", rita),
        Scene("admin-chat", f"/admin/matches/match/{match.pk}/chat/", rita),
        drawn("admin-games", "/admin/matches/gamerecord/"),
        Scene("admin-game", f"/admin/matches/gamerecord/{game.pk}/change/", rita),
        Scene("admin-review", f"/admin/matches/match/{match.pk}/review/?v=9&chat=1", rita, _unfold),
        Scene("admin-usage", "/admin/stats/gamefact/", rita),
        Scene("admin-positions", f"/admin/matches/gamerecord/{game.pk}/positions/", rita),
        drawn("admin-events", f"/admin/matches/matchevent/?match__id__exact={match.pk}"),
        drawn("admin-reports", "/admin/matches/chatreport/"),
        Scene("admin-report", f"/admin/matches/chatreport/{report.pk}/change/", rita),
        drawn("admin-mutes", "/admin/matches/mute/"),
        drawn("admin-seeks", "/admin/matches/seek/"),
        drawn("admin-users", "/admin/accounts/user/"),
        drawn("admin-corrections", "/admin/pages/correction/"),
        drawn("admin-user", f"/admin/accounts/user/{world.bart.pk}/change/"),
    ]


def _reported(match: Match, world: World) -> ChatReport:
    """Bart said something that Anna did not like."""
    say(match.pk, world.anna.pk, Say(uuid4(), "good_luck", ""))
    say(match.pk, world.bart.pk, Say(uuid4(), "", "You play like a fool, and a very slow one."))
    return line_report(match.code, 2, world.anna.pk, "insult")


# --- the server's own mistake -----------------------------------------------------------------------------------


@contextmanager
def broken_site() -> Iterator[None]:
    """Inside the block every page that lists matches fails: their table is not there."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE matches_match RENAME TO matches_match_away")
        try:
            yield
        finally:
            cursor.execute("ALTER TABLE matches_match_away RENAME TO matches_match")
