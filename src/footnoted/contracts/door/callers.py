"""Who is calling: the key a request came with, and the address it came from. Decides nothing about either."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from starlette.types import Scope

from footnoted.contracts.door.access import Access
from footnoted.contracts.door.refusals import KeyWanted

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom limits and idempotency keys count for."""

    name: str
    """A digest of the key, or the network the request came from."""
    owner: str = ""
    """Whose sessions are shown: the digest of the key; empty where no keys are wanted."""
    has_key: bool = False


NOBODY = Caller("")


class Keys:
    """The keys that may ask and those that may administer, kept as digests only."""

    def __init__(self, readers: Sequence[str] = (), admins: Sequence[str] = (), *, on_loopback: bool = True) -> None:
        self._readers = [_digest(key) for key in readers]
        self._admins = [_digest(key) for key in admins]
        self._on_loopback = on_loopback

    def caller(self, scope: Scope, access: Access, proxies: Sequence[Network] = ()) -> Caller:
        """Who calls; raises KeyWanted when the route wants a key and the request's is not one of those."""
        wants_admin = access is Access.ADMIN and (bool(self._admins) or not self._on_loopback)
        fitting = self._admins if wants_admin else self._readers + self._admins
        given = _digest(api_key(scope) or "")
        # All are compared, so that a near miss takes as long as a far one.
        if sum(hmac.compare_digest(given, digest) for digest in fitting):
            return Caller(f"key {given.hex()}", given.hex() if self._readers else "", has_key=True)
        if wants_admin or self._readers:
            raise KeyWanted
        return Caller(f"address {network(address(scope, proxies))}")


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
