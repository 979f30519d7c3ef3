"""How far accounts have come in the course. Guests' progress stays in their browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from bgsite.accounts.models import User


class LessonProgress(models.Model):
    """An exercise that an account has answered rightly."""

    person: models.ForeignKey[User, User] = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="lessons_done"
    )
    exercise = models.CharField(_("exercise"), max_length=80)
    """Stage and name, ``hitting/blocked-entry``; those of an exercise that is gone from the course count no more."""
    done_at = models.DateTimeField(_("done"))

    class Meta:
        verbose_name = _("lesson done")
        verbose_name_plural = _("lessons done")
        constraints = [models.UniqueConstraint(fields=("person", "exercise"), name="lessons_once_each")]

    def __str__(self) -> str:
        return f"{self.person}: {self.exercise}"
