"""Contract 007-rag-retrieval-agent over HTTP; its command line is cli/."""

from footnoted.contracts.rag_retrieval_agent.routes import POLICY, app

__all__ = ["POLICY", "app"]
