"""The app of people playing."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Matches, seats, events."""

    name = "matches"
