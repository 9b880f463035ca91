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
"""Seconds in which a connection is not closed for a newer one; what came with it is read within tenths of that."""
_MOST_FILES = 65_536
_SHARE_OF_FILES = 0.75
"""Of the files a process may have open, for connections that wait; the rest is for answers, stores and the model."""

_COLLECTED_AFTER = 20_000, 20, 100
"""New objects after which the youngest are collected, and how many such collections before older ones are. Python's
own 700, 10 and 10 look through every open stream again and again; what an answer leaves behind is mostly no cycle."""


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
    """Let the process hold as many connections as the system allows: often it begins with leave for 1,024 files.

    Returns how many files it may have open.
    """
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
    """Serve on the bound socket until the process is told to stop; being told to stop is not a failure."""
    crowd = Crowd(settings.address_connections, open_many_files() * _SHARE_OF_FILES, settings.proxies, _TIME_TO_ASK)
    # uvicorn sends itself the signal again when it has ended well, and would die of it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    serving = server(app, settings.read_seconds, settings.write_seconds, crowd)

    def ready() -> None:
        gc.collect()
        gc.freeze()  # what is open now stays: no later collection needs to look at it
        gc.set_threshold(*_COLLECTED_AFTER)
        on_ready()

    serving.on_ready = ready
    serving.run(sockets=[door])
