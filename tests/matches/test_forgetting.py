"""What becomes of a person's matches when the account is deleted."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils import timezone

from bgsite.accounts.events import AccountBusyError
from bgsite.accounts.guest_services import guest_forget, guest_make
from bgsite.accounts.models import BlockedName, User
from bgsite.accounts.services import account_ban, account_delete, address_claim_check, name_claim_check
from games.rules.rulecard import Preset
from games.rules.sides import Side
from matches.models import (
    Block,
    ChatLine,
    ChatReport,
    Command,
    Connection,
    Friend,
    GameRecord,
    Match,
    MatchEvent,
    Mute,
    OwnDevice,
    PlayerSettings,
    ReviewNote,
    Ruling,
    Seat,
)
from matches.protocol import ProtocolCode
from matches.selectors.lists import my_matches
from matches.services import forgetting
from matches.services.lifecycle import invitation_accept
from matches.services.moving import person_move
from matches.services.people import Challengers, befriend, block, muted_until, settings_save
from matches.services.play import Refused
from matches.services.seeks import seek_post
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


def test_with_the_last_owner_goes_what_staff_noted_and_when_players_were_there() -> None:
    alice, bob = person("alice"), person("bob")
    match = begun_match(alice, bob)
    other = begun_match(alice, person("carol"))
    for one in (match, other):
        Connection.objects.create(match=one, side="white", version=1)
        ReviewNote.objects.create(match=one, version=1, text="alice was away")
        Ruling.objects.create(match=one, seq=1, ask=uuid4())
    Match.objects.update(is_flagged=True)
    account_delete(bob)
    assert Connection.objects.filter(match=match).exists()
    account_delete(alice)
    for model in (Connection, ReviewNote, Ruling, Command):
        assert not model.objects.filter(match=match).exists()
    match.refresh_from_db()
    other.refresh_from_db()
    assert (match.is_flagged, other.is_flagged) == (False, True)
    assert all(model.objects.filter(match=other).exists() for model in (Connection, ReviewNote, Ruling))


def test_staff_who_leave_are_named_by_no_ruling_and_no_note() -> None:
    dana, match = person("dana"), begun_match(person("alice"), person("bob"))
    ruling = Ruling.objects.create(match=match, seq=1, ask=uuid4(), by=dana)
    note = ReviewNote.objects.create(match=match, version=1, text="looked at", author=dana)
    account_delete(dana)
    ruling.refresh_from_db()
    note.refresh_from_db()
    assert (ruling.by, note.author, note.text) == (None, None, "looked at")


KEPT_OF_THE_FORGOTTEN = {"mute.person", "mute.by", "chatreport.reporter", "chatreport.accused", "chatreport.handled_by"}
"""They outlast the account, and show "deleted player": bans and mutes do not end by leaving."""


def test_every_column_that_names_a_person_is_known_to_forgetting() -> None:
    """A new table has to decide: emptied, deleted, or kept on purpose."""
    alice, bob = person("alice"), person("bob")
    _named_everywhere(alice, begun_match(alice, bob))
    account_delete(alice)
    assert _columns_naming(alice) <= KEPT_OF_THE_FORGOTTEN


def test_nothing_that_a_guest_can_have_is_left_behind_by_moving() -> None:
    guest, account = guest_make(), person("alice")
    bob, carol = person("bob"), person("carol")
    match = begun_match(guest, bob, by_link=True)
    asked = open_match(carol, bob)
    Match.objects.filter(pk=asked.pk).update(invited=guest)
    OwnDevice.objects.create(match=match, owner=guest, device=person("phone"))
    OwnDevice.objects.create(match=begun_match(carol, bob), owner=carol, device=guest)
    ChatLine.objects.create(match=match, number=1, author=guest, preset="hello", version=1)
    ChatReport.objects.create(match=match, line_number=1, accused=guest, reason="spam", context=[])
    Mute.objects.create(person=guest, until=timezone.now())
    assert len(_columns_naming(guest)) == 8
    assert person_move(guest.pk, account.pk)
    assert _columns_naming(guest) == set()


def _columns_naming(user: User) -> set[str]:
    """The columns of the tables of matches that lead to this account: `table.column`."""
    return {
        f"{model._meta.model_name}.{field.name}"
        for model in apps.get_app_config("matches").get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is User and model._default_manager.filter(**{field.name: user.pk})
    }


def _named_everywhere(user: User, match: Match) -> None:
    """One row for each column there is but those made by playing."""
    other = match.seats.exclude(user=user).get().user
    assert other is not None
    open_match(other, user)
    befriend(user.pk, other.pk)
    befriend(other.pk, user.pk)
    block(user.pk, person("mallory").pk)
    settings_save(user.pk, challengers=Challengers.NOBODY, is_hidden=True, mail_on_turn=False)
    OwnDevice.objects.create(match=match, owner=user, device=person("phone"))
    OwnDevice.objects.create(match=match, owner=other, device=user)
    ChatLine.objects.create(match=match, number=1, author=user, text="Hi", version=1)
    Ruling.objects.create(match=match, seq=1, ask=uuid4(), by=user)
    ReviewNote.objects.create(match=match, version=1, text="looked at", author=user)
    seek_post(user, terms())
    named = _columns_naming(user)
    assert {"seat.user", "match.created_by", "match.invited", "seek.owner", "ruling.by", "reviewnote.author"} <= named


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


def test_an_invitation_of_which_nobody_is_left_goes() -> None:
    """What guests who never came back had opened does not stay for good."""
    guest, alice = guest_make(), person("alice")
    bob = person("bob")
    nobodys, declined, hers = open_match(guest), open_match(alice, bob), open_match(alice)
    assert guest_forget(guest.pk)
    account_delete(bob)
    assert purge_commands() == 1
    assert set(Match.objects.all()) == {declined, hers}
    assert not Match.objects.filter(pk=nobodys.pk).exists()
    assert purge_commands() == 0


def test_lists_settings_devices_and_chat_texts_go() -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    match = begun_match(bob, carol)
    befriend(alice.pk, bob.pk)
    befriend(carol.pk, alice.pk)
    block(bob.pk, alice.pk)
    settings_save(alice.pk, challengers=Challengers.NOBODY, is_hidden=True, mail_on_turn=False)
    OwnDevice.objects.create(match=match, owner=bob, device=alice)
    said = ChatLine.objects.create(match=match, number=1, author=alice, text="I live in Bath", version=1)
    waved = ChatLine.objects.create(match=match, number=2, author=alice, preset="hello", version=1)
    others = ChatLine.objects.create(match=match, number=3, author=bob, side="white", text="Hi", version=1)
    account_delete(alice)
    assert not Friend.objects.exists()
    assert not Block.objects.exists()
    assert not PlayerSettings.objects.exists()
    assert not OwnDevice.objects.exists()
    for line in (said, waved, others):
        line.refresh_from_db()
    assert [(line.author, line.text, line.preset) for line in (said, waved)] == [(None, "", "")] * 2
    assert (others.author, others.text) == (bob, "Hi")


def test_a_ban_and_a_mute_outlast_the_account() -> None:
    """Case 182: a banned person asks for deletion. The person goes; name and address stay closed for their time."""
    alice = person("alice")
    EmailAddress.objects.create(user=alice, email="Alice@example.org", primary=True, verified=True)
    until = timezone.now() + timedelta(days=3)
    Mute.objects.create(person=alice, until=until, reason="insults")
    account_ban(alice)
    account_delete(alice)
    assert str(alice) == "deleted player"
    assert not EmailAddress.objects.exists()
    assert muted_until(alice.pk) == until
    assert str(Mute.objects.get().person) == "deleted player"
    with pytest.raises(ValidationError):
        name_claim_check("Al1ce")
    with pytest.raises(ValidationError):
        address_claim_check("alice@EXAMPLE.org")
    BlockedName.objects.update(until=timezone.now())
    assert name_claim_check("Alice") == "Alice"
    assert address_claim_check("alice@example.org") == "alice@example.org"


def test_the_address_of_who_was_not_banned_is_free_again() -> None:
    alice = person("alice")
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    account_delete(alice)
    assert address_claim_check("alice@example.org") == "alice@example.org"


@pytest.mark.parametrize(("banned", "status"), [(True, 200), (False, 302)])
def test_registering_again_with_the_address_of_a_banned_account(banned: bool, status: int) -> None:
    alice = person("alice")
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    if banned:
        account_ban(alice)
    account_delete(alice)
    secret = "seven-dark-checkers"
    data = {"username": "Newcomer", "email": "alice@example.org", "password1": secret, "password2": secret}
    answer = browser().post("/accounts/signup/", data)
    assert answer.status_code == status
    assert ("cannot be used here" in answer.content.decode()) is banned
