"""Which proxy the environment names for an address; aiohttp would use two threads to find out, for each request."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


@lru_cache(64)
def proxy_for(url: str) -> str | None:
    """The proxy's address; None where the environment names none, or excepts the host."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
