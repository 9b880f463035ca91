"""Wire formats: one folder for each contract, translation only. Nothing here decides what the answer is."""

from fastapi import FastAPI

from footnoted.contracts import (
    ag_ui,
    ai_sdk,
    book_api,
    openai_api,
    rag_agent,
    rag_agent_api,
    rag_ai_agent,
    rag_retrieval_agent,
)
from footnoted.domain.question import Policy

CONTRACTS: dict[str, FastAPI] = {
    "005-rag-agent-api": book_api.app,
    "006-rag-ai-agent": rag_ai_agent.app,
    "007-rag-retrieval-agent": rag_retrieval_agent.app,
    "003-rag-agent": rag_agent.app,
    "003-rag-agent-api": rag_agent_api.app,
    "openai": openai_api.app,
    "ai-sdk": ai_sdk.app,
    "ag-ui": ag_ui.app,
}
"""Each contract by the id it is mounted under. A new one is a folder, a line here, and its routes in door/access.py."""

POLICIES: dict[str, Policy] = {
    "005-rag-agent-api": book_api.POLICY,
    "006-rag-ai-agent": rag_ai_agent.POLICY,
    "007-rag-retrieval-agent": rag_retrieval_agent.POLICY,
    "003-rag-agent": rag_agent.POLICY,
    "003-rag-agent-api": rag_agent_api.POLICY,
}
"""How each contract wants its questions treated."""

USUAL_PLACES: dict[str, str] = {"/v1": "openai", "/api": "ai-sdk", "/ag-ui": "ag-ui"}
"""Where clients look for a contract by default; it is mounted there as well."""
