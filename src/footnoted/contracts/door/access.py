"""Every route of the server and who may call it. The server is built from this table; nothing else is served.

Knows no contract's form and no credential: it only says what kind of caller a route needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from starlette.routing import BaseRoute, compile_path


class Access(Enum):
    """Who may call a route."""

    PUBLIC = auto()
    """Anyone, without a key and uncounted: it costs nothing and shows nothing of the book but its title."""
    PAGE = auto()
    """A page of an allowed origin or of this server, where visitors are let in; else as READER; counted."""
    READER = auto()
    """A key where the server has keys, or a visitor's token; counted."""
    OWNER = auto()
    """As READER, and it shows or changes only what the same caller began."""
    ADMIN = auto()
    """An admin key, or a caller on this machine, not through a proxy, where the server has none."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One route."""

    method: str
    path: str
    access: Access
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", compile_path(self.path)[0])

    @property
    def is_question(self) -> bool:
        """Whether it makes work for search or a model; all else is reading."""
        return self.method == "POST" and self.access is not Access.PAGE


Rules = Sequence[Rule]

ABOUT: Rules = [Rule("GET", path, Access.PUBLIC) for path in ("/openapi.json", "/docs")]
HEALTH = Rule("GET", "/health", Access.PUBLIC)

PAGES: Rules = [
    Rule("GET", "/", Access.PUBLIC),
    Rule("GET", "/live", Access.PUBLIC),
    Rule("GET", "/ready", Access.PUBLIC),
    Rule("GET", "/metrics", Access.ADMIN),
    Rule("POST", "/hooks/ingest", Access.PUBLIC),  # the call itself is signed
    Rule("GET", "/widget.js", Access.PUBLIC),
    Rule("GET", "/web/welcome", Access.READER),
    Rule("POST", "/web/visitor", Access.PAGE),
    Rule("GET", "/web/contents", Access.READER),
    Rule("GET", "/web/page", Access.READER),
    Rule("GET", "/web/picture", Access.READER),
    Rule("GET", "/web/{name}", Access.PUBLIC),
    Rule("GET", "/read/{book}{route:path}", Access.READER),
    Rule("GET", "/author", Access.ADMIN),
    Rule("GET", "/author/report.md", Access.ADMIN),
    Rule("GET", "/llms.txt", Access.READER),
    Rule("GET", "/llms-full.txt", Access.READER),
]
"""What the server itself serves beside the contracts."""

MCP: Rules = [Rule("POST", "/mcp", Access.READER)]

CONTRACT_ROUTES: dict[str, Rules] = {
    "005-rag-agent-api": [
        Rule("POST", "/chat", Access.READER),
        Rule("POST", "/chat/stream", Access.READER),
        Rule("POST", "/search", Access.READER),
        Rule("GET", "/history/{session_id}", Access.OWNER),
        Rule("DELETE", "/sessions/{session_id}", Access.OWNER),
        Rule("POST", "/feedback", Access.READER),
        HEALTH,
        *ABOUT,
    ],
    "006-rag-ai-agent": [
        Rule("POST", "/chat", Access.READER),
        Rule("POST", "/search", Access.READER),
        Rule("DELETE", "/chat/sessions/{session_id}", Access.OWNER),
        HEALTH,
        *ABOUT,
    ],
    "007-rag-retrieval-agent": [Rule("POST", "/chat", Access.READER), HEALTH, *ABOUT],
    "003-rag-agent": [Rule("POST", "/ask", Access.READER), HEALTH, *ABOUT],
    "003-rag-agent-api": [
        Rule("POST", "/chat/run", Access.READER),
        Rule("POST", "/chat/stream", Access.READER),
        Rule("GET", "/session/{session_id}/history", Access.OWNER),
        Rule("DELETE", "/session/{session_id}", Access.OWNER),
        HEALTH,
        *ABOUT,
    ],
    "openai": [
        Rule("POST", "/chat/completions", Access.READER),
        Rule("POST", "/responses", Access.READER),
        Rule("GET", "/models", Access.READER),
        Rule("GET", "/models/{model}", Access.READER),
        HEALTH,
        *ABOUT,
    ],
    "ai-sdk": [Rule("POST", "/chat", Access.READER), HEALTH, *ABOUT],
    "ag-ui": [Rule("POST", "/run", Access.READER), HEALTH, *ABOUT],
}
"""By contract, the paths below where it is mounted."""

_UNLISTED = Access.READER
"""Callers without a key do not even learn which paths exist."""


def find(rules: Rules, method: str, path: str) -> Rule | None:
    """The rule of a request; None if there is no such route."""
    wanted = "GET" if method == "HEAD" else method
    return next((rule for rule in rules if rule.method == wanted and rule.pattern.match(path)), None)


def wanted(rule: Rule | None) -> Access:
    """What a request must come with."""
    return rule.access if rule else _UNLISTED


def refuse_unlisted(name: str, rules: Rules, routes: Sequence[BaseRoute]) -> None:
    """Raise when the app has a route that the table does not know, or the table one that the app lacks."""
    built = {call for route in routes for call in _calls(route)}
    listed = {(rule.method, rule.path) for rule in rules}
    if built != listed:
        raise RuntimeError(f"{name}: its routes and the access table differ in {sorted(built ^ listed)}")


def _calls(route: BaseRoute) -> set[tuple[str, str]]:
    methods: set[str] = getattr(route, "methods", None) or {"any method"}
    return {(method, getattr(route, "path", str(route))) for method in methods - {"HEAD"}}
