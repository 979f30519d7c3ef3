"""Write the lock files from pyproject.toml: `make lock`. No address of a registry may get into them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_OPTIONS = ("--universal", "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet")


def main() -> int:
    """Compile the three locks, each held to the versions of the one before."""
    locks = [
        ("requirements.txt", []),
        ("requirements-dev.txt", ["--extra", "dev", "-c", "requirements.txt"]),
        ("requirements-bench.txt", ["--extra", "dev", "--extra", "bench", "-c", "requirements-dev.txt"]),
    ]
    for name, extra in locks:
        command = [sys.executable, "-m", "uv", "pip", "compile", *_OPTIONS, "pyproject.toml", *extra, "-o", name]
        finished = subprocess.run([*command, *sys.argv[1:]], check=False, cwd=ROOT)
        if finished.returncode != 0:
            return finished.returncode
        if "://" in (ROOT / name).read_text(encoding="utf-8"):
            sys.stderr.write(f"{name} holds an address: it must not.\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
