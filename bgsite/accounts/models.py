"""The custom user, there from the first migration."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account."""
