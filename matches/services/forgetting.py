"""Forgetting a person at matches: what happens when an account is deleted (architecture, "What is kept").

Events name sides, never people; the seat alone ties a side to a person. So forgetting is: running matches forfeited
through the one door, open invitations cancelled, seats emptied and hidden, and the log of every match whose seats have
no owner left erased, with all that was made from it or noted about it. Results and scores stay as numbers. Lists,
settings, offers and chat texts go, too. Staff who leave are no longer named by what they ruled and noted.

`own_records` does the same for one finished match of somebody who stays.

Commands serve only to answer the same one again; a week after the end of their match nobody asks.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.rules.actions import ForfeitMatch
from games.rules.errors import Refusal
from games.rules.sides import Side
from matches.models import (
    Block,
    ChatLine,
    Command,
    Connection,
    Friend,
    Match,
    MatchEvent,
    OwnDevice,
    PlayerSettings,
    ReviewNote,
    Ruling,
    Seat,
    Seek,
)
from matches.publish import lobby_changed, match_changed
from matches.services.play import Accepted, NotFound, Outcome, Refused, submit_server_action

COMMANDS_KEPT_FOR: Final = timedelta(days=7)
"""How long after the end of a match its commands are kept."""


class NotForgottenError(Exception):
    """A running match of the person could not be ended now; nothing may be deleted."""


def person_forget(user_id: int) -> None:
    """Let go of everything of an account at matches, in the caller's transaction or one of its own.

    The caller holds the account's row, so that the person takes no new seat meanwhile. Twice is as once. Raises
    NotForgottenError, and then nothing has changed.
    """
    with transaction.atomic():
        matches_lock(user_id)
        # First what is open, then what runs: a match that starts while we wait for its row is found by the second.
        _seeks_drop(user_id)
        _asked_forget(user_id)
        _running_forfeit(user_id)
        _seats_leave(user_id)
        _lists_forget(user_id)
        _staff_forget(user_id)
        words_forget(ChatLine.objects.filter(author_id=user_id))


def commands_forget() -> int:
    """Delete the commands of matches that ended more than a week ago; give how many. The log stays whole."""
    over = Match.objects.filter(status=Match.Status.FINISHED, ended_at__lt=timezone.now() - COMMANDS_KEPT_FOR)
    count, _by_table = Command.objects.filter(match__in=over).delete()
    return count


def invitations_forget() -> int:
    """Delete the cancelled invitations of people who are all forgotten: nobody can see them; give how many."""
    nobodys = Match.objects.filter(status=Match.Status.CANCELLED, created_by=None, invited=None)
    _count, by_table = nobodys.delete()
    return by_table.get(Match._meta.label, 0)  # noqa: SLF001 - a public API


def matches_lock(user_id: int) -> None:
    """Lock every match of the person, in one order for all: two who share matches may leave at the same time."""
    seats = Seat.objects.filter(user_id=user_id).values_list("match_id", flat=True)
    asked = Match.objects.filter(Q(created_by_id=user_id) | Q(invited_id=user_id)).values_list("pk", flat=True)
    mine = Match.objects.filter(pk__in=seats.union(asked))  # by their indexes: OR looks at every match there is
    list(mine.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))


def _seeks_drop(user_id: int) -> None:
    Seek.objects.filter(owner_id=user_id).delete()
    lobby_changed()


def _asked_forget(user_id: int) -> None:
    """Nobody is invited by or to somebody who is not there, and no match says who asked whom."""
    mine = Q(created_by_id=user_id) | Q(invited_id=user_id)
    invitations_cancel(user_id, Match.objects.filter(mine))
    Match.objects.filter(invited_id=user_id).update(invited=None)
    Match.objects.filter(created_by_id=user_id).update(created_by=None)


def invitations_cancel(user_id: int, mine: QuerySet[Match]) -> None:
    """Of these matches, the person's, take back or decline what is still open."""
    for match in mine.select_for_update(no_key=True).filter(status=Match.Status.OPEN).order_by("pk"):
        match.declined = match.invited_id == user_id
        match.status = Match.Status.CANCELLED
        match.ended_at = timezone.now()
        match.save(update_fields=["status", "declined", "ended_at"])
        match_changed(match)


def _running_forfeit(user_id: int) -> None:
    """Lose every running match, one by one; who plays both sides of one loses it once."""
    seats = Seat.objects.filter(user_id=user_id, match__status=Match.Status.RUNNING).order_by("match_id", "side")
    for match_id, side in seats.values_list("match_id", "side"):
        _is_over(match_id, submit_server_action(match_id, ForfeitMatch(Side(side))))


def _lists_forget(user_id: int) -> None:
    """What the person decided about others and themselves, and the others' word of them. A mute stays: it is theirs."""
    Block.objects.filter(Q(owner_id=user_id) | Q(person_id=user_id)).delete()
    Friend.objects.filter(Q(owner_id=user_id) | Q(person_id=user_id)).delete()
    PlayerSettings.objects.filter(person_id=user_id).delete()
    OwnDevice.objects.filter(Q(owner_id=user_id) | Q(device_id=user_id)).delete()


def _staff_forget(user_id: int) -> None:
    """Rulings and notes stay with the match, without who wrote them."""
    Ruling.objects.filter(by_id=user_id).update(by=None)
    ReviewNote.objects.filter(author_id=user_id).update(author=None)


def words_forget(lines: QuerySet[ChatLine]) -> None:
    """What somebody wrote goes; the numbered line stays, so that the stream has no gap."""
    lines.update(text="", preset="", author=None)


def _is_over(match_id: int, outcome: Outcome) -> None:
    match outcome:
        case Accepted() | NotFound() | Refused(code=Refusal.MATCH_OVER):
            return
        case Refused(code=code):
            raise NotForgottenError(f"match {match_id}: {code}")


def _seats_leave(user_id: int) -> None:
    """Nobody sits there any more, and whoever has one of these tables open sees it."""
    mine = list(Seat.objects.filter(user_id=user_id).values_list("match_id", flat=True))
    seats_empty(user_id, mine)
    for match in Match.objects.filter(pk__in=mine).only("pk", "created_by", "invited"):
        match_changed(match)


def seats_empty(user_id: int, match_ids: list[int]) -> None:
    """Take the person out of these matches, whose rows the caller holds; erase those that have no owner left."""
    Seat.objects.filter(user_id=user_id, match_id__in=match_ids).update(user=None, hidden=True)
    owned = Exists(Seat.objects.filter(match=OuterRef("pk"), user__isnull=False))
    _nobodys_erase(list(Match.objects.filter(~owned, pk__in=match_ids).values_list("pk", flat=True)))


def _nobodys_erase(match_ids: list[int]) -> None:
    """A log without an owner goes, and with it everything made from it or noted about it, but for the results."""
    Command.objects.filter(match_id__in=match_ids).delete()
    Connection.objects.filter(match_id__in=match_ids).delete()
    ReviewNote.objects.filter(match_id__in=match_ids).delete()
    Ruling.objects.filter(match_id__in=match_ids).delete()
    MatchEvent.objects.filter(match_id__in=match_ids).delete()
    Match.objects.filter(pk__in=match_ids).update(
        snapshot=None, snapshot_schema=None, is_public=False, is_flagged=False
    )
