"""Long tests come first, and none is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.order import SECONDS, long_first

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
def test_each_process_begins_with_long_files_and_none_is_lost(processes: int) -> None:
    seconds = {f"long{number}": 10 + number for number in range(9)}
    files = [name for name in [*[f"short{number}" for number in range(50)], *seconds] for _ in range(3)]
    items = list(enumerate(files))
    ordered = long_first(items, files, processes, seconds)
    assert sorted(ordered) == items
    start = 0
    for process in range(processes):
        assert ordered[start][1] in seconds
        start += (len(items) - start) // (processes - process)


def test_every_long_file_is_there() -> None:
    assert [file for file in SECONDS if not (ROOT / file).is_file()] == []
