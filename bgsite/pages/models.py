"""Reports of mistakes. They say nothing of who sent them: whoever keeps the link reads the answer."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KEY_LENGTH = 24
MOST_WORDS = 4000
"""Characters of a report, and of its answer."""


def new_key() -> str:
    """The secret of a report's own page."""
    return get_random_string(KEY_LENGTH)


class Subject(models.TextChoices):
    """What is said to be wrong."""

    CLAUSE = "clause", _("A rule, or how it is explained")
    PAGE = "page", _("Something else on a page")
    POSITION = "position", _("A position or a picture")
    CARD = "card", _("A rule card")
    GAME = "game", _("A game that was played here")
    OTHER = "other", _("Something else")


class State(models.TextChoices):
    """What became of a report."""

    OPEN = "open", pgettext_lazy("report", "Open")
    ACCEPTED = "accepted", _("Accepted")
    REFUSED = "refused", _("Not accepted")


class Correction(models.Model):
    """One report of a mistake. Written by `corrections` alone."""

    key = models.CharField(max_length=KEY_LENGTH, unique=True, default=new_key, editable=False)
    subject = models.CharField(_("what is wrong"), max_length=10, choices=Subject)
    page = models.CharField(_("page"), max_length=20, blank=True)
    """One of `text_files.PAGES`, or `privacy`; empty: none of them."""
    place = models.CharField(_("section or picture"), max_length=120, blank=True)
    match_code = models.CharField(_("match"), max_length=12, blank=True)
    position = models.CharField(_("position"), max_length=120, blank=True)
    words = models.TextField(_("words"), max_length=MOST_WORDS)
    language = models.CharField(_("language"), max_length=16)
    """Of the page that it was written on."""
    sent_at = models.DateTimeField(_("sent"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    answer = models.TextField(_("answer"), max_length=MOST_WORDS, blank=True)
    """What everybody with the link reads."""
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("report of a mistake")
        verbose_name_plural = _("reports of mistakes")
        ordering = ("-sent_at", "-pk")

    def __str__(self) -> str:
        return f"{self.get_subject_display()} · {self.sent_at:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        """The page of its state and answer."""
        return reverse("pages:correction", kwargs={"key": self.key})
