"""The app of statistics."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Anonymous statistics, ratings and analysis results."""

    name = "stats"
