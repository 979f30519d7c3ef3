"""Every page of the shell: one heading, one look, nothing inline, and error pages that say what to do."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client

from bgsite.accounts.models import User
from tests.matches.matchmaking import begun_match, open_match
from tests.site.people import make_user, text_of

PUBLIC = [
    "/",
    "/play/computer/",
    "/play/screen/",
    "/play/friend/",
    "/play/money/",
    "/help/",
    "/rules/",
    "/strategy/",
    "/history/",
    "/glossary/",
    "/questions/",
    "/corrections/",
    "/privacy/",
    "/usage/",
    "/usage/dice/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-bad/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/bad/",
]
PRIVATE = [
    "/",
    "/play/player/",
    "/accounts/",
    "/accounts/delete/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
]


class Audit(HTMLParser):
    """Counts what a page must have once and what it must not have at all."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.inputs: list[str] = []
        self.lang = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one tag."""
        found = dict(attrs)
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.faults += [f"{tag} {name}" for name, _ in attrs if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.faults.append(f"inline {tag}")
        if tag == "html":
            self.lang = found.get("lang") or ""
        if tag == "label":
            self.labelled.add(found.get("for") or "")
        if tag in {"input", "select", "textarea"} and found.get("type") not in {"hidden", "submit"}:
            self.inputs.append(found.get("id") or "without id")


def audit(html: str, lang: str = "en") -> Audit:
    """Read a page in the language with the tag `lang` and assert what holds for every page."""
    page = Audit()
    page.feed(html)
    assert page.faults == []
    assert page.tags.count("h1") == 1
    assert page.tags.count("main") == 1
    assert page.lang == lang
    assert len(page.ids) == len(set(page.ids)), "an id twice"
    assert set(page.inputs) <= page.labelled
    assert "<title>" in html
    assert 'class="skip-link" href="#main"' in html
    return page


@pytest.fixture(autouse=True)
def fresh_limits(db: None) -> None:
    """Forget the attempts of other tests."""
    cache.clear()


@pytest.fixture
def alice(client: Client) -> User:
    """Somebody logged in, a moment ago."""
    user = make_user("alice")
    client.force_login(user)
    return user


@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages_are_whole(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    audit(text_of(response))


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_are_whole(client: Client, alice: User, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    audit(text_of(response))


@pytest.mark.parametrize("path", PRIVATE[1:])
def test_private_pages_ask_strangers_to_log_in(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_a_refused_form_names_its_faults_and_links_to_the_fields(client: Client, path: str) -> None:
    html = text_of(client.post(path, {}))
    page = audit(html)
    assert "<title>Error: " in html
    assert 'role="alert"' in html
    links = {part.split('"')[0] for part in html.split('<li><a href="#')[1:]}
    assert links
    assert links <= set(page.ids)


def test_the_front_page_offers_every_way_to_sit_down(client: Client) -> None:
    stranger = text_of(client.get("/"))
    ways = ("/play/computer/", "/play/screen/", "/play/friend/", "/lobby/", "/play/money/")
    for way in ways:
        assert f'href="{way}"' in stranger
    assert "Register" in stranger
    assert "Create a match" not in stranger
    client.force_login(make_user("alice"))
    player = text_of(client.get("/"))
    assert all(f'href="{way}"' in player for way in ways)
    assert "Create a match" in player
    assert '<bdi class="player-name">alice</bdi>' in player


def test_the_front_page_shows_guests_their_own_games_too(client: Client) -> None:
    client.post("/play/screen/", {"card": "plain", "clock": "untimed", "length": "1"})
    page = text_of(client.get("/"))
    audit(page)
    assert "Your games" in page
    assert "Two at one screen" in page
    assert "Your games" not in text_of(Client().get("/"))


def test_the_front_page_shows_what_waits_and_what_runs(client: Client) -> None:
    alice, bob, carol = make_user("alice"), make_user("bob"), make_user("carol")
    begun_match(alice, bob)
    open_match(carol, alice)
    client.force_login(alice)
    page = text_of(client.get("/"))
    audit(page)
    assert "1 invitation waits for you" in page
    assert "Your games" in page
    assert "Running now" not in page, "the own games stand above"
    stranger = text_of(Client().get("/"))
    audit(stranger)
    assert "Running now" in stranger
    assert "Your turn" not in stranger


def test_a_match_by_link_is_not_on_the_front_page(client: Client) -> None:
    begun_match(make_user("alice"), make_user("bob"), by_link=True)
    assert "Running now" not in text_of(client.get("/"))


def test_only_staff_see_the_way_to_the_administration(client: Client, alice: User) -> None:
    assert "/admin/" not in text_of(client.get("/"))
    alice.is_staff = True
    alice.save()
    assert "/admin/" in text_of(client.get("/"))


def test_a_missing_page_is_answered_in_the_sites_look(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    page = text_of(response)
    audit(page)
    assert "There is no such page" in page
    assert 'href="/"' in page
    assert 'href="/accounts/login/?next=/nowhere/"' in page


def test_a_form_without_its_token_is_answered_with_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "alice"})
    assert response.status_code == 403
    page = text_of(response)
    audit(page)
    assert "load the page again" in page


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_pages_for_a_broken_server_need_no_request(name: str) -> None:
    page = render_to_string(name)
    audit(page)
    assert "To the front page" in page


@pytest.mark.parametrize("name", ["403.html", "404.html", "429.html", "403_csrf.html"])
def test_other_error_pages_are_whole(client: Client, name: str) -> None:
    request = client.get("/").wsgi_request
    audit(render_to_string(name, request=request))


def test_an_error_of_ours_is_answered_by_the_page_and_not_by_a_trace(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("bgsite.pages.views.render", fail)
    client.raise_request_exception = False
    response = client.get("/help/")
    assert response.status_code == 500
    page = text_of(response)
    audit(page)
    assert "The server made a mistake" in page
    assert "secret detail" not in page
    assert 'action="/language/"' in page
    assert 'name="next" value="/help/"' in page


def test_what_is_not_understood_is_answered_in_the_readers_language_with_the_switch(client: Client) -> None:
    fields = {f"field{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    came_from = {"Accept-Language": "zh-Hant", "Referer": "http://testserver/play/friend/?length=5"}
    response = client.post("/play/friend/", fields, headers=came_from)
    assert response.status_code == 400
    page = text_of(response)
    audit(page, "zh-Hant")
    assert '<html lang="zh-Hant"' in page
    assert 'action="/language/"' in page
    assert 'name="next" value="/play/friend/?length=5"' in page


def test_the_icon_is_found_by_its_old_name(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith(".svg")


@pytest.mark.parametrize("path", ["/help/", "/nowhere/", "/static/img/favicon.svg", "/static/nowhere.css", "/health/"])
def test_every_answer_says_what_a_page_may_load_and_that_nobody_may_frame_it(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_a_foreign_host_is_refused_and_not_written_down(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    response = client.get("/", headers={"host": "alice.example"})
    assert response.status_code == 400
    assert "The server did not understand this" in text_of(response)
    assert "alice" not in caplog.text


def test_a_foreign_host_with_another_fault_is_refused_as_clearly(client: Client) -> None:
    """The page for the other fault asks where it is."""
    headers = {"host": "alice.example", "referer": "http://alice.example/"}
    response = client.post("/player/%00/", headers=headers)
    assert response.status_code == 400
    page = text_of(response)
    audit(page)
    assert 'action="/language/"' not in page


def test_many_attempts_do_not_wipe_out_the_limits() -> None:
    """Above its maximum the cache drops entries that still count; Django's own maximum is 300."""
    assert settings.CACHES["default"]["OPTIONS"]["MAX_ENTRIES"] >= 100_000


def test_pages_only_answer_reading(client: Client) -> None:
    assert client.post("/help/").status_code == 405
