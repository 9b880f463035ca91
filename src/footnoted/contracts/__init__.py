"""Wire formats: one file a contract, translation only. Nothing here decides what the answer is."""

from fastapi import FastAPI

from footnoted.contracts import book_api, rag_agent, rag_agent_api, rag_ai_agent, rag_retrieval_agent
from footnoted.domain.question import Policy

CONTRACTS: dict[str, FastAPI] = {
    "005-rag-agent-api": book_api.app,
    "006-rag-ai-agent": rag_ai_agent.app,
    "007-rag-retrieval-agent": rag_retrieval_agent.app,
    "003-rag-agent": rag_agent.app,
    "003-rag-agent-api": rag_agent_api.app,
}
"""Every contract by the id it is mounted under. A new one is a file, a line here, and its routes in door/access.py."""

POLICIES: dict[str, Policy] = {
    "005-rag-agent-api": book_api.POLICY,
    "006-rag-ai-agent": rag_ai_agent.POLICY,
    "007-rag-retrieval-agent": rag_retrieval_agent.POLICY,
    "003-rag-agent": rag_agent.POLICY,
    "003-rag-agent-api": rag_agent_api.POLICY,
}
"""How each contract wants its questions treated."""
