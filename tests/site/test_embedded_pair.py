"""The private servers really start, keep what they were given, survive being killed and go away."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from bgsite.embedded.identity import Identity
from bgsite.embedded.pair import running_pair
from bgsite.embedded.places import Places
from bgsite.embedded.postgres import DURABLE, make_postgres
from bgsite.environment import SettingError
from tests.prepared import copy_prepared, open_folder

pytestmark = pytest.mark.early

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def base() -> Iterator[Path]:
    """Where a pair may be made."""
    with open_folder("barpoint-pair-") as folder:
        yield folder / "var"


@pytest.fixture
def made(base: Path) -> Path:
    """The same with a pair that was made and has stopped."""
    copy_prepared(base)
    return base


def write(places: Places, text: str) -> None:
    with psycopg.connect(places.database_url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS note (text text)")
        connection.execute("INSERT INTO note VALUES (%s)", [text])
    redis.Redis.from_url(places.redis_url()).set("note", text)


def read(places: Places) -> tuple[list[str], bytes | None]:
    with psycopg.connect(places.database_url()) as connection:
        rows = [row[0] for row in connection.execute("SELECT text FROM note")]
    value = redis.Redis.from_url(places.redis_url()).get("note")
    assert value is None or isinstance(value, bytes)
    return rows, value


def owned_by(base: Path) -> list[psutil.Process]:
    """The processes whose command line names a folder of this pair."""
    marks = [f"-D {base / 'postgres'} ", str(Places(base).valkey_sockets)]
    lines = [(process, " ".join(process.info["cmdline"] or [])) for process in psutil.process_iter(["cmdline"])]
    return [process for process, line in lines if any(mark in line for mark in marks)]


def wait_gone(processes: list[psutil.Process], seconds: float) -> list[psutil.Process]:
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize("name", ["plain", "with space, qu'ote \"and ünïcode, long " + "x" * 150])
def test_data_survives_a_stop_in_any_folder(base: Path, name: str) -> None:
    folder = base / name
    with running_pair(folder, "test") as places:
        write(places, "kept")
    with running_pair(folder, "test") as places:
        assert read(places) == (["kept"], b"kept")


def test_nothing_is_left_after_the_block(made: Path) -> None:
    with running_pair(made, "test") as places:
        processes = owned_by(made)
        assert len(processes) >= 2
    assert wait_gone(processes, 5) == []
    assert not places.postgres_sockets.exists()
    assert not places.valkey_sockets.exists()


def _use(base: Path, text: str, seconds: float) -> None:
    with running_pair(base, "test") as places:
        write(places, text)
        time.sleep(seconds)


def _start_user(base: Path, text: str, seconds: float) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path; from tests.site.test_embedded_pair import _use;"
        "_use(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]))"
    )
    return subprocess.Popen([sys.executable, "-c", code, str(base), text, str(seconds)], cwd=ROOT)


def test_two_processes_share_one_pair(made: Path) -> None:
    with running_pair(made, "test") as places:
        write(places, "first")
        assert _start_user(made, "second", 0).wait(30) == 0
        assert read(places) == (["first", "second"], b"second")


def _start_owner(base: Path) -> subprocess.Popen[bytes]:
    """A process that owns the pair, writes once and then waits to be killed."""
    owner = _start_user(base, "before", 60)
    places = Places(base)
    end = time.monotonic() + 90
    while time.monotonic() < end:
        try:
            if read(places) == (["before"], b"before"):
                return owner
        except (psycopg.Error, redis.RedisError):
            time.sleep(0.1)
    owner.kill()
    pytest.fail("the owner did not start its servers")


def test_both_servers_die_with_a_killed_owner(made: Path) -> None:
    owner = _start_owner(made)
    processes = owned_by(made)
    owner.kill()
    owner.wait()
    assert wait_gone(processes, 5) == []
    with running_pair(made, "test") as places:
        assert read(places)[0] == ["before"]


def test_every_commit_survives_kill_9_of_everything(made: Path) -> None:
    owner = _start_owner(made)
    write(Places(made), "second")
    for process in [*owned_by(made), psutil.Process(owner.pid)]:
        process.send_signal(signal.SIGKILL)
    owner.wait()
    with running_pair(made, "test") as places:
        assert read(places)[0] == ["before", "second"]


def test_a_pid_file_of_a_stranger_does_not_hinder(made: Path) -> None:
    with running_pair(made, "test") as places:
        write(places, "kept")
    for content in ["", "1\n/nowhere\n", f"{os.getpid()}\n/nowhere\n"]:
        (places.postgres_data / "postmaster.pid").write_text(content, encoding="ascii")
        with running_pair(made, "test"):
            assert read(places)[0] == ["kept"]


def test_data_of_another_major_version_is_refused_in_a_sentence(made: Path) -> None:
    (Places(made).postgres_data / "PG_VERSION").write_text("14\n", encoding="ascii")
    with (
        pytest.raises(SettingError, match=r"made by PostgreSQL 14 and this is PostgreSQL \d+"),
        running_pair(made, "t"),
    ):
        pass


def test_a_foreign_socket_folder_is_refused(made: Path) -> None:
    sockets = Places(made).postgres_sockets
    sockets.mkdir(mode=0o755)
    try:
        with pytest.raises(SettingError, match="not a private folder"), running_pair(made, "test"):
            pass
    finally:
        shutil.rmtree(sockets)


def test_the_socket_path_is_short_however_deep_the_folder() -> None:
    places = Places(Path("/") / ("deep/" * 60))
    assert len(str(places.postgres_sockets / ".s.PGSQL.5432.lock")) < 80
    assert len(str(places.valkey_socket)) < 80


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
class TestAsRoot:
    """PostgreSQL refuses root: both ways around it run for real."""

    @pytest.mark.parametrize("identity", [Identity.NAMESPACE, Identity.NOBODY])
    def test_postgres_runs(self, base: Path, identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bgsite.embedded.postgres.choose_identity", lambda: identity)
        with running_pair(base, "test") as places:
            write(places, "kept")
            owner = places.postgres_data.stat().st_uid
        assert owner == (65534 if identity is Identity.NOBODY else 0)
        with running_pair(base, "test") as places:
            assert read(places)[0] == ["kept"]

    def test_programs_below_a_closed_folder_are_copied(self, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        found = make_postgres(Places(base), DURABLE).binaries
        closed = base.parent / "closed"
        shutil.copytree(found.parents[1], closed / found.parents[1].name)
        libraries = found.parents[1].with_name(f"{found.parents[1].name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, closed / libraries.name)
        closed.chmod(0o700)
        inside = closed / found.parents[1].name / found.relative_to(found.parents[1])
        monkeypatch.setenv("BARPOINT_POSTGRES_BIN", str(inside))
        monkeypatch.setattr("bgsite.embedded.postgres.choose_identity", lambda: Identity.NOBODY)
        with running_pair(base, "test") as places:
            write(places, "kept")
            assert read(places)[0] == ["kept"]

    def test_data_below_a_closed_folder_is_refused_in_a_sentence(
        self, base: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        base.parent.chmod(0o700)
        monkeypatch.setattr("bgsite.embedded.postgres.choose_identity", lambda: Identity.NOBODY)
        with pytest.raises(SettingError, match="may not enter"), running_pair(base, "test"):
            pass


def test_a_dump_can_be_taken_and_restored(made: Path) -> None:
    def tool(*words: str, given: bytes = b"") -> bytes:
        command = [sys.executable, "-m", "bgsite.embedded.tool", *words]
        environment = {**os.environ, "BARPOINT_VAR": str(made)}
        done = subprocess.run(command, cwd=ROOT, env=environment, input=given, capture_output=True, check=True)
        return done.stdout

    with running_pair(made, "test") as places:
        write(places, "kept")
        dump = tool("pg_dump", "--format=custom", "barpoint")
        tool("psql", "--quiet", "barpoint", given=b"DROP TABLE note;")
        tool("pg_restore", "--clean", "--if-exists", "--dbname=barpoint", given=dump)
        assert read(places)[0] == ["kept"]
