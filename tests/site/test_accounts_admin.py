"""Accounts in the administration."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from bgsite.accounts import services
from bgsite.accounts.guest_services import guest_make, guest_rename
from bgsite.accounts.models import User
from tests.site.people import PASSWORD, is_logged_in, log_in, make_user, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_limits")]

ACCOUNTS = "/admin/accounts/user/"


@pytest.fixture
def boss(client: Client) -> User:
    """A superuser, logged in."""
    user = User.objects.create_superuser("boss", password=PASSWORD)
    client.force_login(user)
    return user


@pytest.fixture
def helper(client: Client) -> User:
    """Staff who may change accounts but not see addresses, logged in."""
    user = make_user("helper7", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client.force_login(user)
    return user


def test_the_admin_logs_in_by_the_login_page_with_its_limits(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/")


def test_players_are_not_let_into_the_admin(client: Client) -> None:
    client.force_login(make_user("alice"))
    response = client.get("/admin/", follow=True)
    assert response.status_code == 403
    assert "This is not yours to open" in text_of(response)


def test_the_list_shows_names_and_no_addresses(client: Client, boss: User) -> None:
    make_user("alice", email="alice@example.org")
    page = text_of(client.get(ACCOUNTS))
    assert "alice" in page
    assert "Barpoint administration" in page
    assert "example.org" not in page


def test_an_address_is_shown_to_those_with_the_right_only(client: Client, helper: User) -> None:
    alice = make_user("alice", email="alice@example.org")
    assert "example.org" not in text_of(client.get(f"{ACCOUNTS}{alice.pk}/change/"))
    helper.user_permissions.add(Permission.objects.get(codename="view_email"))
    assert "example.org" in text_of(client.get(f"{ACCOUNTS}{alice.pk}/change/"))


def test_staff_cannot_give_themselves_rights(client: Client, helper: User) -> None:
    data = {"is_active": "on", "is_superuser": "on", "is_staff": "on"}
    client.post(f"{ACCOUNTS}{helper.pk}/change/", data)
    helper.refresh_from_db()
    assert not helper.is_superuser


def test_staff_without_all_rights_cannot_take_over_others_of_the_staff(client: Client, helper: User) -> None:
    """A new password would hand over every right of the account."""
    data = {"usable_password": "true", "password1": "quite-another-one", "password2": "quite-another-one"}
    root = User.objects.create_superuser("root-of-all", password=PASSWORD)
    for account in (root, make_user("helper8", is_staff=True)):
        assert client.post(f"{ACCOUNTS}{account.pk}/password/", data).status_code == 403
        assert client.post(f"{ACCOUNTS}{account.pk}/change/", {"is_active": ""}).status_code == 403
        client.post(ACCOUNTS, {"action": "ban", "_selected_action": [account.pk]})
        account.refresh_from_db()
        assert account.is_active
        assert account.check_password(PASSWORD)


def test_a_ban_by_the_action_logs_out(client: Client, boss: User) -> None:
    alice, browser = make_user("alice"), Client()
    log_in(browser, "alice")
    data = {"action": "ban", "_selected_action": [alice.pk, boss.pk]}
    response = client.post(ACCOUNTS, data, follow=True)
    assert "1 account is closed." in text_of(response)
    assert not is_logged_in(browser)
    boss.refresh_from_db()
    assert boss.is_active
    client.post(ACCOUNTS, {"action": "unban", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert alice.is_active


def test_a_ban_in_the_form_logs_out(client: Client, boss: User) -> None:
    alice, browser = make_user("alice"), Client()
    log_in(browser, "alice")
    client.post(f"{ACCOUNTS}{alice.pk}/change/", {"email": ""})
    alice.refresh_from_db()
    assert not alice.is_active
    assert not is_logged_in(browser)


def test_a_new_password_by_the_admin_logs_out(client: Client, boss: User) -> None:
    alice, browser = make_user("alice"), Client()
    log_in(browser, "alice")
    data = {"usable_password": "true", "password1": "quite-another-one", "password2": "quite-another-one"}
    assert client.post(f"{ACCOUNTS}{alice.pk}/password/", data).status_code == 302
    assert not is_logged_in(browser)


def test_forgetting_asks_once_more(client: Client, boss: User) -> None:
    alice = make_user("alice")
    data = {"action": "forget", "_selected_action": [alice.pk]}
    assert "Forget these people?" in text_of(client.post(ACCOUNTS, data))
    alice.refresh_from_db()
    assert alice.deleted_at is None
    response = client.post(ACCOUNTS, {**data, "confirmed": "yes"}, follow=True)
    assert "1 account is deleted." in text_of(response)
    alice.refresh_from_db()
    assert alice.display_name == "deleted player"


def test_a_deleted_account_cannot_be_brought_back(client: Client, boss: User) -> None:
    alice = make_user("alice")
    services.account_delete(alice)
    assert client.post(f"{ACCOUNTS}{alice.pk}/change/", {"is_active": "on"}).status_code == 403
    client.post(ACCOUNTS, {"action": "unban", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert not alice.is_active


def test_passwords_are_changed_on_the_page_that_ends_sessions(client: Client, boss: User) -> None:
    assert client.get("/admin/password_change/")["Location"] == "/accounts/password/change/"


def test_rows_are_never_removed(client: Client, boss: User) -> None:
    alice = make_user("alice")
    assert client.post(f"{ACCOUNTS}{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=alice.pk).exists()


def test_an_account_made_here_may_not_look_like_another(client: Client, boss: User) -> None:
    make_user("alice")
    data = {"username": "a1ice", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert "looks too much like a name in use" in text_of(client.post(f"{ACCOUNTS}add/", data))
    client.post(f"{ACCOUNTS}add/", {**data, "username": "moderator"})
    assert User.objects.filter(username="moderator").exists()


def test_the_list_shows_guests_only_when_asked(client: Client, boss: User) -> None:
    make_user("alice")
    guest_rename(guest_make(), "Anna")
    page = text_of(client.get(ACCOUNTS))
    assert "alice" in page
    assert "Anna (guest)" not in page
    guests = text_of(client.get(ACCOUNTS + "?people=guests"))
    assert "Anna (guest)" in guests
    assert ">alice<" not in guests
    both = text_of(client.get(ACCOUNTS + "?people=all"))
    assert "Anna (guest)" in both
    assert ">alice<" in both


def test_a_guest_gets_no_password_and_can_be_forgotten(client: Client, boss: User) -> None:
    guest = guest_make()
    assert client.get(f"{ACCOUNTS}{guest.pk}/password/").status_code == 403
    data = {"action": "forget", "_selected_action": [guest.pk], "confirmed": "yes"}
    client.post(ACCOUNTS + "?people=guests", data)
    assert not User.objects.filter(pk=guest.pk).exists()
