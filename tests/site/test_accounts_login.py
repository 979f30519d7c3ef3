"""Logging in and its limits, passwords, and which sessions end when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client
from pytest_django import Settings

from bgsite.accounts import events, services
from bgsite.accounts.models import AccountSession, User
from tests.site.people import PASSWORD, addresses_of, is_logged_in, log_in, make_user, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fresh_limits")]

OTHER_PASSWORD = "eight-light-checkers"


@pytest.fixture
def alice() -> User:
    """Somebody with an address that is hers."""
    return make_user("alice", email="alice@example.org")


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """Collect of whom sessions end."""
    seen: list[int] = []

    def note(*, user_id: int, **_others: object) -> None:
        seen.append(user_id)

    events.sessions_ended.connect(note)
    yield seen
    events.sessions_ended.disconnect(note)


def test_one_logs_in_by_name_or_by_address(alice: User) -> None:
    for login in ("alice", "Alice", "alice@example.org"):
        client = Client()
        log_in(client, login)
        assert is_logged_in(client), login


def test_a_wrong_password_is_answered_without_telling_whether_the_name_exists(client: Client, alice: User) -> None:
    known = text_of(log_in(client, "alice", "wrong-password"))
    unknown = text_of(log_in(client, "nobodyhere", "wrong-password"))
    sentence = "This name and this password do not belong together."
    assert sentence in known
    assert sentence in unknown


def test_after_five_wrong_passwords_even_the_right_one_must_wait(client: Client, alice: User) -> None:
    for _ in range(5):
        assert "do not belong together" in text_of(log_in(client, "alice", "wrong-password"))
    refused = log_in(client, "alice", PASSWORD)
    assert "Too many attempts to log in. Please wait five minutes" in text_of(refused)
    assert not is_logged_in(client)


def test_the_limit_of_one_name_leaves_others_alone(client: Client, alice: User) -> None:
    make_user("bob")
    for _ in range(6):
        log_in(client, "alice", "wrong-password")
    log_in(client, "bob")
    assert is_logged_in(client)


def test_logging_in_very_often_is_answered_by_a_page_of_ours(client: Client) -> None:
    responses = [client.post("/accounts/login/", {}) for _ in range(31)]
    assert responses[29].status_code == 200
    assert responses[30].status_code == 429
    assert "Too many attempts" in text_of(responses[30])


def test_next_must_be_a_page_of_this_site(client: Client, alice: User) -> None:
    data = {"login": "alice", "password": PASSWORD, "next": "https://elsewhere.example/"}
    response = client.post("/accounts/login/", data)
    assert response["Location"] == "/"


def test_logout_ends_this_session_and_tells_it(alice: User, ended: list[int]) -> None:
    here, there = Client(), Client()
    log_in(here, "alice")
    log_in(there, "alice")
    here.post("/accounts/logout/")
    assert ended == [alice.pk]
    assert not is_logged_in(here)
    assert is_logged_in(there)


def test_opening_the_logout_page_does_not_log_out(client: Client, alice: User) -> None:
    log_in(client, "alice")
    assert "Log out?" in text_of(client.get("/accounts/logout/"))
    assert is_logged_in(client)


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(alice: User, ended: list[int]) -> None:
    here, there = Client(), Client()
    log_in(here, "alice")
    log_in(there, "alice")
    data = {"oldpassword": PASSWORD, "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    assert here.post("/accounts/password/change/", data).status_code == 302
    assert is_logged_in(here)
    assert not is_logged_in(there)
    assert AccountSession.objects.filter(account=alice).count() == 1
    assert ended == [alice.pk]


def test_a_new_password_needs_the_present_one(client: Client, alice: User) -> None:
    log_in(client, "alice")
    data = {"oldpassword": "guess", "password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    assert "This is not your present password." in text_of(client.post("/accounts/password/change/", data))


def test_a_forgotten_password_is_set_by_the_mailed_link_once(alice: User, ended: list[int]) -> None:
    elsewhere = Client()
    log_in(elsewhere, "alice")
    client = Client()
    assert client.post("/accounts/password/reset/", {"email": "Alice@Example.org"}).status_code == 302
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    link = re.search(r"https?://\S+", str(message.body))
    assert link
    path = client.get(link[0])["Location"]
    assert "Set a new password" in text_of(client.get(path))
    client.post(path, {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD})
    assert ended == [alice.pk]
    assert not is_logged_in(elsewhere)
    log_in(client, "alice", OTHER_PASSWORD)
    assert is_logged_in(client)
    assert "This link does not work any more" in text_of(Client().get(link[0], follow=True))


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client: Client, alice: User) -> None:
    known = client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "stranger@example.org"})
    assert known["Location"] == unknown["Location"]
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]


def test_without_a_mail_server_the_mail_is_a_file(
    client: Client, alice: User, tmp_path: Path, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    (file,) = tmp_path.iterdir()
    assert "/accounts/password/reset/key/" in file.read_text()


def test_an_address_given_later_serves_at_once(client: Client) -> None:
    make_user("bob")
    log_in(client, "bob")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "bob@example.org", "action_add": ""})
    assert "bob@example.org" in text_of(client.get("/accounts/"))
    assert "not confirmed yet" in text_of(client.get("/accounts/email/"))
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": "bob@example.org"})
    assert [message.subject for message in mail.outbox] == ["[Barpoint] Set a new password"]


def test_an_address_is_changed_only_with_the_password(client: Client, alice: User) -> None:
    """Else an open browser would be enough to reset the password by an address of one's own."""
    log_in(client, "alice")
    for change in ({"email": "thief@example.org", "action_add": ""}, {"email": alice.email, "action_remove": ""}):
        response = client.post("/accounts/email/", change)
        assert response["Location"].startswith("/accounts/reauthenticate/")
    assert [str(address) for address in addresses_of(alice)] == ["alice@example.org"]
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    client.post("/accounts/reauthenticate/?next=/accounts/email/", {"password": PASSWORD})
    assert "new@example.org" in text_of(client.get("/accounts/email/"))


def test_an_address_can_be_removed(client: Client, alice: User) -> None:
    log_in(client, "alice")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "alice@example.org", "action_remove": ""})
    alice.refresh_from_db()
    assert alice.email == ""
    assert addresses_of(alice) == []


def test_the_address_of_somebody_else_still_resets_the_owners_password(client: Client, alice: User) -> None:
    make_user("bob")
    log_in(client, "bob")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "alice@example.org", "action_add": ""})
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    (message,) = mail.outbox
    assert "for the account alice" in message.body


def test_a_banned_account_is_out_at_once_and_cannot_log_in(client: Client, alice: User, ended: list[int]) -> None:
    log_in(client, "alice")
    services.account_ban(alice)
    assert not is_logged_in(client)
    assert ended == [alice.pk]
    assert log_in(client, "alice")["Location"] == "/accounts/inactive/"
    assert "This account is closed" in text_of(client.get("/accounts/inactive/"))
    services.account_unban(alice)
    log_in(client, "alice")
    assert is_logged_in(client)


def test_an_anonymous_session_has_no_account(client: Client) -> None:
    session = client.session
    session["seen"] = "yes"
    session.save()
    assert AccountSession.objects.get(session_key=session.session_key).account is None
    assert isinstance(client.get("/").context["user"], AnonymousUser)


def test_a_failing_subscriber_does_not_keep_anybody_logged_in(client: Client, alice: User) -> None:
    def fail(**_others: object) -> None:
        raise RuntimeError("the channel layer is away")

    events.sessions_ended.connect(fail)
    try:
        log_in(client, "alice")
        services.account_ban(alice)
    finally:
        events.sessions_ended.disconnect(fail)
    assert not is_logged_in(client)
