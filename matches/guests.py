"""Who is a guest. The column is the account model's, which `matches` does not import."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser


def is_guest(person: AbstractBaseUser) -> bool:
    """Whether the person is known by a browser only."""
    return bool(getattr(person, "is_guest", False))
