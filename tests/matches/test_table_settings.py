"""What is set for tables and boards: the list, the service, the page with and without a script."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db.models import JSONField, Value
from django.http import QueryDict
from django.test import Client

from bgsite.accounts.guest_services import guest_make
from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban
from matches.board_style import BoardStyle, board_style
from matches.models import PlayerSettings
from matches.selectors.people import table_settings_of
from matches.services.people import Challengers, PeopleError, settings_save
from matches.services.table_settings import table_settings_change
from matches.settings_page import changes_of_form, setting_groups
from matches.settings_preview import preview_positions
from matches.table_settings import (
    Choice,
    Number,
    SettingError,
    SettingFault,
    checked,
    completed,
    table_settings,
    usual_value,
)
from matches.wording.table_settings import NAMES, VALUES, setting_sentence
from tests.matches.matchmaking import begun_match, browser, text_of
from tests.matches.table_settings_list import FILE, listed

PAGE = "/settings/"
ADDRESS = "/settings/table/"
USUAL = {name: usual_value(setting) for name, setting in table_settings().items()}

WHOLE = {name: str(USUAL[name]) for name, setting in table_settings().items() if isinstance(setting, Choice | Number)}
"""What a form sends when no box is ticked."""


def send(client: Client, changes: Any) -> Any:
    """The changes as a script sends them."""
    body = changes if isinstance(changes, str) else json.dumps(changes)
    return client.post(ADDRESS, body, content_type="application/json")


def test_the_list_is_the_one_that_the_browsers_tests_read() -> None:
    assert FILE.read_text("utf-8") == listed()


def test_every_setting_and_value_has_a_name() -> None:
    assert list(NAMES) == list(table_settings())
    for group in setting_groups({}):
        for row in group.rows:
            assert {option.value for option in row.options} == set(VALUES.get(row.name, ()))
    shown = [row.name for group in setting_groups({}) for row in group.rows]
    assert sorted(shown) == sorted(table_settings())


def test_the_usual_values_are_allowed() -> None:
    assert checked(USUAL) == USUAL


WRONG = [
    ("theme", "pink"),
    ("theme", None),
    ("theme", ["classic"]),
    ("pips", "yes"),
    ("pips", 1),
    ("volume", 101),
    ("volume", -1),
    ("volume", True),
    ("volume", 50.5),
    ("sounds", {"dice": True}),
    ("sounds", dict.fromkeys(("dice", "move", "hit", "off", "turn"), 1)),
    ("sounds", {**USUAL["sounds"], "rain": True}),
    ("folded", ["log", "log"]),
    ("folded", [["log"]]),
    ("folded", "log"),
    ("colour", "red"),
    ("", ""),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=str)
def test_what_is_no_setting_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(SettingError) as refused:
        checked({"pips": False, name: value})
    sentence = setting_sentence(refused.value)
    assert f"“{NAMES.get(name, name)}”" in sentence


def test_a_long_value_is_not_repeated_as_a_whole() -> None:
    assert len(setting_sentence(SettingError(SettingFault.VALUE, "theme", "x" * 5000))) < 150


def test_what_is_not_allowed_any_more_counts_as_none() -> None:
    assert completed({"theme": "pink", "pips": False, "gone": 1}) == USUAL | {"pips": False}


def test_a_form_sends_every_box() -> None:
    boxes = "&pips=on&sounds=dice&folded=log"
    assert changes_of_form(QueryDict(f"csrfmiddlewaretoken=x&{urlencode(WHOLE | {'theme': 'night'})}{boxes}")) == {
        **USUAL,
        "theme": "night",
        "lastPlay": False,
        "sounds": {"dice": True, "move": False, "hit": False, "off": False, "turn": False},
        "folded": ["log"],
    }


@pytest.mark.django_db
def test_changes_are_kept_beside_what_was_chosen_before(alice: User) -> None:
    settings_save(alice.pk, challengers=Challengers.FRIENDS, is_hidden=True, mail_on_turn=False)
    table_settings_change(alice.pk, {"theme": "night"})
    assert table_settings_change(alice.pk, {"pips": False}) == {"theme": "night", "pips": False}
    row = PlayerSettings.objects.get(person=alice)
    assert (row.table, row.challengers, row.is_hidden) == ({"theme": "night", "pips": False}, "friends", True)


@pytest.mark.django_db
def test_one_wrong_setting_changes_none(alice: User) -> None:
    table_settings_change(alice.pk, {"theme": "night"})
    with pytest.raises(SettingError):
        table_settings_change(alice.pk, {"theme": "sand", "speed": "light"})
    assert table_settings_of(alice.pk) == {"theme": "night"}


BROKEN = [[], [1], "x", 5, None, True, {"theme": ["classic"], "sounds": 3, "volume": "9", "gone": {"more": []}}]


@pytest.mark.django_db
@pytest.mark.parametrize("kept", BROKEN, ids=str)
def test_broken_settings_in_the_database_break_no_page_and_are_mended_by_the_next_change(
    alice: User, bob: User, kept: object
) -> None:
    PlayerSettings.objects.create(person=alice, table=Value(kept, JSONField()))
    client = browser(alice)
    for path in (PAGE, "/lessons/moving/prime/", f"/match/{begun_match(alice, bob).code}/"):
        assert '"chosen": null' in text_of(client, path)
    assert send(client, {"pips": False}).json() == {"kept": {"pips": False}}
    assert table_settings_of(alice.pk) == {"pips": False}


@pytest.mark.django_db
def test_guests_and_closed_accounts_keep_nothing(alice: User) -> None:
    account_ban(alice)
    for person in (guest_make(), alice):
        with pytest.raises(PeopleError):
            table_settings_change(person.pk, {"pips": False})
    assert not PlayerSettings.objects.exists()


@pytest.mark.django_db
def test_a_script_changes_a_setting(alice: User) -> None:
    client = browser(alice)
    answer = send(client, {"theme": "contrast", "volume": 0})
    assert answer.json() == {"kept": {"theme": "contrast", "volume": 0}}
    assert '"chosen": {"theme": "contrast", "volume": 0}' in text_of(client, PAGE)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body", ["x", "[]", "null", '"pips"', "[" * 100_000, '{"pips": NaN}', '{"more": 1}'], ids=lambda body: body[:9]
)
def test_a_script_that_sends_what_is_no_setting_gets_a_sentence(alice: User, body: str) -> None:
    answer = send(browser(alice), body)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("Nothing was changed.")
    assert not PlayerSettings.objects.exists()


@pytest.mark.django_db
def test_a_guests_script_is_told_that_nothing_is_kept_here() -> None:
    answer = send(browser(), {"pips": False})
    assert answer.status_code == 403
    assert "in this browser only" in answer.json()["error"]


@pytest.mark.django_db
def test_a_change_needs_the_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert send(client, {"pips": False}).status_code == 403
    assert client.get(ADDRESS).status_code == 405
    assert not PlayerSettings.objects.exists()


@pytest.mark.django_db
def test_without_a_script_it_is_a_form(alice: User) -> None:
    client = browser(alice)
    fields = WHOLE | {"theme": "night", "volume": "15", "sounds": ["hit", "turn"], "autoRoll": "on"}
    page = client.post(ADDRESS, fields, follow=True).content.decode()
    assert "Your settings are saved." in page
    assert '<input type="radio" name="theme" value="night" checked>' in page
    assert 'value="15"' in page
    kept = table_settings_of(alice.pk)
    assert (kept["autoRoll"], kept["pips"], kept["sounds"]["hit"], kept["sounds"]["move"]) == (True, False, True, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "field", [{"theme": ""}, {"theme": "pink"}, {"volume": "9" * 5000}, {"sounds": "rain"}, {"rain": "on"}], ids=str
)
def test_a_broken_form_changes_nothing_and_says_what_is_wrong(alice: User, field: dict[str, str]) -> None:
    answer = browser(alice).post(ADDRESS, WHOLE | field)
    assert answer.status_code == 400
    assert "Nothing was changed." in answer.content.decode()
    assert not PlayerSettings.objects.exists()


@pytest.mark.django_db
def test_half_a_form_switches_nothing_off(alice: User) -> None:
    assert browser(alice).post(ADDRESS, {"theme": "night"}).status_code == 400
    assert not PlayerSettings.objects.exists()


@pytest.mark.django_db
def test_who_is_not_logged_in_is_asked_to_before_a_form_is_kept() -> None:
    for path in (PAGE, ADDRESS):
        assert browser().post(path, {"theme": "night"}).headers["Location"] == f"/accounts/login/?next={PAGE}"


@pytest.mark.django_db
def test_guests_have_the_page_too_and_read_where_it_is_kept() -> None:
    page = text_of(browser(), PAGE)
    assert "Kept in this browser" in page
    assert '<script id="preferences" type="application/json">null</script>' in page
    assert "Being found and told" not in page
    assert 'id="save"' not in page


@pytest.mark.django_db
def test_the_old_address_leads_on(alice: User) -> None:
    assert browser(alice).get("/settings/play/").headers["Location"] == PAGE


@pytest.mark.django_db
def test_an_accounts_choices_are_in_the_page_of_a_table(alice: User, bob: User) -> None:
    table_settings_change(alice.pk, {"speed": "slow"})
    path = f"/match/{begun_match(alice, bob).code}/"
    assert '"chosen": {"speed": "slow"}' in text_of(browser(alice), path)
    assert '"chosen": null' in text_of(browser(bob), path)


@pytest.mark.django_db
def test_the_servers_pictures_are_in_the_accounts_colours(alice: User, bob: User) -> None:
    table_settings_change(alice.pk, {"theme": "night", "direction": "left"})
    path = f"/match/{begun_match(alice, bob).code}/"
    night, classic = board_style({"theme": "night"}).colours["felt"], BoardStyle().colours["felt"]
    assert night in text_of(browser(alice), path)
    assert night not in text_of(browser(bob), path)
    assert classic in text_of(browser(bob), path)


def test_the_preview_can_be_played_and_shows_a_last_play() -> None:
    now = preview_positions()["now"]
    hits = [edge for edge in now["graph"]["edges"] if edge[5]]
    assert hits
    assert now["last_play"]["moves"]
    assert json.dumps(now)
