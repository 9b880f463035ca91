"""A scripted server that speaks to the widget, over a real socket. It answers by scene: the question's text names what
happens. It also serves a small site of another origin with the widget on it. Knows nothing of books.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import footnoted.web
from footnoted.domain.book import Passage
from footnoted.web.page_tree import page_tree
from footnoted.web.pages import chat_page, reader_page

WEB = Path(footnoted.web.__file__).parent / "static"
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

STEPS = [f"{number}. Turn screw number {number} by a quarter." for number in range(1, 6)]

PAGE = [
    passage(0, "", (), "A telescope gathers light, and it magnifies.\n\n" + "The sky rewards whoever waits. " * 60),
    passage(1, "aperture", ("Aperture",), APERTURE),
    passage(
        2,
        "focal-length-and-fratio",
        ("Focal length and f/ratio",),
        FOCAL_RATIO + "A fast telescope is shorter and easier to carry. " * 40,
    ),
    # A long procedure is cut in two.
    passage(3, "collimating", ("Collimating",), "Do it at dusk:\n\n" + "\n".join(STEPS[:3])),
    passage(4, "collimating", ("Collimating",), "\n".join(STEPS[3:])),
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


def cited_from(quote: str, telling: str | None = None) -> dict[str, Any]:
    span = {"start": 0, "end": 0, "source": 1, "quote": quote, "supported": True}
    return span | ({"telling": telling} if telling else {})


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
    "book": "observatory",
}

HOSTILE_TREE = [
    ["section", {"position": "1", "onclick": "window.ran=1"}, [
        ["h2", {"id": "x", "onclick": "window.ran=1"}, ["T"]],
        ["p", {"style": "background:url(http://evil.example/p.png)"}, [
            "Words",
            ["img", {"src": "http://evil.example/p.png", "onerror": "window.ran=1"}, []],
            ["script", {}, ["window.ran=1"]],
            ["a", {"href": "javascript:window.ran=1"}, ["link"]],
            ["iframe", {"src": "http://evil.example/"}, []],
            ["form", {"action": "http://evil.example/"}, [["input", {}, []]]],
            ["svg", {"onload": "window.ran=1"}, []],
            ["math", {}, ["\\href{javascript:window.ran=1}{x} \\includegraphics{http://evil.example/m.png}"]],
        ]],
    ]],
]  # fmt: skip
"""What a server gone bad could send in place of a page."""


@dataclass
class StandIn:
    """What the page may rely on, and what it did."""

    policy: str = ""
    """The Content-Security-Policy it sends."""
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    rated: list[dict[str, Any]] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    other_books: list[dict[str, Any]] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    extras: threading.Event = field(default_factory=threading.Event)
    """While it is not set, pages and searches do not come."""
    closing: threading.Event = field(default_factory=threading.Event)
    """The test is over: no pause is longer than it."""

    def __post_init__(self) -> None:
        self.extras.set()


Scene = Sequence[dict[str, Any] | float]
REQUEST = "0a3a6a52-91d1-4c5b-8a55-1f0c5a1c2d3e"
METADATA: dict[str, Any] = {"session_id": SESSION, "request_id": REQUEST, "mode": "full", "low_confidence": False}
DONE = {"done": True}

SCENES: dict[str, Scene] = {
    "refuse": [
        {"delta": "The book does not say. I could not find anything about this in it."},
        {"sources": [], "metadata": METADATA | {"mode": "no_results"}},
        {"citations": [], "declined": True, "outcome": "declined"},
        DONE,
    ],
    "hello": [
        {"delta": "Hello. Ask me anything about this book."},
        {"sources": [], "metadata": METADATA},
        {"citations": [], "declined": False, "outcome": "unclear"},
        DONE,
    ],
    "unclear": [
        {"delta": "I am not sure what this refers to. Please ask again and name it."},
        {"sources": [], "metadata": METADATA | {"mode": "no_results"}},
        {"citations": [], "declined": True, "outcome": "unclear"},
        DONE,
    ],
    "show": [
        {"delta": "This part of the book is about it:\n\n> " + APERTURE.split("\n")[0] + " [1]"},
        {"sources": [source(1, 0.6)], "metadata": METADATA},
        {
            "citations": [
                {
                    "start": 0,
                    "end": 90,
                    "source": 1,
                    "quote": "Light grasp grows with the square of the aperture",
                    "supported": True,
                }
            ],
            "outcome": "shown",
        },
        DONE,
    ],
    "steps": [
        {"delta": "Do it at dusk:\n\n" + "\n".join(STEPS[:3]) + " [1]"},
        {"sources": [source(3, 0.9)], "metadata": METADATA},
        {"citations": [cited_from("\n".join(STEPS[:3]))], "outcome": "answered"},
        DONE,
    ],
    "all steps": [
        {"delta": "\n".join(STEPS) + " [1]"},
        {"sources": [source(3, 0.9)], "metadata": METADATA},
        {"citations": [], "outcome": "answered"},
        DONE,
    ],
    "telling": [
        {"delta": "It is the clear diameter. Light grasp grows with the square of the aperture. It is large [1]."},
        {"sources": [source(1, 0.9)], "metadata": METADATA},
        {
            "citations": [cited_from(APERTURE, "Light grasp grows with the square of the aperture")],
            "outcome": "answered",
        },
        DONE,
    ],
    "out of order": [
        {"delta": "Second first [2]. Both [1][2], and apart [3] the third [1]."},
        {"sources": [source(1, 0.9), source(2, 0.8), source(0, 0.7)], "metadata": METADATA},
        {"citations": [], "outcome": "answered"},
        DONE,
    ],
    "formula": [
        {"delta": 'It is $G = (D/7)^2$ [1].\n\n$$\\frac{a}{b}$$\n\n```python\ndef f(): # why\n    return "x"\n```'},
        {"sources": [source(1, 0.9)], "metadata": METADATA},
        DONE,
    ],
    "blocks": [
        {"delta": "$$\\frac{a}{b}$$\n\n[1]\n\n| a | b |\n|---|---|\n| c | d |\n\n[1]\n\n"},
        {"delta": "```\nf()\n```\n\n[1]\n\nEnd [1]."},
        {"sources": [source(2, 0.9)], "metadata": METADATA},
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
    "waiting": [300.0, {"delta": "At last."}],
    "slow": [event for word in [*ANSWER.split(" "), *[""] * 800] for event in ({"delta": word + " "}, 0.15)],
    "hostile": [*({"delta": letter} for letter in HOSTILE), {"sources": [HOSTILE_SOURCE], "metadata": METADATA}, DONE],
}
ANSWERED: Scene = [
    {"stage": "searching"},
    *({"delta": ANSWER[start : start + 7]} for start in range(0, len(ANSWER), 7)),
    {"sources": [source(1, 0.88), source(2, 0.71), source(0, 0.52)], "metadata": METADATA},
    {"citations": CITATIONS, "declined": False, "outcome": "answered"},
    DONE,
]
"""The stream of each scene; a number is a pause in seconds. Any other question is answered."""

REFUSED_REQUESTS: dict[str, tuple[int, str, str, dict[str, str]]] = {
    "busy": (429, "RATE_LIMITED", "Too many requests", {"Retry-After": "2"}),
    "no model": (503, "GEMINI_UNAVAILABLE", "down", {}),
    "too long": (400, "QUERY_TOO_LONG", "The question is longer than 32000 characters.", {}),
}


CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Content-Type, Authorization",
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Expose-Headers": "Retry-After",
}
API = "/contracts/005-rag-agent-api"


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
        for name, value in (CORS | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        self.stand_in.requests.append(url.path)
        match url.path.removeprefix(API).strip("/").split("/"):
            case [""]:
                self.reply(200, chat_page("The Backyard Observatory"), "text/html")
            case ["widget.js"]:
                self.reply(200, (WEB / "widget.js").read_text(), "text/javascript")
            case ["web", "welcome"]:
                book = {"name": "observatory", "title": "The Backyard Observatory", "questions": EXAMPLES}
                self.reply(200, json.dumps({"books": [book, *self.stand_in.other_books], "entry": "open"}))
            case ["web", "contents"]:
                section = {"title": "Aperture", "position": 1}
                chapter = {"route": PAGE[0].route, "title": "How telescopes work", "sections": [section]}
                self.reply(200, json.dumps({"chapters": [chapter]}))
            case ["web", "page"]:
                self.book_page(parse_qs(url.query).get("route", [""])[0])
            case ["web", name] if (WEB / name).suffix in TYPES and (WEB / name).is_file():
                self.reply(200, (WEB / name).read_text(), TYPES[(WEB / name).suffix])
            case ["history", session]:
                entries = self.stand_in.entries if session == SESSION else []
                self.reply(200 if entries else 404, json.dumps({"entries": entries, "total_entries": len(entries)}))
            case ["read", "observatory", *_]:
                self.reply(200, reader_page(PAGE, "/"), "text/html")
            case _:
                self.reply(404, "{}")

    def book_page(self, route: str) -> None:
        self.stand_in.extras.wait()
        if route == PAGE[0].route:
            self.reply(200, json.dumps({"page": page_tree(PAGE)}))
        else:
            self.reply(200, json.dumps({"page": HOSTILE_TREE}))

    def do_OPTIONS(self) -> None:
        self.reply(204)

    def do_DELETE(self) -> None:
        self.stand_in.forgotten.append(self.path.rsplit("/", 1)[-1])
        self.stand_in.entries.clear()
        self.reply(204)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.stand_in.requests.append(self.path)
        if self.path.endswith("/feedback"):
            self.stand_in.rated.append(body)
            return self.reply(204)
        if self.path.endswith("/search"):
            self.stand_in.extras.wait()
            return self.reply(200, json.dumps({"results": [source(1, 0.3), source(2, 0.2)]}))
        self.stand_in.asked.append(body)
        query = body["query"]
        times = sum(each["query"] == query for each in self.stand_in.asked)
        if query in REFUSED_REQUESTS and times == 1:
            status, code, message, headers = REFUSED_REQUESTS[query]
            error = {"error_code": code, "message": message, "request_id": SESSION, "details": None}
            return self.reply(status, json.dumps(error), **headers)
        return self.stream(query, ANSWERED if times > 1 else SCENES.get(query, ANSWERED))

    def stream(self, query: str, scene: Scene) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        for name, value in CORS.items():
            self.send_header(name, value)
        self.end_headers()
        text = ""
        try:
            for event in scene:
                if isinstance(event, float):
                    self.stand_in.closing.wait(event)
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
def serving(policy: str = "") -> Iterator[StandIn]:
    stand_in = StandIn(policy)
    handler = type("BoundHandler", (Handler,), {"stand_in": stand_in})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        stand_in.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield stand_in
        finally:
            stand_in.closing.set()
            stand_in.extras.set()
            server.shutdown()
            thread.join()
