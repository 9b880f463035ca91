"""``python -m tests.mutation [MODULE...]``: how many small changes to the security code its tests notice.

The tests of each module run once, and the lines that each of them reaches are noted; then each mutant is tested, in a
process of its own, only by the tests that reach its line, the quickest first. ``MUTANTS=20`` tries so many for each
module, the same ones in every run. Fails below 85 %.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.trial import ROOT, Trial

_LEAST_SCORE = 0.85
_MOST = int(os.environ.get("MUTANTS", "0"))

_DOORS = ("test_access", "test_doors", "test_hosts", "test_given_out_keys", "test_visitors")
TESTS = {
    "contracts/door/access": [f"tests/contracts/{name}.py" for name in _DOORS],
    "contracts/door/callers/caller": [
        f"tests/contracts/{name}.py" for name in ("test_callers", *_DOORS, "test_ownership")
    ],
    "contracts/door/gate": [
        f"tests/contracts/{name}.py" for name in ("test_gate", "test_access", "test_doors", "test_streams")
    ],
    "contracts/door/hosts": ["tests/contracts/test_hosts.py", "src/footnoted/contracts/door/hosts.py"],
    "contracts/door/limits": [
        f"tests/contracts/{name}.py" for name in ("test_limits", "test_doors", "test_given_out_keys")
    ],
    "contracts/door/recording": ["tests/contracts/test_repeats.py"],
    "contracts/door/repeats": ["tests/contracts/test_kept_replies.py", "tests/contracts/test_repeats.py"],
    "engine/check/addresses": [
        "tests/engine/check/test_addresses.py",
        "tests/engine/check/test_link_pieces.py",
        "tests/engine/check/test_links.py",
        "src/footnoted/engine/check/addresses.py",
    ],
    "engine/check/links": ["tests/engine/check/test_link_pieces.py", "tests/engine/check/test_links.py"],
    "engine/check/spans": [
        "tests/engine/check/test_spans.py",
        "tests/engine/check/test_links.py",
        "src/footnoted/engine/check/spans.py",
    ],
    "ingest/live/addresses": ["tests/ingest/live/test_fetch.py", "src/footnoted/ingest/live/addresses.py"],
    "ingest/live/fetch": [
        *(f"tests/ingest/live/{name}.py" for name in ("test_requests", "test_fetch", "test_https")),
        "src/footnoted/ingest/live/fetch.py",
    ],
    "providers/sql/door/replies": ["tests/providers/sql/test_replies.py"],
    "server/attended": ["tests/server/test_attended.py"],
    "server/connection": ["tests/server/test_connection.py"],
    "server/framing": ["tests/server/test_framing.py", "src/footnoted/server/framing.py"],
    "server/crowd": ["tests/server/test_crowd.py"],
}
"""Which tests test each module."""


def main(names: list[str]) -> int:
    total: Counter[str] = Counter()
    for name in names or list(TESTS):
        total += _tried(name)
    score = _score(total)
    print(f"all: {score:.1%} of {total.total()} mutants noticed")
    return int(score < _LEAST_SCORE)


def _tried(name: str) -> Counter[str]:
    path = ROOT / "src" / "footnoted" / f"{name}.py"
    source = path.read_text("utf-8")
    lines = source.splitlines()
    trial = Trial(f"footnoted.{name.replace('/', '.')}", path, TESTS[name])
    outcomes: Counter[str] = Counter()
    for mutant in _chosen(name, lines, list(mutants(source, str(path)))):
        outcome = trial.of(mutant)
        outcomes[outcome] += 1
        if outcome in ("survived", "unreached"):
            print(f"  {outcome}: {path.relative_to(ROOT)}:{mutant.line}: {mutant.change}", flush=True)
    print(f"{name}: {_score(outcomes):.1%} of {outcomes.total()} ({dict(outcomes)})", flush=True)
    return outcomes


def _chosen(name: str, lines: list[str], all_mutants: list[Mutant]) -> list[Mutant]:
    """Those that are no equivalent of the code as it is; some of them, if not all are wanted."""
    excused = EQUIVALENT.get(name, {})
    left = [mutant for mutant in all_mutants if (lines[mutant.line - 1].strip(), mutant.change) not in excused]
    if _MOST and len(left) > _MOST:
        left = sorted(random.Random(name).sample(left, _MOST), key=lambda mutant: mutant.line)
    return left


def _score(outcomes: Counter[str]) -> float:
    return (outcomes["killed"] + outcomes["out of time"]) / max(1, outcomes.total())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
