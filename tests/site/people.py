"""People for the tests of accounts: making them, registering and logging in as a browser does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.test import Client

from bgsite.accounts.models import User

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PASSWORD = "seven-dark-checkers"


def make_user(name: str, **fields: Any) -> User:
    """Make an account with PASSWORD; an address in `fields` is confirmed."""
    user = User.objects.create_user(name, password=PASSWORD, **fields)
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def addresses_of(user: User) -> list[EmailAddress]:
    """Give the addresses that allauth keeps of somebody."""
    return list(EmailAddress.objects.filter(user_id=user.pk))


def register(client: Client, name: str, email: str = "") -> Answer:
    """Send the form of the registration page."""
    data = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", data)


def log_in(client: Client, login: str, password: str = PASSWORD) -> Answer:
    """Send the form of the login page."""
    return client.post("/accounts/login/", {"login": login, "password": password})


def is_logged_in(client: Client) -> bool:
    """Ask for a page that only somebody logged in sees."""
    return client.get("/accounts/").status_code == 200


def text_of(response: Answer) -> str:
    """Give the page's HTML."""
    return response.content.decode()
