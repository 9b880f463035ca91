"""``footnoted keys``: creates, lists, rotates and revokes access keys."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.door.access_key import AccessKey
    from footnoted.wiring import KeyAdmin

T = TypeVar("T")

_NAME = re.compile(r"[\w.@-]{1,100}")
_SPANS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def _span(ctx: click.Context, param: click.Parameter, value: str) -> timedelta:
    """A length of time such as 90d, 12h or 30m."""
    found = re.fullmatch(r"(\d{1,6})([mhdw])", value)
    if not found:
        raise click.BadParameter(f"{value!r} is not a length of time. Write 90d, 12h or 30m.", ctx, param)
    return int(found[1]) * _SPANS[found[2]]


def _expiry(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    """A date, a date with a time, or a length of time from now."""
    if value is None:
        return None
    if re.fullmatch(r"\d{1,6}[mhdw]", value):
        return datetime.now(UTC) + _span(ctx, param, value)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        wrong = f"{value!r} is neither a date nor a length of time. Write 2027-01-31, 90d or 12h."
        raise click.BadParameter(wrong, ctx, param) from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if moment <= datetime.now(UTC):
        raise click.BadParameter(f"{value} is in the past. Give a future date.", ctx, param)
    return moment


@click.group("keys")
def command() -> None:
    """Create and revoke keys; a running server notices within a second."""


@command.command("create")
@click.argument("name")
@click.option("--admin", "is_admin", is_flag=True, help="It may administer as well as ask.")
@click.option("--book", "books", multiple=True, help="It may ask this book only; may be repeated. All if not given.")
@click.option("--per-minute", type=click.IntRange(1), help="Questions a minute; FOOTNOTED_KEY_LIMIT if not given.")
@click.option(
    "--model-calls", "daily_calls", type=click.IntRange(0), help="Model calls a day (UTC); no limit if not given."
)
@click.option("--expires", callback=_expiry, help="A date such as 2027-01-31, or a time from now such as 90d or 12h.")
@options.as_json
def create(name: str, as_json: bool, **given: Any) -> None:
    """Create the key NAME and print its secret, which is not stored and not shown again."""
    if not _NAME.fullmatch(name):
        raise click.UsageError("A key's name has letters, digits and . _ @ -, at most 100 of them.")

    async def work(admin: KeyAdmin) -> tuple[AccessKey, str]:
        await admin.check_books(given["books"])
        return await admin.keys.create(name, **given)

    _show_secret(*_run(work), as_json)


@command.command("list")
@options.as_json
def list_keys(as_json: bool) -> None:
    """List every key and its model calls of today; secrets are not shown."""

    async def work(admin: KeyAdmin) -> list[tuple[AccessKey, int]]:
        return [(key, await admin.budget.spent(key.id)) for key in await admin.keys.keys()]

    kept = _run(work)
    if as_json:
        click.echo(json.dumps([_shown(key) | {"model_calls_today": spent} for key, spent in kept], indent=2))
        return
    for key, spent in kept:
        click.echo(_line(key, spent))
    if not kept:
        click.echo("There are no keys yet. Create one: footnoted keys create NAME")


@command.command("revoke")
@click.argument("name")
@options.as_json
def revoke(name: str, as_json: bool) -> None:
    """Revoke the key NAME for good."""
    key = _run(lambda admin: admin.keys.revoke(name))
    click.echo(json.dumps(_shown(key), indent=2) if as_json else f"{name} is revoked.")


@command.command("rotate")
@click.argument("name")
@click.option("--overlap", callback=_span, default="0m", help="How long the old secret stays valid, such as 24h.")
@options.as_json
def rotate(name: str, overlap: timedelta, as_json: bool) -> None:
    """Give the key NAME a new secret; its sessions, limits and budget stay."""
    _show_secret(*_run(lambda admin: admin.keys.rotate(name, overlap)), as_json)


def _run(work: Callable[[KeyAdmin], Awaitable[T]]) -> T:
    from footnoted.settings import read_settings
    from footnoted.wiring import open_keys

    async def run() -> T:
        async with open_keys(read_settings()) as admin:
            return await work(admin)

    return asyncio.run(run())


def _show_secret(key: AccessKey, secret: str, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_shown(key) | {"secret": secret}, indent=2))
        return
    click.echo(secret)
    click.secho(f"This is the secret of '{key.name}'. Save it now: it is not shown again.", fg="yellow", err=True)


def _shown(key: AccessKey) -> dict[str, Any]:
    """A key as JSON, without its digests."""
    moments = {"created": key.created, "expires": key.expires, "revoked": key.revoked, "old_until": key.former_until}
    return {
        "name": key.name,
        "kind": "admin" if key.is_admin else "reader",
        "state": _state(key),
        "books": list(key.books),
        "per_minute": key.per_minute,
        "model_calls_a_day": key.daily_calls,
        **{name: moment.isoformat() if moment else None for name, moment in moments.items()},
    }


def _state(key: AccessKey) -> str:
    if key.revoked:
        return "revoked"
    return "live" if key.is_live(datetime.now(UTC)) else "expired"


def _line(key: AccessKey, spent: int) -> str:
    parts = ["admin" if key.is_admin else "reader", _state(key), f"books: {', '.join(key.books) or 'all'}"]
    if key.per_minute is not None:
        parts.append(f"{key.per_minute} a minute")
    if key.daily_calls is not None:
        parts.append(f"{spent} of {key.daily_calls} model calls today")
    if key.expires:
        parts.append(f"until {key.expires:%Y-%m-%d %H:%M} UTC")
    return f"{key.name}: {', '.join(parts)}"
