"""The app of people playing."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Matches, seats, events."""

    name = "matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """After every migration: see that the groups of staff are there."""
        post_migrate.connect(_groups_ensure, sender=self, dispatch_uid="matches.groups_ensure")


def _groups_ensure(*, apps: Any = installed, **_others: Any) -> None:
    """The permissions were made just before, by the receiver of `django.contrib.auth`, which is installed above us.

    `apps` is as far as was migrated; `flush` sends none.
    """
    from matches.services.staff import groups_ensure  # noqa: PLC0415 - models may be imported only now

    try:
        apps.get_model("matches", "Ruling")
    except LookupError:
        return  # migrated to somewhere before these tables; there may be no groups at all
    groups_ensure()
