"""Dockerfile and docker-compose.yml are well formed; where no engine runs, this is all that can be said."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from bgsite.environment import SettingError
from bgsite.serving.one import choose

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = re.sub(r"\\\n(\s*#.*\n)*", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
INSTRUCTIONS = [line.split(maxsplit=1) for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
PROGRAMS = ["web", "worker-clock", "worker-engine", "beat"]


def test_all_services_are_there() -> None:
    assert set(SERVICES) == {"setup", *PROGRAMS, "postgres", "redis"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_is_complete(name: str) -> None:
    service = SERVICES[name]
    known = {"build", "image", "restart", "environment", "volumes", "depends_on", "command", "healthcheck", "ports"}
    assert set(service) <= known
    check = service["healthcheck"]
    assert check.get("disable") or check["test"][0] in {"CMD", "CMD-SHELL"}
    assert {mount.partition(":")[0] for mount in service["volumes"]} <= set(COMPOSE["volumes"])
    for other, condition in service.get("depends_on", {}).items():
        assert other in SERVICES
        assert condition["condition"] in {"service_healthy", "service_started", "service_completed_successfully"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_service_runs_the_program_of_its_name(name: str) -> None:
    words = SERVICES[name]["command"]
    assert words == ["python", "-m", "bgsite.serving.one", name]
    assert choose(name).name == name
    assert SERVICES[name]["depends_on"]["setup"]["condition"] == "service_completed_successfully"


def test_another_program_is_refused() -> None:
    with pytest.raises(SettingError, match="choose web, worker-clock, worker-engine or beat"):
        choose("webb")


@pytest.mark.parametrize("name", ["setup", *PROGRAMS])
def test_every_variable_is_a_known_one(name: str) -> None:
    documented = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    for variable in SERVICES[name]["environment"]:
        assert f"| `{variable}` |" in documented


def test_only_the_web_process_is_published() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]


def test_the_image_knows_its_instructions_and_files() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {instruction for instruction, _ in INSTRUCTIONS} == known
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for instruction, rest in INSTRUCTIONS:
        source = shlex.split(rest)[0]
        if instruction == "COPY" and not source.startswith("--from"):
            assert (ROOT / source).exists()
            assert source not in ignored


def test_the_image_does_not_run_as_root() -> None:
    users = [rest for instruction, rest in INSTRUCTIONS if instruction == "USER"]
    assert users == ["barpoint"]
    assert [instruction for instruction, _ in INSTRUCTIONS].index("USER") < len(INSTRUCTIONS) - 1
