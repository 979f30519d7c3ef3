"""What is stored of a line of chat."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.chat_text import MARKS_A_LETTER, normalised

FAMILY = "👨‍👩‍👧"
ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Good   luck! \n", "Good luck!"),
        ("one\ntwo\r\nthree\u2028four\u0085five", "one two three four five"),
        ("\u202egnihtyna\u202c ok", "gnihtyna ok"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("\u2066isolated\u2069\u200f", "isolated"),
        ("\x00\x07bell", "bell"),
        ("cafe" + ACUTE, "café"),
        ("e\u200b" + ACUTE, "é"),
        (f"{FAMILY} ❤️ 👍🏽", f"{FAMILY} ❤️ 👍🏽"),
        ("\U0001fae8\U0001fae9", "\U0001fae8\U0001fae9"),
        ("می‌خواهم", "می‌خواهم"),
        ("क्‍ष", "क्‍ष"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("a \u200d b", "a b"),
        (ACUTE + "ok", "ok"),
        ("שלום", "שלום"),
        ("& ß ö % + \"quotes\" 'more' \\ &amp;", "& ß ö % + \"quotes\" 'more' \\ &amp;"),
        ("<b onclick=x>bold</b>", "<b onclick=x>bold</b>"),
        ("\u3164\u3164a\u3164", "a"),
    ],
)
def test_case_170_173_what_is_written_and_what_is_stored(written: str, stored: str) -> None:
    assert normalised(written) == stored


@pytest.mark.parametrize(
    "written", ["", "   ", "\u200b\u200b", "\u202e", "\u3164\u115f", "\u2800", "\u200d", ACUTE * 60, "\ufe0f", "\n\t"]
)
def test_case_170_what_nobody_can_see_is_nothing(written: str) -> None:
    assert normalised(written) == ""


def test_case_170_sixty_marks_a_letter_become_three() -> None:
    stored = normalised("".join(letter + "\u0336" * 60 for letter in "zalgo"))
    assert stored == "".join(letter + "\u0336" * MARKS_A_LETTER for letter in "zalgo")
    with_joiners = normalised("z" + ("\u0336" * 3 + "\u200d") * 20)
    assert with_joiners.count("\u0336") == MARKS_A_LETTER


NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(" \n\u200b\u200c\u200d\u202e\u0301\u0336\u0327\u20dd\u3164\u1100\u1161\u0958\ufb1d\ufe0fe"),
    ),
    max_size=60,
)


@given(NASTY)
def test_case_170_a_stored_line_is_one_line_that_stays_as_it_is(written: str) -> None:
    stored = normalised(written)
    assert normalised(stored) == stored
    assert unicodedata.is_normalized("NFC", stored)
    assert stored.splitlines() in ([], [stored])
    assert stored == stored.strip()
    marks = 0
    for letter in stored:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in {"Mn", "Me"} else marks if letter in "\u200c\u200d" else 0
        assert marks <= MARKS_A_LETTER
        assert category not in {"Cc", "Cs", "Co"}
