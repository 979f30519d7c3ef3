"""What becomes of a person's matches when the account is deleted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.services import account_delete
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import Command, GameRecord, Match, MatchEvent, Seat
from matches.protocol import ProtocolCode
from matches.selectors.lists import my_matches
from matches.services import forgetting
from matches.services.lifecycle import invitation_accept
from matches.services.play import Refused
from matches.tasks import purge_commands
from tests.matches.matchmaking import (
    begun_match,
    browser,
    lose_game,
    open_match,
    pass_turn,
    person,
    play_to_a_roll,
    terms,
)

pytestmark = pytest.mark.django_db


def test_a_running_match_is_forfeited_with_its_score_kept() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    lose_game(match, Side.BLACK)
    account_delete(bob)
    match.refresh_from_db()
    assert (match.status, match.winner, match.termination) == (Match.Status.FINISHED, "white", "forfeited")
    assert (match.score_white, match.score_black) == (1, 0)
    assert match.events.latest("seq").kind == "match_ended"


def test_a_session_and_a_single_game_are_forfeited_too() -> None:
    alice, bob = person("alice"), person("bob")
    matches = [begun_match(alice, bob, terms(preset, None)) for preset in (Preset.MONEY, Preset.PLAIN)]
    account_delete(bob)
    for match in matches:
        match.refresh_from_db()
        assert (match.status, match.termination) == (Match.Status.FINISHED, "forfeited")


def test_open_invitations_are_closed_on_both_sides() -> None:
    alice, bob = person("alice"), person("bob")
    from_bob, to_bob, link = open_match(bob, alice), open_match(alice, bob), open_match(bob)
    account_delete(bob)
    for match in (from_bob, to_bob, link):
        match.refresh_from_db()
        assert match.status == Match.Status.CANCELLED
        assert bob not in (match.created_by, match.invited)
    assert to_bob.declined
    assert not from_bob.declined


def test_seats_lose_the_person_and_the_other_sees_a_deleted_player() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    account_delete(bob)
    seat = match.seats.get(side="black")
    assert (seat.user, seat.hidden) == (None, True)
    page = browser(alice).get(f"/match/{match.code}/")
    assert page.status_code == 200
    assert "deleted player" in page.content.decode()
    assert "bob" not in page.content.decode()
    [row] = my_matches(alice.pk).finished
    assert row.opponent == "deleted player"


def test_the_log_stays_while_somebody_owns_it_and_goes_with_the_last() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    account_delete(bob)
    assert MatchEvent.objects.filter(match=match).exists()
    account_delete(alice)
    assert not MatchEvent.objects.filter(match=match).exists()
    match.refresh_from_db()
    assert match.snapshot is None
    assert GameRecord.objects.filter(match=match).count() == 1  # the result stays, as numbers
    assert browser().get(f"/match/{match.code}/").status_code == 404


def test_other_matches_are_not_touched() -> None:
    alice, bob, charlie = person("alice"), person("bob"), person("charlie")
    begun_match(alice, bob)
    other = begun_match(alice, charlie)
    version = Match.objects.get(pk=other.pk).version
    account_delete(bob)
    other.refresh_from_db()
    assert (other.status, other.version) == (Match.Status.RUNNING, version)


def test_between_games_a_match_is_forfeited_as_well() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    lose_game(match, Side.WHITE)
    account_delete(bob)
    match.refresh_from_db()
    assert (match.status, match.winner) == (Match.Status.FINISHED, "white")


def test_forgetting_twice_is_as_once() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    next_to_be = open_match(alice, bob)
    account_delete(bob)
    version = Match.objects.get(pk=match.pk).version
    forgetting.person_forget(bob.pk)
    match.refresh_from_db()
    assert match.version == version
    assert Match.objects.get(pk=next_to_be.pk).status == Match.Status.CANCELLED


def test_an_account_whose_match_cannot_be_ended_now_is_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("alice"), person("bob")
    match = open_match(alice, bob)
    running = begun_match(alice, bob)
    # The door answers so when somebody else holds the match's row for more than two seconds.
    monkeypatch.setattr(forgetting, "submit_server_action", lambda *_: Refused(ProtocolCode.BUSY))
    with pytest.raises(AccountBusyError):
        account_delete(bob)
    bob.refresh_from_db()
    assert bob.is_active
    assert Seat.objects.filter(match=running, user=bob).exists()
    invitation_accept(match.pk, bob)


def test_who_deletes_an_account_with_a_busy_match_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bob = person("bob")
    bob.set_password("seven-dark-checkers")
    bob.save()
    begun_match(person("alice"), bob)
    monkeypatch.setattr(forgetting, "submit_server_action", lambda *_: Refused(ProtocolCode.BUSY))
    answer = browser(bob).post("/accounts/delete/", {"password": "seven-dark-checkers"})
    assert "One of your matches is busy at this moment. Nothing was deleted" in answer.content.decode()
    bob.refresh_from_db()
    assert bob.is_active


def test_commands_are_forgotten_a_week_after_the_end_of_their_match() -> None:
    alice, bob = person("alice"), person("bob")
    old, fresh, running = (begun_match(alice, bob, terms(Preset.PLAIN, None)) for _ in range(3))
    for match in (old, fresh):
        lose_game(match, Side.WHITE)
    pass_turn(running, play_to_a_roll(running))
    for match, days in ((old, 8), (fresh, 6)):
        Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=days))
    Match.objects.filter(pk=running.pk).update(started_at=timezone.now() - timedelta(days=30))
    gone = Command.objects.filter(match=old).count()
    events = MatchEvent.objects.count()
    assert purge_commands() == gone > 0
    assert set(Command.objects.values_list("match", flat=True)) == {fresh.pk, running.pk}
    assert (MatchEvent.objects.count(), purge_commands()) == (events, 0)
