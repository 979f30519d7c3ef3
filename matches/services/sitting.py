"""To sit down at once, without waiting for anybody: against the computer, or two at one screen.

Anybody with an account row can, guests too. Such matches are never rated, plays can be taken back (rules.md 7.2), and a
clock may be agreed: a computer's runs like anybody's. The locks, the limit an hour and the refusals are those of
`services.lifecycle`.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from games.rules.levels import Level
from games.rules.sides import Side
from games.rules.state import TakeBackRule
from matches.dice import random_side
from matches.models import Match, Seat
from matches.services.lifecycle import Terms, account_lock, creation_allow, words_check
from matches.services.start import match_start

LONGEST_PACE: Final = 2000
"""Milliseconds a computer may wait before each of its acts."""


def computer_match_start(person: AbstractBaseUser, terms: Terms, level: Level, pace: int) -> Match:
    """Begin a match of `person` against the computer at `level`, which waits `pace` ms before each of its acts.

    `terms.creator_side` is the person's side; None: drawn. Raises LifecycleError (TOO_MANY, ACCOUNT_CLOSED,
    MUTED), RulesError for terms that the rules refuse, ValueError for a pace outside 0 to LONGEST_PACE.
    """
    if not 0 <= pace <= LONGEST_PACE:
        raise ValueError(f"a pace of {pace} ms")
    with transaction.atomic():
        match = _opened(person, terms, Match.Origin.COMPUTER, TakeBackRule.AGAINST_COMPUTER, pace)
        side = random_side() if terms.creator_side is None else terms.creator_side
        return _begun(
            match,
            Seat(match=match, side=side.value, user_id=person.pk),
            Seat(match=match, side=side.other.value, level=level.value),
        )


def hot_seat_start(person: AbstractBaseUser, terms: Terms) -> Match:
    """Begin a match at one screen: `person` has both sides. Who is sent its address may watch; it is never listed.

    Raises LifecycleError (TOO_MANY, ACCOUNT_CLOSED, MUTED), RulesError for terms that the rules refuse.
    """
    with transaction.atomic():
        match = _opened(person, terms, Match.Origin.HOT_SEAT, TakeBackRule.HOT_SEAT)
        return _begun(match, *(Seat(match=match, side=side.value, user_id=person.pk) for side in Side))


def _opened(
    person: AbstractBaseUser, terms: Terms, origin: Match.Origin, take_back: TakeBackRule, pace: int | None = None
) -> Match:
    account_lock(person)
    words_check(person, terms.card)
    creation_allow(person)
    match = Match(
        created_by_id=person.pk,
        origin=origin,
        creator_side=terms.side_wish,
        **terms.columns(),
        take_back=take_back.value,
        is_public=terms.is_public,
    )
    if pace is not None:
        match.pace = pace
    match.save(force_insert=True)
    return match


def _begun(match: Match, *seats: Seat) -> Match:
    """Seat both and start. Nobody else sees the new row yet, so it is as good as locked."""
    Seat.objects.bulk_create(seats)
    match_start(match)
    return match
