"""Turns ``provider:model`` and a few settings into a URL, a key and a name. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from footnoted.domain.errors import Misconfigured


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A chat-completions endpoint; ``base_url`` ends where ``/chat/completions`` begins."""

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    limit_field: str = "max_tokens"
    """Its name for the limit of an answer's tokens; OpenAI's newer models reject the common name."""
    asks_usage: bool = True
    """Whether it takes ``stream_options``, which asks for token counts; a few strict servers reject it."""


# Each vendor's chat-completions address and the usual variable for its key.
_VENDORS = {
    "openai": ("https://api.openai.com/v1", "OPENAI_API_KEY"),
    "gemini": ("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
    "anthropic": ("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
}
_OLLAMA = "http://127.0.0.1:11434/v1"
_OWN_SERVERS = ("vllm", "llamacpp", "compatible")


def endpoint(llm: str, *, base_url: str | None = None, api_key: str | None = None, keys: Mapping[str, str]) -> Endpoint:
    """The endpoint that ``provider:model`` names; ``keys`` has the vendors' variables that are set.

    >>> endpoint("ollama:llama3.2", keys={}).base_url
    'http://127.0.0.1:11434/v1'
    """
    provider, _, model = llm.partition(":")
    if not model:
        raise Misconfigured(
            f"FOOTNOTED_LLM={llm} names no model. Write it as provider:model, such as openai:gpt-4o-mini."
        )
    if provider in _VENDORS:
        url, variable = _VENDORS[provider]
        key = api_key or keys.get(variable)
        if not key:
            raise Misconfigured(f"FOOTNOTED_LLM={llm} needs a key. Set {variable}.")
        limit = "max_completion_tokens" if provider == "openai" else "max_tokens"
        return Endpoint((base_url or url).rstrip("/"), model, key, limit)
    if provider == "ollama":
        return Endpoint((base_url or _OLLAMA).rstrip("/"), model, api_key)
    if provider in _OWN_SERVERS:
        if not base_url:
            raise Misconfigured(
                f"FOOTNOTED_LLM={llm} needs an address. Set FOOTNOTED_LLM_BASE_URL, such as http://127.0.0.1:8080/v1."
            )
        return Endpoint(base_url.rstrip("/"), model, api_key or keys.get("OPENAI_API_KEY"))
    known = ", ".join([*_VENDORS, "ollama", *_OWN_SERVERS])
    raise Misconfigured(f"FOOTNOTED_LLM={llm} is not known. Its first part must be one of {known}.")
