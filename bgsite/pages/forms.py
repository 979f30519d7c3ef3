"""The form for reports of mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from bgsite.pages.models import MOST_WORDS, Subject
from bgsite.pages.pictures import PictureError, read_picture
from bgsite.pages.text_files import ORIGINAL, PAGES, find_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_PLAIN: Final = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
_CODE: Final = re.compile(r"(?:.*/match/)?([A-Za-z0-9]{12})(?:[/?#].*)?", re.ASCII)
_PRIVACY: Final = "privacy"
"""A page that is no text of `text_files`."""
_FIGURE: Final = re.compile(r"figure-([1-9][0-9]{0,2})", re.ASCII)
_PICTURE: Final = "{% picture "


def page_titles() -> dict[str, str]:
    """What the pages are called that can be wrong, by the values of the form."""
    texts = (find_text(page, get_language() or ORIGINAL) for page in PAGES)
    titles = {text.page: text.title for text in texts if text is not None}
    return titles | {_PRIVACY: gettext("What is stored")}


def _pages() -> list[tuple[str, str]]:
    return [("", gettext("none of them")), *page_titles().items()]


def _copied(label: _StrPromise, help_text: _StrPromise, longest: int) -> forms.CharField:
    """A field for what is copied, not written: nothing corrects it."""
    text = forms.TextInput(attrs=_PLAIN)
    return forms.CharField(label=label, help_text=help_text, max_length=longest, required=False, widget=text)


class CorrectionForm(forms.Form):
    """What is wrong, where, and what it should say. Nothing about who says so."""

    subject = forms.ChoiceField(label=_("What is wrong?"), choices=Subject.choices, widget=forms.RadioSelect)
    page = forms.ChoiceField(label=_("On which page?"), choices=_pages, required=False)
    place = forms.CharField(
        label=_("Section or picture (optional)"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    match_code = _copied(_("Match (optional)"), _("Its address, or the twelve letters and digits in it."), 200)
    position = _copied(_("Position (optional)"), _("An XGID, a GNU Backgammon ID or a position ID."), 120)
    words = forms.CharField(
        label=_("In your words"),
        help_text=_(
            "What is wrong, and what should be there instead? A source helps. Please write nothing about yourself."
        ),
        max_length=MOST_WORDS,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def clean_match_code(self) -> str:
        """The code alone."""
        text = self.cleaned_data["match_code"]
        if not text:
            return ""
        found = _CODE.fullmatch(text)
        if found is None:
            raise ValidationError(_("This is not the address of a match, nor its code."), code="match")
        return found[1]

    def clean_position(self) -> str:
        """A position that can be."""
        text: str = self.cleaned_data["position"]
        if text:
            try:
                read_picture(text)
            except PictureError as error:
                raise ValidationError(
                    _("This is no position that can be read. Copy its ID once more, or leave it out."), code="position"
                ) from error
        return text


def first_answers(asked: Any) -> dict[str, str]:
    """What the link to the form says already: `asked` is the query of the address; unknown values are left out."""
    page = str(asked.get("page", ""))
    text = find_text(page, get_language() or ORIGINAL) if page in PAGES else None
    found = {"subject": str(asked.get("subject", "")), "match_code": str(asked.get("match", ""))[:12]}
    if text is None:
        return found | ({"page": page} if page == _PRIVACY else {})
    anchor = str(asked.get("anchor", ""))
    figure = _FIGURE.fullmatch(anchor)
    headings = {heading.anchor: heading.words for heading in text.headings}
    if figure is not None and int(figure[1]) <= text.body.count(_PICTURE):
        found |= {"place": gettext("Picture %(number)s") % {"number": figure[1]}, "subject": Subject.POSITION.value}
    elif anchor in headings:
        found |= {"place": headings[anchor]}
    if page == "rules" and not found["subject"]:
        found["subject"] = Subject.CLAUSE.value
    return found | {"page": page}
