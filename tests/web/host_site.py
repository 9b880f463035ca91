"""A small site of its own origin with the widget on it, as an author's site would have it; its policy is strict."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

APERTURE = """The aperture is the clear diameter of the main lens or mirror, and it is the <em>most important</em>
number of any telescope. Light grasp grows with the square of the aperture, so a 200 mm mirror gathers four times as
much light as a 100 mm mirror."""

_PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/site.css">{head}</head>
<body><header><h1>{title}</h1><button id="own">The site's own button</button>
<input id="search" aria-label="Search"></header>
<main>{body}</main>{foot}</body></html>"""


def loader(server: str) -> str:
    """The script that docs/widget.md gives for sites without a package of their own."""
    page = (Path(__file__).parents[2] / "docs" / "widget.md").read_text("utf-8")
    found = re.search(r"```js\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1].replace("https://ask.book.example", server)


def strict(server: str) -> str:
    """A policy that lets nothing in but the site's own style and the book's server."""
    return (
        f"default-src 'none'; style-src 'self'; script-src 'self' {server}; connect-src {server}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


@contextmanager
def site(
    server: str, attributes: str = "", *, lang: str = "en", policy: str | None = None, tag: str | None = None
) -> Iterator[str]:
    """The site's address; ``attributes`` are those of the script tag that brings the widget, ``tag`` replaces it."""
    if tag is None:
        tag = f'<script async src="{escape(server)}/widget.js" {attributes}></script>'
    filler = "<p>The sky rewards whoever waits.</p>" * 60
    pages = {
        "/docs/optics/how-telescopes-work": (
            "How telescopes work",
            f"{filler}<h2 id=aperture>Aperture</h2><p>{APERTURE}</p>",
        ),
        "/": ("Start", "<p id=first>A telescope gathers light, and it magnifies.</p>" + filler),
    }

    class Pages(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            found = pages.get(path)
            if path == "/site.css":
                kind, text = "text/css", "body { font: 16px/1.5 sans-serif; margin: 2rem; background: white; }"
            elif path == "/start.js":
                kind = "text/javascript"
                text = loader(server)
            else:
                title, body = found or ("No such page", "")
                kind = "text/html"
                text = _PAGE.format(lang=lang, title=title, head=tag, body=body, foot="")
            data = text.encode()
            self.send_response(200 if found or kind != "text/html" else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Content-Security-Policy", strict(server) if policy is None else policy)
            self.end_headers()
            self.wfile.write(data)

    with running(Pages) as address:
        yield address


@contextmanager
def running(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server on loopback with this handler; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
