"""Generated examples are the same in every run, so that a red run is red again. `RANDOM=1` looks for new ones.

How long an example takes says nothing on a busy machine, so there is no deadline.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize="RANDOM" not in os.environ, deadline=None)
settings.load_profile("same")


@pytest.fixture(scope="session", autouse=True)
def _models_unpacked_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Local models are unpacked once for all data folders, in this process and in those that tests start."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTNOTED_MODEL_DIR", str(shared / "models"))
        yield
