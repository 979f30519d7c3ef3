"""A socket opens for pages of this very site only."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from bgsite.origin import is_own_origin


def handshake(origin: str | None, host: str = "table.example:8000") -> list[tuple[bytes, bytes]]:
    headers = [(b"host", host.encode())]
    return headers if origin is None else [*headers, (b"origin", origin.encode())]


@pytest.fixture(autouse=True)
def _example_host(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["table.example"]


def test_the_own_origin_is_let_in() -> None:
    assert is_own_origin(handshake("http://table.example:8000"))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://table.example",
        "http://table.example:8001",
        "https://table.example:8000",
        "http://evil.example:8000",
        "http://table.example.evil.example:8000",
        "http://table.example:8000.evil.example",
        "http://user@evil.example:8000",
        "http://user@table.example:8000",
        "http://table.example:eighty",
        "http://[table.example:8000",
        "table.example:8000",
        "file://",
    ],
)
def test_a_foreign_origin_is_refused(origin: str | None) -> None:
    assert not is_own_origin(handshake(origin))


def test_a_host_that_is_not_ours_is_refused() -> None:
    assert not is_own_origin(handshake("http://evil.example", host="evil.example"))


def test_two_origins_are_refused() -> None:
    headers = [*handshake("http://table.example:8000"), (b"Origin", b"http://evil.example")]
    assert not is_own_origin(headers)


def test_the_default_port_may_be_left_out() -> None:
    assert is_own_origin(handshake("http://table.example", host="table.example:80"))


def test_behind_https_only_https_is_let_in(settings: LazySettings) -> None:
    settings.HTTPS = True
    assert is_own_origin(handshake("https://table.example", host="table.example"))
    assert not is_own_origin(handshake("http://table.example", host="table.example"))


def test_a_trusted_origin_is_let_in(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://front.example"]
    assert is_own_origin(handshake("https://front.example"))
