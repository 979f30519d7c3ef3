"""What holds at every address of the site: nothing is done without a page's token, and looking changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.contrib.sessions.base_session import AbstractBaseSession
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.guests import COOKIE, cookie_of
from bgsite.accounts.models import User
from games.rules.actions import ResignMatch
from games.rules.sides import Side
from matches.models import ChatLine, Match, WebHeartbeat
from matches.services.seeks import seek_post
from tests.matches.matchmaking import act, begun_match, browser, open_match, person, terms
from tests.site.people import PASSWORD

pytestmark = pytest.mark.django_db

ELSEWHERE = {"admin", "health", "javascript-catalog", "beacon"}
"""Tested by themselves, or without anything of ours; a beacon's proof is in its body, and its answer says nothing."""


@pytest.fixture
def alice() -> User:
    return person("alice")


@pytest.fixture
def arguments(alice: User) -> list[dict[str, Any]]:
    """What stands in the addresses: matches of every kind of status that alice has to do with."""
    bob = person("bob")
    asked, linked, running, over = (
        open_match(bob, alice),
        open_match(alice),
        begun_match(alice, bob),
        begun_match(alice, bob),
    )
    act(over, Side.WHITE, ResignMatch())
    ChatLine.objects.create(match=running, number=1, author=bob, side="black", text="Hello", version=1)
    seek_post(bob, terms())
    return [_arguments(match) for match in (asked, linked, running, over)]


def _arguments(match: Match) -> dict[str, Any]:
    return {
        "code": match.code,
        "number": 1,
        "name": "bob",
        "uidb36": "1",
        "key": "x-y",
        "slug": "games",
        "stage": "moving",
    }


def _tokens(code: str) -> dict[str, str]:
    match = Match.objects.get(code=code)
    return {"join_link": match.link_token, "own_device": match.owner_token}


def _names(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, set[str]]]:
    """The name of every address, and what stands in it."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            space = f"{before}{one.namespace}:" if one.namespace else before
            if one.namespace not in ELSEWHERE:
                yield from _names(one, space)
        elif one.name is not None and one.name not in ELSEWHERE:
            yield f"{before}{one.name}", set(one.pattern.converters) | set(one.pattern.regex.groupindex)


def _addresses(arguments: list[dict[str, Any]]) -> set[str]:
    found = set()
    for name, wanted in _names(get_resolver()):
        for given in arguments:
            known = given | {"token": _tokens(given["code"]).get(name.rpartition(":")[2], "x")}
            found.add(reverse(name, kwargs={part: known[part] for part in wanted}))
    return found


def _stored() -> dict[str, list[Any]]:
    """Every row of every table, but for the sessions of browsers, the heartbeat, and when somebody was last seen."""
    beside = (AbstractBaseSession, WebHeartbeat)
    tables = [model for model in apps.get_models() if not issubclass(model, beside)]
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list(*_columns(model))) for model in tables
    }


def _columns(model: Any) -> list[str]:
    return [
        field.attname for field in model._meta.concrete_fields if field.attname not in {"last_login", "alive_until"}
    ]


def _guest_browser(*, strict: bool = False) -> Client:
    client = Client(enforce_csrf_checks=strict)
    client.cookies[COOKIE] = cookie_of(guest_make())
    return client


def test_nothing_is_done_without_the_token_of_a_page(alice: User, arguments: list[dict[str, Any]]) -> None:
    registered = Client(enforce_csrf_checks=True)
    registered.force_login(alice)
    addresses, guest = _addresses(arguments), _guest_browser(strict=True)
    stored = _stored()
    for client in (registered, guest):
        answers = {address: client.post(address, {"reason": "abuse"}).status_code for address in addresses}
        assert {address: code for address, code in answers.items() if code not in {403, 405}} == {}
        assert _stored() == stored
    assert len(addresses) > 60


@pytest.mark.parametrize("who", ["registered", "guest", "stranger"])
def test_looking_changes_nothing(alice: User, arguments: list[dict[str, Any]], who: str) -> None:
    client = {"registered": lambda: browser(alice), "guest": _guest_browser, "stranger": Client}[who]()
    addresses = _addresses(arguments)
    stored = _stored()
    for address in sorted(addresses):
        assert client.get(address).status_code < 500, address
    assert _stored() == stored


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "javascript:alert(1)",
        "///evil.example",
    ],
)
def test_nobody_is_led_away_from_the_site(alice: User, elsewhere: str) -> None:
    alice.set_password(PASSWORD)
    alice.save()
    client = Client()
    given = {"next": elsewhere}
    words = {"password1": PASSWORD, "password2": PASSWORD}
    answers = [
        client.post("/accounts/signup/", {"username": "Newcomer", "email": "", **words, **given}),
        client.post("/accounts/logout/", given),
        client.post("/accounts/login/", {"login": "alice", "password": PASSWORD, **given}),
        client.get("/accounts/login/", given),
        client.get("/accounts/logout/", given),
    ]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 302, 200]
    for answer in answers[:4]:
        assert urlsplit(answer["Location"]).netloc == ""
        assert "evil" not in answer["Location"]
        assert "javascript" not in answer["Location"]
    assert "evil" not in client.get("/accounts/login/", given).content.decode()
