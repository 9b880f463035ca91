"""Rate limits: how many requests a session, an address or a key may make in a while. Bounded memory, one process."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from uuid import UUID

from fastapi import Request

from footnoted.contracts._door import RateLimited, api_key

_MOST_CALLERS = 50_000


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` requests in any ``seconds``."""

    count: int
    seconds: float


@dataclass
class Limiter:
    """Remembers when each caller was let in; the callers unseen for longest are forgotten first."""

    clock: Callable[[], float] = monotonic
    _seen: OrderedDict[tuple[str, str, Limit], deque[float]] = field(default_factory=OrderedDict)

    def admit(self, kind: str, caller: str, limit: Limit) -> None:
        """Let the caller in, or raise RateLimited with the seconds until it is welcome again."""
        now = self.clock()
        times = self._seen.setdefault((kind, caller, limit), deque())
        self._seen.move_to_end((kind, caller, limit))
        while times and times[0] <= now - limit.seconds:
            times.popleft()
        if len(times) >= limit.count:
            raise RateLimited(max(1, ceil(times[0] + limit.seconds - now)))
        times.append(now)
        if len(self._seen) > _MOST_CALLERS:
            self._seen.popitem(last=False)


def admit(
    request: Request,
    *,
    session: tuple[UUID, Limit] | None = None,
    address: Limit | None = None,
    key: Limit | None = None,
) -> None:
    """Apply a contract's limits to a request; nothing happens where the server keeps no limits."""
    limiter: Limiter | None = getattr(request.state, "limiter", None)
    if limiter is None:
        return
    if session:
        limiter.admit("session", str(session[0]), session[1])
    if address:
        limiter.admit("address", network(request.client.host if request.client else ""), address)
    if key:
        limiter.admit("key", api_key(request.scope) or network(request.client.host if request.client else ""), key)


def network(address: str) -> str:
    """What counts as one caller: an IPv4 address, or an IPv6 /64, which is what one subscriber has.

    >>> network("2001:db8::1") == network("2001:db8::ffff")
    True
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((address, 64), strict=False)) if known.version == 6 else address
