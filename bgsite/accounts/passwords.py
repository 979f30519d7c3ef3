"""What Django says of passwords, where its own catalogues leave it in English."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's, with a sentence of ours: its Simplified Chinese lacks the one that it asks for since 5.2."""

    def get_error_message(self) -> str:
        """Say what is wrong."""
        return ngettext(
            "This password is too short: take at least %(count)d character.",
            "This password is too short: take at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}
