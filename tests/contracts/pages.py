"""The pages in docs/contracts/, made from the contracts themselves: their OpenAPI, and scenes played to them."""

from __future__ import annotations

import json
from typing import Any

from footnoted.contracts import CONTRACTS, USUAL_PLACES
from footnoted.contracts.door.limits import Limit, Limiter, Limits
from tests import scenes
from tests.contracts.asking import ASKING, STATELESS, STREAMING
from tests.contracts.asking import body as asking
from tests.contracts.wire import exchange
from tests.scenes import SESSION, PlayedEngine

ABOUT = {
    "005-rag-agent-api": "The book API, served at `/` unless `FOOTNOTED_ROOT_CONTRACT` names another. Contract 005 "
    "and, beyond it, `POST /search`, `DELETE /sessions/{session_id}`, `POST /feedback`, and the fields `confidence`, "
    '`declined`, `outcome` and `citations`. A session is kept until it is deleted. With `"annotations": true` the '
    "reply (in a stream: one more object before `done`) has `annotations`: each citation as a [W3C Web Annotation]"
    "(https://www.w3.org/TR/annotation-model/), with a `TextQuoteSelector` for the published page and a "
    "`TextPositionSelector` for its Markdown on this server, whose SHA-256 stands beside it.",
    "006-rag-ai-agent": "For a chat widget. The last ten turns shape an answer; after 30 minutes of silence a session "
    "is over and the reply carries a new id. An id of the form `session_<digits>_<letters>`, which the widget makes up "
    "after a failed call, is replaced.",
    "007-rag-retrieval-agent": "Over HTTP and as the command line `footnoted ask | search | chat | health`. The last "
    "five exchanges shape an answer.",
    "003-rag-agent": "Stateless: a question, an answer, the passages it was made from. An answer that takes longer "
    "than nine seconds is given up, because the client waits ten.",
    "003-rag-agent-api": "Threads and named stream events. A thread shows its newest 50 messages; it rests in the "
    "archive after an hour of silence and its next message resumes it; from the fifth exchange on it has a "
    "topic summary.",
    "openai": "For clients that speak to OpenAI: set their base URL to `/v1` of this server. A model is a book; "
    "`footnoted` is all of them. `url_citation` says where each marker stands; `citations` holds the URL of each "
    "`[n]`, and `footnotes` what each sentence rests on, word for word. A system prompt (`instructions`) says in "
    "which manner to answer: with a model it is followed in tone, length, audience and language, below the book's "
    "rules, none of which it can lift; without one the book's own sentences answer, and it changes nothing.",
    "ai-sdk": "For `useChat` of Vercel's AI SDK, which asks `/api/chat` unless it is told otherwise: each source as a "
    "`source-url` part, `citations` on the text with characters counted as JavaScript counts them, and the footnotes "
    "word for word as a `data-footnotes` part.",
    "ag-ui": "For clients of the Agent–User Interaction protocol 1.0: the agent's URL is `/ag-ui/run`. Searches are "
    "steps, the footnotes come as the custom event `footnotes`, and `forwardedProps.book` chooses a book.",
}
FACTS: dict[str, dict[str, str]] = {
    "005-rag-agent-api": {
        "Question": "`query` ≤ 32000; `selected_text` ≤ 64000",
        "Memory": "until deleted",
        "Streams": "unnamed events",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "address or key",
    },
    "006-rag-ai-agent": {
        "Question": "`message` ≤ 500; `context`",
        "Memory": "10 turns, 30 minutes",
        "Streams": "–",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "session, address or key",
    },
    "007-rag-retrieval-agent": {
        "Question": "`question` ≤ 8000; `context` ≤ 2000",
        "Memory": "5 exchanges",
        "Streams": "–",
        "Answers from": "any score ≥ 0.1, in part up to 0.3",
        "Counted by": "address or key",
    },
    "003-rag-agent": {
        "Question": "`query` ≤ 1000",
        "Memory": "none",
        "Streams": "–",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "address or key",
    },
    "003-rag-agent-api": {
        "Question": "`message` ≤ 1000; `context` ≤ 5000",
        "Memory": "50 messages, archived after an hour",
        "Streams": "named events",
        "Answers from": "average ≥ 0.6 of two, in part below 0.75 of three",
        "Counted by": "key, or address",
    },
    "openai": {
        "Question": "last message of a user ≤ 32000",
        "Memory": "the client's; or `previous_response_id`",
        "Streams": "chunks; named events",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "address or key",
    },
    "ai-sdk": {
        "Question": "last message of a user ≤ 32000",
        "Memory": "the client's",
        "Streams": "only: UI message parts",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "address or key",
    },
    "ag-ui": {
        "Question": "last message of a user ≤ 32000",
        "Memory": "the client's",
        "Streams": "only: AG-UI events",
        "Answers from": "best score ≥ 0.3, in part below 0.5",
        "Counted by": "address or key",
    },
}


async def page(contract: str) -> str:
    """One contract's page."""
    listed = CONTRACTS[contract].openapi()
    parts = [
        f"# {contract}",
        ABOUT[contract],
        f"Mounted at {' and '.join(f'`{place}/`' for place in _places(contract))}.",
        "## Endpoints",
        _endpoints(listed),
    ]
    parts += ["## What it says", "A made-up book on bees answers; times are left out.", *await _transcript(contract)]
    return "\n\n".join(parts) + "\n"


def _places(contract: str) -> list[str]:
    return [f"/contracts/{contract}", *(place for place, name in USUAL_PLACES.items() if name == contract)]


def side_by_side() -> str:
    """All contracts in one table."""
    names = ["Endpoints", *FACTS["005-rag-agent-api"], "Error body", "Error statuses"]
    rows = [["Contract", *names], ["---"] * (len(names) + 1)]
    for name, app in CONTRACTS.items():
        listed = app.openapi()
        endpoints = "<br>".join(f"`{path}`" for path in _paths(listed))
        last = [f"`{_error_body(listed)}`", ", ".join(_statuses(listed))]
        rows.append([f"[{name}]({name}.md)", endpoints, *FACTS[name].values(), *last])
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"# The wire contracts, side by side\n\n{_INTRODUCTION}\n\n{table}\n"


_INTRODUCTION = """\
Five specifications and the protocols of clients that people already have, all answered by one engine. [MCP](mcp.md) and
[llms.txt](llms-txt.md) have pages of their own. These pages are made by the tests; `make docs` writes them again.

With a server running (`footnoted serve path/to/your/book`), ask it:

```sh
curl http://127.0.0.1:8000/chat --json '{"query": "How warm is the cluster?"}'
curl -N http://127.0.0.1:8000/chat/stream --json '{"query": "How warm is the cluster?"}'
curl http://127.0.0.1:8000/search --json '{"query": "cluster", "top_k": 3}'
curl http://127.0.0.1:8000/v1/chat/completions --json '{"messages": [{"role": "user", "content": "How warm is it?"}]}'
```

- Each contract is an app of its own at `/contracts/<id>/`, with its own error bodies and an OpenAPI page at
  `/contracts/<id>/docs`. `FOOTNOTED_ROOT_CONTRACT` puts one of them at `/` as well; by default that is
  [005-rag-agent-api](005-rag-agent-api.md).
- Scores are calibrated to 0–1, and `[n]` in an answer is the n-th source.
- `null` means the same as a missing field. Unknown fields are ignored.
- An unknown session id begins a session. With keys, a session that another key began counts as unknown.
- Every response has an `X-Request-ID`. A request sent again with the same `Idempotency-Key` gets the same reply.
- With `FOOTNOTED_API_KEYS` set, everything but health needs a key, as `Authorization: Bearer` or `X-API-Key`."""


def _paths(listed: dict[str, Any]) -> list[str]:
    return [f"{method.upper()} {path}" for path, operations in listed["paths"].items() for method in operations]


def _statuses(listed: dict[str, Any]) -> list[str]:
    found = {code for _, operation in _operations(listed) for code in operation["responses"] if code >= "400"}
    return sorted(found)


def _operations(listed: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, operations in listed["paths"].items()
        for method, operation in operations.items()
    ]


def _error_body(listed: dict[str, Any]) -> str:
    schemas = listed["components"]["schemas"]
    fields = list(schemas["ErrorResponse"]["properties"])
    inner = schemas.get("ErrorDetail", {}).get("properties")
    return f"{{{fields[0]}: {{{', '.join(inner)}}}}}" if inner else f"{{{', '.join(fields)}}}"


def _endpoints(listed: dict[str, Any]) -> str:
    rows = ["| Endpoint | What it does | Fields | Statuses |", "|---|---|---|---|"]
    for name, operation in _operations(listed):
        codes = ", ".join(code for code in operation["responses"])
        text = operation["description"].replace("\n", " ")
        rows.append(f"| `{name}` | {text} | {_fields(listed, operation)} | {codes} |")
    return "\n".join(rows)


def _fields(listed: dict[str, Any], operation: dict[str, Any]) -> str:
    if "requestBody" not in operation:
        return "<br>".join(f"`{parameter['name']}`" for parameter in operation.get("parameters", []))
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = listed["components"]["schemas"][name]
    return "<br>".join(_field(name, field, name in schema["required"]) for name, field in schema["properties"].items())


def _field(name: str, field: dict[str, Any], is_required: bool) -> str:
    kind = field.get("anyOf", [field])[0]
    lines = []
    if "maxLength" in kind and kind["type"] == "string":
        lines.append(f"{kind.get('minLength') or 0}–{kind['maxLength']} characters")
    if "minimum" in kind:
        lines.append(f"{kind['minimum']:g}–{kind['maximum']:g}")
    if "maxItems" in kind:
        lines.append(f"at most {kind['maxItems']} messages")
    if kind.get("format") == "uuid":
        lines.append("UUID")
    if field.get("default") is not None:
        lines.append(f"default {json.dumps(field['default'])}")
    return f"`{name}`" + ("" if is_required else "?") + (f" {', '.join(lines)}" if lines else "")


async def _transcript(contract: str) -> list[str]:
    path = ASKING[contract][0]
    known = {} if contract in STATELESS else {"session_id": str(SESSION)}
    body = asking(contract, "How warm is the cluster?") | known
    steps: list[tuple[str, PlayedEngine, str, dict[str, Any], dict[str, Any]]] = [
        ("A question is answered", PlayedEngine(scenes.answered), path, body, {}),
        ("The book does not say", PlayedEngine(scenes.refused), path, body, {}),
        ("The question is empty", PlayedEngine(), path, asking(contract, " ") | known, {}),
        ("The index is down", PlayedEngine(*scenes.store_down), path, body, {}),
        ("Too many requests", PlayedEngine(), path, body, {"limiter": spent()}),
    ]
    if contract in STREAMING:
        where, more = STREAMING[contract]
        streamed = body | more
        steps.insert(1, ("The same as a stream", PlayedEngine(scenes.answered), where, streamed, {}))
        steps.insert(2, ("A stream that fails midway", PlayedEngine(*scenes.failed_midway), where, streamed, {}))
    parts = []
    for title, engine, where, asked, state in steps:
        response = await exchange(CONTRACTS[contract], engine, "POST", where, json=asked, state=state)
        parts.append(
            f"### {title}\n\n```http\nPOST {where}\n{json.dumps(asked, ensure_ascii=False)}\n```\n\n{_reply(response)}"
        )
    return parts


def spent() -> Limiter:
    """A limiter that lets nobody in any more."""
    return Limiter(Limits(Limit(0, 60), Limit(0, 60), Limit(0, 60)), clock=lambda: 0.0)


def _reply(response: str) -> str:
    status, _, body = response.partition("\n")
    if body.startswith("{"):
        body = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    return f"```http\n{status}\n{body.rstrip()}\n```"
