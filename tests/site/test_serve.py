"""`manage.py serve`, as a person uses it: it answers, heals, refuses in sentences and leaves nothing behind."""

from __future__ import annotations

import shutil
import signal
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from bgsite.embedded.places import Places
from tests.live import free_port
from tests.serving import CHILDREN, Serve, run_manage, wait_for


@pytest.fixture
def var() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="barpoint serve "))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def site() -> Iterator[Serve]:
    folder = Path(tempfile.mkdtemp(prefix="barpoint serve "))
    folder.chmod(0o755)
    running = Serve(folder)
    try:
        assert wait_for(running.is_well, 60), "\n".join(running.lines)
        yield running
    finally:
        running.stop()
        shutil.rmtree(folder)


class TestRunning:
    """One site for all of these."""

    def test_says_what_a_person_needs(self, site: Serve) -> None:
        assert site.said(f"ready: http://localhost:{site.port}/")
        assert site.said("manage.py createsuperuser")
        assert site.said(f"{site.var}/mail")

    def test_all_children_run(self, site: Serve) -> None:
        assert [name for name in CHILDREN if site.child(name) is None] == []

    def test_pages_have_the_security_headers(self, site: Serve) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/admin/login/", timeout=10) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "object-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"

    def test_static_files_are_served(self, site: Serve) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/static/admin/css/base.css", timeout=10) as answer:
            assert answer.status == 200

    def test_the_first_admin_is_made_in_a_second_terminal(self, site: Serve) -> None:
        made = run_manage(
            site.var,
            *("createsuperuser", "--no-input", "--username", "boss", "--email", "boss@example.org"),
            DJANGO_SUPERUSER_PASSWORD="a long enough one",
        )
        assert made.returncode == 0, made.stderr
        with psycopg.connect(Places(site.var).database_url()) as connection:
            row = connection.execute("SELECT is_superuser FROM accounts_user WHERE username = 'boss'").fetchone()
        assert row == (True,)

    def test_a_second_one_says_so(self, site: Serve) -> None:
        second = run_manage(site.var, "serve", PORT=str(free_port()))
        assert second.returncode == 2
        assert "in use by `serve` already" in second.stderr
        assert second.stderr.count("\n") == 1

    def test_a_taken_port_is_refused(self, site: Serve, var: Path) -> None:
        other = run_manage(var, "serve", PORT=str(site.port))
        assert other.returncode == 2
        assert f"Port {site.port} is taken" in other.stderr
        assert other.stderr.count("\n") == 1

    @pytest.mark.parametrize("name", list(CHILDREN))
    def test_heals_after_kill_9(self, site: Serve, name: str) -> None:
        with psycopg.connect(Places(site.var).database_url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (name text)")
            connection.execute("INSERT INTO kept VALUES (%s)", [name])
        killed = site.child(name)
        assert killed is not None
        killed.kill()
        assert wait_for(lambda: site.said(f"{name:12}| was ended by SIGKILL"))
        assert wait_for(lambda: site.child(name) not in {None, killed})
        assert wait_for(site.is_well, 30), "\n".join(site.lines)
        with psycopg.connect(Places(site.var).database_url()) as connection:
            assert connection.execute("SELECT count(*) FROM kept WHERE name = %s", [name]).fetchone() == (1,)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_after_the_end(var: Path, how: signal.Signals) -> None:
    running = Serve(var)
    assert wait_for(lambda: running.said("ready: "), 60), "\n".join(running.lines)
    everything = psutil.Process(running.process.pid).children(recursive=True)
    assert len(everything) >= len(CHILDREN)
    began = time.monotonic()
    running.process.send_signal(how)
    code = running.process.wait(30)
    _, alive = psutil.wait_procs(everything, timeout=15)
    assert [process.cmdline() for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []
    if how is not signal.SIGKILL:
        assert code == 0
        assert time.monotonic() - began < 15
        assert running.lines[-1].endswith("everything has stopped")
        assert not Places(var).postgres_sockets.exists()


def test_stopping_before_it_is_ready_leaves_nothing(var: Path) -> None:
    running = Serve(var)
    assert wait_for(lambda: running.said("start; their data"), 60)
    assert running.stop() == 0
    assert running.lines[-1].endswith("everything has stopped")


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PORT": "eighty"}, "PORT is 'eighty'"),
        ({"HOST": "192.0.2.1"}, "no address of this machine"),
        ({"HOST": "no such host"}, "no address of this machine"),
        ({"DATABASE_URL": "mysql://localhost/x"}, "must name a PostgreSQL database"),
        ({"DATABASE_URL": "postgresql://localhost:port/x"}, "not a valid address"),
        ({"DATABASE_URL": "postgresql://user@127.0.0.1:1/x"}, "DATABASE_URL cannot be used"),
        ({"REDIS_URL": "http://localhost"}, "must name a Redis or Valkey server"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "REDIS_URL cannot be used"),
        ({"BARPOINT_DEBUG": "perhaps"}, "set it to 1 or 0"),
        ({"EMAIL_URL": "http://mail"}, "must name a mail server"),
    ],
)
def test_wrong_settings_get_one_sentence(var: Path, variables: dict[str, str], sentence: str) -> None:
    tried = run_manage(var, "serve", **{"PORT": str(free_port()), **variables})
    assert tried.returncode == 2
    assert sentence in tried.stderr
    assert tried.stderr.count("\n") == 1
    assert tried.stdout == ""


def test_other_commands_start_the_servers_for_the_moment(var: Path) -> None:
    assert run_manage(var, "migrate", "--verbosity", "0").returncode == 0
    listed = run_manage(var, "showmigrations", "--plan")
    assert listed.returncode == 0
    assert "[ ]" not in listed.stdout
