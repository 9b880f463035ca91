"""The server's own parts, each by itself: no socket, no clock."""
