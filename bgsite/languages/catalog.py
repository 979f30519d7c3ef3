"""The sentences of the scripts: one file a language, named by what is in it, so that browsers keep it for good.

A new release or another language has another address, and is seen at once. Only our own catalogues are in it: those of
Django's administration come from the administration.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from bgsite.languages.choice import is_language

_FOR_GOOD: Final = "public, max-age=31536000, immutable"


class _Catalog(JavaScriptCatalog):
    """Django's, with the catalogues of this site alone."""

    def text(self, code: str) -> bytes:
        """The script for one language."""
        with translation.override(code):
            folders = [str(folder) for folder in settings.LOCALE_PATHS]
            self.translation: Any = DjangoTranslation(code, domain=self.domain, localedirs=folders)
            return self.render_to_response(self.get_context_data()).content


@dataclass(frozen=True, slots=True)
class _Script:
    """The sentences of one language as a script."""

    digest: str
    plain: bytes
    zipped: bytes


@cache
def _script(code: str) -> _Script:
    """The script. The catalogues do not change while a process runs."""
    text = _Catalog().text(code)
    return _Script(hashlib.sha256(text).hexdigest()[:16], text, gzip.compress(text, mtime=0))


def catalog_address() -> str:
    """The address of the sentences in the active language."""
    code = translation.get_language() or settings.LANGUAGE_CODE
    return reverse("javascript-catalog", args=[code, _script(code).digest])


@require_safe
def catalog(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """Give the sentences of a language; those of now, whatever an older page asks for, but then not for keeping."""
    if not is_language(code):
        raise Http404
    script = _script(code)
    is_zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(script.zipped if is_zipped else script.plain, content_type="text/javascript; charset=utf-8")
    if is_zipped:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding"
    response["Cache-Control"] = _FOR_GOOD if digest == script.digest else "no-cache"
    return response
