"""Which language a reader gets, how it is changed and kept, and that everything that has words is in it."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core import mail
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import formats, translation
from pytest_django import Settings

from bgsite.accounts.guest_services import guest_make, guest_rename
from bgsite.accounts.guests import COOKIE as GUEST_COOKIE
from bgsite.accounts.guests import cookie_of
from bgsite.accounts.models import User
from bgsite.accounts.services import account_delete
from bgsite.environment import SettingError
from bgsite.languages.choice import keep
from bgsite.languages.compiling import compile_if_stale
from bgsite.languages.known import LANGUAGES, SIMPLIFIED, SOURCE, TRADITIONAL
from bgsite.languages.middleware import LanguageMiddleware
from bgsite.languages.pseudo import pseudo
from bgsite.pages import views as pages
from matches.refusals import sentences
from tests.matches.matchmaking import begun_match, browser
from tests.site.people import log_in, make_user, register, text_of

pytestmark = pytest.mark.django_db

LANGUAGE = django_settings.LANGUAGE_COOKIE_NAME
MISSING = "There is no such page"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Logging in outside of a request leaves the account's language behind."""
    with translation.override(SOURCE):
        yield


def reader(code: str, user: User | None = None) -> Client:
    """A browser with a chosen language."""
    client = Client() if user is None else browser(user)
    client.cookies[LANGUAGE] = code
    return client


def said(code: str, text: str) -> str:
    """What a text of the site is in a language; in Chinese it is another one."""
    with translation.override(code):
        translated = translation.gettext(text)
    assert (translated == text) == (code == SOURCE)
    return translated


def switch(client: Client, code: str, **fields: str) -> Any:
    return client.post("/language/", {"language": code, **fields})


def html_tag(response: Any) -> str:
    found = re.search(r"<html [^>]*>", text_of(response))
    assert found is not None
    return found[0]


# --- which language ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ("", SOURCE),
        ("en-GB,en;q=0.9", SOURCE),
        ("fr, de;q=0.9", SOURCE),
        ("*", SOURCE),
        ("zh", SIMPLIFIED),
        ("zh-CN", SIMPLIFIED),
        ("zh-SG,zh;q=0.9", SIMPLIFIED),
        ("zh-MY", SIMPLIFIED),
        ("zh-Hans", SIMPLIFIED),
        ("zh-Hans-HK", SIMPLIFIED),
        ("cmn-Hans-CN", SIMPLIFIED),
        ("zh-TW", TRADITIONAL),
        ("zh-TW,zh;q=0.9,en;q=0.8", TRADITIONAL),
        ("zh-HK", TRADITIONAL),
        ("zh-MO", TRADITIONAL),
        ("zh-Hant", TRADITIONAL),
        ("zh-Hant-HK", TRADITIONAL),
        ("zh-Hant-CN", TRADITIONAL),
        ("yue-HK", TRADITIONAL),
        ("zh-yue", TRADITIONAL),
        ("fr, zh-HK;q=0.8, en;q=0.5", TRADITIONAL),
        ("en, zh-TW;q=0.8", SOURCE),
        ("zh-TW;q=0.4, zh-CN;q=0.6", SIMPLIFIED),
        ("zh_TW", SOURCE),
        ("\x00;;q=zh", SOURCE),
    ],
)
def test_the_browser_asks_for_a_language(wishes: str, code: str) -> None:
    request = RequestFactory().get("/", headers={"accept-language": wishes})
    assert translation.get_language_from_request(request) == code


def test_the_cookie_is_stronger_than_what_the_browser_asks_for() -> None:
    answer = reader(TRADITIONAL).get("/no-such-page/", headers={"accept-language": "zh-CN"})
    assert said(TRADITIONAL, MISSING) in text_of(answer)


def test_a_cookie_that_names_no_language_of_ours_counts_as_none() -> None:
    answer = reader("tlh").get("/no-such-page/", headers={"accept-language": "zh-CN"})
    assert said(SIMPLIFIED, MISSING) in text_of(answer)


@pytest.mark.parametrize(("code", "tag"), [(SOURCE, "en"), (SIMPLIFIED, "zh-Hans"), (TRADITIONAL, "zh-Hant")])
def test_a_page_says_which_language_it_is_in_and_on_what_that_depends(code: str, tag: str) -> None:
    answer = reader(code).get("/privacy/")
    assert html_tag(answer) == f'<html lang="{tag}" dir="ltr">'
    assert answer["Content-Language"] == tag
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))


def test_files_do_not_depend_on_the_language() -> None:
    request = RequestFactory().get("/static/css/site.css", headers={"accept-language": "zh-TW"})
    answer = LanguageMiddleware(lambda _request: HttpResponse("body {}", content_type="text/css"))(request)
    assert "Vary" not in answer
    assert "Content-Language" not in answer


# --- the switch -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/privacy/", "/accounts/login/?next=/matches/", "/no-such-page/?a=1&b=2"])
def test_every_page_has_the_switch_and_it_leads_back(path: str) -> None:
    client = Client()
    page = text_of(client.get(path))
    for code, name in LANGUAGES:
        assert f'value="{code}"' in page
        assert f">{name}</button>" in page
    back = re.findall(r'name="next" value="([^"]*)"', page)[0].replace("&amp;", "&")
    assert back == path
    answer = switch(client, TRADITIONAL, next=back)
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert html_tag(client.get(path)) == '<html lang="zh-Hant" dir="ltr">'


def test_the_table_and_the_administration_have_the_switch() -> None:
    director = User.objects.create_superuser("Rita")
    match = begun_match(make_user("alice"), make_user("bob"))
    for path in (f"/match/{match.code}/", "/admin/"):
        assert text_of(browser(director).get(path)).count('name="language" value="zh-hant"') >= 1


def test_a_refused_form_leads_back_to_the_page_that_it_stood_on() -> None:
    form = "/accounts/guest/name/"
    client = Client()
    client.cookies[GUEST_COOKIE] = cookie_of(guest_make())
    refused = client.post(form, {"name": "admin"}, headers={"referer": "http://testserver/accounts/?x=1"})
    assert 'name="next" value="/accounts/?x=1"' in text_of(refused)
    elsewhere = client.post(form, {"name": "admin"}, headers={"referer": "http://evil.example/accounts/"})
    assert 'name="next" value=""' in text_of(elsewhere)


def test_a_referer_that_is_no_address_breaks_no_page() -> None:
    client = Client()
    client.cookies[GUEST_COOKIE] = cookie_of(guest_make())
    refused = client.post("/accounts/guest/name/", {"name": "admin"}, headers={"referer": "http://["})
    assert 'name="next" value=""' in text_of(refused)


def test_the_switch_leads_nowhere_else() -> None:
    for wished in ("https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)", ""):
        assert switch(Client(), SIMPLIFIED, next=wished)["Location"] == "/"


@pytest.mark.parametrize("wished", ["lobby", "?page=2", "#top", "pages:home", "../x"])
def test_a_next_that_is_no_path_leads_home(wished: str) -> None:
    assert switch(Client(), SIMPLIFIED, next=wished)["Location"] == "/"


def test_whoever_only_looks_at_its_address_is_led_home() -> None:
    answer = Client().get("/language/", {"language": TRADITIONAL})
    assert answer["Location"] == "/"
    assert LANGUAGE not in answer.cookies


def test_a_language_that_there_is_not_is_refused() -> None:
    client = Client()
    assert switch(client, "tlh").status_code == 400
    assert switch(client, "").status_code == 400
    assert LANGUAGE not in client.cookies


def test_the_cookie_is_kept_and_no_script_reads_it() -> None:
    kept = switch(Client(), SIMPLIFIED).cookies[LANGUAGE]
    assert kept.value == SIMPLIFIED
    assert (kept["max-age"], kept["samesite"], kept["httponly"]) == (400 * 24 * 60 * 60, "Lax", True)


# --- the account ------------------------------------------------------------------------------------------------


def test_the_choice_is_kept_on_the_account_and_comes_along_to_the_next_browser() -> None:
    alice = make_user("alice")
    switch(browser(alice), TRADITIONAL)
    alice.refresh_from_db()
    assert alice.language == TRADITIONAL
    other = Client()
    assert log_in(other, "alice").cookies[LANGUAGE].value == TRADITIONAL
    assert html_tag(other.get("/")) == '<html lang="zh-Hant" dir="ltr">'


def test_who_registers_keeps_the_language_of_the_page() -> None:
    register(reader(SIMPLIFIED), "Newcomer")
    assert User.objects.get(username="Newcomer").language == SIMPLIFIED


def test_a_guest_has_the_cookie_alone() -> None:
    guest = guest_make()
    client = Client()
    client.cookies[GUEST_COOKIE] = cookie_of(guest)
    switch(client, TRADITIONAL)
    guest.refresh_from_db()
    assert guest.language == ""
    assert html_tag(client.get("/")) == '<html lang="zh-Hant" dir="ltr">'


def test_a_deleted_account_has_no_language() -> None:
    alice = make_user("alice", language=TRADITIONAL)
    client = browser(alice)
    client.post("/accounts/delete/", {"password": "seven-dark-checkers"})
    alice.refresh_from_db()
    assert (alice.deleted_at is None, alice.language) == (False, "")


def test_a_choice_that_comes_after_the_account_was_deleted_is_not_kept() -> None:
    alice = make_user("alice")
    in_another_tab = User.objects.get(pk=alice.pk)
    account_delete(alice)
    keep(in_another_tab, TRADITIONAL)
    assert User.objects.get(pk=alice.pk).language == ""


# --- what has words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [SOURCE, SIMPLIFIED, TRADITIONAL])
def test_a_missing_page_is_missed_in_the_readers_language(code: str) -> None:
    assert said(code, MISSING) in text_of(reader(code).get("/no-such-page/"))


def test_the_servers_mistake_is_told_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pages, "running_matches")
    client = reader(TRADITIONAL)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert f"<h1>{said(TRADITIONAL, 'The server made a mistake')}</h1>" in text_of(answer)
    assert html_tag(answer) == '<html lang="zh-Hant" dir="ltr">'


@pytest.mark.parametrize("is_secure", [False, True])
def test_a_broken_request_is_told_in_the_readers_language(settings: Settings, is_secure: bool) -> None:
    settings.SECURE_SSL_REDIRECT = is_secure  # then the host is looked at before anything else
    answer = reader(TRADITIONAL).get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert html_tag(answer) == '<html lang="zh-Hant" dir="ltr">'
    assert "The server did not understand" not in text_of(answer)


def test_a_form_without_token_is_refused_in_the_readers_language() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[LANGUAGE] = SIMPLIFIED
    answer = client.post("/accounts/login/")
    assert answer.status_code == 403
    assert "The form was too old" not in text_of(answer)
    assert "zh-Hans" in html_tag(answer)


def test_djangos_own_words_come_too() -> None:
    page = text_of(reader(SIMPLIFIED).post("/accounts/signup/", {}))
    assert "这个字段是必填项。" in page
    assert "This field is required" not in page


def test_the_administration_is_in_the_readers_language() -> None:
    director = User.objects.create_superuser("Rita")
    page = text_of(reader(TRADITIONAL, director).get("/admin/accounts/user/"))
    assert 'lang="zh-hant"' in page
    assert "登出" in page
    assert "Select account to change" not in page


HIDDEN = {"id", "key", "name_folded", "name_skeleton"}
"""Columns that the administration never shows."""


def test_columns_have_names_in_the_administration() -> None:
    ours = [model for model in admin.site._registry if model.__module__.startswith(("bgsite.", "matches.", "stats."))]
    with translation.override(SIMPLIFIED):
        english = {
            f"{model._meta.label}.{field.name}"
            for model in ours
            for field in model._meta.local_fields
            if field.name not in HIDDEN and not re.search(r"[\u4e00-\u9fff]", str(field.verbose_name))
        }
    assert english == set()
    assert len(ours) > 10


def test_names_of_rights_are_no_words_of_the_page() -> None:
    """They are made when tables are made, in English, and kept so."""
    assert Permission.objects.filter(codename="view_email", name="Can see e-mail addresses of accounts").exists()


def test_a_mail_is_written_in_the_language_of_who_gets_it() -> None:
    make_user("alice", email="alice@example.org", language=TRADITIONAL)
    reader(SIMPLIFIED).post("/accounts/password/reset/", {"email": "alice@example.org"})
    subject, body = mail.outbox[0].subject, str(mail.outbox[0].body)
    assert subject == f"[Barpoint] {said(TRADITIONAL, 'Set a new password')}"
    assert re.search(r"[\u4e00-\u9fff]", body)


def test_a_language_that_the_site_has_no_more_is_as_none_in_mails() -> None:
    make_user("alice", email="alice@example.org", language="fr")
    reader(SIMPLIFIED).post("/accounts/password/reset/", {"email": "alice@example.org"})
    assert str(mail.outbox[0].subject) == f"[Barpoint] {said(SIMPLIFIED, 'Set a new password')}"


def test_the_first_mail_is_in_the_language_of_the_page() -> None:
    register(reader(SIMPLIFIED), "Newcomer", "new@example.org")
    assert re.search(r"[\u4e00-\u9fff]", str(mail.outbox[0].subject))


def test_dates_are_written_as_each_language_does() -> None:
    day = datetime(2026, 11, 30, 21, 5, tzinfo=UTC)
    written = {}
    for code, _name in LANGUAGES:
        with translation.override(code):
            written[code] = [formats.date_format(day, name) for name in ("DATETIME_FORMAT", "YEAR_MONTH_FORMAT")]
    assert written == {
        SOURCE: ["30 November 2026, 21:05", "November 2026"],
        SIMPLIFIED: ["2026年11月30日 21:05", "2026年11月"],
        TRADITIONAL: ["2026年11月30日 21:05", "2026年11月"],
    }


@pytest.mark.parametrize("code", [SIMPLIFIED, TRADITIONAL])
@pytest.mark.parametrize(
    "path",
    [
        *("/accounts/login/", "/accounts/signup/", "/lessons/", "/lobby/", "/no-such-page/"),
        *("/privacy/", "/rules/", "/settings/", "/usage/", "/usage/dice/"),
    ],
)
def test_no_space_follows_a_full_stop_of_chinese(path: str, code: str) -> None:
    page = text_of(reader(code).get(path, headers={"DNT": "1"}))  # the wish not to be tracked brings a sentence more
    assert spaces_after_signs(page) == []


@pytest.mark.parametrize("code", [SIMPLIFIED, TRADITIONAL])
@pytest.mark.parametrize("path", ["stats/gamefact/", "matches/match/{0}/review/?v=3&chat=1", "matches/match/{0}/chat/"])
def test_no_space_follows_a_full_stop_in_the_administration(path: str, code: str) -> None:
    director = User.objects.create_superuser("Rita")
    match = begun_match(make_user("alice"), make_user("bob"))
    assert spaces_after_signs(text_of(reader(code, director).get(f"/admin/{path.format(match.pk)}"))) == []


def spaces_after_signs(page: str) -> list[str]:
    """Where a space follows a sign that brings its own in Chinese, of which the page has some.

    Badges, signs and the name of the site in the title, which are no sentences, stand apart.
    """
    assert re.search("[。：？]", page)
    return re.findall(r"[^。]{,30}[。：？] +(?!·|<\w+ class=\"(?:badge|report-link))\S{,10}", page)


def test_chinese_has_one_form_for_all_numbers() -> None:
    for code in (SIMPLIFIED, TRADITIONAL):
        with translation.override(code):
            one, many = (translation.ngettext("%(count)d mute", "%(count)d mutes", count) for count in (1, 2))
        assert one == many
        assert "mute" not in one


def test_the_sentences_of_refusals_are_in_the_readers_language() -> None:
    match = begun_match(make_user("alice"), make_user("bob"))
    page = text_of(reader(TRADITIONAL).get(f"/match/{match.code}/"))
    with translation.override(TRADITIONAL):
        sentence = sentences()["not_your_turn"]
    assert sentence.encode("unicode_escape").decode() in page or sentence in page
    assert "It is not your turn." not in page


@pytest.mark.parametrize("name", ["محمد الأمين", "שרה", "小林さくら", "W" * 24])
def test_a_name_in_any_script_keeps_to_its_place(name: str) -> None:
    guest = guest_make()
    guest_rename(guest, name)
    client = reader(TRADITIONAL)
    client.cookies[GUEST_COOKIE] = cookie_of(guest)
    page = text_of(client.get("/"))
    assert html_tag(client.get("/")) == '<html lang="zh-Hant" dir="ltr">'
    assert re.search(rf'<bdi class="player-name">[^<]*{re.escape(name)}[^<]*</bdi>', page)


# --- the sentences of the scripts -------------------------------------------------------------------------------


def catalog_of(code: str) -> str:
    """The address of the sentences, as a page in this language has it."""
    found = re.search(r'src="(/jsi18n/[^"]+)"', text_of(reader(code).get("/lobby/")))
    assert found is not None
    return found[1]


def test_scripts_have_our_sentences_in_the_pages_language() -> None:
    answer = Client().get(catalog_of(TRADITIONAL))
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    script = answer.content.decode()
    assert "%(count)s day" in script
    assert "\\u5929" in script
    assert "Choose all" not in script  # Django's administration has its own


def test_the_sentences_are_kept_for_good_under_an_address_of_their_content() -> None:
    addresses = {code: catalog_of(code) for code, _name in LANGUAGES}
    assert len(set(addresses.values())) == 3
    answer = Client().get(addresses[SIMPLIFIED])
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["Vary"] == "Accept-Encoding"
    older = Client().get(reverse("javascript-catalog", args=[SIMPLIFIED, "0123456789abcdef"]))
    assert (older.status_code, older["Cache-Control"]) == (200, "no-cache")
    assert Client().get(reverse("javascript-catalog", args=["tlh", "0123456789abcdef"])).status_code == 404


def test_the_sentences_come_compressed() -> None:
    address = catalog_of(SIMPLIFIED)
    answer = Client().get(address, headers={"accept-encoding": "gzip, br"})
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == Client().get(address).content


# --- catalogues -------------------------------------------------------------------------------------------------

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "Take"
msgstr "{word}"
"""


def _write(folder: Path, word: str) -> Path:
    file = folder / "zh_Hans" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(CATALOGUE.replace("{word}", word), encoding="utf-8")
    return file.with_suffix(".mo")


def test_a_catalogue_is_compiled_when_it_changed_and_only_then(tmp_path: Path) -> None:
    compiled = _write(tmp_path, "接受")
    compile_if_stale(tmp_path)
    first = compiled.stat().st_mtime_ns
    compile_if_stale(tmp_path)
    assert compiled.stat().st_mtime_ns == first
    _write(tmp_path, "接受它")
    compile_if_stale(tmp_path)
    assert "接受它".encode() in compiled.read_bytes()
    compiled.unlink()
    compile_if_stale(tmp_path)
    assert compiled.exists()


def test_a_broken_catalogue_is_named(tmp_path: Path) -> None:
    _write(tmp_path, '接受"\nnonsense "')
    with pytest.raises(SettingError, match=r"django\.po is broken"):
        compile_if_stale(tmp_path)


def test_the_language_of_tests_marks_every_text_and_keeps_what_is_filled_in() -> None:
    made = pseudo("Take <b>%(count)s</b> of {all}, 5%% &amp; more")
    assert made.startswith("⟦Ťáķé <b>%(count)s</b> óƒ {all}, 5%% &amp; ɱóŕé")
    assert made.endswith("⟧")
    assert len(made) > 1.3 * len("Take <b>%(count)s</b> of {all}, 5%% &amp; more")
    assert "en-xa" not in text_of(Client().get("/"))


def test_templates_know_the_tag() -> None:
    with translation.override(SIMPLIFIED):
        assert Template("{% load languages %}{% language_tag %}").render(Context()) == "zh-Hans"
