"""``footnoted health``: a table of the parts and the overall word; exit code 2 when a part is down."""

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
    else:
        _show(parts)
    if not all(part["is_up"] for part in parts.values()):
        sys.exit(2)


def _show(parts: dict[str, Any]) -> None:
    for name, part in parts.items():
        mark = click.style("up  ", fg="green") if part["is_up"] else click.style("down", fg="red")
        detail = part["error"] or f"{part['latency_ms']:.1f} ms"
        click.echo(f"{name:<10} {mark}  {detail}")
    if not parts["index"]["is_up"]:
        click.secho("UNAVAILABLE", fg="red")
    elif all(part["is_up"] for part in parts.values()):
        click.secho("HEALTHY", fg="green")
    else:
        click.secho("DEGRADED", fg="yellow")


async def _parts() -> dict[str, Any]:
    import footnoted

    async with footnoted.open() as library:
        return {name: dataclasses.asdict(part) for name, part in (await library.health()).items()}
