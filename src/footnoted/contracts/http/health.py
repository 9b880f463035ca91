"""The health endpoint of contracts that do not define their own."""

from __future__ import annotations

from typing import Literal

from fastapi import Request, Response
from pydantic import BaseModel

from footnoted.contracts.http.app import engine, json_response


class Health(BaseModel):
    """Whether questions can be answered."""

    status: Literal["ok", "unavailable"]


async def health(request: Request) -> Response:
    """Whether questions can be answered."""
    parts = await engine(request).health()
    return json_response(Health(status="ok" if parts["index"].is_up else "unavailable"))
