"""Four people whom the tests know: alice and bob play, charlie watches, dana directs."""

from __future__ import annotations

from bgsite.accounts.models import User

PASSWORD = "seven-dark-checkers"


def person(name: str) -> User:
    """The account of that name, made when it is not there yet."""
    user = User.objects.filter(username=name).first()
    return user or User.objects.create_user(name, password=PASSWORD)


def alice() -> User:
    """Plays White."""
    return person("alice")


def bob() -> User:
    """Plays Black."""
    return person("bob")


def charlie() -> User:
    """Watches, has no seat anywhere."""
    return person("charlie")


def dana() -> User:
    """The director: staff, may open the admin."""
    user = person("dana")
    if not user.is_staff:
        user.is_staff = user.is_superuser = True
        user.save()
    return user
