"""How far a long measurement has come, kept in a file, so that one that was stopped goes on. Knows no store."""

from __future__ import annotations

import json
from pathlib import Path


class Progress:
    """Passages written, and the seconds that went into them and into the graph, over all runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.written = int(kept.get("written", 0))
        self.write_seconds = float(kept.get("write_seconds", 0.0))
        self.index_seconds = float(kept.get("index_seconds", 0.0))
        if self.written:
            print(f"    goes on after {self.written:,} passages", flush=True)

    def wrote(self, passages: int, seconds: float) -> None:
        """So many are there now, the last of them in so many seconds."""
        self.written = passages
        self.write_seconds += seconds
        self._keep()
        print(f"    {passages:,} written after {self.write_seconds:.0f} s", flush=True)

    def indexed(self, seconds: float) -> None:
        self.index_seconds += seconds
        self._keep()

    def _keep(self) -> None:
        """In one step: a run may be killed at any moment."""
        draft = self._file.with_suffix(".draft")
        kept = {"written": self.written, "write_seconds": self.write_seconds, "index_seconds": self.index_seconds}
        draft.write_text(json.dumps(kept), "utf-8")
        draft.replace(self._file)
