"""A sixth contract, for the tests: `POST /oracle {"q"}` → `{"a"}`, errors `{"sorry"}`. Its one file, and its rows."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Request, Response
from pydantic import BaseModel

from footnoted.contracts.door.access import ABOUT, CONTRACT_ROUTES, Access, Rule
from footnoted.contracts.door.refusals import BadInput, KeyWanted, RateLimited, UnknownPath
from footnoted.contracts.http.app import Failed, contract_app, engine, json_response, request_id, while_listening
from footnoted.contracts.http.wire import Text, WireRequest, error_responses
from footnoted.domain.question import Question
from footnoted.engine.ask import final


class Asked(WireRequest):
    q: Annotated[str, Text(100, least=1)]


class Said(BaseModel):
    a: str


class Sorry(BaseModel):
    sorry: str


def failure(error: Exception, request_id: UUID) -> Failed:
    match error:
        case BadInput():
            return Failed(400, {"sorry": f"bad {error.field}"})
        case KeyWanted():
            return Failed(401, {"sorry": "who are you"})
        case UnknownPath():
            return Failed(error.status, {"sorry": "where"})
        case RateLimited():
            return Failed(429, {"sorry": "slower"}, error.retry_after)
        case _:
            return Failed(500, {"sorry": "broken"})


CONTRACT_ROUTES["999-oracle"] = [Rule("POST", "/oracle", Access.READER), *ABOUT]
app = contract_app("999-oracle", failure, title="999-oracle")


@app.post("/oracle", response_model=Said, responses=error_responses(Sorry)(400, 401, 429, 500))
async def oracle(request: Request, body: Asked) -> Response:
    answer = await while_listening(request, final(engine(request).ask(Question(body.q, request_id(request)))))
    return json_response(Said(a=answer.text))
