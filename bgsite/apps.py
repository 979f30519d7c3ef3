"""The site as a Django app: it owns the `serve` command, the cache table and the wiring."""

from django.apps import AppConfig

from bgsite import wiring
from bgsite.celery import app as celery_app

__all__ = ["BgsiteConfig", "celery_app"]


class BgsiteConfig(AppConfig):
    """Loads the wiring once all apps are there; importing the Celery app above makes it the default one."""

    name = "bgsite"

    def ready(self) -> None:
        """Connect what may not import each other."""
        wiring.connect()
