"""Runs uvicorn with our settings until the process is told to stop."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from footnoted.server.attended import Attended
from footnoted.server.connection import Connection
from footnoted.server.crowd import Crowd
from footnoted.settings import Settings

_PATIENCE_AT_THE_END = 8
"""Seconds that open answers have to finish after SIGTERM; then each gets its contract's last words."""
_TIME_TO_ASK = 2.0
"""Seconds in which a new connection is not closed for a newer one; its first bytes are read much sooner."""
_MOST_FILES = 65_536
_SHARE_OF_FILES = 0.75
"""Share of the files a process may open that waiting connections get; the rest is for answers, stores and the model."""

_COLLECTED_AFTER = 20_000, 20, 100
"""Thresholds of the garbage collector. With Python's own, 700, 10 and 10, it looks through every open stream again and
again, although an answer leaves hardly any cycles behind."""


class Server(uvicorn.Server):
    """uvicorn's server; reports when it answers."""

    on_ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_ready()


def server(
    app: ASGIApp, read_seconds: float, write_seconds: float = 15.0, crowd: Crowd | None = None, **options: Any
) -> Server:
    """A uvicorn server for the app; the app itself decides which proxies to trust."""
    limits = {"read_seconds": read_seconds, "write_seconds": write_seconds, "crowd": crowd or Crowd()}
    protocol = type("Protocol", (Connection,), limits)
    config = uvicorn.Config(
        Attended(app),
        http=protocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=max(5, int(read_seconds)),
        timeout_graceful_shutdown=_PATIENCE_AT_THE_END,
        **options,
    )
    return Server(config)


def open_many_files() -> float:
    """Raise the limit of open files, often 1,024, to what the system allows, and return it: a connection is a file."""
    try:
        import resource
    except ImportError:  # on Windows there is no such limit
        return inf
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if most == resource.RLIM_INFINITY else min(most, _MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            now = wanted
    return inf if now == resource.RLIM_INFINITY else now


def listen(app: ASGIApp, door: socket.socket, settings: Settings, on_ready: Callable[[], None] = lambda: None) -> None:
    """Serve on the bound socket until the process is told to stop, which is not a failure."""
    crowd = Crowd(settings.address_connections, open_many_files() * _SHARE_OF_FILES, settings.proxies, _TIME_TO_ASK)
    # uvicorn raises the signal again after it has stopped cleanly, which would end the process with a failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    serving = server(app, settings.read_seconds, settings.write_seconds, crowd)

    def ready() -> None:
        gc.collect()
        gc.freeze()  # these objects stay: no collection needs to look at them
        gc.set_threshold(*_COLLECTED_AFTER)
        on_ready()

    serving.on_ready = ready
    serving.run(sockets=[door])
