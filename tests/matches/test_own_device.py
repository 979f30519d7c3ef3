"""The creator's private link: another browser of the same person plays on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from games.rules.actions import Roll
from games.rules.sides import Side
from games.rules.state import ToPlay, game_of, to_act
from matches.models import Match, OwnDevice
from matches.protocol import ProtocolCode
from matches.selectors.tables import place_at, sides_of
from matches.services.own_device import DeviceError, DeviceFault, device_let_in, own_link
from tests.factories import open_match, running_match
from tests.matches.doing import act, everything, must, refusal, some_play, state_now
from tests.matches.matchmaking import browser
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db


def mine(match: Match) -> str:
    return reverse("matches:own_device", args=[match.owner_token])


def table(match: Match) -> str:
    return reverse("matches:table", args=[match.code])


def refused(token: str, user: User) -> DeviceFault:
    with pytest.raises(DeviceError) as error:
        device_let_in(token, user)
    return error.value.fault


def test_an_own_device_controls_what_its_owner_controls_at_this_match_alone() -> None:
    match, other, device = running_match(), running_match(), guest_make()
    assert sides_of(match.pk, device.pk) == ()
    device_let_in(match.owner_token, device)
    assert sides_of(match.pk, device.pk) == (Side.WHITE,)
    assert sides_of(other.pk, device.pk) == ()
    place = place_at(match.code, device.pk)
    assert place is not None
    assert place.may_watch


def test_the_door_takes_its_actions_for_that_side_only() -> None:
    match, device = running_match(), guest_make()
    play = some_play(state_now(match))
    assert refusal(act(match, play, Side.WHITE, user=device)) is ProtocolCode.NOT_PLAYING
    device_let_in(match.owner_token, device)
    assert refusal(act(match, play, Side.BLACK, user=device)) is ProtocolCode.NOT_YOUR_SIDE
    if to_act(state_now(match)) is Side.BLACK:
        must(act(match, play, Side.BLACK, user=bob()))
    play_or_roll(match, device)


def play_or_roll(match: Match, device: User) -> None:
    state = state_now(match)
    action = some_play(state) if isinstance(game_of(state).phase, ToPlay) else Roll()
    must(act(match, action, Side.WHITE, user=device))


def test_both_sides_of_one_screen_can_be_continued_elsewhere() -> None:
    match, device = running_match(alice(), alice()), guest_make()
    device_let_in(match.owner_token, device)
    assert sides_of(match.pk, device.pk) == (Side.WHITE, Side.BLACK)


def test_twice_is_as_once_and_the_creator_needs_nothing() -> None:
    match, device = running_match(), guest_make()
    for user in (device, device, alice()):
        device_let_in(match.owner_token, user)
    assert OwnDevice.objects.filter(match=match).count() == 1


def test_the_other_player_is_not_let_in() -> None:
    match, invited = running_match(), open_match()
    Match.objects.filter(pk=invited.pk).update(invited=bob())
    stored = everything(match)
    assert refused(match.owner_token, bob()) is DeviceFault.OTHER_PLAYER
    assert refused(invited.owner_token, bob()) is DeviceFault.OTHER_PLAYER
    assert refused("nosuchtoken", charlie()) is DeviceFault.NO_SUCH_LINK
    assert everything(match) == stored
    assert not OwnDevice.objects.exists()


def test_the_link_of_the_friend_is_another_one() -> None:
    match = running_match()
    assert match.owner_token != match.link_token
    assert own_link(match.link_token, None) is None


# --- the page -----------------------------------------------------------------------------------------------------


def test_who_only_fetches_the_link_takes_nothing() -> None:
    match = running_match()
    robot = Client()
    for answer in (robot.get(mine(match)), robot.head(mine(match))):
        assert answer.status_code == 200
        assert "barpoint_guest" not in answer.cookies
    page = robot.get(mine(match)).content.decode()
    assert "Play here" in page
    assert "noindex" in page
    assert not OwnDevice.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_the_button_lets_a_browser_without_an_account_in() -> None:
    match = running_match()
    phone = Client()
    phone.post(mine(match))
    assert phone.get(mine(match)).headers["Location"] == table(match)
    page = phone.get(table(match)).content.decode()
    assert '"you": ["white"]' in page or "&quot;you&quot;: [&quot;white&quot;]" in page
    assert OwnDevice.objects.get(match=match).owner == alice()


def test_the_creator_finds_the_link_beside_the_running_game_and_nobody_else_does() -> None:
    match = running_match()
    assert mine(match) in browser(alice()).get(table(match)).content.decode()
    for other in (browser(bob()), browser()):
        assert match.owner_token not in other.get(table(match)).content.decode()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert match.owner_token not in browser(alice()).get(table(match)).content.decode()


def test_the_other_player_reads_why_not() -> None:
    match = running_match()
    answer = browser(bob()).post(mine(match), follow=True)
    assert "You play this match yourself, on the other side." in answer.content.decode()


def test_before_the_match_begins_the_device_waits() -> None:
    match = open_match()
    phone = Client()
    page = phone.post(mine(match), follow=True).content.decode()
    assert "Waiting for the other player" in page
    status = phone.get(reverse("matches:status", args=[match.code]))
    assert status.json() == {"status": "open"}


def test_an_unknown_link_is_not_found() -> None:
    assert Client().get("/mine/nosuchtoken/").status_code == 404
