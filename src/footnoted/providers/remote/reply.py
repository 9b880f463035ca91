"""Reads a whole reply of another machine, which may be broken or malicious: no more of it than was agreed."""

from __future__ import annotations

import aiohttp

SPARE = 1_000_000
"""Bytes beyond what was asked for: names of fields, figures of use."""
PER_CHARACTER = 6
"""Bytes of JSON that one byte of a text may become when a server sends it back: ``\\u00e9``."""


class TooLong(Exception):
    """The reply is longer than any that was asked for."""


async def read_reply(response: aiohttp.ClientResponse, most: int) -> bytes:
    """The reply's body, unpacked; raises TooLong and closes the connection as soon as there is more."""
    body = bytearray()
    async for data in response.content.iter_any():
        body += data
        if len(body) > most:
            response.close()
            raise TooLong(f"a reply of more than {most} bytes")
    return bytes(body)
