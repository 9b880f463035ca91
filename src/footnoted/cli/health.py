"""``footnoted health``: a table of the parts; exit code 2 when one is down."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from typing import Any

import click

from footnoted.cli import _options


@click.command("health")
@_options.as_json
def command(as_json: bool) -> None:
    """Show whether each part works."""
    parts = asyncio.run(_parts())
    if as_json:
        click.echo(json.dumps(parts, indent=2))
    for name, part in ({} if as_json else parts).items():
        mark = click.style("up  ", fg="green") if part["is_up"] else click.style("down", fg="red")
        detail = part["error"] or f"{part['latency_ms']:.1f} ms"
        click.echo(f"{name:<10} {mark}  {detail}")
    if not all(part["is_up"] for part in parts.values()):
        sys.exit(2)


async def _parts() -> dict[str, Any]:
    import footnoted

    async with footnoted.open() as library:
        return {name: dataclasses.asdict(part) for name, part in (await library.health()).items()}
