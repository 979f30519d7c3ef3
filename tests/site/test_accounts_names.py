"""Which names are allowed, and which look alike. No database."""

from __future__ import annotations

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from bgsite.accounts.names import (
    MAX_LENGTH,
    name_fold,
    name_is_reserved,
    name_normalize,
    name_skeleton,
    name_validate,
)


def code_of(name: str) -> str | None:
    """Give the code with which `name` is refused, None if it is allowed."""
    try:
        name_validate(name_normalize(name))
    except ValidationError as error:
        return str(error.code)
    return None


@pytest.mark.parametrize(
    "name",
    ["Bob", "alice_7", "Jean-Luc", "O'Brien", "Ann Lee", "12345", "x" * 24, "Zoë", "Nguyễn Văn"],
)
def test_latin_names_are_allowed(name: str) -> None:
    assert code_of(name) is None


@pytest.mark.parametrize(
    "name",
    ["小林", "王小明", "さくら林", "ヴィーナス", "김철수", "Дмитрий", "Ελένη", "אברהם", "مُحَمَّد", "हिन्दी", "ไทยที่"],
)
def test_names_of_any_one_script_are_allowed(name: str) -> None:
    assert code_of(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ab", "too_short"),
        ("字", "too_short"),
        ("", "too_short"),
        ("x" * 25, "too_long"),
        ("a:b:c", "character"),
        ("a/b/c", "character"),
        ("bob@home", "character"),
        ("<b>bob", "character"),
        ("bob\n", "character"),
        ("bob\x00", "character"),
        ("a\u200bbob", "character"),  # zero-width blank
        ("a\u200dbob", "character"),  # zero-width joiner
        ("\u202ebob", "character"),  # right-to-left override
        ("\u2066bob", "character"),  # bidi isolate
        ("bob\u3164", "character"),  # Hangul filler: a letter that shows nothing
        ("bob\ufe0f", "character"),  # variation selector
        ("bo\u0336b", "character"),  # struck through
        ("ǃǃbob", "character"),  # click letters
        ("😀😀😀", "character"),
        ("أحمد١٢", "character"),  # digits of another script
        (" bob", "separator"),
        ("bob ", "separator"),
        ("bob  lee", "separator"),
        ("bob-_lee", "separator"),
        ("_bob", "separator"),
        ("\u0301bob", "separator"),
        ("bo\u0310\u0310b", "marks"),
        ("ไ\u0e49\u0e49\u0e49ทย", "marks"),
        ("аlice", "mixed_scripts"),  # Cyrillic а
        ("小林Bob", "mixed_scripts"),
        ("かな김철수", "mixed_scripts"),
    ],
)
def test_other_names_are_refused_with_their_reason(name: str, code: str) -> None:
    assert code_of(name) == code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "ALICE"),
        ("alice", "ａｌｉｃｅ"),  # full-width
        ("alice", "a1ice"),
        ("alice", "AIice"),
        ("alice", "al1ce"),
        ("alice", "alíce"),
        ("alice", "al_ice"),
        ("alice", "ɑlice"),  # Latin alpha
        ("Bob", "B0b"),
        ("modern", "rnodern"),
        ("will", "vvill"),
        ("Lukasz", "Łukasz"),
        ("COBA", "СОВА"),  # Cyrillic
        ("ABBA", "ΑΒΒΑ"),  # Greek
        ("Ann Lee", "ann_lee"),
        ("ロロロ", "口口口"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("alice", "bob"), ("eva", "ena"), ("Anna", "Hanna"), ("小林", "大林"), ("Иван", "Ивам"), ("player1", "player2")],
)
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


@pytest.mark.parametrize(
    "name",
    ["admin", "ADM1N", "r00t", "Barpoint", "Barpoint Support", "deleted player", "Deleted_Player 7", "rnoderator"],
)
def test_names_of_the_site_are_reserved(name: str) -> None:
    assert name_is_reserved(name)


@pytest.mark.parametrize("name", ["Whitney", "Hosta", "Bottom", "Adelaide", "users", "小林"])
def test_names_that_only_resemble_reserved_ones_are_free(name: str) -> None:
    assert not name_is_reserved(name)


_LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


@given(st.text(_LETTERS, min_size=3, max_size=MAX_LENGTH))
def test_upper_and_lower_case_never_make_two_people(name: str) -> None:
    assert name_skeleton(name.upper()) == name_skeleton(name.lower()) == name_skeleton(name)


@given(st.text(max_size=40))
def test_any_text_is_judged_without_an_error_of_ours(text: str) -> None:
    name = name_normalize(text)
    assert code_of(name) is None or code_of(name)
    assert name_fold(name) == name_fold(name_fold(name))
    assert isinstance(name_skeleton(name), str)


@given(st.text(st.characters(categories=["L", "M", "N", "P", "Z", "C", "S"]), min_size=2, max_size=24))
def test_no_allowed_name_has_an_invisible_or_steering_character(text: str) -> None:
    name = name_normalize(text)
    if code_of(name) is None:
        assert not {unicodedata.category(character) for character in name} & {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
        assert name == name.strip()
        assert not set(name) & set(':/@<>&"\\')
