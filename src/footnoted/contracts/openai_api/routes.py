"""The endpoints of the OpenAI-compatible contract."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Request, Response
from pydantic import BaseModel

import footnoted
from footnoted.contracts.http import sse
from footnoted.contracts.http.app import (
    contract_app,
    engine,
    json_response,
    own_history,
    owner,
    request_id,
    whole_answer,
)
from footnoted.contracts.http.books import EVERY_BOOK, book_named, catalogue
from footnoted.contracts.http.health import Health, health
from footnoted.contracts.http.wire import error_responses
from footnoted.contracts.openai_api import chat, responses
from footnoted.contracts.openai_api.chat import ChatCompletion, ChatRequest
from footnoted.contracts.openai_api.failures import ErrorResponse, failure, midway
from footnoted.contracts.openai_api.responses import Frame, NumberedEvents
from footnoted.contracts.openai_api.responses_models import ModelResponse, ResponsesRequest


class Model(BaseModel):
    """A book that can be asked."""

    id: str
    object: Literal["model"] = "model"
    created: Literal[0] = 0
    owned_by: Literal["footnoted"] = "footnoted"


class ModelList(BaseModel):
    """Every book that is served."""

    object: Literal["list"] = "list"
    data: list[Model]


app = contract_app(
    "openai",
    failure,
    title="openai",
    version=footnoted.__version__,
    description="For clients that speak to OpenAI: set their base URL to `/v1` of this server. A book is a model.",
)
_errors = error_responses(ErrorResponse, {404: "There is no such book."})
_asking = _errors(400, 401, 404, 413, 429, 500, 503)


@app.post(
    "/chat/completions",
    response_model=ChatCompletion,
    responses=_asking | {200: sse.described("message")},
)
async def create_completion(request: Request, body: ChatRequest) -> Response:
    """Ask with the whole conversation; the answer comes whole, or in chunks if ``stream`` is true."""
    asked = chat.question(body, request_id(request), await book_named(catalogue(request), body.model))
    if body.stream:
        events = engine(request).ask(asked)
        return await sse.stream(request, chat.frames(events, asked, body.model, body.stream_options), _CHAT_MANNER)
    return json_response(chat.reply(await whole_answer(request, asked), asked, body.model))


_CHAT_MANNER = sse.Manner(lambda error: sse.data({"error": midway(error)}) + chat.DONE)


@app.post("/responses", response_model=ModelResponse, responses=_asking | {200: sse.described(*responses.EVENTS)})
async def create_response(request: Request, body: ResponsesRequest) -> Response:
    """Ask a question, after a previous response or after messages; whole, or as events if ``stream`` is true."""
    book = await book_named(catalogue(request), body.model)
    asked = await responses.question(body, request_id(request), book, own_history(request), owner(request))
    frame = Frame(body, asked)
    if body.stream:
        events, tell = engine(request).ask(asked), NumberedEvents()
        return await sse.stream(request, responses.frames(events, frame, tell), _responses_manner(frame, tell))
    return json_response(frame.reply(await whole_answer(request, asked)))


def _responses_manner(frame: Frame, tell: NumberedEvents) -> sse.Manner:
    return sse.Manner(lambda error: tell("response.failed", response=frame.failed(midway(error)).model_dump()))


@app.get("/models", response_model=ModelList, responses=_errors(401, 429, 500, 503))
async def list_models(request: Request) -> Response:
    """The books, each as a model; where there are several, all of them together as one more."""
    names = [book.name for book in await catalogue(request).books()]
    names += [EVERY_BOOK] if len(names) > 1 else []
    return json_response(ModelList(data=[Model(id=name) for name in names]))


@app.get("/models/{model}", response_model=Model, responses=_errors(400, 401, 404, 429, 500, 503))
async def retrieve_model(request: Request, model: Annotated[str, Path(pattern=r"^[\w .-]{1,200}$")]) -> Response:
    """One book."""
    await book_named(catalogue(request), model)
    return json_response(Model(id=model))


app.get("/health", response_model=Health, responses=_errors(500))(health)
