"""What is kept of a reader's choice: a cookie in the browser, and a column of the account.

The cookie decides what is shown. The account's language is for mails, and for the next browser in which its owner logs
in: whoever logs in gets it as cookie.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from bgsite.accounts.models import User

COOKIE_AGE: Final = timedelta(days=400)
"""Browsers keep no cookie longer."""
_CHOSEN: Final = "chosen_language"


def is_language(code: str) -> bool:
    """Say whether it is the code of one of the site's languages."""
    return code in dict(settings.LANGUAGES)


def choose(request: HttpRequest, code: str) -> None:
    """From now on this browser reads this language: the rest of this request, too."""
    translation.activate(code)
    setattr(request, _CHOSEN, code)


def keep(user: User, code: str) -> None:
    """Keep it for the person; of somebody who is being deleted in another tab nothing is kept."""
    User.objects.filter(pk=user.pk, deleted_at=None).update(language=code)
    user.language = code


def on_login(request: HttpRequest, user: User) -> None:
    """The account's language comes along; an account that has none yet takes that of the page."""
    if is_language(user.language):
        choose(request, user.language)
    else:
        keep(user, translation.get_language() or settings.LANGUAGE_CODE)


def language_for(user: User | None) -> str:
    """The language in which to write to this person: the account's, else (none, or none of ours) that of the page."""
    if user is not None and is_language(user.language):
        return user.language
    return translation.get_language() or settings.LANGUAGE_CODE


def answer(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie, if the request chose a language."""
    code = getattr(request, _CHOSEN, None)
    if code is not None:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
