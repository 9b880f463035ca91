"""The widget on real built sites, each with its generator's own package, in a real browser against the real server."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.servers import free_port
from tests.web.conftest import OpenPage, highlighted
from tests.web.sites import PUBLISHED, QUESTION, SITES, WINTER, made

pytestmark = pytest.mark.real


@contextmanager
def asking(book: Path, port: int, folder: Path) -> Iterator[str]:
    """The real server on the book, in a process of its own."""
    command = [str(Path(sys.executable).with_name("footnoted")), "serve", str(book), "--port", str(port)]
    settings = {"FOOTNOTED_DATA_DIR": str(folder), "FOOTNOTED_SITE_URL": PUBLISHED}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env=os.environ | settings, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            assert server.poll() is None, (folder / "log").read_text()
            try:
                with urllib.request.urlopen(f"{address}/health", timeout=1):
                    break
            except (urllib.error.URLError, OSError):
                time.sleep(0.25)
        yield address
    finally:
        server.terminate()
        server.wait(20)


class _Files(SimpleHTTPRequestHandler):
    policy = ""

    def log_message(self, *_: object) -> None: ...

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        # As hosts of static sites do: /docs/winter is docs/winter.html or docs/winter/index.html.
        found = super().translate_path(path)
        return found if Path(found).exists() else f"{found}.html"


@contextmanager
def hosting(built: Path, policy: str) -> Iterator[str]:
    handler = partial(type("Files", (_Files,), {"policy": policy}), directory=str(built))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


@pytest.mark.parametrize("kind", SITES)
def test_a_reader_asks_and_is_led_to_the_sentence(kind: str, open_page: OpenPage, tmp_path: Path) -> None:
    port = free_port()
    server = f"http://127.0.0.1:{port}"
    (tmp_path / "data").mkdir()
    source, built = made(kind, tmp_path, server)
    # The generators' own pages have scripts and styles of theirs inline; everything else is shut.
    policy = (
        f"default-src 'self'; script-src 'self' 'unsafe-inline' {server}; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data:; connect-src 'self' {server}"
    )
    with asking(source, port, tmp_path / "data"), hosting(built, policy) as host:
        page = open_page(host, server, "https://fonts.g")
        page.get_by_role("button", name="Ask the book").click()
        page.get_by_label("Your question").fill(QUESTION)
        page.keyboard.press("Enter")
        answered = page.locator(".turn[data-state=answered]")
        expect(answered).to_be_visible(timeout=20_000)
        expect(answered).to_contain_text("34 degrees")
        answered.locator("sup a").first.click()
        page.wait_for_url(lambda url: "winter" in url)
        marked = highlighted(page)
        assert marked.rstrip(".") == WINTER.rstrip(".")
        assert page.evaluate("[...CSS.highlights.get('footnoted')][0].getBoundingClientRect().top") < 860
        expect(page.locator(".turn .question")).to_have_text(QUESTION)
