"""Ask `/health/` and give the answer as an exit code: `python -m bgsite.serving.probe [HOST:PORT]`."""

from __future__ import annotations

import os
import sys
import urllib.request


def main(words: list[str]) -> int:
    """Give 0 if all is well, else 1."""
    place = words[0] if words else f"127.0.0.1:{os.environ.get('PORT') or '8000'}"
    request = urllib.request.Request(f"http://{place}/health/", headers={"Host": "localhost"})
    try:
        with urllib.request.urlopen(request, timeout=10):  # noqa: S310 - an address of ours
            return 0
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
