"""What ends by itself: invitations after their time, matches that were paused for 90 days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.rules.actions import PauseMatch
from games.rules.score import Termination
from matches import tasks
from matches.models import Match
from matches.services.lapsing import invitations_lapse, pauses_void
from matches.services.lifecycle import LifecycleError, LifecycleFault, invitation_accept
from matches.services.play import submit_server_action
from tests.factories import running_match
from tests.matches.doing import everything, must, state_now
from tests.matches.matchmaking import open_match
from tests.people import alice, bob

pytestmark = pytest.mark.django_db

LATER = timedelta(days=8)


def paused_match(days: float) -> Match:
    """Adjourned so many days ago."""
    match = running_match()
    must(submit_server_action(match.pk, PauseMatch()))
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now() - timedelta(days=days))
    return match


# --- invitations --------------------------------------------------------------------------------------------------


def test_an_invitation_lapses_after_its_time() -> None:
    match = open_match(alice(), bob())
    assert match.expires_at is not None
    assert invitations_lapse(match.expires_at - timedelta(seconds=1)) == 0
    assert invitations_lapse(match.expires_at) == 1
    match.refresh_from_db()
    assert (match.status, match.declined, match.ended_at) == (Match.Status.CANCELLED, False, match.expires_at)
    with pytest.raises(LifecycleError) as error:
        invitation_accept(match.pk, bob())
    assert error.value.fault in {LifecycleFault.CANCELLED, LifecycleFault.EXPIRED}


def test_twice_is_as_once() -> None:
    open_match(alice(), bob())
    assert invitations_lapse(timezone.now() + LATER) == 1
    assert invitations_lapse(timezone.now() + LATER) == 0


def test_what_has_begun_or_has_no_end_does_not_lapse() -> None:
    begun, endless = open_match(alice(), bob()), open_match(alice())
    invitation_accept(begun.pk, bob())
    Match.objects.filter(pk=endless.pk).update(expires_at=None)
    assert invitations_lapse(timezone.now() + LATER) == 0


# --- pauses -------------------------------------------------------------------------------------------------------


def test_a_match_that_was_paused_for_90_days_is_void() -> None:
    """rules.md 3.7."""
    match, recent = paused_match(90.1), paused_match(89.9)
    assert pauses_void() == 1
    match.refresh_from_db()
    assert (match.status, match.termination, match.winner) == (
        Match.Status.FINISHED,
        Termination.VOIDED.value,
        None,
    )
    recent.refresh_from_db()
    assert recent.status == Match.Status.RUNNING
    assert pauses_void() == 0


def test_what_is_played_on_is_not_void() -> None:
    match = running_match()
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now() - timedelta(days=100))
    stored = everything(match)
    assert pauses_void() == 0
    assert everything(match) == stored
    assert state_now(match).result is None


def test_beat_asks_for_both() -> None:
    open_match(alice(), bob())
    Match.objects.update(expires_at=timezone.now())
    paused_match(91)
    assert (tasks.lapse_invitations(), tasks.void_pauses()) == (1, 1)
