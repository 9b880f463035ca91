"""The pages in docs/contracts/, made from the contracts themselves: their OpenAPI, and scenes played to them."""

from __future__ import annotations

import json
from typing import Any

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.limits import Limit, Limiter, Limits
from tests import scenes
from tests.contracts.wire import exchange
from tests.scenes import SESSION, PlayedEngine

ABOUT = {
    "005-rag-agent-api": "The book API, served at `/` unless `FOOTNOTED_ROOT_CONTRACT` names another. Contract 005 "
    "and, beyond it, `POST /search`, `DELETE /sessions/{session_id}`, `POST /feedback`, and the fields `confidence`, "
    "`declined`, `outcome` and `citations`. A session is kept until it is deleted.",
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
}
ASKING: dict[str, tuple[str, dict[str, Any]]] = {
    "005-rag-agent-api": ("/chat", {"query": "How warm is the cluster?"}),
    "006-rag-ai-agent": ("/chat", {"message": "How warm is the cluster?"}),
    "007-rag-retrieval-agent": ("/chat", {"question": "How warm is the cluster?"}),
    "003-rag-agent": ("/ask", {"query": "How warm is the cluster?"}),
    "003-rag-agent-api": ("/chat/run", {"message": "How warm is the cluster?"}),
}
STATELESS = {"003-rag-agent"}
FACTS = {
    "Question": ["`query` ≤ 32000", "`message` ≤ 500", "`question` ≤ 8000", "`query` ≤ 1000", "`message` ≤ 1000"],
    "Selected text": ["`selected_text` ≤ 64000", "`context`", "`context` ≤ 2000", "–", "`context` ≤ 5000"],
    "Memory": ["until deleted", "10 turns, 30 minutes", "5 exchanges", "none", "50 messages, archived after an hour"],
    "Streams": ["unnamed events", "–", "–", "–", "named events"],
    "Answers from": [
        "best score ≥ 0.3, in part below 0.5",
        "best score ≥ 0.3, in part below 0.5",
        "any score ≥ 0.1, in part up to 0.3",
        "best score ≥ 0.3, in part below 0.5",
        "average ≥ 0.6 of two, in part below 0.75 of three",
    ],
    "Counted by": ["address or key", "session, address or key", "address or key", "address or key", "key, or address"],
}


async def page(contract: str) -> str:
    """One contract's page."""
    listed = CONTRACTS[contract].openapi()
    parts = [
        f"# {contract}",
        ABOUT[contract],
        f"Mounted at `/contracts/{contract}/`.",
        "## Endpoints",
        _endpoints(listed),
    ]
    parts += ["## What it says", "A made-up book on bees answers; times are left out.", *await _transcript(contract)]
    return "\n\n".join(parts) + "\n"


def side_by_side() -> str:
    """All contracts in one table."""
    rows = [["", *(f"[{name}]({name}.md)" for name in CONTRACTS)], ["---"] * (len(CONTRACTS) + 1)]
    listed = [app.openapi() for app in CONTRACTS.values()]
    rows.append(["Endpoints", *("<br>".join(f"`{each}`" for each in _paths(one)) for one in listed)])
    rows += [[name, *facts] for name, facts in FACTS.items()]
    rows.append(["Error body", *(f"`{_error_body(one)}`" for one in listed)])
    rows.append(["Error statuses", *(", ".join(_statuses(one)) for one in listed)])
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"# The wire contracts, side by side\n\n{_INTRODUCTION}\n\n{table}\n"


_INTRODUCTION = """\
Five specifications, one engine. Each contract is an app of its own, with its own error bodies and its own OpenAPI
page at `/contracts/<id>/docs`; `FOOTNOTED_ROOT_CONTRACT` puts one of them at `/` as well. In every contract scores
are calibrated to 0–1, `[n]` in an answer is the n-th source, an unknown session id is adopted (with keys, one that
another key began is unknown), `null` equals absent, unknown fields are ignored, every response carries
`X-Request-ID`, and a request that is sent again with the same `Idempotency-Key` gets the same reply. With
`FOOTNOTED_API_KEYS` set, everything but health wants a key, as `Authorization: Bearer` or `X-API-Key`. These pages
are made by the tests (`make docs` writes them anew)."""


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
        said = operation["description"].replace("\n", " ")
        rows.append(f"| `{name}` | {said} | {_fields(listed, operation)} | {codes} |")
    return "\n".join(rows)


def _fields(listed: dict[str, Any], operation: dict[str, Any]) -> str:
    if "requestBody" not in operation:
        return "<br>".join(f"`{one['name']}`" for one in operation.get("parameters", []))
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = listed["components"]["schemas"][name]
    return "<br>".join(_field(name, field, name in schema["required"]) for name, field in schema["properties"].items())


def _field(name: str, field: dict[str, Any], is_required: bool) -> str:
    kind = field.get("anyOf", [field])[0]
    said = []
    if "maxLength" in kind and kind["type"] == "string":
        said.append(f"{kind.get('minLength') or 0}–{kind['maxLength']} characters")
    if "minimum" in kind:
        said.append(f"{kind['minimum']:g}–{kind['maximum']:g}")
    if "maxItems" in kind:
        said.append(f"at most {kind['maxItems']} messages")
    if kind.get("format") == "uuid":
        said.append("UUID")
    if field.get("default") is not None:
        said.append(f"default {json.dumps(field['default'])}")
    return f"`{name}`" + ("" if is_required else "?") + (f" {', '.join(said)}" if said else "")


async def _transcript(contract: str) -> list[str]:
    path, body = ASKING[contract]
    body = body if contract in STATELESS else body | {"session_id": str(SESSION)}
    steps: list[tuple[str, PlayedEngine, str, dict[str, Any], dict[str, Any]]] = [
        ("A question is answered", PlayedEngine(scenes.answered), path, body, {}),
        ("The book does not say", PlayedEngine(scenes.refused), path, body, {}),
        ("The question is empty", PlayedEngine(), path, {**body, next(iter(body)): " "}, {}),
        ("The index is down", PlayedEngine(*scenes.store_down), path, body, {}),
        ("Too many requests", PlayedEngine(), path, body, {"limiter": _spent()}),
    ]
    if contract in ("005-rag-agent-api", "003-rag-agent-api"):
        steps.insert(1, ("The same as a stream", PlayedEngine(scenes.answered), "/chat/stream", body, {}))
        steps.insert(2, ("A stream that fails midway", PlayedEngine(*scenes.failed_midway), "/chat/stream", body, {}))
    parts = []
    for title, engine, where, asked, state in steps:
        said = await exchange(CONTRACTS[contract], engine, "POST", where, json=asked, state=state)
        parts.append(
            f"### {title}\n\n```http\nPOST {where}\n{json.dumps(asked, ensure_ascii=False)}\n```\n\n{_reply(said)}"
        )
    return parts


def _spent() -> Limiter:
    """A limiter that lets nobody in any more."""
    return Limiter(Limits(Limit(0, 60), Limit(0, 60), Limit(0, 60)), clock=lambda: 0.0)


def _reply(said: str) -> str:
    status, _, body = said.partition("\n")
    if body.startswith("{"):
        body = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    return f"```http\n{status}\n{body.rstrip()}\n```"
