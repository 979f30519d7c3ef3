"""Finding people by name. Nothing else about accounts is known here."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser


def player_named(name: str) -> AbstractBaseUser | None:
    """The account with this name, upper and lower case being one, open or closed; None when there is none."""
    accounts = get_user_model()
    try:
        return accounts.objects.get_by_natural_key(name)
    except accounts.DoesNotExist:
        return None
