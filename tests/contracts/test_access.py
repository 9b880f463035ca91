"""Every route of the access table, with every kind of wrong credential, through the whole server."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.access import CONTRACT_ROUTES, MCP, PAGES, Access, Rule, find, refuse_unlisted
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.refusals import KeyWanted
from tests import scenes
from tests.contracts.asking import ASKING, body
from tests.scenes import SESSION, PlayedEngine
from tests.test_server import served

WRONG: dict[str, dict[str, str]] = {
    "none": {},
    "empty": {"X-API-Key": ""},
    "blank": {"Authorization": "Bearer  "},
    "the scheme alone": {"Authorization": "Bearer"},
    "another": {"X-API-Key": "gamma"},
    "its beginning": {"X-API-Key": "alph"},
    "with something after it": {"X-API-Key": "alphaa"},
    "in capitals": {"X-API-Key": "ALPHA"},
    "the whole setting": {"X-API-Key": "alpha,beta"},
    "its digest": {"X-API-Key": hashlib.sha256(b"alpha").hexdigest()},
    "as a password": {"Authorization": "Basic YWxwaGE6YWxwaGE="},
    "without a scheme": {"Authorization": "alpha"},
    "as a cookie": {"Cookie": "X-API-Key=alpha; key=alpha"},
    "from the proxy": {"X-Forwarded-User": "alpha", "X-Original-URL": "/health"},
    "not ASCII": {"X-API-Key": "ålpha".encode().decode("latin-1")},
}

HTML = {"Accept": "text/html"}


def _routes() -> Iterator[tuple[str, Rule]]:
    for contract, rules in CONTRACT_ROUTES.items():
        if contract in CONTRACTS:
            yield from ((f"/contracts/{contract}", rule) for rule in rules)
    yield from (("", rule) for rule in CONTRACT_ROUTES["005-rag-agent-api"])
    yield from (("", rule) for rule in PAGES)
    yield from (("", rule) for rule in MCP)


ROUTES = list(_routes())
FILLED = {
    "{session_id}": str(SESSION),
    "{name}": "read.js",
    "{model}": "bees",
    "{book}{route:path}": "bees/docs/winter",
}


def _url(prefix: str, rule: Rule) -> str:
    path = rule.path
    for name, value in FILLED.items():
        path = path.replace(name, value)
    assert "{" not in path, "a new parameter: say in FILLED what to fill in"
    return prefix + path


def test_who_may_call_the_servers_own_pages() -> None:
    found: dict[Access, list[str]] = {}
    for rule in (*PAGES, *MCP):
        found.setdefault(rule.access, []).append(f"{rule.method} {rule.path}")
    assert found == {
        Access.PUBLIC: [
            "GET /",
            "GET /live",
            "GET /ready",
            "POST /hooks/ingest",
            "GET /widget.js",
            "GET /web/{name}",
        ],
        Access.PAGE: ["POST /web/visitor"],
        Access.READER: [
            "GET /web/welcome",
            "GET /web/contents",
            "GET /web/page",
            "GET /web/picture",
            "GET /read/{book}{route:path}",
            "GET /llms.txt",
            "GET /llms-full.txt",
            "POST /mcp",
        ],
        Access.ADMIN: ["GET /metrics", "GET /author", "GET /author/report.md"],
    }


@pytest.mark.parametrize(("prefix", "rule"), ROUTES, ids=lambda part: str(getattr(part, "path", part)))
async def test_wrong_credentials_open_nothing_but_what_is_public(prefix: str, rule: Rule) -> None:
    engine = PlayedEngine(scenes.answered)
    async with served(engine, api_keys="alpha, beta") as client:
        url = _url(prefix, rule)
        refusals = set()
        for kind, wrong in WRONG.items():
            if rule.access is Access.ADMIN and kind == "as a password":
                continue  # so a browser brings an author's key
            headers = {name.encode(): value.encode("latin-1") for name, value in (wrong | HTML).items()}
            reply = await client.request(rule.method, url, json={}, headers=headers, params={"api_key": "alpha"})
            assert (reply.status_code == 401) == (rule.access is not Access.PUBLIC)
            refusals.add((reply.status_code, reply.headers.get("www-authenticate"), len(reply.content)))
        if rule.access is not Access.PUBLIC:
            assert len(refusals) == 1
            assert next(iter(refusals))[1].partition(" ")[0] == ("Basic" if rule.access is Access.ADMIN else "Bearer")
            assert not engine.asked
        for right in ({"X-API-Key": "beta"}, {"Authorization": "bearer alpha"}, {"AUTHORIZATION": "Bearer  alpha "}):
            assert (await client.request(rule.method, url, json={}, headers=right)).status_code not in (401, 403)


@pytest.mark.parametrize(
    ("password", "status"),
    [("author:boss", 200), (":boss", 200), ("boss", 401), ("boss:alpha", 401), ("x:", 401), ("é:boß", 401)],
)
async def test_a_browser_opens_the_authors_page_with_an_admin_key_as_the_password(password: str, status: int) -> None:
    given = {"Authorization": f"Basic {base64.b64encode(password.encode()).decode()}"}
    async with served(PlayedEngine(scenes.answered), api_keys="alpha", admin_keys="boss", metrics=True) as client:
        assert (await client.get("/metrics", headers=given)).status_code == status
        # Nothing else takes it, as a browser would send it along wherever another page leads.
        assert (await client.get("/web/welcome", headers=given)).status_code == 401
        assert (await client.get("/metrics", headers={"Authorization": "Basic !"})).status_code == 401


@pytest.mark.parametrize(
    "path", ["/nowhere", "/history", "/health/../history", "/contracts/005-rag-agent-api/x", "/chat"]
)
async def test_without_a_key_nobody_learns_which_paths_there_are(path: str) -> None:
    async with served(PlayedEngine(), api_keys="alpha") as client:
        for method in ("GET", "PUT", "PATCH", "DELETE"):
            assert (await client.request(method, path)).status_code in (401, 404)
        assert (await client.get(path.removeprefix("/health/.."))).status_code == 401


@pytest.mark.parametrize(
    ("keys", "key", "access", "is_let_in"),
    [
        (Keys(), None, Access.ADMIN, True),  # a newcomer on their own machine
        (Keys(["r"]), None, Access.ADMIN, False),
        (Keys(["r"]), "r", Access.ADMIN, True),
        (Keys(["r"], ["a"]), "r", Access.ADMIN, False),
        (Keys(["r"], ["a"]), "a", Access.ADMIN, True),
        (Keys(["r"], ["a"]), "a", Access.READER, True),
        (Keys([], ["a"]), None, Access.ADMIN, False),
        (Keys([], ["a"]), None, Access.READER, True),
        (Keys(on_loopback=False), None, Access.ADMIN, False),
        (Keys(on_loopback=False), None, Access.READER, True),
        (Keys(["r"], on_loopback=False), "r", Access.ADMIN, False),
        (Keys(["r"], ["a"], on_loopback=False), "a", Access.ADMIN, True),
        (Keys(["r"], ["a"], on_loopback=False), "", Access.ADMIN, False),
        (Keys(["r"], ["a"], on_loopback=False), None, Access.OWNER, False),
    ],
)
def test_who_may_administer(keys: Keys, key: str | None, access: Access, is_let_in: bool) -> None:
    headers = [] if key is None else [(b"x-api-key", key.encode())]
    scope: dict[str, Any] = {"client": ("203.0.113.9", 1), "headers": headers}
    if is_let_in:
        keys.caller(scope, access)
    else:
        with pytest.raises(KeyWanted):
            keys.caller(scope, access)


THROUGH_A_PROXY = {
    "X-Forwarded-For": "203.0.113.9",
    "Forwarded": "for=203.0.113.9",
    "X-Real-IP": "203.0.113.9",
    "X-Forwarded-Host": "book.example",
    "X-Forwarded-Proto": "https",
    "Via": "1.1 caddy",
    "Host": "book.example",
}


@pytest.mark.parametrize("header", THROUGH_A_PROXY)
@pytest.mark.parametrize("path", [rule.path for rule in PAGES if rule.access is Access.ADMIN])
async def test_a_server_on_loopback_shows_nothing_of_the_authors_through_a_proxy(path: str, header: str) -> None:
    passed_on = {header: THROUGH_A_PROXY[header]}
    async with served(PlayedEngine(), site_url="https://book.example", metrics=True) as client:
        assert (await client.get(path, headers=passed_on)).status_code == 401
        assert (await client.get("/live", headers=passed_on)).status_code == 200
    async with served(PlayedEngine(), site_url="https://book.example", metrics=True, api_keys="alpha") as client:
        assert (await client.get(path, headers=passed_on | {"X-API-Key": "alpha"})).status_code == 401


@pytest.mark.parametrize(
    "host", ["localhost:8000", "LOCALHOST.", "a.localhost", "127.0.0.1:8000", "127.0.0.2", "[::1]:80"]
)
def test_a_caller_on_this_machine_may_administer_by_any_of_its_names(host: str) -> None:
    caller = Keys().caller({"client": ("127.0.0.1", 1), "headers": [(b"host", host.encode())]}, Access.ADMIN)
    assert (caller.name, caller.has_key) == ("address 127.0.0.1", False)


@pytest.mark.parametrize(
    "host", ["localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost", "", "192.0.2.7"]
)
def test_a_name_that_only_looks_like_this_machine_is_another(host: str) -> None:
    with pytest.raises(KeyWanted):
        Keys().caller({"client": ("127.0.0.1", 1), "headers": [(b"host", host.encode())]}, Access.ADMIN)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
@pytest.mark.parametrize("contract", CONTRACTS)
async def test_what_any_page_may_send_without_leave_asks_nothing(contract: str, kind: str) -> None:
    """A browser asks for leave before it sends JSON for a foreign page; these kinds it sends at once."""
    engine = PlayedEngine(scenes.answered)
    path = ASKING[contract][0]
    headers = {"Origin": "https://evil.example"} | ({"Content-Type": kind} if kind else {})
    async with served(engine) as client:
        sent = json.dumps(body(contract, "How warm is a hive?")).encode()
        reply = await client.post(f"/contracts/{contract}{path}", content=sent, headers=headers)
        assert reply.status_code == 400
        assert not engine.asked


def test_a_route_that_the_table_does_not_know_stops_the_server() -> None:
    app = FastAPI(openapi_url=None)
    rules = [Rule("GET", "/listed", Access.READER)]
    with pytest.raises(RuntimeError, match="/listed"):
        refuse_unlisted("x", rules, app.routes)
    app.get("/listed")(lambda: None)
    refuse_unlisted("x", rules, app.routes)
    app.post("/listed")(lambda: None)
    with pytest.raises(RuntimeError, match="POST"):
        refuse_unlisted("x", rules, app.routes)
    app.mount("/sub", FastAPI())
    with pytest.raises(RuntimeError, match="/sub"):
        refuse_unlisted("x", [*rules, Rule("POST", "/listed", Access.READER)], app.routes)


def test_a_rule_is_found_by_method_and_the_whole_path() -> None:
    rules = CONTRACT_ROUTES["005-rag-agent-api"]
    found = find(rules, "GET", f"/history/{SESSION}")
    assert found is not None
    assert found.access is Access.OWNER
    assert find(rules, "HEAD", "/health") is find(rules, "GET", "/health") is not None
    for method, path in (
        ("GET", "/chat"),
        ("GET", "/health/"),
        ("GET", "/health/x"),
        ("GET", "//health"),
        ("POST", "/health"),
    ):
        assert find(rules, method, path) is None
