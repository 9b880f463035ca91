"""The tests' own servers: a port that was handed out is nobody else's."""

from __future__ import annotations

import socket

import pytest

from tests.servers import free_port


def test_a_free_port_is_kept_from_others_and_open_to_its_server() -> None:
    port = free_port()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 10)
    for _ in range(2):  # a server may be stopped and started again
        with socket.create_server(("127.0.0.1", port)):
            socket.create_connection(("127.0.0.1", port), 10).close()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))
