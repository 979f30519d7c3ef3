"""The table of the lobby: who looks for an opponent, and under which terms."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.matches import ClockName, Kind, Match


class Seek(models.Model):
    """An open offer to anybody. The row goes when it is taken, withdrawn, or its owner is gone.

    Shown only until `alive_until`, which each ping of the owner's lobby socket moves on: nobody is matched with an
    absent player, whatever process died.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    card = models.JSONField()
    """The rule card, as `codec.encode_card` writes it."""
    kind = models.CharField(max_length=6, choices=Kind)
    preset = models.CharField(max_length=16)
    length = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_preset = models.CharField(max_length=16, choices=ClockName, default=ClockName.UNTIMED)
    clock_days = models.PositiveSmallIntegerField(null=True, blank=True)
    owner_side = models.CharField(max_length=6, choices=Match.CreatorSide, default=Match.CreatorSide.RANDOM)
    is_rated = models.BooleanField(default=False)
    fingerprint = models.CharField(max_length=64)
    """Equal for equal terms: one person cannot offer the same twice."""
    created_at = models.DateTimeField(default=timezone.now)
    alive_until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        constraints = [models.UniqueConstraint(fields=["owner", "fingerprint"], name="seek_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.preset}"
