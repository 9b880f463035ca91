"""Rate limits: how many requests a session, an address or a key may make in a while. Bounded memory, one process."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from uuid import UUID

from fastapi import Request

from footnoted.contracts._callers import address, api_key, network
from footnoted.contracts._refusals import RateLimited

_MOST_CALLERS = 50_000
_MOST_TIMES = 2_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` requests in any ``seconds``."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What the seeds allow: a session 10 a minute, an address 100 an hour (006), a key 100 a minute (003)."""

    per_session: Limit = Limit(10, 60)
    per_address: Limit = Limit(100, 3600)
    per_key: Limit = Limit(100, 60)


@dataclass
class Limiter:
    """Remembers when each caller was let in; the callers unseen for longest are forgotten first."""

    limits: Limits = Limits()
    clock: Callable[[], float] = monotonic
    _seen: OrderedDict[tuple[str, str], deque[float]] = field(default_factory=OrderedDict)
    _times: int = 0

    def admit(self, caller: tuple[str, str], limit: Limit) -> None:
        """Let the caller in, or raise RateLimited with the seconds until it is welcome again."""
        now = self.clock()
        times = self._seen.setdefault(caller, deque())
        self._seen.move_to_end(caller)
        while times and times[0] <= now - limit.seconds:
            times.popleft()
            self._times -= 1
        if len(times) >= limit.count:
            raise RateLimited(max(1, ceil((times[0] if times else now) + limit.seconds - now)))
        times.append(now)
        self._times += 1
        while len(self._seen) > _MOST_CALLERS or self._times > _MOST_TIMES:
            self._times -= len(self._seen.popitem(last=False)[1])


def admit(request: Request, *, session: UUID | None = None, unkeyed_as_keyed: bool = False) -> None:
    """Count the request against its key, or else its address, and its session; a no-op where no limits are kept.

    A key counts only where the server knows its keys: else anyone could make up a new one for each request.
    ``unkeyed_as_keyed`` holds a caller without a key to the limit of a key.
    """
    state = request.scope["state"]
    limiter: Limiter | None = state.get("limiter")
    if limiter is None:
        return
    limits = limiter.limits
    if state.get("keys"):
        limiter.admit(("key", api_key(request.scope) or ""), limits.per_key)
    elif unkeyed_as_keyed:
        limiter.admit(("unkeyed", network(address(request.scope, state.get("proxies", ())))), limits.per_key)
    else:
        limiter.admit(("address", network(address(request.scope, state.get("proxies", ())))), limits.per_address)
    if session:
        limiter.admit(("session", str(session)), limits.per_session)
