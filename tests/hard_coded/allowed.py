"""What may stay in the code as it is: the file, the text, and why. Names of things are in `found`."""

from __future__ import annotations

from typing import Final

ALLOWED: Final[dict[tuple[str, str], str]] = {}
