"""The tables of review: who ruled, what staff noted, and when players were connected."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.matches import Match, SideName

NOTE_LENGTH = 1000


class Ruling(models.Model):
    """Who gave the ruling that stands in the log as event `seq`: events know sides, never people.

    The ruling and its reason stand in the event alone.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rulings")
    seq = models.PositiveIntegerField()
    """The number of RulingGiven."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="rulings_given"
    )
    ask = models.UUIDField(editable=False)
    """The form's own id: sent again, it rules once."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="ruling_once"),
            models.UniqueConstraint(fields=["match", "ask"], name="ruling_ask_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class ReviewNote(models.Model):
    """What a director noted at a moment of a match, for those who look later. Players are not shown it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="review_notes")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="review_notes"
    )
    version = models.PositiveIntegerField()
    """The event it is about."""
    text = models.CharField(max_length=NOTE_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note of a review")
        verbose_name_plural = _("notes of reviews")
        ordering = ["match", "at", "pk"]
        indexes = [models.Index(fields=["match", "at"], name="review_note_match")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.version}"


class Connection(models.Model):
    """A player's socket at a table, from its coming to its going: the side only, no address, no device.

    For rulings (was somebody there when the flag fell?), kept for 180 days.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="connections")
    side = models.CharField(max_length=5, choices=SideName)
    version = models.PositiveIntegerField()
    """The match's version when it came."""
    came_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    """Null while it is open, and for good where the process died."""

    class Meta:
        verbose_name = _("connection")
        verbose_name_plural = _("connections")
        ordering = ["match", "came_at", "pk"]
        indexes = [
            models.Index(fields=["match", "side", "came_at"], name="connection_match_side"),
            models.Index(fields=["came_at"], name="connection_came"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"
