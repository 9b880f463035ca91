"""The server: the contracts and our own pages as one app, with the rules that the settings give it."""

from footnoted.server.app import OpenParts, create_app

__all__ = ["OpenParts", "create_app"]
