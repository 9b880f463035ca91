"""How far a long measurement has come, kept in a file, so that one that was stopped goes on. Knows no store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

_SECONDS = ("write_seconds", "write_cpu_seconds", "index_seconds", "index_cpu_seconds")


class Progress:
    """Passages written, and the seconds that went into them and into the graph, over all runs.

    ``worked`` gives the processor seconds so far, of which only differences are used.
    """

    def __init__(self, file: Path, worked: Callable[[], float]) -> None:
        self._file, self._worked = file, worked
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.written = int(kept.get("written", 0))
        self.is_indexed = bool(kept.get("is_indexed"))
        self.seconds = {name: float(kept.get(name, 0.0)) for name in _SECONDS}
        if self.written:
            print(f"    goes on after {self.written:,} passages", flush=True)

    @contextmanager
    def writing(self, passages: int) -> Iterator[None]:
        """So many are there afterwards."""
        with self._counting("write"):
            yield
            self.written = passages
        took = ", ".join(f"{self.seconds[name]:.0f} s" for name in _SECONDS[:2])
        print(f"    {passages:,} written after {took} of processors", flush=True)

    @contextmanager
    def indexing(self) -> Iterator[None]:
        with self._counting("index"):
            yield
            self.is_indexed = True

    @contextmanager
    def _counting(self, step: str) -> Iterator[None]:
        started, worked = perf_counter(), self._worked()
        yield
        self.seconds[f"{step}_seconds"] += perf_counter() - started
        self.seconds[f"{step}_cpu_seconds"] += self._worked() - worked
        self._keep()

    def _keep(self) -> None:
        """In one step: a run may be killed at any moment."""
        draft = self._file.with_suffix(".draft")
        kept = {"written": self.written, "is_indexed": self.is_indexed, **self.seconds}
        draft.write_text(json.dumps(kept), "utf-8")
        draft.replace(self._file)
