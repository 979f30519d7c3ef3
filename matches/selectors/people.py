"""People as players: found by name, their public profile, and what they decided about each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Count, Exists, F, OuterRef, Q

from matches.models import Block, Friend, Match, PlayerSettings, Seat
from matches.models.matches import Kind
from matches.selectors.lists import MatchRow, finished_public
from matches.table_settings import still_allowed

FOUND_SHOWN: Final = 20
"""How many players a search shows; who looks for another one types more of the name."""
LAST_SHOWN: Final = 10
CHALLENGERS: Final = PlayerSettings.Challengers.choices
"""Who may challenge somebody: value and words."""
LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
"""The lengths that have a row of their own in a profile."""


@dataclass(frozen=True, slots=True)
class LengthRow:
    """How often a player won and lost at one length."""

    length: int | None
    """None: all other lengths, and what has no length."""
    won: int
    lost: int

    @property
    def played(self) -> int:
        """How many were played to an end."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may know about a registered player."""

    person_id: int
    name: str
    member_since: datetime
    is_closed: bool
    """Banned: nobody can invite them."""
    rows: list[LengthRow]
    total: LengthRow
    last: list[MatchRow]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought."""

    names: list[str]
    has_more: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A person in somebody's own list of friends or blocked people."""

    person_id: int
    name: str
    since: datetime


def player_named(name: str) -> AbstractBaseUser | None:
    """The account with this name, upper and lower case being one, open or closed; None for none, or a guest."""
    accounts = get_user_model()
    if "\0" in name:
        return None
    try:
        found = accounts.objects.get_by_natural_key(name)
    except accounts.DoesNotExist:
        return None
    return None if found.is_guest else found


def profile(name: str) -> Profile | None:
    """The public profile of the player with this name; None for nobody, a guest, or a deleted account."""
    named = player_named(name)
    account = None if named is None else get_user_model().objects.filter(pk=named.pk, deleted_at=None).first()
    if account is None:
        return None
    rows = _length_rows(account.pk)
    return Profile(
        person_id=account.pk,
        name=account.username,
        member_since=account.date_joined,
        is_closed=not account.is_active,
        rows=rows,
        total=LengthRow(None, sum(row.won for row in rows), sum(row.lost for row in rows)),
        last=finished_public(account.pk, LAST_SHOWN),
    )


def players_found(beginning: str) -> Found:
    """Players whose names begin so, upper and lower case being one; nobody for an empty beginning."""
    if not beginning or "\0" in beginning:
        return Found([], has_more=False)
    accounts = get_user_model().objects.beginning_with(beginning)
    open_ones = accounts.filter(is_guest=False, deleted_at=None, is_active=True).order_by("name_folded")
    names = list(open_ones.values_list("username", flat=True)[: FOUND_SHOWN + 1])
    return Found(names[:FOUND_SHOWN], has_more=len(names) > FOUND_SHOWN)


def seated_of(person_ids: list[int]) -> set[int]:
    """Those of the people who have a seat at some match."""
    return set(Seat.objects.filter(user_id__in=person_ids).values_list("user_id", flat=True))


def has_address(person_id: int) -> bool:
    """Whether the account has a confirmed e-mail address."""
    return bool(EmailAddress.objects.filter(user_id=person_id, primary=True, verified=True).exists())


def settings_of(person_id: int) -> PlayerSettings:
    """What the person decided; the defaults where nothing was saved."""
    saved = PlayerSettings.objects.filter(person_id=person_id).first()
    found = saved or PlayerSettings(person_id=person_id)
    found.table = still_allowed(found.table)
    return found


def table_settings_of(person_id: int) -> dict[str, Any]:
    """What the person chose for tables and boards; empty where nothing was chosen."""
    kept = PlayerSettings.objects.filter(person_id=person_id).values_list("table", flat=True).first()
    return still_allowed(kept)


def friends_of(person_id: int) -> list[Listed]:
    """The person's friends, by name."""
    return _listed(Friend.objects.filter(owner_id=person_id).select_related("person"))


def blocked_by(person_id: int) -> list[Listed]:
    """Whom the person blocks, by name."""
    return _listed(Block.objects.filter(owner_id=person_id).select_related("person"))


def is_friend(owner_id: int, person_id: int) -> bool:
    """Whether `person_id` is in the list of friends of `owner_id`."""
    return Friend.objects.filter(owner_id=owner_id, person_id=person_id).exists()


def blocks(owner_id: int, person_id: int) -> bool:
    """Whether `owner_id` blocks `person_id`."""
    return Block.objects.filter(owner_id=owner_id, person_id=person_id).exists()


def _listed(rows: Iterable[Friend | Block]) -> list[Listed]:
    found = [Listed(row.person_id, str(row.person), row.created_at) for row in rows]
    return sorted(found, key=lambda listed: listed.name.casefold())


def _length_rows(person_id: int) -> list[LengthRow]:
    """Wins and losses by length against registered people: no computer sat there, and nobody has left since."""
    other = Seat.objects.filter(match=OuterRef("match"), level="", hidden=False, user__is_guest=False)
    mine = Seat.objects.filter(
        Exists(other.exclude(side=OuterRef("side")).exclude(user_id=person_id)),
        user_id=person_id,
        level="",
        hidden=False,
        match__status=Match.Status.FINISHED,
        match__winner__isnull=False,
        match__taken_over=False,
    )
    counted = mine.values("match__kind", "match__length").annotate(
        won=Count("pk", filter=Q(side=F("match__winner"))), played=Count("pk")
    )
    sums: dict[int | None, tuple[int, int]] = {}
    for row in counted:
        length = row["match__length"] if row["match__kind"] == Kind.MATCH and row["match__length"] in LENGTHS else None
        won, lost = sums.get(length, (0, 0))
        sums[length] = (won + row["won"], lost + row["played"] - row["won"])
    order: tuple[int | None, ...] = (*LENGTHS, None)
    return [LengthRow(length, *sums[length]) for length in order if length in sums]
