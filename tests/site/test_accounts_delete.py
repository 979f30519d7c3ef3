"""Deleting an account: what goes, what stays, and who is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.test import Client

from bgsite.accounts import events, services
from bgsite.accounts.models import AccountSession, BlockedName, User
from tests.site.people import PASSWORD, addresses_of, is_logged_in, log_in, make_user, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_limits")]


@pytest.fixture
def told() -> Iterator[list[str]]:
    """Collect what others are told, in order."""
    seen: list[str] = []

    def deleted(*, user_id: int, **_others: object) -> None:
        seen.append(f"deleted {User.objects.get(pk=user_id).username}")

    def ended(**_others: object) -> None:
        seen.append("sessions ended")

    events.account_deleted.connect(deleted)
    events.sessions_ended.connect(ended)
    yield seen
    events.account_deleted.disconnect(deleted)
    events.sessions_ended.disconnect(ended)


@pytest.fixture
def alice(client: Client) -> User:
    """Somebody with everything that must go, logged in."""
    user = make_user("alice", email="alice@example.org", is_staff=True)
    user.groups.add(Group.objects.get_or_create(name="helpers")[0])
    log_in(client, "alice")
    return user


def test_the_page_says_what_happens_before_it_asks(client: Client, alice: User) -> None:
    page = text_of(client.get("/accounts/delete/"))
    for words in ("deleted player", "forfeit", "For one year", "cannot be undone"):
        assert words in page


def test_nothing_personal_is_left(client: Client, alice: User) -> None:
    response = client.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in text_of(response)
    left = User.objects.get(pk=alice.pk)
    assert str(left) == left.display_name == "deleted player"
    assert left.username == f"deleted player {alice.pk}"
    assert "alice" not in left.name_folded + left.name_skeleton
    assert left.email == ""
    assert not left.has_usable_password()
    assert not any((left.is_active, left.is_staff, left.is_superuser))
    assert left.last_login is None
    assert left.deleted_at is not None
    assert not left.groups.exists()
    assert addresses_of(left) == []


def test_all_browsers_are_logged_out(client: Client, alice: User) -> None:
    elsewhere = Client()
    log_in(elsewhere, "alice")
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert not is_logged_in(client)
    assert not is_logged_in(elsewhere)
    assert not AccountSession.objects.filter(account=alice).exists()


def test_the_account_cannot_be_entered_again(client: Client, alice: User) -> None:
    client.post("/accounts/delete/", {"password": PASSWORD})
    for login in ("alice", "alice@example.org", f"deleted player {alice.pk}"):
        log_in(client, login)
        assert not is_logged_in(client)


def test_a_wrong_password_deletes_nothing(client: Client, alice: User) -> None:
    response = client.post("/accounts/delete/", {"password": "guess"})
    assert "This is not your password. Nothing was deleted." in text_of(response)
    assert User.objects.get(pk=alice.pk).deleted_at is None


def test_guessing_the_password_is_limited(client: Client, alice: User) -> None:
    statuses = [client.post("/accounts/delete/", {"password": "guess"}).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_a_stranger_is_asked_to_log_in(client: Client) -> None:
    response = client.post("/accounts/delete/", {"password": PASSWORD})
    assert response["Location"].startswith("/accounts/login/")


def test_others_are_told_while_the_name_is_still_there_and_of_sessions_after_it(alice: User, told: list[str]) -> None:
    services.account_delete(alice)
    assert told == ["deleted alice", "sessions ended"]


def test_a_failing_subscriber_keeps_the_account_whole(client: Client, alice: User) -> None:
    def fail(**_others: object) -> None:
        raise RuntimeError("the matches cannot be forfeited")

    events.account_deleted.connect(fail)
    try:
        with pytest.raises(RuntimeError, match="forfeited"):
            services.account_delete(alice)
    finally:
        events.account_deleted.disconnect(fail)
    assert User.objects.get(pk=alice.pk).username == "alice"
    assert not BlockedName.objects.exists()
    assert is_logged_in(client)


def test_deleting_twice_changes_nothing(alice: User, told: list[str]) -> None:
    services.account_delete(alice)
    first = User.objects.get(pk=alice.pk).deleted_at
    services.account_delete(alice)
    assert User.objects.get(pk=alice.pk).deleted_at == first
    assert told == ["deleted alice", "sessions ended"]
    assert BlockedName.objects.count() == 1


def test_the_block_does_not_tell_the_name(alice: User) -> None:
    services.account_delete(alice)
    digest = BlockedName.objects.get().digest
    assert len(digest) == 64
    assert "alice" not in digest


def test_the_history_of_the_admin_forgets_the_name(alice: User) -> None:
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    LogEntry.objects.log_actions(boss.pk, [alice], CHANGE, "changed")
    services.account_delete(alice)
    assert LogEntry.objects.get().object_repr == "deleted player"


def test_many_can_delete_their_accounts() -> None:
    for name in ("anna", "berta", "clara"):
        services.account_delete(make_user(name))
    assert {str(user) for user in User.objects.all()} == {"deleted player"}
