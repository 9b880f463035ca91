"""The running loop's clock, set forward: what would happen after minutes happens now, and how busy the machine is does
not matter."""

from __future__ import annotations

import asyncio

import pytest


def set_forward(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """All timers of the loop that would be due within so many seconds are due. It stays so until the test ends: who
    sleeps now would sleep that much longer if the clock went back."""
    loop = asyncio.get_running_loop()
    clock = loop.time
    monkeypatch.setattr(loop, "time", lambda: clock() + seconds)
