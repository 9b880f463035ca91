"""The files that ship Footnoted name what exists: settings, commands, sources, paths that agree with each other."""

from __future__ import annotations

import fnmatch
import re
import shutil
import subprocess
from pathlib import Path, PurePosixPath
from typing import Any

import click
import pytest
import yaml

from footnoted.cli import main
from footnoted.settings import Settings
from tests.deploy.dockerfile import DEPLOY, ROOT, environment, of, start_command

FILES = [path for path in sorted(DEPLOY.rglob("*")) if path.is_file()]
SETTINGS = {str(field.validation_alias or f"FOOTNOTED_{name.upper()}") for name, field in Settings.model_fields.items()}


@pytest.mark.parametrize("file", FILES, ids=lambda path: str(path.relative_to(DEPLOY)))
def test_every_setting_that_is_named_exists(file: Path) -> None:
    named = set(re.findall(r"\bFOOTNOTED_[A-Z_]+\b|\b(?:QDRANT|DATABASE)_URL\b", file.read_text("utf-8")))
    assert named <= SETTINGS


def ignored(path: str) -> bool:
    """Docker's rule: the last pattern that fits the path or a folder above it decides."""
    places = [path, *map(str, PurePosixPath(path).parents)]
    verdict = False
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split():
        pattern = line.removeprefix("!").removeprefix("**/")
        names = [PurePosixPath(place).name if line.startswith("**/") else place for place in places]
        if any(fnmatch.fnmatch(name, pattern) for name in names):
            verdict = not line.startswith("!")
    return verdict


def test_the_build_stage_copies_what_it_installs_from_and_nothing_is_ignored() -> None:
    sources = [source for rest in of(0, "COPY") for source in rest.split()[:-1]]
    assert {"pyproject.toml", "requirements.txt", "src", "deploy/install.sh"} <= set(sources)
    for source in sources:
        path = ROOT / source
        assert path.exists()
        inside = "src/footnoted/server/app.py" if path.is_dir() else source
        assert not ignored(inside), source
    assert ignored(".env")
    assert ignored("src/footnoted/__pycache__/server.pyc")
    assert ignored(".footnoted/footnoted.db")


def test_the_image_runs_a_command_of_ours_as_a_user_without_rights() -> None:
    program, name, *_ = start_command()
    assert program == "footnoted"
    assert main.get_command(click.Context(main), name)
    assert of(-1, "USER") == ["65532:65532"]
    assert environment()["FOOTNOTED_MODEL_DIR"].startswith("/opt/footnoted/")
    assert of(0, "RUN") == ["/source/deploy/install.sh /opt/footnoted"]


def test_compose_wires_the_services_it_has_and_lets_nothing_else_in() -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    ours = services["footnoted"]
    assert set(ours["depends_on"]) == set(services) - {"footnoted"}
    assert ours["environment"]["QDRANT_URL"] == "http://qdrant:6333"
    assert "@postgres/" in ours["environment"]["DATABASE_URL"]
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).is_file()
    assert ours["env_file"] == [{"path": "footnoted.env", "required": False}], "else a model could get no key"
    assert ours["read_only"] is True
    assert [name for name, service in services.items() if "ports" in service] == ["footnoted"]
    assert ours["ports"][0].startswith("127.0.0.1:")
    assert ours["environment"]["REDIS_URL"] == "redis://valkey:6379/0"
    volumes = {mount.split(":")[0] for service in services.values() for mount in service.get("volumes", ())}
    assert {name for name in volumes if name.isalpha()} == set(compose["volumes"])
    # The tests' Qdrant and the one that ships are the same version.
    assert f"{services['qdrant']['image'].rpartition(':v')[2]}" in (ROOT / "Makefile").read_text("utf-8")


def test_a_linter_finds_nothing_wrong_with_compose() -> None:
    """dclint holds the file against the Compose specification's own schema as well."""
    linter = ROOT / ".tools" / "node_modules" / ".bin" / "dclint"
    if not linter.exists():
        pytest.skip("no dclint: make .tools/.installed")
    verdict = subprocess.run([linter, DEPLOY / "compose.yaml"], capture_output=True, text=True)
    assert verdict.returncode == 0, verdict.stdout


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze here")
    unit = tmp_path / "footnoted.service"
    text = (DEPLOY / "footnoted.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/footnoted/bin/footnoted", "/bin/true"), "utf-8")
    verdict = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert str(unit.name) not in verdict.stderr, verdict.stderr


def test_the_script_is_plain_shell() -> None:
    subprocess.run(["sh", "-n", DEPLOY / "install.sh"], check=True)
