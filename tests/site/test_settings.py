"""The environment is read as documented, and refused in one sentence where it is wrong."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from bgsite import environment
from bgsite.environment import DatabaseAddress, MailServer, RedisAddress, SettingError

ROOT = Path(__file__).resolve().parents[2]


def test_a_database_url_is_read_whole() -> None:
    url = "postgresql://me:p%40ss@db.example:5433/bar%20point?sslmode=require"
    expected = DatabaseAddress("bar point", "me", "p@ss", "db.example", "5433", (("sslmode", "require"),))
    assert environment.parse_database_url(url) == expected


def test_a_database_url_may_name_a_socket_folder() -> None:
    address = environment.parse_database_url("postgres://me@/barpoint?host=/run/pg&port=5433")
    assert (address.host, address.port, address.options) == ("/run/pg", "5433", ())


@pytest.mark.parametrize("url", ["sqlite:///x", "mysql://h/x", "postgres://h", "postgres://h/", "postgres://h/a/b"])
def test_another_database_url_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match=r"DATABASE_URL .*write it like postgresql://"):
        environment.parse_database_url(url)


@pytest.mark.parametrize(
    ("url", "channels", "celery"),
    [
        ("redis://h:6380/3", "redis://h:6380/3", "redis://h:6380/4"),
        ("rediss://:secret@h", "rediss://:secret@h/0", "rediss://:secret@h/1"),
        ("unix:///run/x?db=2", "unix:///run/x?db=2", "redis+socket:///run/x?virtual_host=3"),
        ("unix:///run/x", "unix:///run/x?db=0", "redis+socket:///run/x?virtual_host=1"),
    ],
)
def test_a_redis_url_names_two_neighbouring_databases(url: str, channels: str, celery: str) -> None:
    address: RedisAddress = environment.parse_redis_url(url)
    assert address.channels_url() == channels
    assert address.celery_url() == celery


@pytest.mark.parametrize("url", ["http://h", "redis://", "unix://", "redis://h/zero", "redis://h:port", "redis://h/-1"])
def test_another_redis_url_is_refused(url: str) -> None:
    with pytest.raises(SettingError, match=r"REDIS_URL .*write it like redis://"):
        environment.parse_redis_url(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://u:p@h:587?tls=1", MailServer("h", 587, "u", "p", tls=True, ssl=False)),
        ("smtp://h", MailServer("h", 25, "", "", tls=False, ssl=False)),
        ("smtps://u:p@h", MailServer("h", 465, "u", "p", tls=False, ssl=True)),
    ],
)
def test_a_mail_url_is_read(url: str, expected: MailServer) -> None:
    assert environment.parse_email_url(url) == expected


@pytest.mark.parametrize(("text", "value"), [("1", True), ("Yes", True), ("", False), ("off", False)])
def test_a_flag_is_read(text: str, value: bool) -> None:
    assert environment.flag({"X": text}, "X") is value


def test_a_doubtful_flag_is_refused() -> None:
    with pytest.raises(SettingError, match="X is 'maybe': set it to 1 or 0"):
        environment.flag({"X": "maybe"}, "X")


def test_a_number_is_read_within_its_bounds() -> None:
    assert environment.number({}, "X", 60, 2, 90) == 60
    assert environment.number({"X": " 90 "}, "X", 60, 2, 90) == 90
    for text in ("1", "91", "six", "-5", "1e2", "٦"):
        with pytest.raises(SettingError, match="set it to a whole number from 2 to 90"):
            environment.number({"X": text}, "X", 60, 2, 90)


def test_the_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    var = tmp_path / "var"
    key = environment.secret_key({}, var)
    assert len(key) >= 50
    assert environment.secret_key({}, var) == key
    assert stat.S_IMODE((var / "secret_key").stat().st_mode) == 0o600
    assert [file.name for file in var.iterdir()] == ["secret_key"]


def test_the_secret_key_of_the_environment_wins(tmp_path: Path) -> None:
    assert environment.secret_key({"BARPOINT_SECRET_KEY": "given"}, tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


def test_every_variable_is_documented() -> None:
    """The table in docs/deployment.md has every variable that the code reads, and no other."""
    read = set()
    for file in [*(ROOT / "bgsite").glob("*.py"), *(ROOT / "bgsite" / "embedded").glob("*.py")]:
        read |= set(re.findall(r'"(BARPOINT_[A-Z_]+|[A-Z]+_URL)"', file.read_text(encoding="utf-8")))
    read -= {
        "BARPOINT_ROLE",
        "BARPOINT_QUEUE",
        "BARPOINT_TEST_DATABASE",
        "BARPOINT_CHANNEL_PREFIX",
    }  # for our own processes
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text, flags=re.MULTILINE))
    assert documented == read | {"HOST", "PORT"}
