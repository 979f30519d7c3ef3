"""Registering: the whole way through the pages, and who is refused."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from bgsite.accounts import services
from bgsite.accounts.models import BlockedName, User
from tests.site.people import PASSWORD, addresses_of, is_logged_in, log_in, make_user, register, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_limits")]


def test_who_registers_is_logged_in_and_can_come_back(client: Client) -> None:
    assert register(client, "alice").status_code == 302
    assert "Welcome, alice." in text_of(client.get("/"))
    assert is_logged_in(client)
    client.post("/accounts/logout/")
    assert not is_logged_in(client)
    assert log_in(client, "ALICE").status_code == 302
    assert is_logged_in(client)


def test_the_session_lasts_thirty_days(client: Client) -> None:
    register(client, "alice")
    assert client.cookies["sessionid"]["max-age"] == 30 * 24 * 60 * 60


def test_a_chinese_name_is_welcome(client: Client) -> None:
    assert register(client, "小林").status_code == 302
    assert "小林" in text_of(client.get("/"))


def test_a_full_width_name_is_stored_and_found_as_a_plain_one(client: Client) -> None:
    register(client, "ｃａｒｏｌ")
    assert User.objects.get().username == "carol"
    client.post("/accounts/logout/")
    log_in(client, "ｃａｒｏｌ")
    assert is_logged_in(client)


def test_without_an_address_no_mail_is_sent(client: Client) -> None:
    register(client, "alice")
    assert mail.outbox == []


def test_with_an_address_a_mail_asks_to_confirm_it_but_nobody_must(client: Client) -> None:
    register(client, "alice", "alice@example.org")
    assert is_logged_in(client)
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    assert message.subject == "[Barpoint] Confirm your e-mail address"
    link = next(word for word in message.body.split() if "confirm-email" in word)
    assert "Is this the address of alice?" in text_of(client.get(link))
    client.post(link)
    assert [address.verified for address in addresses_of(User.objects.get())] == [True]


def test_the_address_of_somebody_else_is_refused_in_words(client: Client) -> None:
    make_user("alice", email="alice@example.org")
    response = register(client, "bob", "Alice@example.org")
    assert "Another account uses this e-mail address already." in text_of(response)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Alice", "ａｌｉｃｅ", "a1ice", "AIice", "alíce", "ALICE", "al-ice"])
def test_a_name_that_looks_like_another_is_refused(client: Client, name: str) -> None:
    make_user("alice")
    response = register(client, name)
    assert "looks too much like a name in use" in text_of(response)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("taken", "name"),
    [("modern", "rnodern"), ("Bob", "B0b"), ("COBA", "СОВА"), ("will", "wi11")],
)
def test_other_look_alikes_are_refused(client: Client, taken: str, name: str) -> None:
    make_user(taken)
    assert register(client, name).status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["al\u200bice", "аlice", "ab", "a:b:c", "bob@home", "bob  lee", "x" * 25])
def test_a_name_against_the_rules_is_refused_in_words(client: Client, name: str) -> None:
    response = register(client, name)
    assert 'role="alert"' in text_of(response)
    assert 'id="id_username_error"' in text_of(response)
    assert User.objects.count() == 0


@pytest.mark.parametrize("name", ["admin", "Adm1n", "deleted player", "Barpoint Team", "moderator"])
def test_reserved_names_are_refused(client: Client, name: str) -> None:
    assert "kept for the site itself" in text_of(register(client, name))


def test_the_database_itself_refuses_a_look_alike() -> None:
    make_user("alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user("a1ice")


def test_a_name_stays_blocked_until_its_time_is_over(client: Client) -> None:
    services.account_delete(make_user("alice"))
    assert "looks too much like a name in use" in text_of(register(client, "a1ice"))
    BlockedName.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert register(client, "alice").status_code == 302


def test_a_name_is_blocked_for_a_year() -> None:
    services.account_delete(make_user("alice"))
    left = BlockedName.objects.get().until - timezone.now()
    assert timedelta(days=364) < left <= timedelta(days=365)


def test_names_whose_time_is_over_are_purged() -> None:
    services.account_delete(make_user("alice"))
    services.account_delete(make_user("bob"))
    old = BlockedName.objects.order_by("pk")[0]
    BlockedName.objects.filter(pk=old.pk).update(until=timezone.now())
    assert services.blocked_names_purge() == 1
    assert BlockedName.objects.count() == 1


def test_a_weak_password_is_refused_in_words(client: Client) -> None:
    data = {"username": "alice", "password1": "12345678", "password2": "12345678"}
    response = client.post("/accounts/signup/", data)
    assert 'id="id_password1_error"' in text_of(response)
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This password is too short: take at least 8 characters."),
        ("zh-hans", "密码太短：至少8个字符。"),
        ("zh-hant", "密碼太短：至少8個字元。"),
    ],
)
def test_a_short_password_is_refused_in_the_readers_language(client: Client, language: str, sentence: str) -> None:
    data = {"username": "alice", "password1": "a1!x", "password2": "a1!x"}
    assert sentence in text_of(client.post("/accounts/signup/", data, headers={"accept-language": language}))


def test_two_different_passwords_are_refused(client: Client) -> None:
    data = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD + "!"}
    assert 'id="id_password2_error"' in text_of(client.post("/accounts/signup/", data))


def test_the_form_helps_password_managers_and_screen_readers(client: Client) -> None:
    page = text_of(client.get("/accounts/signup/"))
    assert page.count('autocomplete="new-password"') == 2
    assert 'autocomplete="username"' in page
    assert 'autocomplete="email"' in page
    assert 'aria-describedby="id_username_helptext"' in page
    assert "placeholder" not in page


def test_registering_too_often_is_answered_by_a_page_of_ours(client: Client) -> None:
    responses = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert {response.status_code for response in responses[:20]} == {200}
    assert responses[20].status_code == 429
    assert "Too many attempts" in text_of(responses[20])
    assert "Please wait a few minutes" in text_of(responses[20])


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_one_name_at_once_one_is_asked_again() -> None:
    answers: list[tuple[int, str]] = []
    together = threading.Barrier(2)

    def take(name: str) -> None:
        client = Client()
        client.get("/accounts/signup/")
        together.wait()
        response = register(client, name)
        followed = text_of(client.get("/accounts/signup/")) if response.status_code == 302 else text_of(response)
        answers.append((response.status_code, followed))
        connection.close()

    threads = [threading.Thread(target=take, args=(name,)) for name in ("alice", "a1ice")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert User.objects.count() == 1
    assert len(answers) == 2
    assert sum("looks too much like a name in use" in page for _, page in answers) == 1
