"""A process that must not outlive its parent: it stops when the other end of its lifeline closes. Unix only."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress


def hold_on(lifeline: int) -> Callable[[], None]:
    """Stop as on SIGTERM when the parent process is gone. Call the result once this process answers."""

    def watch() -> None:
        with suppress(OSError):
            while os.read(lifeline, 1):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()

    def tell() -> None:
        with suppress(OSError):
            os.write(lifeline, b"1")

    return tell
