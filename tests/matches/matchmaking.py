"""People and matches for the tests of pages and services. Everything is made by the real services."""

from __future__ import annotations

from uuid import uuid4

from django.test import Client

from bgsite.accounts.models import User
from games.rules.actions import AcceptResignation, Next, OfferResignation, PlayCheckers, PlayerAction, Roll
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.legal import legal_plays
from games.rules.rulecard import Preset, card_for
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, ToPlay, ToRoll, game_of, to_act
from matches.models import Match
from matches.selectors.tables import state_of
from matches.services.lifecycle import Terms, invitation_accept, link_join, match_create
from matches.services.play import Accepted, submit_action


def person(name: str) -> User:
    """Someone who never types a password: making one takes a tenth of a second."""
    return User.objects.create_user(name)


def browser(user: User | None = None) -> Client:
    client = Client(enforce_csrf_checks=False)
    if user is not None:
        client.force_login(user)
    return client


def text_of(client: Client, path: str, status: int = 200) -> str:
    """The text of a page, which comes with this status."""
    page = client.get(path)
    assert page.status_code == status, (page.status_code, path)
    return page.content.decode()


def terms(
    preset: Preset = Preset.MATCH,
    length: int | None = 3,
    *,
    clock: ClockPreset = ClockPreset.UNTIMED,
    side: Side | None = Side.WHITE,
    public: bool = True,
) -> Terms:
    return Terms(card_for(preset, length), ClockSetting(clock), side, public)


def open_match(creator: User, opponent: User | None = None, what: Terms | None = None) -> Match:
    return match_create(creator, what or terms(), opponent)


def begun_match(white: User, black: User, what: Terms | None = None, *, by_link: bool = False) -> Match:
    """A match that has begun; White created it."""
    match = open_match(white, None if by_link else black, what)
    return link_join(match.pk, black) if by_link else invitation_accept(match.pk, black)


def state(match: Match) -> MatchState:
    return state_of(Match.objects.get(pk=match.pk))


def act(match: Match, side: Side, action: PlayerAction) -> None:
    seat = match.seats.get(side=side.value)
    answer = submit_action(match.code, seat.user_id, action, side=side, decision=state(match).decision, cid=uuid4())
    assert isinstance(answer, Accepted), answer


def lose_game(match: Match, loser: Side, kind: ResultKind = ResultKind.SINGLE) -> None:
    """Let ``loser`` give the running game up; the opening is played if the other side is on turn."""
    if to_act(state(match)) is not loser:
        pass_turn(match, loser.other)
    act(match, loser, OfferResignation(kind))
    if state(match).result is None and to_act(state(match)) is loser.other and not _game_is_over(match):
        act(match, loser.other, AcceptResignation())


def next_game(match: Match) -> None:
    for side in Side:
        act(match, side, Next())


def pass_turn(match: Match, side: Side) -> None:
    """Roll if need be, and play the first legal play."""
    if isinstance(game_of(state(match)).phase, ToRoll):
        act(match, side, Roll())
    now = state(match)
    if to_act(now) is side:
        act(match, side, first_play(now))


def play_to_a_roll(match: Match) -> Side:
    """Play on until somebody may roll or double; that side."""
    while not isinstance(game_of(state(match)).phase, ToRoll):
        side = to_act(state(match))
        assert side is not None
        pass_turn(match, side)
    return game_of(state(match)).on_roll


def first_play(now: MatchState) -> PlayCheckers:
    """Some legal play of who is on turn."""
    game = game_of(now)
    assert isinstance(game.phase, ToPlay)
    return PlayCheckers(legal_plays(game.board.seen_by(game.on_roll), game.phase.dice)[0].moves)


def _game_is_over(match: Match) -> bool:
    return match.games.order_by("-number").values_list("last_event", flat=True).first() is not None
