"""Contract 003-rag-agent: stateless."""

from footnoted.contracts.rag_agent.routes import POLICY, app

__all__ = ["POLICY", "app"]
