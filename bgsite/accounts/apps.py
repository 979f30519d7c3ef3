"""The app of accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Owns the custom user."""

    name = "bgsite.accounts"
    label = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Listen to logins and passwords."""
        from bgsite.accounts import receivers  # noqa: PLC0415 - needs the models

        receivers.connect()
