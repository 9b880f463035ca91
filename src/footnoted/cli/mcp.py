"""``footnoted mcp``: the books over standard input and output, for an MCP client that starts its own servers."""

from __future__ import annotations

import asyncio
import signal
import sys

import click


@click.command("mcp")
def command() -> None:
    """Speak MCP on standard input and output.

    For clients that start their servers themselves. Set FOOTNOTED_DATA_DIR to an absolute path: such clients start
    programs in a folder of their own. A running server speaks MCP over HTTP, at /mcp.
    """
    if sys.stdin.isatty():
        # The thread that reads standard input cannot be interrupted: Python's own handler would wait for the next line.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(_serve())


async def _serve() -> None:
    import logging

    from footnoted.contracts.mcp_server.server import book_server
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    settings = read_settings()
    # To standard error: standard output belongs to the protocol.
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    async with open_parts(settings) as parts:
        if sys.stdin.isatty():
            click.echo("Waiting for an MCP client on standard input; Ctrl-C stops.", err=True)
        await book_server(parts.engine, parts.catalogue, settings.deadline_seconds).run_stdio_async()
