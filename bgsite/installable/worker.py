"""The script of the service worker: `worker.js`, told what to keep and under which name."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

_SCRIPT: Final = Path(__file__).with_name("worker.js")
_FILES: Final = ("css/site.css", "img/favicon.svg", "dist/offline.js")
"""What the offline page shows itself with."""


def offline_page() -> str:
    """The page in the active language. Made without a request: nobody's name is on it."""
    return render_to_string("installable/offline.html")


def worker_script() -> str:
    """The script in the active language. Another page or another file makes another script, and so a new store."""
    script = _SCRIPT.read_text(encoding="utf-8")
    page, language = offline_page(), translation.get_language() or settings.LANGUAGE_CODE
    digest = hashlib.sha256(f"{script}\0{page}\0{_contents()}".encode()).hexdigest()[:16]
    kept = {
        "store": f"barpoint-offline-{language}-{digest}",
        "page": f"{reverse('installable:offline')}?language={language}",
        "files": [static(file) for file in _FILES],
    }
    return f"const KEPT = {json.dumps(kept)};\n{script}"


def _contents() -> str:
    """The digests of the files, for sites whose names do not have them (where nothing was collected)."""
    folder = Path(__file__).parents[1] / "static"
    return " ".join(_digest(folder / file) for file in _FILES)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
