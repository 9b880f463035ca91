"""Rate limits: how many requests a caller or a session may make in a given time.

Counted in a store that all workers share; in this process, with bounded memory, if there is none or it is down.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from uuid import UUID

from fastapi import Request

from footnoted.contracts.door.access import Rule
from footnoted.contracts.door.callers.caller import Caller
from footnoted.contracts.door.refusals import RateLimited
from footnoted.contracts.door.state import state_of
from footnoted.domain.door.stores import RequestCounter
from footnoted.domain.errors import CounterDown

_log = logging.getLogger("footnoted")

_MOST_CALLERS = 50_000
_MOST_TIMES = 2_000_000
_PAGES_FOR_ALL = 30
"""Fetching all books at once counts as reading so many pages: if 300 pages are allowed, ten fetches are."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``count`` requests in any ``seconds``."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What the seeds allow: a session 10 a minute, an address 100 an hour (006), a key 100 a minute (003)."""

    per_session: Limit | None = Limit(10, 60)
    per_address: Limit | None = Limit(100, 3600)
    per_key: Limit | None = Limit(100, 60)
    reading: Limit | None = Limit(300, 60)
    """Pages and histories, by key or address."""


UNLIMITED = Limits(None, None, None, None)
"""Where only keys that have a limit of their own are counted."""


@dataclass
class Limiter:
    """Remembers when each caller's requests came; when memory is full, forgets the caller who was away longest."""

    limits: Limits = Limits()
    clock: Callable[[], float] = monotonic
    counter: RequestCounter | None = None
    _seen: OrderedDict[tuple[str, str], deque[float]] = field(default_factory=OrderedDict)
    _times: int = 0

    async def admit(self, caller: tuple[str, str], limit: Limit | None) -> None:
        """Count the request, or raise RateLimited with the seconds to wait."""
        if limit is None:
            return
        wait = await self._counted(caller, limit)
        if wait > 0:
            raise RateLimited(max(1, ceil(wait)))

    async def _counted(self, caller: tuple[str, str], limit: Limit) -> float:
        if self.counter is None:
            return self._count(caller, limit)
        try:
            return await self.counter.count(" ".join(caller), limit.count, limit.seconds)
        except CounterDown as error:  # not for DatabaseDown: then no question is answered anyway
            _log.warning("this worker counts requests by itself: %s", error.message)
            return self._count(caller, limit)

    def _count(self, caller: tuple[str, str], limit: Limit) -> float:
        now = self.clock()
        times = self._seen.setdefault(caller, deque())
        self._seen.move_to_end(caller)
        while times and times[0] <= now - limit.seconds:
            times.popleft()
            self._times -= 1
        if len(times) >= limit.count:
            return (times[0] if times else now) + limit.seconds - now
        times.append(now)
        self._times += 1
        while len(self._seen) > _MOST_CALLERS or self._times > _MOST_TIMES:
            self._times -= len(self._seen.popitem(last=False)[1])
        return 0.0


async def admit(limiter: Limiter, caller: Caller, rule: Rule | None) -> None:
    """Count a request against its caller's limit, which all contracts and pages share."""
    if rule is None or not rule.is_question:
        await limiter.admit(("reading", caller.name), limiter.limits.reading)
    elif caller.has_key:
        own = Limit(caller.key.per_minute, 60) if caller.key and caller.key.per_minute else limiter.limits.per_key
        await limiter.admit(("questions", caller.name), own)
    else:
        await limiter.admit(("questions", caller.name), limiter.limits.per_address)


async def admit_session(request: Request, session: UUID) -> None:
    """Also count the request against its owner's session; does nothing without limits."""
    state = state_of(request.scope)
    limiter = state.shared.door.limiter
    if limiter:
        await limiter.admit(("session", f"{state.caller.owner} {session}"), limiter.limits.per_session)


async def admit_to_all_books(request: Request) -> None:
    """Count a request for all pages of all books, which has a stricter limit than one for a page."""
    state = state_of(request.scope)
    limiter = state.shared.door.limiter
    if limiter and (reading := limiter.limits.reading):
        most = max(1, reading.count // _PAGES_FOR_ALL)
        await limiter.admit(("all books", state.caller.name), Limit(most, reading.seconds))


async def admit_minute(request: Request, contract: str) -> None:
    """Also count the request against a contract's own limit a minute, with or without a key."""
    state = state_of(request.scope)
    limiter = state.shared.door.limiter
    if limiter:
        await limiter.admit((contract, state.caller.name), limiter.limits.per_key)
