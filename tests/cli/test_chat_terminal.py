"""`footnoted chat` on a real terminal: lines can be edited, and Ctrl-C leaves at once."""

from __future__ import annotations

import codecs
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from tests.patience import PATIENCE

TALK = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs the tests in the background
import footnoted
from contextlib import asynccontextmanager
from footnoted.cli import chat
from footnoted.domain.answer import Answered
from tests import scenes

class Library:
    async def books(self):
        return [scenes]

    async def stream(self, text, **given):
        print(f"asked {text!r}", flush=True)
        for event in scenes.answered:
            yield event

@asynccontextmanager
async def opened():
    yield Library()
    print("closed", flush=True)

footnoted.open = opened
chat.command(standalone_mode=False)
"""


class Terminal:
    def __init__(self) -> None:
        self._own, theirs = pty.openpty()
        command = [sys.executable, "-c", TALK]
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm"},
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a read may end inside a character

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            ready, _, _ = select.select([self._own], [], [], PATIENCE)
            assert ready, f"{text!r} is not in {self.shown!r}"
            self.shown += self._decoder.decode(os.read(self._own, 4096))

    def type(self, keys: str) -> None:
        os.write(self._own, keys.encode())

    def wait_until_it_waits(self) -> None:
        """Until the process sleeps: a signal between two reads of readline is seen only with the next key."""
        state = Path(f"/proc/{self.process.pid}/stat")
        for _ in range(100 * PATIENCE):
            if not state.exists() or state.read_text().rpartition(") ")[2].startswith("S"):
                return
            sleep(0.01)
        raise AssertionError("it never waits for a key")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._own)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal()
    yield opened
    opened.close()


def test_a_line_can_be_edited_and_called_back(terminal: Terminal) -> None:
    terminal.wait_for("? ")
    terminal.type("How wam!\x1b[D\x1b[Dr")  # two to the left, and the missing letter
    terminal.type("\x1b[C\x1b[C\x7f?\n")  # two to the right, and the wrong sign replaced
    terminal.wait_for("asked 'How warm?'")
    terminal.wait_for("34 °C")
    terminal.shown = terminal.shown.partition("34 °C")[2]
    terminal.wait_for("? ")
    terminal.shown = ""
    terminal.type("\x1b[A\n")  # the line before
    terminal.wait_for("asked 'How warm?'")
    terminal.wait_for("34 °C")


def test_ctrl_c_leaves_at_once(terminal: Terminal) -> None:
    terminal.wait_for("? ")
    terminal.type("half a quest")
    terminal.wait_for("half a quest")
    terminal.wait_until_it_waits()
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(PATIENCE) == 0
    terminal.wait_for("closed")
