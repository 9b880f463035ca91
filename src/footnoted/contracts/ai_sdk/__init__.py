"""The UI message stream of Vercel's AI SDK: what `useChat` sends and reads."""

from footnoted.contracts.ai_sdk.routes import POLICY, app

__all__ = ["POLICY", "app"]
