"""The book API: contract 005-rag-agent-api and our additions to it."""

from footnoted.contracts.book_api.routes import POLICY, app

__all__ = ["POLICY", "app"]
