"""`footnoted serve` as a process: how it ends when told to, and how it starts after it was killed."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.patience import PATIENCE
from tests.servers import free_port

pytestmark = pytest.mark.real


@contextmanager
def serving(data: Path, book: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """A server over the book, once it is ready."""
    port = free_port()
    environment = os.environ | {"FOOTNOTED_DATA_DIR": str(data), "FOOTNOTED_READER": "none"}
    command = [sys.executable, "-m", "footnoted", "serve", str(book), "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            while True:
                try:
                    client.get("/ready").raise_for_status()
                    break
                except httpx.TransportError:
                    assert process.poll() is None, "the server did not start"
                    time.sleep(0.05)
            yield process, client
    finally:
        process.kill()
        process.wait()


def test_one_address_may_have_so_many_connections_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "hive.md").write_text("# The hive\n\nA queen bee lays up to 2,000 eggs a day.\n", "utf-8")
    monkeypatch.setenv("FOOTNOTED_ADDRESS_CONNECTIONS", "10")
    monkeypatch.setenv("FOOTNOTED_READ_SECONDS", "600")  # so that they are not closed for sending nothing
    with serving(tmp_path / "data", tmp_path / "book") as (_, client), ExitStack() as stack:
        port = client.base_url.port or 0

        def connected() -> socket.socket:
            return stack.enter_context(socket.create_connection(("127.0.0.1", port)))

        waiting = {connected() for _ in range(20)}
        while waiting:  # a new one takes the place of the oldest, as soon as that has had its time to ask
            connected()
            closed, _, _ = select.select(waiting, [], [], 0.1)
            assert [link.recv(1) for link in closed] == [b""] * len(closed)
            waiting -= set(closed)
        assert client.get("/ready").is_success


def test_a_killed_server_starts_as_if_nothing_had_been_and_sigterm_is_no_failure(tmp_path: Path) -> None:
    book, data, session = tmp_path / "book", tmp_path / "data", str(uuid4())
    book.mkdir()
    (book / "hive.md").write_text("# The hive\n\nA queen bee lays up to 2,000 eggs a day in early summer.\n", "utf-8")
    asked = {"query": "How many eggs does a queen bee lay a day?", "session_id": session}
    with serving(data, book) as (process, client):
        first = client.post("/chat", json=asked).json()
        assert first["sources"]
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(data, book) as (process, client):
        history = client.get(f"/history/{session}").json()
        assert [entry["response"] for entry in history["entries"]] == [first["answer"]]
        assert client.get("/health").json()["status"] == "healthy"
        again = client.post("/chat", json=asked).json()
        assert (again["answer"], len(again["sources"])) == (first["answer"], len(first["sources"]))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
