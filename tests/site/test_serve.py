"""`manage.py serve`, as a person uses it: it answers and heals, and other commands find its data."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import psycopg
import pytest

from bgsite.embedded.places import Places
from tests.live import free_port
from tests.prepared import copy_prepared, open_folder
from tests.serving import CHILDREN, Serve, run_manage, wait_for

pytestmark = pytest.mark.early


@pytest.fixture(scope="module")
def site() -> Iterator[Serve]:
    with open_folder("barpoint serve ") as folder:
        running = Serve(folder)
        try:
            assert wait_for(running.is_well, 120), "\n".join(running.lines)
            yield running
        finally:
            running.hurry()


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
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"

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

    @pytest.mark.parametrize("name", list(CHILDREN))
    def test_heals_after_kill_9(self, site: Serve, name: str) -> None:
        with psycopg.connect(Places(site.var).database_url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (name text)")
            connection.execute("INSERT INTO kept VALUES (%s)", [name])
        killed = site.living(name)
        killed.kill()
        assert wait_for(lambda: site.said(f"{name:12}| was ended by SIGKILL"))
        assert wait_for(lambda: site.child(name) not in {None, killed})
        assert wait_for(site.is_well, 30), "\n".join(site.lines)
        with psycopg.connect(Places(site.var).database_url()) as connection:
            assert connection.execute("SELECT count(*) FROM kept WHERE name = %s", [name]).fetchone() == (1,)


def test_other_commands_start_the_servers_for_the_moment() -> None:
    with open_folder("barpoint serve ") as var:
        copy_prepared(var)  # `migrate` ran there as a command of its own
        listed = run_manage(var, "showmigrations", "--plan")
        assert not Places(var).postgres_sockets.exists()
    assert listed.returncode == 0, listed.stderr
    assert "[X]" in listed.stdout
    assert "[ ]" not in listed.stdout
