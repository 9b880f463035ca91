"""Turns a setting's text into its value: lists, keys, networks, addresses."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode


def _split(value: Any) -> Any:
    """Comma-separated text as its parts."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _keys(value: Any) -> Any:
    """The keys; a setting that is set but empty is an error, and never means to serve without keys."""
    keys = _split(value)
    if isinstance(value, str) and not keys:
        raise ValueError("it is set but has no key")
    if any(not (key.isascii() and key.isprintable()) or " " in key for key in keys):
        raise ValueError("a key must have visible ASCII characters, without spaces")
    return keys


def _pairs(value: tuple[str, ...]) -> tuple[str, ...]:
    if wrong := [pair for pair in value if not all(pair.partition("="))]:
        raise ValueError(f"{wrong[0]!r} is not a pair such as name=value")
    return value


def _origins(value: tuple[str, ...]) -> tuple[str, ...]:
    """The origins as browsers write them; each must say how its host ends, because a longer name may be anyone's.

    >>> _origins(("https://Docs.Example/", "*", "https://*.docs.example", "http://localhost:*"))
    ('https://docs.example', '*', 'https://*.docs.example', 'http://localhost:*')
    """
    if "null" in map(str.lower, value):
        raise ValueError("null is the origin of any site's sandboxed frame; write the pages' own, such as https://a.b")
    for origin in value:
        host = origin.partition("://")[2] or origin
        if host.endswith("*") and not host.endswith(":*") and host != "*":
            raise ValueError(
                f"{origin!r} lets {host[:-1]}.evil.example in; write how the name ends, or :* for any port"
            )
    return tuple(origin.removesuffix("/").lower() for origin in value)


def _network(value: Any) -> Any:
    return ipaddress.ip_network(value, strict=False) if isinstance(value, str) else value


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


def _address(value: str | None) -> str | None:
    """A service's address; checked here, because else a wrong one is only noticed at the first question."""
    if not value:
        return None
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError("it is not an http(s) address, such as http://127.0.0.1:6333")
    return value


Network = Annotated[ipaddress.IPv4Network | ipaddress.IPv6Network, BeforeValidator(_network)]
TextList = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
OriginList = Annotated[TextList, AfterValidator(_origins)]
PairList = Annotated[TextList, AfterValidator(_pairs)]
KeyList = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_keys)]
NetworkList = Annotated[tuple[Network, ...], NoDecode, BeforeValidator(_split)]
Address = Annotated[str | None, AfterValidator(_address)]
LogLevel = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)]
