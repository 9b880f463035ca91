"""The Model Context Protocol: a book as tools and resources, over HTTP at `/mcp` and over standard input and output."""

from footnoted.contracts.mcp_server.endpoint import Endpoint

__all__ = ["Endpoint"]
