"""Contract 003-rag-agent-api: threads, confidence levels, named stream events."""

from footnoted.contracts.rag_agent_api.routes import POLICY, app

__all__ = ["POLICY", "app"]
