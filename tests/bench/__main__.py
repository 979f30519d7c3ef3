"""``python -m tests.bench [NAME ...]``: the measurements named, or all of them."""

from __future__ import annotations

import importlib
import sys

_MODULES = {"legal": "legal_plays", "moves": "moves", "purge": "purge", "review": "review"}
"""What may be named, and the module of this package whose ``main()`` measures it."""


def main(names: list[str]) -> int:
    """Run the measurements one after another; 1 if one failed, 2 for a name that is none."""
    unknown = [name for name in names if name not in _MODULES]
    if unknown:
        sys.stderr.write(f"no such measurement: {unknown[0]} (there are: {', '.join(_MODULES)})\n")
        return 2
    codes = []
    for name in names or list(_MODULES):
        module = importlib.import_module(f"tests.bench.{_MODULES[name]}")
        codes.append(module.main())
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
