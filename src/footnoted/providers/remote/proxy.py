"""The proxy that the environment sets for an address; aiohttp itself takes two threads a request to find it."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


@lru_cache(64)
def proxy_for(url: str) -> str | None:
    """The proxy's address; None if none is set, or the host is excepted."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
