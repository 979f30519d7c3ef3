"""What accounts tell reaches matches: deleting forfeits and hides, ended sessions close sockets."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from bgsite.accounts import services
from bgsite.accounts.guest_services import guest_adopt, guest_make
from bgsite.accounts.models import User
from games.rules.score import Termination
from matches.models import Match, Seat
from matches.publish import user_group
from tests.matches.matchmaking import begun_match, open_match
from tests.site.people import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_deleting_an_account_forfeits_its_running_matches() -> None:
    alice, bob = make_user("alice"), make_user("bob")
    match = begun_match(alice, bob)
    services.account_delete(alice)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.winner == "black"
    assert match.games.get().termination == Termination.FORFEITED.value
    assert list(Seat.objects.filter(match=match, user__isnull=False).values_list("user", flat=True)) == [bob.pk]


def test_deleting_an_account_cancels_its_invitations() -> None:
    alice, bob = make_user("alice"), make_user("bob")
    match = open_match(alice, bob)
    services.account_delete(bob)
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED


async def test_a_ban_closes_the_sockets_of_the_person() -> None:
    alice: User = await sync_to_async(make_user)("alice")
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(user_group(alice.pk), channel)
    await sync_to_async(services.account_ban)(alice)
    message = await asyncio.wait_for(layer.receive(channel), timeout=5)
    assert message["type"] == "user.kick"
    await layer.group_discard(user_group(alice.pk), channel)


async def test_the_sockets_of_a_guest_who_registers_are_closed() -> None:
    guest: User = await sync_to_async(guest_make)()
    alice: User = await sync_to_async(make_user)("alice")
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(user_group(guest.pk), channel)
    guest_id = guest.pk
    assert await sync_to_async(guest_adopt)(guest_id, alice.pk)
    message = await asyncio.wait_for(layer.receive(channel), timeout=5)
    assert message["type"] == "user.kick"
    await layer.group_discard(user_group(guest_id), channel)
