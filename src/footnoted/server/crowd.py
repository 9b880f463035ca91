"""The connections on which nothing is being answered: how many there may be, in all and from one address.

When there are more, the one that waits longest gives way. So nobody is refused for being one of many behind a proxy: a
new connection is taken, and whoever asks on it is answered. A class that asks in one instant is more than may wait, and
its questions are still unread: only who has had time to ask gives way. Knows no protocol.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import Protocol

from footnoted.contracts.door.callers.caller import Network, is_ours, network


class Waiting(Protocol):
    """A connection that can be told to end."""

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
        """``proxies`` stand for many readers, and count only among all; ``patience`` is the time to ask, in seconds."""
        self._for_one, self._in_all, self._proxies = for_one, in_all, proxies
        self._patience, self._clock = patience, clock
        self._all: dict[Waiting, str] = {}
        self._by_caller: defaultdict[str, dict[Waiting, float]] = defaultdict(dict)

    def member(self, connection: Waiting, address: str) -> Callable[[bool], None]:
        """Count a new connection as waiting; the function says later whether it still does, or again."""
        caller = "" if is_ours(address, self._proxies) else network(address)

        def waits(does: bool) -> None:
            if does and connection not in self._all:
                self._add(connection, caller)
            elif not does and connection in self._all:
                self._remove(connection)

        waits(True)
        return waits

    def _add(self, connection: Waiting, caller: str) -> None:
        own, now = self._by_caller[caller], self._clock()
        own[connection], self._all[connection] = now, caller
        while caller and len(own) > self._for_one:
            longest, since = next(iter(own.items()))
            if now - since < self._patience:
                break
            self._end(longest)
        if len(self._all) > self._in_all:  # no matter since when: there are no more files
            self._end(next(iter(self._all)))

    def _end(self, connection: Waiting) -> None:
        self._remove(connection)
        connection.give_way()

    def _remove(self, connection: Waiting) -> None:
        caller = self._all.pop(connection)
        del self._by_caller[caller][connection]
        if not self._by_caller[caller]:
            del self._by_caller[caller]
