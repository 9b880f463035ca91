"""The server: the contracts and our own pages as one app, configured by the settings."""

from footnoted.server.app import OpenParts, create_app

__all__ = ["OpenParts", "create_app"]
