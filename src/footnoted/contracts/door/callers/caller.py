"""Identifies the caller: by the request's key and its address. Decides nothing about either."""

from __future__ import annotations

import asyncio
import base64
import hmac
import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from starlette.types import Scope

from footnoted.contracts.door.access import Access
from footnoted.contracts.door.callers.guests import Entrance, rights_of_guests
from footnoted.contracts.door.hosts import is_loopback, name_in
from footnoted.contracts.door.refusals import KeyWanted
from footnoted.domain.door.access_key import AccessKey, digest_of
from footnoted.domain.door.stores import KeyStore
from footnoted.domain.errors import DatabaseDown

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_FORWARDED = frozenset(
    [b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"]
)
_FRESH = timedelta(seconds=1)
"""How long the keys that were read from the database are used before they are read again."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom limits and idempotency keys count for."""

    name: str
    """The digest of a key in the settings, the id of one in the database, or the network the request came from."""
    owner: str = ""
    """Whose sessions the caller sees: those of the key or of the visitor; empty if neither is needed."""
    has_key: bool = False
    key: AccessKey | None = None
    """The key as the database has it, or the rights of readers without one; None for a key in the settings."""


NOBODY = Caller("")


class Keys:
    """The keys of readers and admins: those in the settings, as digests only, and those in the database.

    Keys that are revoked or expired still count: a server must not become public because its last key expired. If the
    database has keys for readers, others need ``is_public`` to get in without one.
    """

    def __init__(
        self,
        readers: Sequence[str] = (),
        admins: Sequence[str] = (),
        *,
        on_loopback: bool = True,
        is_public: bool = False,
        store: KeyStore | None = None,
        entrance: Entrance | None = None,
        guest_calls: int | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._readers = [digest_of(key) for key in readers]
        self._admins = [digest_of(key) for key in admins]
        self._on_loopback, self._is_public = on_loopback, is_public
        self._store, self._clock, self.entrance = store, clock, entrance
        self._guests = rights_of_guests(guest_calls) if guest_calls is not None else None
        self._given_out: list[AccessKey] = []
        self._by_digest: dict[str, AccessKey] = {}
        self._looked: datetime | None = None
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Read the database's keys again, once a second at most. Raises DatabaseDown only the first time."""
        if self._store is None or self._is_fresh():
            return
        # Requests that come meanwhile wait, because the known keys may be a night old. All of them continue in the same
        # turn of the event loop; with a lock it would be one a turn, and a refusal would wait for all before it.
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look(self._store))
        await asyncio.shield(self._looking)

    async def _look(self, store: KeyStore) -> None:
        try:
            self._given_out = await store.keys()
        except DatabaseDown:
            if self._looked is None:
                raise
        self._by_digest = {digest: key for key in self._given_out for digest in (key.former_digest, key.digest)}
        self._looked = self._clock()

    def _is_fresh(self) -> bool:
        return self._looked is not None and self._clock() - self._looked < _FRESH

    @property
    def wants_key(self) -> bool:
        """Whether a reader needs a key or a visitor's token."""
        return bool(self._readers or self.entrance) or (
            not self._is_public and any(not key.is_admin for key in self._given_out)
        )

    @property
    def has_admins(self) -> bool:
        """Whether the admin's routes need an admin key even from this machine."""
        return bool(self._admins) or any(key.is_admin for key in self._given_out)

    def caller(self, scope: Scope, access: Access, proxies: Sequence[Network] = ()) -> Caller:
        """Who calls. Raises KeyWanted if the route needs a key that the request does not have."""
        is_far = not self._on_loopback or is_ours(_peer(scope), proxies) or _is_passed_on(scope)
        wants_admin = access is Access.ADMIN and (self.has_admins or is_far)
        fitting = self._admins if wants_admin else self._readers + self._admins
        given = digest_of(api_key(scope) or (_password(scope) if access is Access.ADMIN else ""))
        # Compared with all keys, so that the time does not depend on which one fits.
        if sum(hmac.compare_digest(given, digest) for digest in fitting):
            return Caller(f"key {given}", given if self.wants_key else "", has_key=True)
        if key := self._kept(given):
            if wants_admin and not key.is_admin:
                raise KeyWanted
            return Caller(f"key {key.id}", str(key.id), has_key=True, key=key)
        return self._guest(scope, access, f"address {network(address(scope, proxies))}", wants_admin)

    def _guest(self, scope: Scope, access: Access, where: str, wants_admin: bool) -> Caller:
        """A caller without a key. Anyone can get many tokens but not many addresses, so limits count addresses."""
        is_asking = access in (Access.READER, Access.OWNER)
        if self.entrance and is_asking and (found := self.entrance.guest(scope, api_key(scope) or "")):
            return Caller(where, f"visitor {found.id.hex}", key=found.rights)
        may_ask = not self.wants_key or (access is Access.ADMIN and not (self._readers or self._given_out))
        is_welcome = access is Access.PAGE and self.entrance is not None and self.entrance.welcomes(scope)
        if wants_admin or not (may_ask or is_welcome):
            raise KeyWanted
        return Caller(where, key=self._guests)

    def _kept(self, digest: str) -> AccessKey | None:
        # Looked up by digest, so the time says nothing about the secret.
        key = self._by_digest.get(digest)
        return key if key and key.opens_with(digest, self._clock()) else None


def _is_passed_on(scope: Scope) -> bool:
    """Whether a proxy on this machine passed the request on, so that the caller may be on another one.

    A proxy that adds no header of its own still passes on the host name that the caller used.
    """
    return any(
        name in _FORWARDED or (name == b"host" and not is_loopback(name_in(value))) for name, value in scope["headers"]
    )


def api_key(scope: Scope) -> str | None:
    """The key a request came with, as ``Authorization: Bearer`` or as ``X-API-Key``."""
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            return str(value, "latin-1")
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:], "latin-1").strip()
    return None


def _password(scope: Scope) -> str:
    """The key as a browser sends it after asking its user: ``Authorization: Basic`` with any user name.

    Only the author's pages accept it: a browser sends it with every request, even if another site's page caused it.
    """
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:6].lower() == b"basic ":
            try:
                return str(base64.b64decode(value[6:].strip(), validate=True), "utf-8").partition(":")[2]
            except ValueError:
                return ""
    return ""


def address(scope: Scope, proxies: Sequence[Network] = ()) -> str:
    """The address the request came from: the socket's, or the one that our own proxies report.

    Each proxy appends the address it saw, so the list is read from the right, as long as the addresses are ours.
    """
    seen = _peer(scope)
    if not proxies:
        return seen
    hops = [
        _without_port(hop.strip())
        for name, value in scope["headers"]
        if name == b"x-forwarded-for"
        for hop in str(value, "latin-1").split(",")
    ]
    while hops and is_ours(seen, proxies):
        seen = hops.pop()
    return seen


def _peer(scope: Scope) -> str:
    """The address at the other end of the socket."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _without_port(hop: str) -> str:
    """An address as a proxy writes it, without the port that some add; it changes with every connection.

    >>> [_without_port(hop) for hop in ("198.51.100.1:4711", "[2001:db8::1]:80", "[2001:db8::1]", "2001:db8::1", "x")]
    ['198.51.100.1', '2001:db8::1', '2001:db8::1', '2001:db8::1', 'x']
    """
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def is_ours(seen: str, proxies: Sequence[Network]) -> bool:
    """Whether this is the address of one of our proxies."""
    try:
        known = ipaddress.ip_address(seen)
    except ValueError:
        return False
    # A socket for both families writes an IPv4 address inside an IPv6 one.
    written = known.ipv4_mapped if known.version == 6 else None
    return any((written or known) in network for network in proxies)


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
