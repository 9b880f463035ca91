"""Contract 006-rag-ai-agent: sessions that end after half an hour, and search."""

from footnoted.contracts.rag_ai_agent.routes import POLICY, app

__all__ = ["POLICY", "app"]
