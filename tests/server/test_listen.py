"""A crowd is let in within a few turns of the event loop, however long a turn takes."""

from __future__ import annotations

import asyncio
import socket

import uvloop

from footnoted.server.listen import doors

CROWD = 64


class Guest(asyncio.Protocol):
    """A connection that was accepted."""

    def __init__(self, accepted: list[Guest]) -> None:
        self._accepted = accepted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._accepted.append(self)
        transport.close()


async def turns_to_accept(entrances: list[socket.socket]) -> int:
    """Turns of the loop until all who wait at the door are in."""
    loop, accepted, turns = asyncio.get_running_loop(), list[Guest](), 0
    servers = [await loop.create_server(lambda: Guest(accepted), sock=entrance) for entrance in entrances]
    address = entrances[0].getsockname()
    waiting = [socket.create_connection(address) for _ in range(CROWD)]
    while len(accepted) < CROWD:
        await asyncio.sleep(0)
        turns += 1
    for link in waiting:
        link.close()
    for server in servers:
        server.close()
    return turns


def test_a_crowd_is_accepted_many_at_a_time() -> None:
    door = socket.create_server(("127.0.0.1", 0), backlog=2 * CROWD)
    assert uvloop.run(turns_to_accept(doors(door))) < CROWD / 4
