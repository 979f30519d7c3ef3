"""The app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Owns the custom user."""

    name = "bgsite.accounts"
    label = "accounts"
