"""The tables of chat: lines, reports, and who may not write for a time."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.matches import Match, SideName

TEXT_LENGTH = 300


class ChatLine(models.Model):
    """One line at a match, in its own numbered stream: a preset (an id, shown in the reader's language) or a text."""

    class Audience(models.TextChoices):
        """Who is shown the line. What spectators write does not reach the players of a rated match."""

        ALL = "all", _("Everybody")
        SPECTATORS = "spectators", _("Spectators")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat_lines")
    number = models.PositiveIntegerField()
    """1, 2, 3 … without a gap in each match."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="chat_lines"
    )
    side = models.CharField(max_length=5, choices=SideName, null=True, blank=True)  # noqa: DJ001 - null: a spectator
    audience = models.CharField(max_length=10, choices=Audience, default=Audience.ALL)
    preset = models.CharField(max_length=24, blank=True, default="")
    text = models.CharField(max_length=TEXT_LENGTH, blank=True, default="")
    version = models.PositiveIntegerField()
    """The match's version when it was written."""
    ask = models.UUIDField(null=True, blank=True, editable=False)
    """The browser's own id of it: sent again after a lost line, it is not written twice."""
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="chat_line_once"),
            models.UniqueConstraint(fields=["match", "author", "ask"], name="chat_ask_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"


class ChatReport(models.Model):
    """Somebody reported a line. The context is copied: what was said stays as it was, for who looks later."""

    class Reason(models.TextChoices):
        """What is wrong with it."""

        INSULT = "insult", _("Insult or threat")
        SPAM = "spam", _("Spam or advertising")
        CHEATING = "cheating", _("Help from outside")
        OTHER = "other", _("Something else")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat_reports")
    line_number = models.PositiveIntegerField()
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    accused = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_against"
    )
    reason = models.CharField(max_length=8, choices=Reason)
    context = models.JSONField()
    """The lines around it as the reporter saw them: `[{"number", "person", "preset", "text", "at"}, …]`.

    People by number only (null: deleted), so that nobody's name is kept twice; `at` in milliseconds since the epoch."""
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    handled_at = models.DateTimeField(null=True, blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_handled"
    )

    class Meta:
        verbose_name = _("chat report")
        verbose_name_plural = _("chat reports")
        constraints = [
            models.UniqueConstraint(fields=["match", "line_number", "reporter"], name="chat_report_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match.code} #{self.line_number}"


class Mute(models.Model):
    """A person may write nothing until then. Every text channel asks for it; the person is told."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    until = models.DateTimeField(db_index=True)
    reason = models.CharField(max_length=200, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="mutes_given"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")

    def __str__(self) -> str:
        return f"→ {self.until:%Y-%m-%d %H:%M} UTC"
