"""What registered players decide about each other and about themselves: blocks, friends, who may challenge them.

A block works both ways (`has_blocked`): who blocks somebody cannot reach them either. Nobody is told of a block.
Refusals are `PeopleError`s whose fault has a sentence in `matches.wording.faults`; nothing has changed then.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from matches.models import Block, Friend, Mute, PlayerSettings
from matches.selectors.people import has_address
from matches.services.faults import FaultError

Challengers = PlayerSettings.Challengers
LONGEST_LIST: Final = 500
"""How many people one person can block, and how many can be friends."""


class PeopleFault(StrEnum):
    """Why a service of this module refuses."""

    YOURSELF = "yourself"
    NOT_REGISTERED = "not_registered"
    NO_SUCH_PLAYER = "no_such_player"
    TOO_MANY_BLOCKED = "too_many_blocked"
    TOO_MANY_FRIENDS = "too_many_friends"
    NO_ADDRESS = "no_address"


class PeopleError(FaultError[PeopleFault]):
    """Nothing was decided about the person."""


class ChallengeFault(StrEnum):
    """Why somebody cannot invite a person by name."""

    GUEST = "guest"
    """Who asks has no account."""
    BLOCKED = "blocked"
    OWN_BLOCK = "own_block"
    """Who asks blocks the person."""
    FRIENDS_ONLY = "friends_only"
    NOBODY = "nobody"


def block(owner_id: int, person_id: int) -> None:
    """Want nothing of the person any more; a friend is none from then on. Twice is as once.

    Raises PeopleError (YOURSELF, NOT_REGISTERED, NO_SUCH_PLAYER, TOO_MANY_BLOCKED).
    """
    with transaction.atomic():
        _pair_check(owner_id, person_id)
        Friend.objects.filter(owner_id=owner_id, person_id=person_id).delete()
        _list_check(Block.objects.filter(owner_id=owner_id).count(), PeopleFault.TOO_MANY_BLOCKED)
        Block.objects.get_or_create(owner_id=owner_id, person_id=person_id)


def unblock(owner_id: int, person_id: int) -> None:
    """Lift the block; nothing happens where there is none."""
    Block.objects.filter(owner_id=owner_id, person_id=person_id).delete()


def befriend(owner_id: int, person_id: int) -> None:
    """Keep the person in the list of friends; a block is lifted. Twice is as once.

    Raises PeopleError (YOURSELF, NOT_REGISTERED, NO_SUCH_PLAYER, TOO_MANY_FRIENDS).
    """
    with transaction.atomic():
        _pair_check(owner_id, person_id)
        Block.objects.filter(owner_id=owner_id, person_id=person_id).delete()
        _list_check(Friend.objects.filter(owner_id=owner_id).count(), PeopleFault.TOO_MANY_FRIENDS)
        Friend.objects.get_or_create(owner_id=owner_id, person_id=person_id)


def unfriend(owner_id: int, person_id: int) -> None:
    """Take the person out of the list of friends; nothing happens where they are not in it."""
    Friend.objects.filter(owner_id=owner_id, person_id=person_id).delete()


def settings_save(person_id: int, *, challengers: Challengers, is_hidden: bool, mail_on_turn: bool) -> PlayerSettings:
    """Keep what the person decided. Raises PeopleError (NOT_REGISTERED, NO_ADDRESS: mails need a confirmed one)."""
    with transaction.atomic():
        owner_lock(person_id)
        if mail_on_turn and not has_address(person_id):
            raise PeopleError(PeopleFault.NO_ADDRESS)
        values = {"challengers": challengers, "is_hidden": is_hidden, "mail_on_turn": mail_on_turn}
        saved, _is_new = PlayerSettings.objects.update_or_create(person_id=person_id, defaults=values)
        return saved


def may_challenge(challenger_id: int, person_id: int) -> ChallengeFault | None:
    """Why the challenger cannot invite the person by name; None: they can."""
    if _is_guest(challenger_id):
        return ChallengeFault.GUEST
    if Block.objects.filter(owner_id=person_id, person_id=challenger_id).exists():
        return ChallengeFault.BLOCKED
    if Block.objects.filter(owner_id=challenger_id, person_id=person_id).exists():
        return ChallengeFault.OWN_BLOCK
    decided = PlayerSettings.objects.filter(person_id=person_id).values_list("challengers", flat=True).first()
    if decided == PlayerSettings.Challengers.NOBODY:
        return ChallengeFault.NOBODY
    if decided == PlayerSettings.Challengers.FRIENDS and not _is_friend(person_id, challenger_id):
        return ChallengeFault.FRIENDS_ONLY
    return None


def has_blocked(one_id: int, other_id: int) -> bool:
    """Say whether one of the two blocks the other."""
    here = Q(owner_id=one_id, person_id=other_id)
    there = Q(owner_id=other_id, person_id=one_id)
    return Block.objects.filter(here | there).exists()


def muted_until(user_id: int) -> datetime | None:
    """Until when the person may write nothing; None: they may write."""
    now = timezone.now()
    latest: datetime | None = Mute.objects.filter(person_id=user_id, until__gt=now).aggregate(latest=Max("until"))[
        "latest"
    ]
    return latest


def owner_lock(owner_id: int) -> None:
    """Hold the row of the account until the transaction ends. Raises PeopleError (NOT_REGISTERED)."""
    accounts = get_user_model().objects.select_for_update(no_key=True)
    if accounts.filter(pk=owner_id, is_guest=False, is_active=True).first() is None:
        raise PeopleError(PeopleFault.NOT_REGISTERED)


def _pair_check(owner_id: int, person_id: int) -> None:
    """Hold the owner's row, so that lists are counted one at a time, and look who the other is."""
    if owner_id == person_id:
        raise PeopleError(PeopleFault.YOURSELF)
    owner_lock(owner_id)
    if not get_user_model().objects.filter(pk=person_id, is_guest=False, deleted_at=None).exists():
        raise PeopleError(PeopleFault.NO_SUCH_PLAYER)


def _list_check(length: int, fault: PeopleFault) -> None:
    if length >= LONGEST_LIST:
        raise PeopleError(fault)


def _is_guest(user_id: int) -> bool:
    return get_user_model().objects.filter(pk=user_id, is_guest=True).exists()


def _is_friend(owner_id: int, person_id: int) -> bool:
    return Friend.objects.filter(owner_id=owner_id, person_id=person_id).exists()
