"""How many model calls readers without a key caused today, in a file that all processes of one machine share.

A call adds a byte to the day's file. Where that byte landed is the number of the call, so that of any number of
processes exactly as many calls are let through as the day has, and a restart forgets none. Knows no model.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from footnoted.domain.access_key import GUESTS
from footnoted.domain.stores import CallBudget

_NAME = "model-calls-"


def _now() -> datetime:
    return datetime.now(UTC)


class DailyCalls:
    """Counts for all readers without a key together, and has the keys counted elsewhere. A day is UTC's."""

    def __init__(self, folder: Path, keys: CallBudget, clock: Callable[[], datetime] = _now) -> None:
        self._folder, self._keys, self._clock = folder, keys, clock
        self._today = ""

    async def spent(self, key: UUID) -> int:
        if key != GUESTS:
            return await self._keys.spent(key)
        with suppress(FileNotFoundError):
            return self._file().stat().st_size
        return 0

    async def spend(self, key: UUID, most: int | None, calls: int = 1) -> bool:
        if key != GUESTS:
            return await self._keys.spend(key, most, calls)
        return [self._count(most) for _ in range(calls)].count(True) == calls

    def _count(self, most: int | None) -> bool:
        name = self._file()
        if name.name != self._today:
            self._begin(name.name)
        file = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            # Full already: not written to, so that it does not grow with what is refused.
            if most is not None and os.fstat(file).st_size >= most:
                return False
            number = self._number(file)
            return most is None or number <= most
        finally:
            os.close(file)

    def _file(self) -> Path:
        return self._folder / f"{_NAME}{self._clock():%Y-%m-%d}"

    @staticmethod
    def _number(file: int) -> int:
        os.write(file, b".")
        return os.lseek(file, 0, os.SEEK_CUR)

    def _begin(self, today: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        for old in self._folder.glob(f"{_NAME}*"):
            if old.name < today:
                with suppress(FileNotFoundError):  # another process was quicker
                    old.unlink()
        self._today = today
