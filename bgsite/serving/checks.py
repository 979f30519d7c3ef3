"""Refuse what cannot work before anything is started: one sentence that says what to do."""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping

import psycopg
import redis

from bgsite.environment import RedisAddress, SettingError, parse_database_url, parse_redis_url


def parse_port(text: str) -> int:
    """Read a port number. Raises SettingError."""
    if text.isascii() and text.isdigit() and 0 < int(text) < 65_536:
        return int(text)
    raise SettingError(f"PORT is {text!r}: choose a number from 1 to 65535, for example PORT=8001.")


def require_free_port(host: str, port: int) -> None:
    """Raise SettingError if nobody can listen there."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise SettingError(f"HOST is {host!r}, which is no address of this machine: try HOST=127.0.0.1.") from error
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        raise SettingError(_cannot_listen(host, port, error)) from error


def require_database(environ: Mapping[str, str]) -> None:
    """Raise SettingError if DATABASE_URL is set and leads nowhere."""
    if not (url := environ.get("DATABASE_URL")):
        return
    address = parse_database_url(url)
    parts = {
        "dbname": address.name,
        "user": address.user,
        "password": address.password,
        "host": address.host,
        "port": address.port,
        "connect_timeout": "5",
        **dict(address.options),
    }
    try:
        psycopg.connect(**{key: value for key, value in parts.items() if value}).close()  # type: ignore[arg-type]
    except psycopg.Error as error:
        reason = str(error).strip().splitlines()[0]
        raise SettingError(
            f"The database of DATABASE_URL cannot be used ({reason}): start it, create it or correct the address, "
            "or unset DATABASE_URL to use the private one."
        ) from error


def require_redis(environ: Mapping[str, str]) -> None:
    """Raise SettingError if REDIS_URL is set and leads nowhere."""
    if not (url := environ.get("REDIS_URL")):
        return
    address = parse_redis_url(url)
    try:
        _ping(address)
    except (redis.RedisError, OSError) as error:
        raise SettingError(
            f"The server of REDIS_URL cannot be used ({error}): start it or correct the address, "
            "or unset REDIS_URL to use the private one."
        ) from error


def _ping(address: RedisAddress) -> None:
    with redis.Redis.from_url(address.channels_url(), socket_timeout=5, socket_connect_timeout=5) as client:
        client.ping()


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is taken by another program: stop it or choose another port, for example PORT=8001."
        case errno.EACCES:
            return f"This user may not listen on port {port}: choose one above 1023, for example PORT=8000."
        case errno.EADDRNOTAVAIL:
            return f"HOST is {host!r}, which is no address of this machine: try HOST=127.0.0.1 or HOST=0.0.0.0."
        case _:
            return f"Nobody can listen on {host} port {port} ({error.strerror}): choose another HOST or PORT."
