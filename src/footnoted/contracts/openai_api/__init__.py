"""The OpenAI-compatible contract: chat completions, responses and models, for clients that speak to OpenAI."""

from footnoted.contracts.openai_api.routes import app

__all__ = ["app"]
