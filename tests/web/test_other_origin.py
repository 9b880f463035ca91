"""A page on another origin, in a real browser: it can read every error body and `Retry-After` of every contract."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, cast

import pytest
import uvicorn
from playwright.sync_api import Browser

from footnoted.contracts import CONTRACTS
from footnoted.domain.errors import EmbedderDown, IndexDown, ModelDown
from footnoted.domain.picture import PictureStore
from footnoted.server import create_app
from footnoted.server.listen import server
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests import scenes
from tests.contracts.asking import ASKING, body
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

pytestmark = pytest.mark.real

READ = """async ([url, options]) => {
    const reply = await fetch(url, options);
    return [reply.status, reply.headers.get("Retry-After"), reply.headers.get("X-Request-ID"), await reply.text()];
}"""
FAULTS = [IndexDown("x"), EmbedderDown("x"), ModelDown("x"), ZeroDivisionError()]


@contextmanager
def served(engine: PlayedEngine, pictures: PictureStore | None = None, **given: Any) -> Iterator[str]:
    """The whole server in a thread; its address."""

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        nothing = cast(Any, None)
        yield Parts(cast(Any, engine), nothing, nothing, scenes.catalogue(), nothing, pictures=pictures)

    running: uvicorn.Server = server(create_app(Settings(_env_file=None, **given), parts), PATIENCE, port=0)
    thread = threading.Thread(target=running.run)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()


class EmptyPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def read(browser: Browser) -> Iterator[Any]:
    """Fetches from a page on another origin."""
    with HTTPServer(("127.0.0.1", 0), EmptyPage) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://localhost:{elsewhere.server_port}/")

        def fetch(url: str, body: str | None = None, method: str = "POST", **headers: str) -> list[Any]:
            given = {"Content-Type": "application/json"} | {name.replace("_", "-"): it for name, it in headers.items()}
            options = {"method": method, "headers": given} | ({} if body is None else {"body": body})
            return cast(list[Any], page.evaluate(READ, [url, options]))

        yield fetch
        page.close()
        elsewhere.shutdown()


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_failure_of_the_engine(read: Any, contract: str) -> None:
    path = ASKING[contract][0]
    engine = PlayedEngine()
    with served(engine) as address:
        for engine.error in FAULTS:
            status, retry_after, request_id, text = read(
                f"{address}/contracts/{contract}{path}", json.dumps(body(contract, "?!x"))
            )
            assert status >= 500
            assert (retry_after == "5") == (status in (502, 503))
            assert request_id
            assert text.startswith("{")


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_refusal_at_the_door(read: Any, contract: str) -> None:
    path = ASKING[contract][0]
    given: dict[str, Any] = {"rate_limits": "on", "key_limit": 3, "api_keys": "k", "max_body_bytes": 100_000}
    with served(PlayedEngine(scenes.answered), **given) as address:
        url, good = f"{address}/contracts/{contract}{path}", json.dumps(body(contract, "How warm?"))
        assert read(url, good)[0] == 401
        assert read(url, "{", X_API_Key="k")[0] == 400
        assert read(url, "x" * 3_000_000, X_API_Key="k")[0] == 413
        assert read(f"{url}/nowhere", good, X_API_Key="k")[0] == 404
        assert read(url, None, "DELETE", X_API_Key="k")[0] == 405
        assert read(url, good, Authorization="Bearer k", Idempotency_Key="i")[0] == 200
        status, retry_after, _, text = read(url, good, X_API_Key="k")
        assert (status, 0 < int(retry_after) <= 60) == (429, True)
        assert "Too many" in text
