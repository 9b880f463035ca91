"""A web site on this machine for tests: pages by path, and a list of what was asked for."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from footnoted.ingest.live import fetch
from tests.patience import PATIENCE

Handler = BaseHTTPRequestHandler


@dataclass
class Answer:
    body: bytes | str = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Site:
    url: str = ""
    pages: dict[str, Answer | Callable[[Handler], None] | str] = field(default_factory=dict)
    asked: list[tuple[str, int]] = field(default_factory=list)
    """Paths, and the status that each got."""
    hosts: set[str] = field(default_factory=set)

    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


@contextmanager
def serve_site(tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    site = Site()

    class SiteHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.hosts.add(self.headers.get("Host", ""))
            page = site.pages.get(self.path, Answer("no such page", 404))
            if callable(page):
                site.asked.append((self.path, 0))
                page(self)
                return
            answer = Answer(page) if isinstance(page, str) else page
            wanted = self.headers.get("If-None-Match"), self.headers.get("If-Modified-Since")
            known = answer.headers.get("ETag"), answer.headers.get("Last-Modified")
            same = any(one and one == other for one, other in zip(wanted, known, strict=True))
            status = 304 if same and answer.status == 200 else answer.status
            site.asked.append((self.path, status))
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            self.send_response(status)
            self.send_header("Content-Type", answer.kind)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if status != 304 and "Content-Length" not in answer.headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if status != 304:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), SiteHandler)
    server.daemon_threads = True
    if tls:
        # The handshake belongs to the connection's own thread: one that fails must not stop the server.
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    site.url = f"{'https' if tls else 'http'}://127.0.0.1:{server.server_address[1]}"
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fetch, "_SILENT_SECONDS", PATIENCE)  # a busy machine is no server that has fallen silent
            yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
