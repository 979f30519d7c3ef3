"""The app of the lessons."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    """The course, its pages, and how far an account has come."""

    name = "bgsite.lessons"
    verbose_name = _("Lessons")

    def ready(self) -> None:
        """Hear of accounts that are deleted: their rows stay, without anything personal."""
        from bgsite.accounts.events import account_deleted  # noqa: PLC0415 - models may be imported only now

        account_deleted.connect(_person_forget, dispatch_uid="lessons.person_forget")


def _person_forget(*, user_id: int, **_others: Any) -> None:
    from bgsite.lessons.services import progress_forget  # noqa: PLC0415 - as above

    progress_forget(user_id)
