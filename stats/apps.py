"""The app of statistics."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StatsConfig(AppConfig):
    """Anonymous statistics, ratings and analysis results."""

    name = "stats"
    verbose_name = _("Statistics")
