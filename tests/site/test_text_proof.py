"""The check of the texts finds what is wrong, and says in which file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bgsite.languages import known
from bgsite.pages.text_files import FOLDER, PAGES
from tests.texts import faults_in

HEAD = "title: Points\nsummary: All of them.\nscope: Points.\nrevised: 2026-11-30\ncorrections: none.\n\n"
BODY = """## The bar {#bar}

See [the end](#end) and {% term "blot" "blot" %}.

{% picture "M 6:2; O 1:2" "Two checkers" dice="31" %}

| a | b |
| --- | --- |
| 1 | 2 |

## The end {#end}

Words, and [more]({% url 'pages:rules' %}#bar).
"""
GLOSSARY = "## Words {#words}\n\n### blot {#term-blot}\n\nA lone checker.\n"
LANGUAGES = [code for code, _name in known.LANGUAGES]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pages without a fault."""
    for page, body in (("rules", BODY), ("glossary", GLOSSARY)):
        (tmp_path / page).mkdir()
        for language in LANGUAGES:
            (tmp_path / page / f"{language}.md").write_text(HEAD + body, encoding="utf-8")
    return tmp_path


def faults(folder: Path) -> list[str]:
    return [fault.removeprefix(f"{folder}/") for fault in faults_in(folder, ("rules", "glossary"))]


def test_texts_without_a_fault_pass(folder: Path) -> None:
    assert faults(folder) == []


def test_a_missing_language_is_named(folder: Path) -> None:
    (folder / "rules" / "zh-hant.md").unlink()
    assert faults(folder) == ["rules/zh-hant.md:1: this text is missing"]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("## The bar {#bar}", "## The bar", 7, "has no anchor"),
        ("## The end {#end}", "## The end {#bar}", 17, "for the second time"),
        ("(#end)", "(#nowhere)", 9, "has the anchor “nowhere”"),
        ("pages:rules", "pages:nowhere", 19, "no address “pages:nowhere”"),
        ("%}#bar)", "%}#nowhere)", 19, "has no anchor “nowhere”"),
        ("{% url 'pages:rules' %}", "/rules/", 19, "needs {% url"),
        ('"blot" "blot"', '"blob" "blot"', 9, "no term “blob”"),
        ("M 6:2", "M 6:16", 11, "only 15"),
        ('dice="31"', 'dice="7"', 11, "two digits"),
        ('dice="31"', 'dice="31" play="13/10 6/5"', 11, "13"),
        ('"Two checkers"', '""', 11, "a position and a caption"),
        ("{% picture", "Look: {% picture", 11, "stand alone"),
        ("{% term", "{% team", 9, "team"),
        ("Words,", "**词。**Words,", 19, "a star stays"),
        ("\n\nSee", "\n\n## More {#more}\n\nSee", 7, "nothing stands under"),
        ('"Two checkers" dice="31" %}', '"Two checkers"', 11, "does not end"),
        ("Words,", "<script>alert(1)</script>Words,", 19, "HTML"),
    ],
)
def test_a_fault_is_said_with_its_line(folder: Path, old: str, new: str, line: int, said: str) -> None:
    text = HEAD + BODY
    assert old in text
    for language in LANGUAGES:
        (folder / "rules" / f"{language}.md").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(fault.startswith(f"rules/en.md:{line}: ") and said in fault for fault in faults(folder)), faults(folder)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("2026-11-30", "2026-11-29", 4, "revised"),
        ("## The end {#end}", "### The end {#end}", 17, "heading ##"),
        ('dice="31"', 'dice="32"', 11, "dice=31"),
        ("| 1 | 2 |", "| 1 | 2 | 3 |", 15, "3 cells"),
        ("| 1 | 2 |\n", "", 16, "row of a table"),
        (", and [more]({% url 'pages:rules' %}#bar)", "", 7, "the link to"),
        (' "blot" %}', " %}", 9, "needs its words"),
    ],
)
def test_languages_that_differ_are_found(folder: Path, old: str, new: str, line: int, said: str) -> None:
    path = folder / "rules" / "zh-hans.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(fault.startswith(f"rules/zh-hans.md:{line}: ") and said in fault for fault in faults(folder)), faults(
        folder
    )


def test_a_text_that_is_not_utf_8_is_named_with_its_line(folder: Path) -> None:
    path = folder / "rules" / "zh-hans.md"
    path.write_bytes((HEAD + "## 完 {#end}\n").encode("gbk"))
    assert "rules/zh-hans.md:7: this line is not written in UTF-8" in faults(folder)


@pytest.mark.parametrize("stray", ["rules/fr.md", "novel/en.md"])
def test_a_file_that_no_page_shows_is_named(folder: Path, stray: str) -> None:
    (folder / stray).parent.mkdir(exist_ok=True)
    (folder / stray).write_text("Words.", encoding="utf-8")
    assert faults(folder) == [f"{stray}:1: no page shows this file: its folder or its language is not known"]


def test_the_site_has_every_page_in_every_language() -> None:
    """What the pages say is checked by `make lint`."""
    missing = [f"{page}/{language}" for page in PAGES for language in LANGUAGES if not _path(page, language).is_file()]
    assert missing == []


def _path(page: str, language: str) -> Path:
    return FOLDER / page / f"{language}.md"
