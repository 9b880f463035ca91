"""The supervisor with small real processes: they are watched, replaced, and end with whoever started them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from footnoted.domain.errors import Misconfigured
from footnoted.server.workers import Workers
from tests.patience import PATIENCE

ANSWERS = "os.write(lifeline, b'1'); os.read(lifeline, 1)"
"""What a worker does: says that it answers, then lives as long as its parent."""


def worker(what: str, note: Path) -> Callable[[int, int], Sequence[str]]:
    """A command that notes its process id and does that."""
    program = (
        f"import os, sys\nlifeline = int(sys.argv[2])\nopen({str(note)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{what}"
    )

    def command(door: int, lifeline: int) -> Sequence[str]:
        return [sys.executable, "-S", "-c", program, str(door), str(lifeline)]

    return command


def noted(note: Path) -> list[int]:
    return [int(line) for line in note.read_text().split()] if note.exists() else []


def lives(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - nothing tells of another process
            await asyncio.sleep(0.02)


@asynccontextmanager
async def supervised(what: str, note: Path) -> AsyncIterator[None]:
    ready = asyncio.Event()
    with socket.create_server(("127.0.0.1", 0)) as door:
        running = asyncio.create_task(Workers(worker(what, note), door, 2).run(ready.set))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, timeout=120, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if running.done():
            running.result()
        assert ready.is_set(), "the workers did not answer"
        yield
        os.kill(os.getpid(), signal.SIGTERM)
        await running
    assert not any(lives(pid) for pid in noted(note))


async def test_one_that_dies_is_started_again(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    async with supervised(ANSWERS, note):
        first, second = noted(note)
        os.kill(first, signal.SIGKILL)
        await until(lambda: len(noted(note)) == 3)
        assert lives(second)


async def test_all_are_replaced_one_by_one(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    async with supervised(ANSWERS, note):
        old = noted(note)
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: len(noted(note)) == 4 and not any(lives(pid) for pid in old))
        await asyncio.sleep(0.1)
        assert len(noted(note)) == 4  # nobody took the old ones for dead and started others


async def test_a_new_one_that_cannot_start_leaves_the_old_ones(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    broken = tmp_path / "broken"
    async with supervised(f"sys.exit(1) if os.path.exists({str(broken)!r}) else None\n{ANSWERS}", note):
        old = noted(note)
        broken.touch()
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: len(noted(note)) == 3 and not lives(noted(note)[2]))
        assert all(lives(pid) for pid in old)


async def test_told_to_stop_while_a_new_one_starts(tmp_path: Path) -> None:
    note, silent = tmp_path / "pids", tmp_path / "silent"
    async with supervised(f"os.path.exists({str(silent)!r}) and os.read(lifeline, 1)\n{ANSWERS}", note):
        silent.touch()
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: len(noted(note)) == 3)


async def test_workers_that_cannot_start_at_all_are_said(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="could not start"):
        async with supervised("sys.exit(1)", tmp_path / "pids"):
            pass


async def test_told_to_stop_before_anything_answers(tmp_path: Path) -> None:
    note = tmp_path / "pids"
    with socket.create_server(("127.0.0.1", 0)) as door:
        running = asyncio.create_task(Workers(worker("os.read(lifeline, 1)", note), door, 2).run())
        await until(lambda: len(noted(note)) == 2)
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await running
    assert not any(lives(pid) for pid in noted(note))


def test_a_worker_ends_when_its_parent_is_gone(tmp_path: Path) -> None:
    """With the worker's own side of the lifeline."""
    ours, theirs = socket.socketpair()
    hold_on = "from footnoted.cli.terminal.lifeline import hold_on\nhold_on(int(sys.argv[1]))()\n"
    program = f"import sys, time\n{hold_on}time.sleep(600)"
    with theirs:
        command = [sys.executable, "-c", program, str(theirs.fileno())]
        child = subprocess.Popen(command, pass_fds=[theirs.fileno()])
    assert ours.recv(1) == b"1"
    ours.close()  # as the end of the parent closes it
    assert child.wait(120) == -signal.SIGTERM
