"""A request's typed state, in one value of its ASGI scope instead of many string keys."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from uuid import UUID

from starlette.types import Scope, Send

from footnoted.contracts.door.callers.caller import NOBODY, Caller, Keys, Network

if TYPE_CHECKING:
    from footnoted.contracts.door.callers.own_view import Views
    from footnoted.contracts.door.gate import Room
    from footnoted.contracts.door.limits import Limiter
    from footnoted.contracts.door.repeats import Replies
    from footnoted.domain.ports import Catalogue, Tracer
    from footnoted.engine.ask import Engine
    from footnoted.engine.turns import Turns


BEGAN = "footnoted.began"
"""The ASGI extension with the loop time at which the request began to arrive."""
REQUEST_ID: ContextVar[UUID | None] = ContextVar("request_id", default=None)
"""Only for log lines, which are written where the request is not known."""


@dataclass(frozen=True, slots=True)
class DoorConfig:
    """How the door treats requests; the defaults are for a contract that is served on its own."""

    keys: Keys = Keys()
    limiter: Limiter | None = None
    proxies: tuple[Network, ...] = ()
    room: Room | None = None
    turns: Turns | None = None
    replies: Replies | None = None
    max_body_bytes: int = 2_000_000
    read_seconds: float = 15.0
    deadline_seconds: float = 30.0
    silence_seconds: float = 15.0
    """A stream that is silent for so long gets a comment: proxies cut connections after 30 to 60 seconds."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What all requests share while the server runs."""

    engine: Engine
    catalogue: Catalogue | None = None
    door: DoorConfig = DoorConfig()
    views: Views | None = None
    """What each key of the database may see of all this; None if there are no such keys."""
    tracer: Tracer | None = None


@dataclass(slots=True)
class RequestState:
    """One request: what it shares with the others, and what is known about it so far."""

    shared: Shared
    id: UUID
    caller: Caller = NOBODY
    send_part: Send | None = None
    """Sends the parts of a stream that has started, past the layers that only look at how a reply starts."""
    reply_is_partial: bool = False
    """Whether a stream failed after it had begun; such a reply is not stored."""


def state_of(scope: Scope) -> RequestState:
    """The state that the server put into the request."""
    return cast(RequestState, scope["state"]["request"])


def begin(scope: Scope, request_id: UUID) -> None:
    """Give a new request its state, from what the server's lifespan shares."""
    REQUEST_ID.set(request_id)
    state = scope["state"]
    state["request"] = RequestState(state["shared"], request_id)
