"""Generated examples are the same in every run, so that a red run is red again. `RANDOM=1` looks for new ones.

How long an example takes says nothing on a busy machine, so there is no deadline.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize="RANDOM" not in os.environ, deadline=None)
settings.load_profile("same")
