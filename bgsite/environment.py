"""What the machine tells us: environment variables, read once, typed, refused in one sentence when wrong.

This module knows no Django, so that `manage.py`, the settings and the supervisor can all use it.
Every variable is listed in docs/deployment.md.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent


class SettingError(Exception):
    """A setting is wrong; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where PostgreSQL is. `host` may be a folder with a socket; `options` go to libpq as they are."""

    name: str
    user: str
    password: str
    host: str
    port: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mails are handed over. `tls` starts TLS after connecting, `ssl` speaks it from the first byte."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    ssl: bool


def parse_database_url(url: str) -> DatabaseAddress:
    """Read `postgresql://USER:PASSWORD@HOST:PORT/NAME?option=value`.

    The socket form is `postgresql://USER@/NAME?host=/folder`. Raises SettingError.
    """
    form = "write it like postgresql://user:password@host:5432/barpoint"
    parts = _split("DATABASE_URL", url, form)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise SettingError(f"DATABASE_URL must name a PostgreSQL database: {form}.")
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise SettingError(f"DATABASE_URL does not say which database to use: {form}.")
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return DatabaseAddress(
        name=name,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=options.pop("host", "") or unquote(parts.hostname or ""),
        port=options.pop("port", "") or str(parts.port or ""),
        options=tuple(sorted(options.items())),
    )


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """Where the Redis protocol is spoken: a socket file, or host and port with the part before them.

    Two neighbouring logical databases are used: `database` for Channels, the next one for Celery.
    """

    socket: str
    scheme: str
    netloc: str
    database: int

    def channels_url(self) -> str:
        """Give the address as redis-py and channels_redis write it."""
        if self.socket:
            return f"unix://{self.netloc}{self.socket}?db={self.database}"
        return f"{self.scheme}://{self.netloc}/{self.database}"

    def celery_url(self) -> str:
        """Give the address of the next logical database as kombu writes it."""
        if self.socket:
            return f"redis+socket://{self.netloc}{self.socket}?virtual_host={self.database + 1}"
        return f"{self.scheme}://{self.netloc}/{self.database + 1}"


def parse_redis_url(url: str) -> RedisAddress:
    """Read `redis://HOST:PORT/0`, `rediss://…` or `unix:///path/socket?db=0`. Raises SettingError."""
    form = "write it like redis://host:6379/0 or unix:///path/to/socket?db=0"
    parts = _split("REDIS_URL", url, form)
    if parts.scheme == "unix":
        if not parts.path.startswith("/"):
            raise SettingError(f"REDIS_URL does not name a socket file: {form}.")
        userinfo = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
        number = parse_qs(parts.query).get("db", ["0"])[-1]
        return RedisAddress(parts.path, "unix", userinfo, _database_number(number, form))
    if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
        raise SettingError(f"REDIS_URL must name a Redis or Valkey server: {form}.")
    number = parts.path.removeprefix("/") or "0"
    return RedisAddress("", parts.scheme, parts.netloc, _database_number(number, form))


def parse_email_url(url: str) -> MailServer:
    """Read `smtp://USER:PASSWORD@HOST:587?tls=1` or `smtps://HOST:465`. Raises SettingError."""
    form = "write it like smtp://user:password@host:587?tls=1 or smtps://user:password@host:465"
    parts = _split("EMAIL_URL", url, form)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise SettingError(f"EMAIL_URL must name a mail server: {form}.")
    ssl = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname,
        port=parts.port or (465 if ssl else 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls=not ssl and parse_qs(parts.query).get("tls", ["0"])[-1] == "1",
        ssl=ssl,
    )


def flag(environ: Mapping[str, str], name: str) -> bool:
    """Read an on/off variable: `1`, `true`, `yes`, `on` or `0`, `false`, `no`, `off`, empty. Raises SettingError."""
    value = environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise SettingError(f"{name} is {value!r}: set it to 1 or 0.")


def number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`; empty: `default`. Raises SettingError."""
    value = environ.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise SettingError(f"{name} is {value!r}: set it to a whole number from {least} to {most}.")
    return int(value)


def words(environ: Mapping[str, str], name: str) -> list[str]:
    """Read a list separated by commas or spaces."""
    return environ.get(name, "").replace(",", " ").split()


def site_address(environ: Mapping[str, str]) -> str:
    """Say where people reach the site, for links in mails: the first of BARPOINT_ORIGINS, else of BARPOINT_HOSTS."""
    origins, hosts = words(environ, "BARPOINT_ORIGINS"), words(environ, "BARPOINT_HOSTS")
    if origins:
        return origins[0].rstrip("/")
    if hosts:
        return f"{'https' if flag(environ, 'BARPOINT_HTTPS') else 'http'}://{hosts[0]}"
    return f"http://localhost:{environ.get('PORT') or '8000'}"


def var_folder(environ: Mapping[str, str]) -> Path:
    """Say where the server keeps its own data: BARPOINT_VAR, or `var` beside manage.py."""
    return Path(environ.get("BARPOINT_VAR") or ROOT / "var").expanduser().resolve()


def secret_key(environ: Mapping[str, str], var: Path) -> str:
    """Give BARPOINT_SECRET_KEY, or the key in `var/secret_key`, made at the first call (mode 0600)."""
    if given := environ.get("BARPOINT_SECRET_KEY"):
        return given
    path = var / "secret_key"
    if not path.exists():
        _create_once(path, secrets.token_urlsafe(48))
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise SettingError(
            f"The secret key in {path} cannot be read ({error.strerror}): run as the user who owns it, "
            "or set BARPOINT_SECRET_KEY."
        ) from error


def _create_once(path: Path, text: str) -> None:
    """Write a new private file as a whole; when another process was first, keep the other's."""
    draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_text(f"{text}\n", encoding="ascii")
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return
        finally:
            draft.unlink()
    except OSError as error:
        raise SettingError(
            f"{path.parent} cannot be written ({error.strerror}): "
            "make it writable, or name another folder in BARPOINT_VAR."
        ) from error


def _split(name: str, url: str, form: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise SettingError(f"{name} is not a valid address ({error}): {form}.") from error
    return parts


def _database_number(text: str, form: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise SettingError(f"REDIS_URL has {text!r} where a database number belongs: {form}.")
    return int(text)
