"""Reads our Dockerfile as far as tests need it: its instructions in order, of the build stage and of the last one."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"


def instructions(stage: int) -> list[tuple[str, str]]:
    """Each instruction's word and the rest of its line, in one stage."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text("utf-8"))
    lines = [line.partition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    stages: list[list[tuple[str, str]]] = []
    for word, _, rest in lines:
        if word == "FROM":
            stages.append([])
        elif stages:
            stages[-1].append((word, rest))
    return stages[stage]


def of(stage: int, word: str) -> list[str]:
    return [rest for found, rest in instructions(stage) if found == word]


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for rest in of(-1, "ENV") for pair in rest.split())


def start_command() -> list[str]:
    (entry,), (command,) = of(-1, "ENTRYPOINT"), of(-1, "CMD")
    return [*json.loads(entry), *json.loads(command)]
