"""From the wish to play to the first roll: open a match, take the other seat, decline, cancel.

Each service is one transaction. Locks are always taken in the order account, then match, the same order as in
`bgsite.accounts.services.account_delete`, so that nobody waits in a circle. A refusal is a `LifecycleError` whose
fault has a sentence in `matches.wording.faults`; nothing has changed then.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from games.rules.clock import ClockSetting
from games.rules.rulecard import RuleCard
from games.rules.sides import Side
from games.rules.state import TakeBackRule
from matches.codec import encode_card
from matches.dice import random_side
from matches.guests import is_guest
from matches.models import Match, OwnDevice, Seat
from matches.publish import beside_changed, match_changed, people_changed
from matches.services.faults import FaultError
from matches.services.muting import is_muted_label
from matches.services.people import has_blocked, may_challenge
from matches.services.start import match_start

MATCHES_AN_HOUR: Final = 30
"""How many matches one person may open in any 60 minutes."""
NAMED_LASTS: Final = timedelta(days=7)
"""How long an invitation by name can be answered."""
LINK_LASTS: Final = timedelta(days=30)
"""How long a link can be used."""
LONGEST_RATED: Final = 25
"""Longer matches are not rated (rules.md 8.1)."""


class LifecycleFault(StrEnum):
    """Why a service of this module refuses."""

    TOO_MANY = "too_many"
    ACCOUNT_CLOSED = "account_closed"
    OPPONENT_CLOSED = "opponent_closed"
    OWN_MATCH = "own_match"
    NOT_INVITED = "not_invited"
    NOT_CREATOR = "not_creator"
    TAKEN = "taken"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    NOT_WANTED = "not_wanted"
    """The other person takes no invitations from this one."""
    BLOCKED = "blocked"
    """One of the two has blocked the other since the invitation was made."""
    UNKNOWN_REASON = "unknown_reason"
    RATED_TERMS = "rated_terms"
    RATED_PEOPLE = "rated_people"
    MUTED = "muted"
    """The stake has a label, and the creator may write nothing at present."""


class LifecycleError(FaultError[LifecycleFault]):
    """The match was not opened, begun or closed."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the creator proposes."""

    card: RuleCard
    clock: ClockSetting
    creator_side: Side | None
    """None: drawn when the other seat is taken."""
    is_public: bool
    is_rated: bool = False
    """It is to count for the rating: only a match to 1-25 points between two registered players (rules.md 8.1)."""

    @property
    def can_count(self) -> bool:
        """Whether a match under these terms may count for the rating."""
        return self.card.length is not None and self.card.length <= LONGEST_RATED

    @property
    def side_wish(self) -> str:
        """The creator's side as it is stored."""
        return Match.CreatorSide.RANDOM.value if self.creator_side is None else self.creator_side.value

    def columns(self) -> dict[str, Any]:
        """Rule card and clock as the columns of an open offer or a match."""
        return {
            "card": encode_card(self.card),
            "kind": self.card.kind.value,
            "preset": self.card.preset.value,
            "length": self.card.length,
            "clock_preset": self.clock.preset.value,
            "clock_days": self.clock.days,
        }


def match_create(
    creator: AbstractBaseUser,
    terms: Terms,
    opponent: AbstractBaseUser | None,
    origin: Match.Origin | None = None,
) -> Match:
    """Open a match for `opponent`, or (None) for whoever has the link. Nobody has a seat before it starts.

    Without an `origin` it is an invitation by name, or a link. It can be answered for 7 days, a link for 30.

    Raises LifecycleError (TOO_MANY, ACCOUNT_CLOSED, OPPONENT_CLOSED, OWN_MATCH, NOT_WANTED, RATED_TERMS, RATED_PEOPLE,
    MUTED).
    """
    with transaction.atomic():
        account_lock(creator)
        if opponent is not None:
            _opponent_check(creator, opponent, is_challenge=origin in {None, Match.Origin.NAMED})
        if terms.is_rated:
            _rated_check(creator, terms, opponent)
        words_check(creator, terms.card)
        creation_allow(creator)
        match = Match.objects.create(
            origin=origin or (Match.Origin.LINK if opponent is None else Match.Origin.NAMED),
            is_rated=terms.is_rated,
            expires_at=timezone.now() + (LINK_LASTS if opponent is None else NAMED_LASTS),
            created_by_id=creator.pk,
            invited_id=None if opponent is None else opponent.pk,
            creator_side=terms.side_wish,
            **terms.columns(),
            take_back=TakeBackRule.NEVER.value,
            is_public=terms.is_public,
        )
        people_changed(match.created_by_id, match.invited_id)
        return match


def invitation_accept(match_id: int, player: AbstractBaseUser) -> Match:
    """Take the other seat as the player who was asked by name; the match starts.

    Raises LifecycleError (NOT_INVITED, OWN_MATCH, TAKEN, CANCELLED, EXPIRED, ACCOUNT_CLOSED, OPPONENT_CLOSED, BLOCKED).
    """
    with transaction.atomic():
        account_lock(player)
        match = _match_lock(match_id)
        if match.created_by_id == player.pk:
            raise LifecycleError(LifecycleFault.OWN_MATCH)
        if match.invited_id != player.pk:
            raise LifecycleError(LifecycleFault.NOT_INVITED)
        return _seats_take(match, player)


def link_join(match_id: int, player: AbstractBaseUser) -> Match:
    """Take the other seat of a match that was handed out as a link; the caller has checked the link.

    Of two people who press *Join* in the same instant exactly one gets the seat; the other is told TAKEN. Who has the
    seat already gets the match again. An own device of the creator is the creator.

    Raises LifecycleError (NOT_INVITED, OWN_MATCH, TAKEN, CANCELLED, EXPIRED, ACCOUNT_CLOSED, OPPONENT_CLOSED, BLOCKED).
    """
    with transaction.atomic():
        account_lock(player)
        match = _match_lock(match_id)
        if match.created_by_id == player.pk or OwnDevice.objects.filter(match=match, device_id=player.pk).exists():
            raise LifecycleError(LifecycleFault.OWN_MATCH)
        if match.invited_id is not None:
            raise LifecycleError(LifecycleFault.NOT_INVITED)
        return _seats_take(match, player)


def invitation_decline(match_id: int, player: AbstractBaseUser, reason: str = "") -> Match:
    """Say no as the player who was asked by name; `reason` is one of Match.DeclineReason. Twice is as once.

    Raises LifecycleError (NOT_INVITED, TAKEN, UNKNOWN_REASON).
    """
    if reason not in Match.DeclineReason.values:
        raise LifecycleError(LifecycleFault.UNKNOWN_REASON)
    with transaction.atomic():
        match = _match_lock(match_id)
        if match.invited_id != player.pk:
            raise LifecycleError(LifecycleFault.NOT_INVITED)
        return _close(match, declined=True, reason=reason)


def match_cancel(match_id: int, creator: AbstractBaseUser) -> Match:
    """Take the invitation back. Raises LifecycleError (NOT_CREATOR, TAKEN); twice is as once."""
    with transaction.atomic():
        match = _match_lock(match_id)
        if match.created_by_id != creator.pk:
            raise LifecycleError(LifecycleFault.NOT_CREATOR)
        return _close(match, declined=False)


def account_lock(account: AbstractBaseUser) -> None:
    """Hold the account until the transaction ends: not deleted or banned meanwhile, and counted one at a time."""
    now = get_user_model().objects.select_for_update(no_key=True).filter(pk=account.pk).first()
    if now is None or not now.is_active:
        raise LifecycleError(LifecycleFault.ACCOUNT_CLOSED)


def creation_allow(creator: AbstractBaseUser) -> None:
    """Raise LifecycleError(TOO_MANY) when the person, whose account is locked, opened enough in the last hour."""
    since = timezone.now() - timedelta(hours=1)
    if Match.objects.filter(created_by_id=creator.pk, created_at__gt=since).count() >= MATCHES_AN_HOUR:
        raise LifecycleError(LifecycleFault.TOO_MANY)


def words_check(creator: AbstractBaseUser, card: RuleCard) -> None:
    """Raise LifecycleError(MUTED) when the card carries words of a person who may write none."""
    if is_muted_label(creator.pk, card):
        raise LifecycleError(LifecycleFault.MUTED)


def _opponent_check(creator: AbstractBaseUser, opponent: AbstractBaseUser, *, is_challenge: bool) -> None:
    """Whether `opponent` can be asked by `creator`. A challenge asks for more than a seek that was posted for all."""
    if opponent.pk == creator.pk:
        raise LifecycleError(LifecycleFault.OWN_MATCH)
    if not opponent.is_active:
        raise LifecycleError(LifecycleFault.OPPONENT_CLOSED)
    refused = (
        may_challenge(creator.pk, opponent.pk) is not None if is_challenge else has_blocked(creator.pk, opponent.pk)
    )
    if refused:
        raise LifecycleError(LifecycleFault.NOT_WANTED)


def _rated_check(creator: AbstractBaseUser, terms: Terms, opponent: AbstractBaseUser | None) -> None:
    """Whether the match can count for the rating."""
    if opponent is None or is_guest(creator) or is_guest(opponent):
        raise LifecycleError(LifecycleFault.RATED_PEOPLE)
    if not terms.can_count:
        raise LifecycleError(LifecycleFault.RATED_TERMS)


def _match_lock(match_id: int) -> Match:
    return Match.objects.select_for_update(no_key=True).get(pk=match_id)


def _seats_take(match: Match, player: AbstractBaseUser) -> Match:
    """Seat the creator and `player`, and start. The match's row is locked."""
    if match.status == Match.Status.CANCELLED:
        raise LifecycleError(LifecycleFault.CANCELLED)
    if match.status != Match.Status.OPEN:
        if Seat.objects.filter(match=match, user_id=player.pk).exists():
            return match
        raise LifecycleError(LifecycleFault.TAKEN)
    if match.expires_at is not None and match.expires_at <= timezone.now():
        raise LifecycleError(LifecycleFault.EXPIRED)
    _creator_check(match.created_by_id, player)
    return two_begin(match, player)


def two_begin(match: Match, player: AbstractBaseUser) -> Match:
    """Seat the creator of the open, locked match as wished and `player` opposite, and start."""
    creator_side = _creator_side(Match.CreatorSide(match.creator_side))
    Seat.objects.bulk_create(
        [
            Seat(match=match, side=creator_side.value, user_id=match.created_by_id),
            Seat(match=match, side=creator_side.other.value, user_id=player.pk),
        ]
    )
    match_start(match)
    return match


def _creator_check(creator_id: int | None, player: AbstractBaseUser) -> None:
    """Whether who opened the match can still be played with by `player`: neither banned nor blocked meanwhile."""
    if creator_id is None or not get_user_model().objects.filter(pk=creator_id, is_active=True).exists():
        raise LifecycleError(LifecycleFault.OPPONENT_CLOSED)
    if has_blocked(creator_id, player.pk):
        raise LifecycleError(LifecycleFault.BLOCKED)


def _creator_side(wish: Match.CreatorSide) -> Side:
    """The creator's side: as wished, or drawn when the seats are taken."""
    match wish:
        case Match.CreatorSide.WHITE:
            return Side.WHITE
        case Match.CreatorSide.BLACK:
            return Side.BLACK
        case Match.CreatorSide.RANDOM:
            return random_side()


def _close(match: Match, *, declined: bool, reason: str = "") -> Match:
    """Cancel the open `match`, whose row is locked."""
    if match.status == Match.Status.CANCELLED:
        return match
    if match.status != Match.Status.OPEN:
        raise LifecycleError(LifecycleFault.TAKEN)
    match.status = Match.Status.CANCELLED
    match.declined = declined
    match.decline_reason = reason
    match.ended_at = timezone.now()
    match.save(update_fields=["status", "declined", "decline_reason", "ended_at"])
    match_changed(match)
    if match.rematch_of_id is not None:
        beside_changed(match.rematch_of_id)
    return match
