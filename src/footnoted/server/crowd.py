"""Limits how many connections may wait without being answered, in all and from one address. Knows no protocol.

If there are too many, the one that has waited longest is closed, never the new one: so nobody is refused for being one
of many behind a proxy. When a whole class asks in the same instant, its questions are not read yet; a connection is
therefore closed only after it has had time to ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Protocol

from footnoted.contracts.door.callers.caller import Network, is_ours, network


class Waiting(Protocol):
    """A connection that can be told to close."""

    def give_way(self) -> None: ...


class Crowd:
    """Connections in the order in which they began to wait: idle, sending slowly, or leaving a reply unread."""

    def __init__(
        self,
        for_one: float = inf,
        in_all: float = inf,
        proxies: Sequence[Network] = (),
        patience: float = 0.0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``proxies`` stand for many readers, limited only by ``in_all``; ``patience`` is the seconds to ask in."""
        self._for_one, self._in_all, self._proxies = for_one, in_all, proxies
        self._patience, self._clock = patience, clock
        self._all: dict[Waiting, str] = {}
        self._by_caller: defaultdict[str, dict[Waiting, float]] = defaultdict(dict)

    def member(self, connection: Waiting, address: str) -> Callable[[bool], None]:
        """Count a new connection as waiting; call the result when that changes."""
        caller = "" if is_ours(address, self._proxies) else network(address)

        def set_waiting(is_waiting: bool) -> None:
            if is_waiting and connection not in self._all:
                self._add(connection, caller)
            elif not is_waiting and connection in self._all:
                self._remove(connection)

        set_waiting(True)
        return set_waiting

    def _add(self, connection: Waiting, caller: str) -> None:
        own, now = self._by_caller[caller], self._clock()
        own[connection], self._all[connection] = now, caller
        while caller and len(own) > self._for_one:
            longest, since = next(iter(own.items()))
            if now - since < self._patience:
                break
            self._end(longest)
        if len(self._all) > self._in_all:  # however short it waits: the process may open no more files
            self._end(next(iter(self._all)))

    def _end(self, connection: Waiting) -> None:
        self._remove(connection)
        connection.give_way()

    def _remove(self, connection: Waiting) -> None:
        caller = self._all.pop(connection)
        del self._by_caller[caller][connection]
        if not self._by_caller[caller]:
            del self._by_caller[caller]
