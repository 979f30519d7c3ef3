"""The players' own records: a person lets go of one finished match. The other player keeps theirs."""

from __future__ import annotations

from enum import StrEnum

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from matches.models import ChatLine, Match, OwnDevice, Seat
from matches.publish import beside_changed, match_changed
from matches.services.faults import FaultError
from matches.services.forgetting import invitations_cancel, seats_empty, words_forget


class RecordFault(StrEnum):
    """Why a record is not deleted."""

    NOT_YOURS = "not_yours"
    """The person has no seat there, or not any more."""
    NOT_OVER = "not_over"


class RecordError(FaultError[RecordFault]):
    """The record was not deleted."""


def record_forget(match_id: int, person: AbstractBaseUser) -> None:
    """Take the person out of a finished match, as the deletion of an account does with all of them.

    Their seats are emptied, what they wrote there goes, whom they let in stays outside, and nobody waits for a rematch.
    With the last owner goes everything but the result. Raises RecordError, and then nothing has changed.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).defer("snapshot").filter(pk=match_id).first()
        if match is None or not Seat.objects.filter(match=match, user_id=person.pk).exists():
            raise RecordError(RecordFault.NOT_YOURS)
        if match.status != Match.Status.FINISHED:
            raise RecordError(RecordFault.NOT_OVER)
        invitations_cancel(person.pk, Match.objects.filter(rematch_of=match))  # it takes its seats from this one
        seats_empty(person.pk, [match.pk])
        words_forget(ChatLine.objects.filter(match=match, author_id=person.pk))
        OwnDevice.objects.filter(match=match, owner_id=person.pk).delete()
        beside_changed(match.pk)
        match_changed(match)  # tells the person's pages, too, as long as the row names them
        Match.objects.filter(pk=match.pk, created_by_id=person.pk).update(created_by=None)
        Match.objects.filter(pk=match.pk, invited_id=person.pk).update(invited=None)
