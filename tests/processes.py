"""Child processes that start at once: forked from a process that has imported what they run.

There is one such process for all tests, and it imports only what is listed before the first child starts: here.
"""

from __future__ import annotations

import multiprocessing

CHILDREN = multiprocessing.get_context("forkserver")
CHILDREN.set_forkserver_preload(["tests.contracts.child_server", "tests.ingest.pipeline.program"])
