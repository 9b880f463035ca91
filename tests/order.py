"""Long tests start first, on every test process: at the end only short ones are left, and no core is idle.

`--dist worksteal` cuts the list of tests into one part for each process and moves tests from the end of a part that is
behind. So each part begins with some of the files below. Tests of a file stay together and share what it sets up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar

SECONDS = {
    "tests/web/test_sites.py": 60,
    "tests/test_workers.py": 60,
    "tests/cli/test_commands.py": 30,
    "tests/test_bulk.py": 28,
    "tests/report/test_month.py": 25,
    "tests/regexes/test_regexes.py": 24,
    "tests/web/test_widget.py": 22,
    "tests/web/test_chat_page.py": 21,
    "tests/ingest/pipeline/test_converges.py": 20,
    "tests/engine/understand/test_sample_book.py": 20,
    "tests/contracts/test_kill.py": 20,
    "tests/evaluate/test_calibrate.py": 18,
    "tests/test_own_embedders.py": 18,
    "tests/contracts/test_mcp.py": 18,
    "tests/providers/qdrant/test_cluster.py": 16,
    "tests/providers/models/test_small_model.py": 15,
    "tests/ingest/pipeline/test_killed.py": 15,
    "tests/cli/test_serve.py": 12,
    "tests/evaluate/test_first_questions.py": 8,
}
"""Files with long tests, and about how long each takes on a quiet machine; only the order of the numbers matters."""

Item = TypeVar("Item")


def long_first(
    items: Sequence[Item], files: Sequence[str], processes: int, seconds: Mapping[str, int] = SECONDS
) -> list[Item]:
    """The items, of which ``files`` are the files, so that each process begins with long ones.

    >>> long_first("abcdef", ["x", "x", "y", "long", "y", "longer"], 2, {"long": 5, "longer": 9})
    ['f', 'a', 'b', 'd', 'c', 'e']
    """
    by_file: dict[str, list[Item]] = defaultdict(list)
    short: list[Item] = []
    for item, file in zip(items, files, strict=True):
        (by_file[file] if file in seconds else short).append(item)
    begins: list[list[Item]] = [[] for _ in range(processes)]
    busy = [0] * processes
    for file in sorted(by_file, key=lambda file: -seconds[file]):
        least = busy.index(min(busy))
        begins[least] += by_file[file]
        busy[least] += seconds[file]
    ordered: list[Item] = []
    rest = iter(short)
    for process, begin in enumerate(begins):
        # As many as the scheduler gives this process: an equal share of what is left.
        share = (len(items) - len(ordered)) // (processes - process)
        ordered += begin
        ordered += [item for _, item in zip(range(share - len(begin)), rest, strict=False)]
    return [*ordered, *rest]
