"""The app of plain pages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PagesConfig(AppConfig):
    """The front page and what stands around every page."""

    name = "bgsite.pages"
    verbose_name = _("Pages")
