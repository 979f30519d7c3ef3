"""What browsers read before they install the site (W3C, Web Application Manifest)."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from bgsite.languages.known import tag_of

DARK: Final = "#14181d"
"""The ground of every page (`--page` of site.css): what is seen before the first page is there."""

ICONS: Final = (
    ("img/favicon.svg", "any", "image/svg+xml", "any"),
    ("img/icon-192.png", "192x192", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "any"),
    ("img/icon-maskable-192.png", "192x192", "image/png", "maskable"),
    ("img/icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, kind, purpose: a maskable icon may be cut to a circle and loses nothing."""


def manifest() -> dict[str, Any]:
    """Build the manifest in the active language."""
    return {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Backgammon against people and computers, with rules and lessons."),
        "lang": tag_of(translation.get_language() or settings.LANGUAGE_CODE),
        "dir": "ltr",
        "start_url": reverse("pages:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": DARK,
        "background_color": DARK,
        "categories": ["games"],
        "icons": [
            {"src": static(file), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [
            {"name": _("Play against a computer"), "url": reverse("matches:play_computer")},
            {"name": _("Lobby"), "url": reverse("matches:lobby")},
            {"name": _("My matches"), "url": reverse("matches:list")},
        ],
    }
