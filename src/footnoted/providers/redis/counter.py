"""Counts requests on a Redis or Valkey server, for all workers on all machines, with the library `limits`.

Knows no callers and no meaning of a limit.
"""

from __future__ import annotations

import math
from time import time

from footnoted.domain.errors import CounterDown, Misconfigured

try:
    from limits import RateLimitItemPerSecond
    from limits.aio.storage import RedisStorage
    from limits.aio.strategies import MovingWindowRateLimiter
    from limits.errors import StorageError
    from redis.asyncio import ConnectionPool
    from redis.exceptions import RedisError
except ImportError as error:
    raise Misconfigured("REDIS_URL needs packages. Run: pip install 'footnoted[redis]'") from error

_SECONDS = 1.0
"""Timeout for connecting and for an answer: a limit must not cost more than it protects."""


class RedisCounter:
    """Implements RequestCounter; stores the times of each caller's requests, so that a window is exact."""

    def __init__(self, url: str, seconds: float = _SECONDS) -> None:
        try:
            self._pool = ConnectionPool.from_url(_as_redis(url), socket_timeout=seconds, socket_connect_timeout=seconds)
        except ValueError as error:
            raise Misconfigured("REDIS_URL is wrong. Write redis://host:6379, or rediss://… for TLS.") from error
        storage = RedisStorage(
            "async+redis://",
            wrap_exceptions=True,
            implementation="redispy",
            key_prefix="footnoted",
            connection_pool=self._pool,  # type: ignore[arg-type]
        )
        self._limiter = MovingWindowRateLimiter(storage)

    async def count(self, name: str, most: int, seconds: float) -> float:
        item = RateLimitItemPerSecond(most, math.ceil(seconds))
        try:
            if await self._limiter.hit(item, name):
                return 0.0
            window = await self._limiter.get_window_stats(item, name)
        except (StorageError, RedisError, OSError) as error:
            raise CounterDown("The Redis server does not answer.") from error
        return float(max(window.reset_time - time(), 0.1))

    async def close(self) -> None:
        await self._pool.aclose()


def _as_redis(url: str) -> str:
    """Valkey's own URL schemes, as Redis's; the protocol is the same.

    >>> _as_redis("valkey://localhost:6379/0")
    'redis://localhost:6379/0'
    """
    return "redis" + url.removeprefix("valkey") if url.startswith("valkey") else url
