"""How each contract is asked a question: where, and in which words."""

from __future__ import annotations

from typing import Any

ASKING: dict[str, tuple[str, dict[str, Any]]] = {
    "005-rag-agent-api": ("/chat", {"query": "?"}),
    "006-rag-ai-agent": ("/chat", {"message": "?"}),
    "007-rag-retrieval-agent": ("/chat", {"question": "?"}),
    "003-rag-agent": ("/ask", {"query": "?"}),
    "003-rag-agent-api": ("/chat/run", {"message": "?"}),
    "openai": ("/chat/completions", {"messages": [{"role": "user", "content": "?"}]}),
    "ai-sdk": ("/chat", {"messages": [{"role": "user", "parts": [{"type": "text", "text": "?"}]}]}),
    "ag-ui": ("/run", {"threadId": "t", "runId": "r", "messages": [{"id": "1", "role": "user", "content": "?"}]}),
}
STREAMING: dict[str, tuple[str, dict[str, Any]]] = {
    "005-rag-agent-api": ("/chat/stream", {}),
    "003-rag-agent-api": ("/chat/stream", {}),
    "openai": ("/chat/completions", {"stream": True}),
    "ai-sdk": ("/chat", {}),
    "ag-ui": ("/run", {}),
}
"""Where the same can be streamed, and the further fields that this takes."""

STREAM_ONLY = {"ai-sdk", "ag-ui"}
STATELESS = {"003-rag-agent", "openai", "ai-sdk", "ag-ui"}
"""Those that take no session id: a client of theirs keeps the conversation, if there is one."""


def body(contract: str, question: str) -> dict[str, Any]:
    """A request that asks the question."""
    filled: dict[str, Any] = _filled(ASKING[contract][1], question)
    return filled


def _filled(part: Any, question: str) -> Any:
    match part:
        case dict():
            return {name: _filled(value, question) for name, value in part.items()}
        case list():
            return [_filled(value, question) for value in part]
        case "?":
            return question
        case _:
            return part
