"""Which addresses may be fetched: none in a private network, in any notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from footnoted.ingest.manuscript import Unreadable

_HAS_ODD_CHARACTER = re.compile(r"[\x00-\x20\x7f-\x9f\\\u2028\u2029]")
# For some of these is_global is true, but no book is published in any of them.
_NEVER = [
    ip_network(text)
    for text in ("0.0.0.0/8", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4", "100.64.0.0/10")
]
_NEVER6 = [
    ip_network(text)
    for text in ("::/96", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10", "fc00::/7")
]
_NAT64 = IPv6Network("64:ff9b::/96")
# Networks whose IPv6 addresses contain an IPv4 address, and how many bits from the right it is. Networks that are never
# public are above.
_EMBEDDING: list[tuple[IPv6Network, int]] = [
    (IPv6Network("::ffff:0:0:0/96"), 0),
    (_NAT64, 0),
    (IPv6Network("64:ff9b:1::/48"), 0),
    (IPv6Network("2002::/16"), 80),
]


def checked_url(url: str) -> SplitResult:
    """The URL in parts, if it is a plain http(s) one. Raises Unreadable."""
    if _HAS_ODD_CHARACTER.search(url):
        raise Unreadable("the address holds a space, a backslash or a control character")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unreadable("the address is malformed") from error
    if parts.scheme not in ("http", "https"):
        raise Unreadable("only http and https addresses are read")
    if "@" in parts.netloc:
        raise Unreadable("the address holds a user name")
    if not parts.hostname or "%" in parts.hostname or port == 0:
        raise Unreadable("the address names no host")
    return parts


def refuse_private(addresses: Iterable[str]) -> None:
    """Raise Unreadable if *any* of a host's addresses is not on the public internet."""
    for text in addresses:
        if not is_public(text):
            raise Unreadable(
                "the host is on a private network; set FOOTNOTED_ALLOW_PRIVATE=true to read a site of your own"
            )


def is_public(text: str) -> bool:
    """
    >>> [is_public(text) for text in ("93.184.215.14", "64:ff9b::5db8:d70e", "2606:4700::1111")]
    [True, True, True]
    >>> [is_public(text) for text in ("::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:a00:1::", "fd00::1", "x")]
    [False, False, False, False, False]
    """
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return all(map(_is_public, _all_forms(address)))


def _all_forms(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """The address and every IPv4 address inside it; of a mapped one, only the IPv4 address."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    if address not in _NAT64:
        yield address
    for network, shift in _EMBEDDING:
        if address in network:
            yield IPv4Address((int(address) >> shift) & 0xFFFFFFFF)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    never = _NEVER if isinstance(address, IPv4Address) else _NEVER6
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not any(address in network for network in never)
    )
