"""The app: opens the parts, adds the layers around every request, mounts the contracts and the pages."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from math import inf
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from footnoted.contracts import CONTRACTS, USUAL_PLACES
from footnoted.contracts.door.access import CONTRACT_ROUTES, refuse_unlisted
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.callers.guests import Entrance
from footnoted.contracts.door.callers.own_view import Views
from footnoted.contracts.door.envelope import Envelope
from footnoted.contracts.door.gate import Room
from footnoted.contracts.door.hosts import Hosts
from footnoted.contracts.door.limits import UNLIMITED, Limit, Limiter, Limits
from footnoted.contracts.door.metrics import Metrics
from footnoted.contracts.door.origins import Origins, origin_pattern
from footnoted.contracts.door.repeats import KEPT_SECONDS, Replies
from footnoted.contracts.door.state import DoorConfig, Shared
from footnoted.contracts.mcp_server import Endpoint
from footnoted.domain.errors import Misconfigured
from footnoted.report.compile import ReportSources
from footnoted.server.hooks import Hook
from footnoted.server.pages import page_routes
from footnoted.server.upkeep import upkeep
from footnoted.settings import Settings, refuse_open_doors
from footnoted.web import routes as web
from footnoted.web.proof_of_work import Work
from footnoted.web.visitors import Visitors, kept_secret
from footnoted.wiring import Parts, open_parts

_FEWEST_FOR_ONE = 10
"""The least share of one caller: a page and its widget ask for several things at once."""

OpenParts = Callable[[Settings], AbstractAsyncContextManager[Parts]]


def create_app(settings: Settings, open_parts: OpenParts = open_parts) -> ASGIApp:
    """The whole server as one ASGI app; refuses settings that would let anyone in by mistake."""
    if settings.root_contract not in CONTRACTS:
        raise Misconfigured(f"FOOTNOTED_ROOT_CONTRACT must be one of: {', '.join(sorted(CONTRACTS))}.")
    for name, contract in CONTRACTS.items():
        refuse_unlisted(name, CONTRACT_ROUTES[name], contract.routes)
    door = _door_config(settings)
    mcp = Endpoint(_origins(settings))
    metrics = _metrics(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_parts(settings) as parts:
            keys = await _keys(settings, parts)
            async with mcp.open(parts.engine, settings.deadline_seconds), upkeep(parts, settings):
                await parts.engine.health()  # opens what opens on first use, so that no reader waits for it
                state = _lifespan_state(settings, parts, replace(door, keys=keys))
                try:
                    yield state
                finally:
                    if state["hook"]:
                        await state["hook"].close()

    root = CONTRACTS[settings.root_contract]
    everything_else = Mount("/", root)
    everything_else.path_regex = re.compile("/(?P<path>.*)", re.DOTALL)  # paths with line breaks too
    app = Starlette(
        lifespan=lifespan,
        routes=[
            *(Mount(f"/contracts/{name}", contract) for name, contract in CONTRACTS.items()),
            *(Mount(place, CONTRACTS[name]) for place, name in USUAL_PLACES.items()),
            Route("/mcp", mcp, methods=None),
            *page_routes(root, metrics),
            everything_else,
        ],
    )
    app.router.default = root  # a path without a slash fits no route; it is refused like any other
    names = [settings.host, *settings.hosts, *settings.origins, *([settings.site_url] if settings.site_url else [])]
    return Origins(Envelope(Hosts(app, names), metrics), _origins(settings))


def _origins(settings: Settings) -> str | None:
    return origin_pattern(settings.origins, on_loopback=settings.on_loopback)


def _lifespan_state(settings: Settings, parts: Parts, door: DoorConfig) -> dict[str, Any]:
    """The state that every request gets."""
    replies = Replies(parts.replies, _kept_seconds(settings)) if parts.replies else None
    views = Views(parts.budget, parts.writing) if parts.budget and parts.writing else None
    secret = settings.webhook_secret
    limiter = replace(door.limiter, counter=parts.counter) if door.limiter else None
    return {
        "shared": Shared(
            parts.engine,
            parts.catalogue,
            replace(door, limiter=limiter, replies=replies, turns=parts.engine.turns),
            views,
            parts.tracer,
        ),
        "report_sources": ReportSources(parts.engine, parts.embedder, parts.catalogue, parts.log)
        if parts.log
        else None,
        "site": _site(settings, parts, door.keys),
        "hook": Hook(secret, parts.catalogue, parts.replies) if secret and parts.replies else None,
    }


def _kept_seconds(settings: Settings) -> float:
    """How long a reply is sent again: no longer than the words of its question are kept."""
    days = settings.keep_days if settings.keep_days is not None else inf
    return min(KEPT_SECONDS, days * 86_400, KEPT_SECONDS if settings.keep_questions else 3600.0)


def _door_config(settings: Settings) -> DoorConfig:
    """How every request is checked."""
    limits = Limits(
        Limit(settings.session_limit, 60),
        Limit(settings.address_limit, 3600),
        Limit(settings.key_limit, 60),
        Limit(settings.reading_limit, 60),
    )
    own_only = UNLIMITED if settings.rate_limits == "auto" else None
    counted = limits if settings.has_rate_limits else own_only
    return DoorConfig(
        limiter=Limiter(counted) if counted else None,
        proxies=settings.proxies,
        room=Room(settings.max_requests, _share(settings)),
        max_body_bytes=settings.max_body_bytes,
        read_seconds=settings.read_seconds,
        # A little more than the engine's own deadline, so that it can still answer at that point.
        deadline_seconds=settings.deadline_seconds + 2,
    )


def _share(settings: Settings) -> int | None:
    """How many requests of one caller without a key are answered at once: a few slow readers lock nobody out."""
    return max(_FEWEST_FOR_ONE, settings.max_requests // 4) if settings.has_rate_limits else None


async def _keys(settings: Settings, parts: Parts) -> Keys:
    """The keys from settings and database; refuses to start without any where other machines could connect."""
    keys = Keys(
        settings.api_keys,
        settings.admin_keys,
        on_loopback=settings.on_loopback,
        is_public=settings.public,
        store=parts.keys,
        entrance=_entrance(settings),
        guest_calls=settings.daily_model_calls,
    )
    await keys.look()
    refuse_open_doors(settings, has_keys=keys.wants_key)
    return keys


def _entrance(settings: Settings) -> Entrance | None:
    """Where visitors get tokens, if they may."""
    if not settings.visitors:
        return None
    visitors = Visitors(_visitor_secret(settings))
    return Entrance(visitors, re.compile(_origins(settings) or "(?!)"), settings.daily_model_calls)


def _visitor_secret(settings: Settings) -> bytes:
    if settings.visitor_secret:
        return settings.visitor_secret.encode()
    return kept_secret(settings.data_dir / "visitors.secret")


def _metrics(settings: Settings) -> Metrics | None:
    if not settings.metrics:
        return None
    mounts = {f"/contracts/{name}": name for name in CONTRACTS} | USUAL_PLACES | {"": settings.root_contract}
    return Metrics(mounts)


def _site(settings: Settings, parts: Parts, keys: Keys) -> web.Site:
    """What our own pages need."""
    visitors = keys.entrance.visitors if keys.entrance else None
    work = None
    if visitors and settings.visitor_work:
        work = Work(_visitor_secret(settings), settings.visitor_work, store=parts.replies)
    entry: web.Entry = "visitor" if visitors else "key" if keys.wants_key else "open"
    return web.Site(parts.catalogue, tuple(settings.origins), entry, visitors, work, parts.pictures)
