"""Print what is found; the exit code is 1 if that is anything, or if an allowance is no longer needed."""

from __future__ import annotations

import sys

from tests.hard_coded.allowed import ALLOWED
from tests.hard_coded.modules import in_modules
from tests.hard_coded.scripts import in_scripts
from tests.hard_coded.templates import in_templates


def main() -> int:
    """Look everywhere."""
    everything = sorted([*in_templates(), *in_scripts(), *in_modules()])
    bad = [one for one in everything if (one.file, one.text) not in ALLOWED]
    unneeded = ALLOWED.keys() - {(one.file, one.text) for one in everything}
    for one in bad:
        sys.stdout.write(f"{one}\n")
    for file, text in sorted(unneeded):
        sys.stdout.write(f"tests/hard_coded/allowed.py: no longer there: {file}: {text}\n")
    if bad:
        sys.stdout.write(f"{len(bad)} texts are not marked for translation (allowed.py has those that need not be)\n")
    return 1 if bad or unneeded else 0


if __name__ == "__main__":
    sys.exit(main())
