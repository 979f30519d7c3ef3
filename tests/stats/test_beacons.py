"""Beacons: kept if they say just what we asked for, else dropped and counted; the answer is always the same."""

from __future__ import annotations

import json
import logging
import threading
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import pytest
from django.apps import apps
from django.core import signing
from django.db import connection, transaction
from django.test import Client

from stats.models import BeaconOutbox, BrowserFact, DroppedBeacon, DropReason
from stats.services import beacons
from stats.services.beacons import MOST_BYTES, SALT, TOKEN_AGE, Verdict, beacon_take, token_make

pytestmark = pytest.mark.django_db

NOW: Final = datetime(2026, 11, 30, 23, 59, 30, tzinfo=UTC)
MADE_UP: Final = "zzqq"
SAID: Final = {
    "board": "solid",
    "frame": "33",
    "phone": True,
    "memory": "4",
    "cores": "8",
    "browser": "firefox",
    "system": "android",
}


def _body(**other: Any) -> bytes:
    return json.dumps({"token": token_make(NOW), **SAID, **other}).encode()


def _take(body: bytes, *, now: datetime = NOW) -> Verdict:
    return beacon_take(body, len(body), now)


def _dropped() -> dict[str, int]:
    return dict(DroppedBeacon.objects.values_list("reason", "count"))


def _post(body: bytes, **extra: Any) -> None:
    """Send it as a browser does, cookies and tokens of pages left out; the answer says nothing."""
    answer = Client(enforce_csrf_checks=True).post("/usage/beacon/", body, content_type="text/plain", **extra)
    assert (answer.status_code, answer.content) == (204, b"")


def test_what_a_page_of_ours_asked_for_is_kept_and_nothing_else() -> None:
    assert _take(_body()) is Verdict.KEPT
    (found,) = BeaconOutbox.objects.values()
    row: dict[str, Any] = {**found}
    assert isinstance(row.pop("key"), UUID)
    assert row == {"day": NOW.date(), "is_phone": True, **{k: v for k, v in SAID.items() if k != "phone"}}
    assert _dropped() == {}


def test_the_day_is_that_of_utc() -> None:
    later = NOW.astimezone(UTC) + timedelta(minutes=1)
    assert _take(_body(), now=later.astimezone(tz=None)) is Verdict.KEPT
    assert BeaconOutbox.objects.get().day == later.date()


def test_it_arrives_by_the_address_and_without_a_token_of_forms() -> None:
    _post(json.dumps({"token": token_make(), **SAID}).encode())
    assert BeaconOutbox.objects.count() == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\x00\xff\xfe",
        b"[" * MOST_BYTES,
        b'{"token": ' + b"[" * 900,
        b'{"token": 7}',
        b'{"token": "\\ud800"}',
        json.dumps({**SAID, "token": MADE_UP}).encode(),
        json.dumps({**SAID, "token": signing.dumps({"k": "0" * 32, "at": 0}, salt="another")}).encode(),
        json.dumps({**SAID, "token": token_make(NOW)[:-1] + "é"}).encode(),
        json.dumps(SAID).encode(),
    ],
)
def test_what_no_page_of_ours_asked_for_is_forged(body: bytes) -> None:
    assert _take(body) is Verdict.FORGED
    assert _dropped() == {"forged": 1}
    assert not BeaconOutbox.objects.exists()


@pytest.mark.parametrize(
    "other",
    [
        *({name: f"<b>{MADE_UP}"} for name in SAID),
        *({name: None} for name in SAID),
        {"board": "Flat"},
        {"memory": 4},
        {"cores": ""},
        {"phone": 1},
        {"phone": "true"},
        {"system": ["linux"]},
        {"gpu": MADE_UP},
        {MADE_UP: True},
        {"key": "00000000-0000-0000-0000-000000000000"},
        {"day": "2026-01-01"},
    ],
)
def test_unknown_fields_and_values_are_dropped(other: dict[str, Any]) -> None:
    assert _take(_body(**other)) is Verdict.UNKNOWN
    assert _dropped() == {"unknown": 1}
    assert not BeaconOutbox.objects.exists()


@pytest.mark.parametrize("missing", list(SAID))
def test_what_lacks_a_field_is_dropped(missing: str) -> None:
    said = {name: value for name, value in SAID.items() if name != missing}
    assert _take(json.dumps({"token": token_make(NOW), **said}).encode()) is Verdict.UNKNOWN


def test_what_is_too_long_is_dropped_whatever_it_announces() -> None:
    long = _body() + b" " * MOST_BYTES
    for announced in (0, len(long)):
        assert beacon_take(long, announced, NOW) is Verdict.HUGE
    assert beacon_take(b"", MOST_BYTES + 1, NOW) is Verdict.HUGE
    assert _dropped() == {"huge": 3}


def test_a_huge_body_is_not_even_read() -> None:
    _post(b"x" * 3_000_000)
    _post(b"", CONTENT_LENGTH="9" * 5000)
    assert _dropped() == {"huge": 2}


@pytest.mark.parametrize("length", ["", "many", "-1", "1e3"])
def test_an_odd_length_is_none(length: str) -> None:
    _post(b"{}", CONTENT_LENGTH=length)
    assert _dropped() == {"forged": 1}


def test_after_a_day_it_is_too_late() -> None:
    body = _body()
    assert _take(body, now=NOW + TOKEN_AGE + timedelta(seconds=1)) is Verdict.LATE
    assert _take(body, now=NOW + TOKEN_AGE - timedelta(seconds=1)) is Verdict.KEPT
    assert _dropped() == {"late": 1}


def test_a_copy_meets_itself_on_the_way_and_after_it() -> None:
    body = _body()
    assert [_take(body), _take(body)] == [Verdict.KEPT, Verdict.REPEATED]
    (row,) = BeaconOutbox.objects.values()
    BeaconOutbox.objects.all().delete()
    BrowserFact.objects.create(**row)
    assert _take(body.replace(b'"frame": "33"', b'"frame": "50"')) is Verdict.REPEATED
    assert _dropped() == {"repeated": 2}
    assert not BeaconOutbox.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_copies_at_the_same_moment_are_one() -> None:
    body, inserted, verdicts = _body(), threading.Event(), []

    def copy() -> None:
        inserted.wait()
        verdicts.append(_take(body))
        connection.close()

    other = threading.Thread(target=copy)
    other.start()
    with transaction.atomic():
        verdicts.append(_take(body))
        inserted.set()
        other.join(0.3)  # it waits for our row
    other.join()
    assert verdicts == [Verdict.KEPT, Verdict.REPEATED]
    assert BeaconOutbox.objects.count() == 1


def test_a_flood_is_dropped_until_the_next_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons, "MOST_A_DAY", 2)
    verdicts = [_take(_body()) for _ in range(4)]
    assert verdicts == [Verdict.KEPT, Verdict.KEPT, Verdict.FLOOD, Verdict.FLOOD]
    assert _take(_body(), now=NOW + timedelta(minutes=1)) is Verdict.KEPT
    assert _dropped() == {"flood": 2}


def test_every_reason_is_counted_by_day() -> None:
    for _ in range(3):
        _take(b"")
    _take(b"", now=NOW + timedelta(minutes=1))
    assert list(DroppedBeacon.objects.order_by("day").values_list("reason", "count")) == [("forged", 3), ("forged", 1)]
    assert {*DropReason.values} == {one.value for one in Verdict} - {"kept"}


def _broken_outbox() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE stats_beaconoutbox RENAME TO elsewhere")


def test_without_the_outbox_the_answer_is_the_same_and_the_log_names_nobody(caplog: pytest.LogCaptureFixture) -> None:
    body = json.dumps({"token": token_make(), **SAID}).encode()
    _broken_outbox()
    with caplog.at_level(logging.WARNING, "stats"):
        _post(body, REMOTE_ADDR="10.1.2.3")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert caplog.text.count("\n") == 1
    assert "10.1.2.3" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_locked_outbox_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would hold a connection to the database that play needs."""
    monkeypatch.setattr(beacons, "PATIENCE_MILLIS", 50)
    body = json.dumps({"token": token_make(), **SAID}).encode()
    answered = threading.Event()

    def send() -> None:
        _post(body)
        answered.set()
        connection.close()

    sender = threading.Thread(target=send)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE stats_beaconoutbox IN ACCESS EXCLUSIVE MODE")
        sender.start()
        is_answered = answered.wait(10)
    sender.join()
    assert is_answered
    assert not BeaconOutbox.objects.exists()


@pytest.mark.parametrize("off", [{"HTTP_DNT": "1"}, {"HTTP_SEC_GPC": "1"}, {"HTTP_COOKIE": "barpoint_statistics=off"}])
def test_off_means_that_nothing_is_written_or_counted(off: dict[str, str]) -> None:
    good = json.dumps({"token": token_make(), **SAID}).encode()
    for body in (good, b"forged", b"x" * 5000):
        _post(body, **off)
    assert not BeaconOutbox.objects.exists()
    assert _dropped() == {}


def test_nothing_that_a_browser_made_up_is_stored() -> None:
    for body in (MADE_UP.encode(), _body(board=MADE_UP), _body(**{MADE_UP: MADE_UP}), _body(token=MADE_UP)):
        _take(body)
        _post(body, HTTP_USER_AGENT=MADE_UP, HTTP_REFERER=f"https://{MADE_UP}/", REMOTE_ADDR="10.1.2.3")
    tables = apps.get_app_config("stats").get_models()
    stored = [str(row) for table in tables for row in table._default_manager.values()]
    assert stored
    assert not any(MADE_UP in row or "10.1.2.3" in row for row in stored)


def test_looking_at_the_address_is_refused() -> None:
    assert Client().get("/usage/beacon/").status_code == 405
    assert not DroppedBeacon.objects.exists()


def test_the_token_says_nothing_of_who_asked() -> None:
    assert set(signing.loads(token_make(), salt=SALT)) == {"k", "at"}
