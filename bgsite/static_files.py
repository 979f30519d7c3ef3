"""Static files under names with a digest, once they are collected; under their own names before."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class DigestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's storage, which works without `collectstatic`, too: in tests and single commands."""

    def stored_name(self, name: str) -> str:
        """Give the name with its digest, or the plain one where nothing was collected yet."""
        if not self.hashed_files:
            return name
        stored: str = super().stored_name(name)
        return stored
