"""A NUL byte in an address is a clear 400, wherever it stands."""

from __future__ import annotations

import pytest
from django.test import Client

from bgsite.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    ["/player/%00/", "/players/?q=%00", "/?%00", "/admin/accounts/user/?q=a%00b", "/admin/matches/match/?status=%00"],
)
def test_a_nul_byte_is_refused(address: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    answer = client.get(address)
    assert answer.status_code == 400
    assert "The server did not understand this" in answer.content.decode()


def test_the_switch_of_the_language_works_on_the_answer_to_it() -> None:
    """It is refused before the form tokens' own middleware is asked."""
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):  # without the token's cookie, and with it
        page = client.get("/player/%00/").content.decode()
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        answer = client.post("/language/", {"csrfmiddlewaretoken": token, "language": "zh-hant", "next": "/help/"})
        assert answer["Location"] == "/help/"


def test_two_zeros_alone_are_nothing_bad() -> None:
    assert Client().get("/players/?q=100%25+00").status_code == 200
