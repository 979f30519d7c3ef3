"""The app of plain pages."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The front page and what stands around every page."""

    name = "bgsite.pages"
