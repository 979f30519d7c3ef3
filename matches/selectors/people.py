"""Finding people by name. Nothing else about accounts is known here."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser


def player_named(name: str) -> AbstractBaseUser | None:
    """The account with this name, upper and lower case being one, open or closed; None for none, or a guest."""
    accounts = get_user_model()
    try:
        found = accounts.objects.get_by_natural_key(name)
    except accounts.DoesNotExist:
        return None
    return None if found.is_guest else found
