"""`footnoted chat` on a real terminal: lines can be edited, and Ctrl-C leaves at once."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

TALK = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs the tests in the background
import footnoted
from contextlib import asynccontextmanager
from footnoted.cli import chat
from footnoted.domain.answer import Answered
from tests import scenes

class Library:
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

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            self.shown += os.read(self._own, 4096).decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        os.write(self._own, keys.encode())

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
    terminal.type("How wam?\x1b[D\x1b[D\x1b[Dr")  # three to the left, and the letter that was missing
    terminal.type("\x1b[C\x1b[C\x7fm\n")
    terminal.wait_for("asked ")
    terminal.wait_for("34 °C")
    terminal.shown = ""
    terminal.type("\x1b[A\n")  # the line before
    terminal.wait_for("asked ")
    terminal.wait_for("34 °C")


def test_ctrl_c_leaves_at_once(terminal: Terminal) -> None:
    terminal.wait_for("? ")
    terminal.type("half a quest")
    time.sleep(0.2)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(20) == 0
    terminal.wait_for("closed")
