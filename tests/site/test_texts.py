"""The checks of texts in `make lint` find what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tests.hard_coded.found import ROOT
from tests.hard_coded.modules import in_module
from tests.hard_coded.scripts import in_script_files
from tests.hard_coded.templates import in_template
from tests.translations import Key, faults, placeholders

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: zh_Hans\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""
WANTED: dict[Key, Message] = {
    (None, "Take"): Message("Take"),
    (None, "<b>%(name)s</b> won {points}"): Message("<b>%(name)s</b> won {points}"),
    (None, "one point"): Message(("one point", "%(count)s points")),
}
GOOD = {
    "Take": 'msgid "Take"\nmsgstr "接受"\n',
    "won": 'msgid "<b>%(name)s</b> won {points}"\nmsgstr "<b>%(name)s</b>赢得{points}"\n',
    "points": 'msgid "one point"\nmsgid_plural "%(count)s points"\nmsgstr[0] "%(count)s分"\n',
}


def kinds(folder: Path, language: str = "zh_Hans", **other: str) -> set[str]:
    """What is found in a catalogue that is good but for `other`."""
    file = folder / language / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(HEAD.replace("zh_Hans", language) + "\n".join((GOOD | other).values()), encoding="utf-8")
    return {kind for kind, _text in faults(file, language, WANTED)}


def test_a_good_catalogue_has_no_fault(tmp_path: Path) -> None:
    assert kinds(tmp_path) == set()


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ('msgid "Take"\nmsgstr ""\n', "untranslated"),
        ('#, fuzzy\nmsgid "Take"\nmsgstr "接受"\n', "fuzzy"),
        ('msgid "Take"\nmsgstr "Take"\n', "copy of the English (COPIES in tests/translations.py)"),
        ('msgid "Take"\nmsgstr "接受%s"\n', "other placeholders"),
        ('msgid "Take"\nmsgstr "接受\\n"\n', "broken"),
        ('msgid "Take"\nmsgstr "<b>接受</b>"\n', "other tags"),
        ('msgid "Take"\nmsgstr "放棄"\n', "characters of the other script: 棄"),
        ('msgid "Take"\nmsgstr "接受"\n\n#~ msgid "Old"\n#~ msgstr "旧"\n', "obsolete"),
        ('msgid "Take"\nmsgstr "接受"\n\nmsgid "Old"\nmsgstr "旧"\n', "no text of the sources (make messages)"),
        ("", "missing (make messages)"),
        ('msgid "Take"\nmsgid_plural "Takes"\nmsgstr[0] "接受"\n', "plural and singular mixed up"),
        ('msgid "Take"\nmsgstr "接受\n', "broken"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, entry: str, kind: str) -> None:
    assert kind in kinds(tmp_path, Take=entry)


def test_placeholders_and_tags_must_all_be_there(tmp_path: Path) -> None:
    lost = 'msgid "<b>%(name)s</b> won {points}"\nmsgstr "%(name)s赢了"\n'
    assert kinds(tmp_path, won=lost) == {"other placeholders", "other tags"}


def test_the_number_of_a_plural_must_be_there(tmp_path: Path) -> None:
    one = 'msgid "one point"\nmsgid_plural "%(count)s points"\nmsgstr[0] "一分"\n'
    assert kinds(tmp_path, points=one) == {"other placeholders"}


def test_traditional_characters_are_held_to_theirs(tmp_path: Path) -> None:
    assert kinds(tmp_path, "zh_Hant") == {"characters of the other script: 赢"}


def test_all_ways_to_fill_something_in_are_known() -> None:
    text = "%(name)s %s %d %5.1f %% {a} {} {b:>3} {c.d} 100 % {{"
    assert set(placeholders(text)) == {"%(name)s", "%s", "%d", "%5.1f", "%%", "{a}", "{}", "{b:>3}", "{c.d}"}


def test_a_domain_without_texts_wants_nothing() -> None:
    assert list(Catalog())[1:] == []


# --- texts in the code ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("<p>{% translate 'Take' %} – {{ name }} &middot; 12</p>", []),
        ("<p>Take it</p>", ["Take it"]),
        ('<img alt="A board"><a title="{{ x }}" class="a b">1</a>', ["A board"]),
        ('<input type="submit" value="Go"><input type="text" value="Go">', ["Go"]),
        ("{% blocktranslate %}Hello <b>there</b>{% endblocktranslate %}{# a comment #}", []),
        ("{% block main_class %}page narrow{% endblock %}<kbd>D</kbd>", []),
        ('{% include "x.html" with submit="Save" action="go" %}', ['submit="Save"']),
        ('{{ a|default:"none" }}{{ b|yesno:"true,false" }}', ['|default:"none"']),
        ('{{ day|date:"j F Y" }}{{ day|date:"DATE_FORMAT" }}', ['|date:"j F Y" is not for every language']),
        ("{{ n }} point{{ n|pluralize }}", ["|pluralize knows English only", "… point…"]),
        ("<p>\n\n双陆棋</p>", ["双陆棋"]),
    ],
)
def test_words_in_a_template_are_found(source: str, texts: list[str]) -> None:
    assert [one.text for one in in_template(ROOT / "x.html", source)] == texts


def test_the_line_of_a_text_is_told() -> None:
    found = list(in_template(ROOT / "x.html", "{% if a %}\n{% endif %}\n<p>\nTake\n</p>"))
    assert [(one.file, one.line) for one in found] == [("x.html", 4)]


def test_words_in_typescript_are_found(tmp_path: Path) -> None:
    file = tmp_path / "page.ts"
    file.write_text(
        """import { html } from "lit-html";
const marked = gettext("Take it or leave it");
const said = interpolate(gettext("%(name)s takes"), { name: "x" }, true);
const bad = "Take it or leave it";
const caption = `Take ${1}`;
button.className = "button button-primary";
button.setAttribute("aria-label", "Take");
throw new Error("Nobody reads this but us");
const page = html`<p class="two words" title="A title">${marked} Drop</p>`;
if (event.key === "Enter") document.querySelector("p > a");
""",
        encoding="utf-8",
    )
    texts = {text for _line, text in _texts(file)}
    assert texts == {"Take it or leave it", "Take …", "Take", "A title", "… Drop"}


def _texts(file: Path) -> list[tuple[int, str]]:
    """The files lie outside of the project here."""
    return [(one.line, one.text) for one in in_script_files([file])]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('x = CharField(_("Name"), label=_("Name"))', []),
        ('x = CharField(label="Name", help_text=f"Up to {n}")', ["Name", "Up to …"]),
        ('raise ValidationError("Wrong")', ["Wrong"]),
        ('messages.success(request, "Done")', ["Done"]),
        ('form.add_error("name", "Wrong")', ["Wrong"]),
        ('class Meta:\n    verbose_name = "match"', ["match"]),
        ("format_html('<b class=\"x\">{}</b> and more', a)", ["and more"]),
        ('class App(AppConfig):\n    label = "matches"', []),
    ],
)
def test_words_in_python_are_found(source: str, texts: list[str]) -> None:
    assert [one.text for one in in_module(ROOT / "x.py", source)] == texts
