"""Who calls, from the bare request: keys in every header, addresses behind proxies, and what counts as one network."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any
from uuid import UUID

import pytest

from footnoted.contracts.door.access import Access
from footnoted.contracts.door.callers.caller import NOBODY, Caller, Keys, address, api_key, network
from footnoted.contracts.door.refusals import KeyWanted
from footnoted.domain.door.access_key import AccessKey, digest_of
from footnoted.domain.errors import DatabaseDown

NOW = datetime(2030, 1, 2, tzinfo=UTC)
READER = AccessKey(UUID(int=1), "site", digest_of("given"), NOW, former_digest=digest_of("former"), former_until=NOW)
ADMIN = AccessKey(UUID(int=2), "author", digest_of("author"), NOW, is_admin=True)


def scope(client: str | None = "127.0.0.1", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"headers": [(b"accept", b"*/*"), *named], "client": (client, 1) if client else None}


def basic(password: str) -> str:
    return "Basic " + b64encode(f"any:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({}, None),
        ({"x_api_key": "k"}, "k"),
        ({"authorization": "Bearer  k "}, "k"),
        ({"authorization": "bEARER k"}, "k"),
        ({"authorization": "Basic k"}, None),
        ({"authorization": "Bearerk"}, None),
        ({"authorization": "Bearer a", "x_api_key": "b"}, "a"),
    ],
)
def test_where_a_key_is_found(headers: dict[str, str], key: str | None) -> None:
    assert api_key(scope(**headers)) == key


@pytest.mark.parametrize(
    "headers", [{"x_api_key": "a"}, {"authorization": basic("a")}, {"authorization": basic("a:b")}]
)
def test_an_author_may_give_the_key_as_a_password(headers: dict[str, str]) -> None:
    keys = Keys(admins=["a", "a:b"])
    found = keys.caller(scope(**headers), Access.ADMIN)
    assert found.has_key
    assert found.name == f"key {digest_of('a:b' if headers.get('authorization') == basic('a:b') else 'a')}"
    with pytest.raises(KeyWanted):
        Keys(["a"]).caller(scope(authorization=basic("a")), Access.READER)
    no_base64 = basic("a").replace("Basic ", "Basic *")
    not_utf8, no_name = ("Basic " + b64encode(given).decode() for given in (b"\xff:a", b"a"))
    for wrong in ("Basic ?", no_base64, not_utf8, no_name, basic("c")):
        with pytest.raises(KeyWanted):
            keys.caller(scope(authorization=wrong), Access.ADMIN)


def test_keys_of_the_settings() -> None:
    keys = Keys(["r"], ["a"])
    for key in ("r", "a"):
        digest = digest_of(key)
        assert keys.caller(scope(x_api_key=key), Access.READER) == Caller(f"key {digest}", digest, has_key=True)
    with pytest.raises(KeyWanted):
        keys.caller(scope(x_api_key="r"), Access.ADMIN)
    assert Keys(admins=["a"]).caller(scope(x_api_key="a"), Access.READER).owner == ""
    assert Keys().caller(scope(), Access.READER) == Caller("address 127.0.0.1")


@pytest.mark.parametrize(
    "headers",
    [
        *({name: "x"} for name in ("forwarded", "via", "x_forwarded_for", "x_forwarded_host", "x_forwarded_proto")),
        *({"x_real_ip": "x"}, {"host": "book.example"}, {"host": "127.0.0.1.example"}, {"host": "notlocalhost"}),
    ],
)
def test_the_author_is_on_this_machine_and_comes_through_no_proxy(headers: dict[str, str]) -> None:
    for host in ("localhost", "a.LocalHost.:80", "127.0.0.1:8000", "127.9.9.9", "[::1]:1"):
        assert Keys().caller(scope(host=host), Access.ADMIN).name == "address 127.0.0.1"
    with pytest.raises(KeyWanted):
        Keys().caller(scope(**headers), Access.ADMIN)
    with pytest.raises(KeyWanted):
        Keys(on_loopback=False).caller(scope(), Access.ADMIN)
    assert Keys().caller(scope(**headers), Access.READER).name == "address 127.0.0.1"


def test_the_author_does_not_come_by_way_of_a_proxy_that_adds_nothing() -> None:
    """As nginx does by default: it asks by our own address, and says nothing of whom it asks for."""
    asked = scope(host="127.0.0.1:8000")
    with pytest.raises(KeyWanted):
        Keys().caller(asked, Access.ADMIN, [ip_network("127.0.0.1/32")])
    assert Keys().caller(asked, Access.ADMIN, [ip_network("10.0.0.0/8")]) == Caller("address 127.0.0.1")
    assert Keys(admins=["a"]).caller(scope(x_api_key="a"), Access.ADMIN, [ip_network("127.0.0.1/32")]).has_key


class Store:
    def __init__(self, *keys: AccessKey) -> None:
        self.given, self.asked, self.is_down = list(keys), 0, False

    async def keys(self) -> list[AccessKey]:
        self.asked += 1
        if self.is_down:
            raise DatabaseDown("down")
        return self.given


async def test_what_the_database_says_is_believed_for_a_second() -> None:
    now = NOW
    store = Store(READER)
    keys = Keys(store=store, clock=lambda: now)
    await keys.look()
    for milliseconds, asked in ((999, 1), (1000, 2), (1999, 2), (2000, 3)):
        now = NOW + timedelta(milliseconds=milliseconds)
        await keys.look()
        assert store.asked == asked
    store.is_down, now = True, NOW + timedelta(seconds=9)
    await keys.look()
    assert keys.caller(scope(x_api_key="given"), Access.READER).key == READER
    store.is_down = True
    with pytest.raises(DatabaseDown):
        await Keys(store=store).look()


async def test_keys_of_the_database() -> None:
    now = NOW - timedelta(seconds=1)
    keys = Keys(store=Store(READER, ADMIN), clock=lambda: now)
    await keys.look()
    own = Caller(f"key {READER.id}", str(READER.id), has_key=True, key=READER)
    assert keys.caller(scope(x_api_key="given"), Access.READER) == own
    assert keys.caller(scope(x_api_key="former"), Access.OWNER) == own
    assert keys.caller(scope(x_api_key="author"), Access.ADMIN).key == ADMIN
    now = NOW
    for key, access in (("former", Access.READER), ("given", Access.ADMIN), ("", Access.READER), ("x", Access.ADMIN)):
        with pytest.raises(KeyWanted):
            keys.caller(scope(x_api_key=key), access)
    assert (keys.wants_key, keys.has_admins) == (True, True)
    for only, wants, has_admins in ((READER, True, False), (ADMIN, False, True)):
        keys = Keys(store=Store(only), clock=lambda: now)
        await keys.look()
        assert (keys.wants_key, keys.has_admins) == (wants, has_admins)
    public = Keys(store=Store(READER), is_public=True, guest_calls=3, clock=lambda: now)
    await public.look()
    guest = public.caller(scope(), Access.READER)
    assert (guest.name, guest.has_key, guest.key and guest.key.daily_calls) == ("address 127.0.0.1", False, 3)


PROXIES = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("client", "forwarded", "seen"),
    [
        ("10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.5 , 10.0.0.2", "203.0.113.5"),
        ("10.0.0.1", "fd00::1", "fd00::1"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "evil, unknown", "unknown"),
        ("10.0.0.1", "203.0.113.5:4711", "203.0.113.5"),
        ("10.0.0.1", "198.51.100.1, [2001:db8::1]:4711, 10.0.0.2:80", "2001:db8::1"),
        ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"),
        ("::ffff:10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.9", "198.51.100.1", "::ffff:203.0.113.9"),
        (None, "198.51.100.1", ""),
    ],
)
def test_a_proxys_word_counts_only_if_it_is_ours(client: str | None, forwarded: str, seen: str) -> None:
    asked = scope(client, x_forwarded_for=forwarded)
    assert address(asked, PROXIES) == seen
    assert address(asked) == (client or "")


@pytest.mark.parametrize(
    ("seen", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("x" * 101, "x" * 100),
        ("", ""),
    ],
)
def test_what_counts_as_one_network(seen: str, counted: str) -> None:
    assert network(seen) == counted


def test_nobody_has_nothing() -> None:
    assert Caller("", "", False, None) == NOBODY
