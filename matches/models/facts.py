"""The outbox of statistics: facts of games, written with the events they follow from, taken away within minutes."""

from __future__ import annotations

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.fact_columns import FactColumns


class GameFactOutbox(FactColumns):
    """A fact on its way to `stats`. Random key, no match, no moment: it joins to nothing and has no order."""

    key = models.UUIDField(primary_key=True, db_default=RandomUUID(), editable=False)

    class Meta(FactColumns.Meta):
        verbose_name = _("fact on its way")
        verbose_name_plural = _("facts on their way")

    def __str__(self) -> str:
        return f"{self.day} {self.moment} {self.play}"
