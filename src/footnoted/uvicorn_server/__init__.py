"""How the app is served: uvicorn, with deadlines for requests and a clean end for streams."""

from footnoted.uvicorn_server.serve import Server, listen, server

__all__ = ["Server", "listen", "server"]
