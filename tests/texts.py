"""Are the texts of the site whole? `bgsite/pages/texts`, every page in every language; each fault with file and line.

All languages of a page have the same headings, pictures, tables, tags, links and revision day; every position is one
that can be; every link within the site and every term of the glossary leads somewhere.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bgsite.settings")
django.setup()

from django.template import TemplateSyntaxError  # noqa: E402 - after the set-up
from django.urls import NoReverseMatch, resolve, reverse  # noqa: E402 - as above
from django.utils.html import strip_tags  # noqa: E402 - as above
from django.utils.text import smart_split  # noqa: E402 - as above

from bgsite.languages.known import LANGUAGES  # noqa: E402 - as above
from bgsite.pages.card_options import options_shown  # noqa: E402 - as above
from bgsite.pages.markdown import render_markdown  # noqa: E402 - as above
from bgsite.pages.pictures import PictureError, read_picture, read_play  # noqa: E402 - as above
from bgsite.pages.rendering import text_page  # noqa: E402 - as above
from bgsite.pages.text_files import FOLDER, ORIGINAL, PAGES, TextError, TextFile, read_text  # noqa: E402 - as above

_TAG = re.compile(r"\{%\s*(\w+)(.*?)\s*%\}")
_LINK = re.compile(r"\]\(((?:\{%.*?%\}|[^)\s])*)\)")
_TAG_END = re.compile(r"\{%(?:(?!%\}).)*$")
_HTML = re.compile(r"<[a-z!/]", re.IGNORECASE)
_CELL = re.compile(r"(?<!\\)\|")
_STAND_ALONE = frozenset({"picture", "shots", "openings", "options", "start"})
_OF_OPTIONS = frozenset({"options", "presets"})


@dataclass(frozen=True, slots=True)
class Part:
    """Something that all languages of a page must have alike."""

    kind: str
    what: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind} {self.what}".strip()


def main() -> int:
    """Say every fault; give 1 if there is one."""
    faults = list(faults_in(FOLDER, PAGES))
    sys.stdout.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


def faults_in(folder: Path, pages: Iterable[str]) -> Iterator[str]:
    """Every fault of the pages' files in a folder: "path:line: what is wrong"."""
    texts: dict[str, dict[str, TextFile]] = {}
    yield from _strays(folder, pages)
    for page in pages:
        texts[page] = {}
        for language, _name in LANGUAGES:
            path = folder / page / f"{language}.md"
            if not path.is_file():
                yield f"{path}:1: this text is missing"
                continue
            try:
                texts[page][language] = read_text(page, language, path)
            except TextError as error:
                yield str(error)
    for languages in texts.values():
        for text in languages.values():
            yield from _faults_of(text, texts)
            if text.language != ORIGINAL and ORIGINAL in languages:
                yield from _differences(languages[ORIGINAL], text)


def _strays(folder: Path, pages: Iterable[str]) -> Iterator[str]:
    """Files that no page shows."""
    shown = {folder / page / f"{language}.md" for page in pages for language, _name in LANGUAGES}
    for path in sorted(set(folder.glob("*/*")) - shown):
        yield f"{path}:1: no page shows this file: its folder or its language is not known"


# --- one text --------------------------------------------------------------------------------------------------


def _faults_of(text: TextFile, texts: dict[str, dict[str, TextFile]]) -> Iterator[str]:
    yield from _heading_faults(text)
    for line, words in _lines(text):
        for tag in _TAG.finditer(words):
            for reason in _tag_faults(tag, text, texts):
                yield f"{text.path}:{line}: {reason}"
        for link in _LINK.finditer(words):
            reason = _link_fault(link[1], text, texts)
            if reason:
                yield f"{text.path}:{line}: {reason}"
        if _TAG_END.search(words):
            yield f"{text.path}:{line}: a tag begins here and does not end in this line"
        if _HTML.search(_TAG.sub("", words)):
            yield f"{text.path}:{line}: here stands HTML; the texts are Markdown and tags"
        if "*" in strip_tags(render_markdown(_TAG.sub("", words), text.page)):
            yield f"{text.path}:{line}: a star stays to be seen; beside Chinese signs put the sign outside of **…**"
    yield from _rendering_fault(text)


def _heading_faults(text: TextFile) -> Iterator[str]:
    seen: set[str] = set()
    for heading in text.headings:
        if not heading.anchor:
            yield f"{text.path}:{heading.line}: the heading “{heading.words}” has no anchor {{#…}}"
        elif heading.anchor in seen:
            yield f"{text.path}:{heading.line}: the anchor “{heading.anchor}” stands here for the second time"
        seen.add(heading.anchor)
    for heading, following in zip(text.headings, text.headings[1:], strict=False):
        if following.level <= heading.level and not _has_words(text, heading.line, following.line):
            yield f"{text.path}:{heading.line}: nothing stands under “{heading.words}”"


def _has_words(text: TextFile, above: int, below: int) -> bool:
    return any(above < line < below and words.strip() for line, words in _lines(text))


def _tag_faults(tag: re.Match[str], text: TextFile, texts: dict[str, dict[str, TextFile]]) -> Iterator[str]:
    name, given, named = tag[1], *_arguments(tag[2])
    if name in _STAND_ALONE and tag.string.strip() != tag[0]:
        yield f"{{% {name} %}} must stand alone in its line"
    if name == "picture":
        if len(given) != 2 or not all(given):
            yield "a picture needs a position and a caption"
            return
        try:
            picture = read_picture(given[0], near=named.get("near", "white"), dice=named.get("dice", ""))
            if "play" in named:
                read_play(picture, named["play"])
        except PictureError as error:
            yield f"this position cannot be drawn: {error}"
    if name == "term":
        glossary = texts.get("glossary", {}).get(text.language)
        if glossary is not None and f"term-{given[0]}" not in _anchors(glossary):
            yield f"the glossary has no term “{given[0]}”"
        if text.language != ORIGINAL and len(given) < 2:
            yield f"the term “{given[0]}” needs its words in this language"


def _arguments(words: str) -> tuple[list[str], dict[str, str]]:
    given, named = [], {}
    for word in smart_split(words):
        key, equals, value = word.partition("=")
        if equals and key.isidentifier():
            named[key] = value.strip("\"'")
        else:
            given.append(word.strip("\"'"))
    return given, named


def _link_fault(target: str, text: TextFile, texts: dict[str, dict[str, TextFile]]) -> str:
    if re.match(r"https?://", target):
        return ""
    if target.startswith("#"):
        return "" if target[1:] in _anchors(text) else f"nothing here has the anchor “{target[1:]}”"
    tag = _TAG.match(target)
    if tag is None or tag[1] != "url":
        return f"a link within the site needs {{% url … %}}: {target}"
    given, named = _arguments(tag[2])
    try:
        address = reverse(given[0], args=given[1:], kwargs=named or None)
    except NoReverseMatch:
        return f"there is no address “{given[0]}”"
    anchor = target[tag.end() :].lstrip("#")
    page = resolve(address).kwargs.get("page")
    other = texts.get(str(page), {}).get(text.language)
    if anchor and other is not None and anchor not in _anchors(other):
        return f"the page “{page}” has no anchor “{anchor}”"
    return ""


def _anchors(text: TextFile) -> set[str]:
    """Those of the headings, and those that tags make."""
    anchors = {heading.anchor for heading in text.headings}
    tags = Counter(tag[1] for _, words in _lines(text) for tag in _TAG.finditer(words))
    anchors |= {f"figure-{number}" for number in range(1, tags["picture"] + 1)}
    if tags["options"]:
        anchors |= {*_OF_OPTIONS, *(option.anchor for option in options_shown())}
    return anchors


def _rendering_fault(text: TextFile) -> Iterator[str]:
    try:
        text_page(text)
    except TemplateSyntaxError as error:
        token = getattr(error, "token", None)
        line = text.first_line - 1 + (token.lineno if token is not None else 1)
        yield f"{text.path}:{line}: {error}"
    except (PictureError, NoReverseMatch):
        pass  # said above, with its line


# --- the same in every language ----------------------------------------------------------------------------------


def _differences(original: TextFile, text: TextFile) -> Iterator[str]:
    if original.revised != text.revised:
        yield f"{text.path}:4: revised {text.revised}, but {original.path} was revised {original.revised}"
    there, here = list(_parts(original)), list(_parts(text))
    for one, other in zip(there, here, strict=False):
        if (one.kind, one.what) != (other.kind, other.what):
            yield f"{text.path}:{other.line}: here stands {other}, but {one} in {original.path}:{one.line}"
            return
    for part in there[len(here) :]:
        yield f"{text.path}:{_last_line(text)}: {part} of {original.path}:{part.line} is missing"
    for part in here[len(there) :]:
        yield f"{text.path}:{part.line}: {part} does not stand in {original.path}"
    yield from _other_links(original, text)


def _last_line(text: TextFile) -> int:
    return text.first_line + text.body.count("\n") - 1


def _parts(text: TextFile) -> Iterator[Part]:
    """Headings, tables and tags that stand alone, in their order."""
    headings = {heading.line: heading for heading in text.headings}
    for line, words in _lines(text):
        if line in headings:
            yield Part("heading", f"{'#' * headings[line].level} {{#{headings[line].anchor}}}", line)
        if words.startswith("|"):
            yield Part("row of a table with", f"{len(_CELL.findall(words)) - 1} cells", line)
        for tag in _TAG.finditer(words):
            if tag[1] in _STAND_ALONE:
                yield Part(tag[1], _what(tag), line)


def _what(tag: re.Match[str]) -> str:
    """What a tag says that does not depend on the language."""
    given, named = _arguments(tag[2])
    return " ".join([*given[:1], *(f"{name}={value}" for name, value in sorted(named.items()))])


def _other_links(original: TextFile, text: TextFile) -> Iterator[str]:
    """Links and terms may stand in another order, but none may be missing."""
    missing = Counter(_targets(original)) - Counter(_targets(text))
    further = Counter(_targets(text)) - Counter(_targets(original))
    for target in missing:
        yield f"{text.path}:{text.first_line}: the link to {target} of {original.path} is missing"
    for target in further:
        yield f"{text.path}:{text.first_line}: the link to {target} does not stand in {original.path}"


def _targets(text: TextFile) -> Iterator[str]:
    for _, words in _lines(text):
        yield from (link[1] for link in _LINK.finditer(words))
        yield from (f"term {_arguments(tag[2])[0][0]}" for tag in _TAG.finditer(words) if tag[1] == "term")


def _lines(text: TextFile) -> Iterator[tuple[int, str]]:
    return enumerate(text.body.splitlines(), text.first_line)


if __name__ == "__main__":
    sys.exit(main())
