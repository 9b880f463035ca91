"""Who is calling: the key a request came with, and the address it came from. Decides nothing about either."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Sequence
from functools import lru_cache

from starlette.types import Scope

from footnoted.domain.errors import Misconfigured

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Keys:
    """The keys that may ask, kept as digests only."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._digests = [_digest(key) for key in keys]

    def holder(self, key: str | None) -> str | None:
        """Who holds the key, as its digest; None if it is not one of them. A near miss takes as long as a far one."""
        given = _digest(key or "")
        return given.hex() if sum(hmac.compare_digest(given, digest) for digest in self._digests) else None


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "replace")).digest()


def api_key(scope: Scope) -> str | None:
    """The key a request came with, as ``Authorization: Bearer`` or as ``X-API-Key``."""
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            return str(value, "latin-1")
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:], "latin-1").strip()
    return None


def address(scope: Scope, proxies: Sequence[Network] = ()) -> str:
    """Where the request came from: the socket's address, or what our own proxies say of it.

    Each proxy appends the address it saw, so the list is read from the right and only as far as it is ours.
    """
    client = scope.get("client")
    seen: str = client[0] if client else ""
    if not proxies:
        return seen
    hops = [
        hop.strip()
        for name, value in scope["headers"]
        if name == b"x-forwarded-for"
        for hop in str(value, "latin-1").split(",")
    ]
    while hops and _is_ours(seen, proxies):
        seen = hops.pop()
    return seen


def _is_ours(seen: str, proxies: Sequence[Network]) -> bool:
    try:
        known = ipaddress.ip_address(seen)
    except ValueError:
        return False
    return any(known in network for network in proxies)


def networks(setting: str) -> tuple[Network, ...]:
    """Addresses and networks out of a comma-separated setting."""
    try:
        return tuple(ipaddress.ip_network(one.strip(), strict=False) for one in setting.split(",") if one.strip())
    except ValueError as error:
        raise Misconfigured(
            f"FOOTNOTED_PROXIES is wrong: {error}. Set it to addresses or networks such as 10.0.0.0/8, comma-separated."
        ) from error


@lru_cache(maxsize=10_000)
def network(seen: str) -> str:
    """What counts as one caller: an IPv4 address, or an IPv6 /64, which is what one subscriber has.

    >>> network("2001:db8::1") == network("2001:db8::ffff")
    True
    >>> network("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    try:
        known = ipaddress.ip_address(seen)
    except ValueError:
        return seen[:100]
    if known.version == 4:
        return seen
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known.packed, 64), strict=False))
