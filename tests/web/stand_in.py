"""A scripted server that speaks the documented stream to the chat page, over a real socket. It answers by scene: the
question's text names what happens. Knows nothing of books.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import footnoted.web
from footnoted.domain.book import Passage
from footnoted.web.pages import chat_page, reader_fragment, reader_page

WEB = Path(footnoted.web.__file__).parent
SESSION = "6b2f3c1e-7a55-4c7e-9d0a-0c5f5b1f7d11"
SITE = "https://observatory.example"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
EXAMPLES = ["Why does aperture matter more than magnification?", "What is the focal ratio of the club telescope?"]


def passage(position: int, anchor: str, headings: tuple[str, ...], text: str) -> Passage:
    return Passage(
        id=str(position),
        book="observatory",
        site=SITE,
        route="/docs/optics/how-telescopes-work",
        anchor=anchor,
        title="How telescopes work",
        headings=headings,
        position=position,
        order=0,
        text=text,
    )


APERTURE = """The aperture is the clear diameter of the main lens or mirror, and it is the *most important* number of \
any telescope. Light grasp grows with the square of the aperture, so a 200 mm mirror gathers four times as much \
light as a 100 mm mirror.

$$
G = \\left(\\frac{D}{7}\\right)^2
$$
"""

FOCAL_RATIO = """Dividing the focal length by the aperture gives the focal ratio.

| Focal ratio | Usually called | Good at |
|---|---|---|
| f/4 to f/5 | fast | wide fields, clusters |
| f/10 to f/15 | slow | Moon, planets |

"""

PAGE = [
    passage(0, "", (), "A telescope gathers light, and it magnifies.\n\n" + "The sky rewards whoever waits. " * 60),
    passage(1, "aperture", ("Aperture",), APERTURE),
    passage(
        2,
        "focal-length-and-fratio",
        ("Focal length and f/ratio",),
        FOCAL_RATIO + "A fast telescope is shorter and easier to carry. " * 40,
    ),
]


def source(number: int, score: float, **changes: Any) -> dict[str, Any]:
    at = PAGE[number]
    return {
        "source_url": at.url,
        "title": at.title,
        "section": at.section,
        "chunk_position": at.position,
        "similarity_score": score,
        "snippet": at.text[:200],
        "book": at.book,
        **changes,
    }


ANSWER = """Aperture gathers light, and light is what shows you faint things. The aperture is the clear diameter of \
the main lens or mirror, and it is the **most important** number of any telescope.[1] Light grasp grows with its \
*square*:

- a 200 mm mirror gathers four times as much light as a 100 mm mirror;[1]
- for a 7 mm pupil the gain is $G = (D/7)^2$.

| Focal ratio | Usually called |
|---|---|
| f/4 to f/5 | fast |
| f/10 to f/15 | slow |

Divide the focal length by the aperture for the focal ratio, `f/D`.[2]"""

QUOTES = [
    (1, "it is the *most important* number of any telescope", True),
    (1, "a 200 mm mirror gathers four times as much light", True),
    (2, "gives the focal ratio", False),
]
CITATIONS = [
    {"start": 0, "end": 0, "source": number, "quote": quote, "supported": supported}
    for number, quote, supported in QUOTES
]

HOSTILE = """<img src=x onerror="window.ran=1"> <script>window.ran=1</script> ![](http://evil.example/a.png)
[![x](http://evil.example/b.png)](http://evil.example/c) [click](javascript:window.ran=1) <svg onload=window.ran=1>
[d](data:text/html,<script>parent.ran=1</script>) [e](https://evil.example/?q=secret) <http://evil.example/f>

- <iframe src="javascript:parent.ran=1"></iframe>
  1. ![deep](//evil.example/g.png)

| <b onmouseover=window.ran=1>x</b> | ![t](http://evil.example/h.png) |
|---|---|
| [i](vbscript:x) | `<img src=http://evil.example/j.png>` |

```html
<img src=http://evil.example/k.png onerror=window.ran=1>
```
Right.[1]"""

HOSTILE_SOURCE = {
    "source_url": "javascript:window.ran=1",
    "title": "<img src=http://evil.example/t.png onerror=window.ran=1>",
    "section": "<script>window.ran=1</script>",
    "snippet": "![s](http://evil.example/s.png) <style>@import 'http://evil.example/s.css'</style>",
    "route": "/hostile",
}

HOSTILE_PAGE = """<section data-position="1"><h2 id="x" onclick="window.ran=1">T</h2>
<p style="background:url(http://evil.example/p.png)">Words<img src="http://evil.example/p.png" onerror="window.ran=1">
<script>window.ran=1</script><a href="javascript:window.ran=1">link</a><iframe src="http://evil.example/"></iframe>
<form action="http://evil.example/"><input></form><svg onload="window.ran=1"></svg></p></section>"""


@dataclass
class StandIn:
    """What the page may rely on, and what it did."""

    policy: str
    """The Content-Security-Policy it sends."""
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)


Scene = Sequence[dict[str, Any] | float]
METADATA: dict[str, Any] = {"session_id": SESSION, "mode": "full", "low_confidence": False}
DONE = {"done": True}

SCENES: dict[str, Scene] = {
    "refuse": [
        {"delta": "The book does not say. I could not find anything about this in it."},
        {"sources": [], "metadata": METADATA | {"mode": "no_results"}},
        DONE,
    ],
    "hedge": [
        {"delta": "Focal ratio may matter to photographers.[1]"},
        {"sources": [source(2, 0.41)], "metadata": METADATA | {"low_confidence": True}},
        DONE,
    ],
    "unwritten": [{"sources": [source(1, 0.8)], "metadata": METADATA | {"mode": "retrieval_only"}}, DONE],
    "break": [{"delta": "Aperture gathers light, and"}, 0.1, {"error": "The model stopped answering."}],
    "cut": [{"delta": "Aperture gathers"}],
    "slow": [event for word in ANSWER.split(" ") for event in ({"delta": word + " "}, 0.15)],
    "hostile": [*({"delta": letter} for letter in HOSTILE), {"sources": [HOSTILE_SOURCE], "metadata": METADATA}, DONE],
}
ANSWERED: Scene = [
    {"stage": "searching"},
    *({"delta": ANSWER[start : start + 7]} for start in range(0, len(ANSWER), 7)),
    {"sources": [source(1, 0.88), source(2, 0.71), source(0, 0.52)], "metadata": METADATA},
    {"citations": CITATIONS, "declined": False},
    DONE,
]
"""The stream of each scene; a number is a pause in seconds. Any other question is answered."""

REFUSED_REQUESTS: dict[str, tuple[int, str, str, dict[str, str]]] = {
    "busy": (429, "RATE_LIMITED", "Too many requests", {"Retry-After": "2"}),
    "no model": (503, "GEMINI_UNAVAILABLE", "down", {}),
    "too long": (400, "QUERY_TOO_LONG", "The question is longer than 32000 characters.", {}),
}


class Handler(BaseHTTPRequestHandler):
    stand_in: StandIn

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the tests say what matters."""

    def reply(self, status: int, body: str = "", kind: str = "application/json", **headers: str) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", self.stand_in.policy)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        match url.path.split("/")[1:]:
            case [""]:
                self.reply(200, chat_page("The Backyard Observatory", EXAMPLES), "text/html")
            case ["web", name] if (WEB / name).suffix in TYPES and (WEB / name).is_file():
                self.reply(200, (WEB / name).read_text(), TYPES[(WEB / name).suffix])
            case ["history", session]:
                entries = self.stand_in.entries if session == SESSION else []
                self.reply(200 if entries else 404, json.dumps({"entries": entries, "total_entries": len(entries)}))
            case ["read"]:
                self.read_page(parse_qs(url.query).get("route", [""])[0])
            case ["read", "observatory", *_]:
                self.reply(200, reader_page(PAGE), "text/html")
            case _:
                self.reply(404, "{}")

    def read_page(self, route: str) -> None:
        if route == "/hostile":
            self.reply(200, HOSTILE_PAGE, "text/html")
        elif route == PAGE[0].route:
            self.reply(200, reader_fragment(PAGE), "text/html")
        else:
            self.reply(404, "{}")

    def do_DELETE(self) -> None:
        self.stand_in.forgotten.append(self.path.rsplit("/", 1)[-1])
        self.stand_in.entries.clear()
        self.reply(204)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.stand_in.asked.append(body)
        query = body["query"]
        times = sum(each["query"] == query for each in self.stand_in.asked)
        if query in REFUSED_REQUESTS and times == 1:
            status, code, message, headers = REFUSED_REQUESTS[query]
            error = {"error_code": code, "message": message, "request_id": SESSION, "details": None}
            self.reply(status, json.dumps(error), **headers)
            return
        self.stream(query, ANSWERED if times > 1 else SCENES.get(query, ANSWERED))

    def stream(self, query: str, scene: Scene) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        text = ""
        try:
            for event in scene:
                if isinstance(event, float):
                    time.sleep(event)
                    continue
                self.wfile.write(b"data: " + json.dumps(event, ensure_ascii=False).encode() + b"\n\n")
                self.wfile.flush()
                text += event.get("delta", "")
                if "sources" in event:
                    entry = {"query": query, "response": text, "timestamp": "2025-01-01T00:00:00Z", **event}
                    self.stand_in.entries.append(entry)
        except (BrokenPipeError, ConnectionResetError):
            self.stand_in.hung_up.set()


@contextmanager
def serving(policy: str) -> Iterator[StandIn]:
    stand_in = StandIn(policy)
    handler = type("BoundHandler", (Handler,), {"stand_in": stand_in})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        stand_in.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield stand_in
        finally:
            server.shutdown()
            thread.join()
