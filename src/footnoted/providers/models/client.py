"""Calls a chat-completions endpoint, streams its reply, and handles every way in which that can fail.

One deadline, retries only before the first token, a retry budget and a circuit breaker for each endpoint, a fallback
endpoint, a timeout for silence. Knows nothing about agents, prompts or books.

Uses aiohttp: 100 streams of 100 tokens took 2.4 s with it, 3.3 s with httpx and 5.1 s with OpenAI's client, in one
run on a busy machine with two cores.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import orjson

from footnoted.domain.door.stores import RequestCounter
from footnoted.domain.errors import CounterDown, DatabaseDown, ModelBusy, ModelDown, OutOfTime
from footnoted.providers.models.endpoint import Endpoint
from footnoted.providers.models.stream import CutOff, Reply
from footnoted.providers.remote.circuit_breaker import FAILURES, CircuitBreaker, RetryBudget
from footnoted.providers.remote.proxy import proxy_for
from footnoted.providers.remote.retry import Refused, Retries, retrying

_log = logging.getLogger("footnoted")

OnText = Callable[[str], None]

_RETRIES = Retries(attempts=3, pause=0.25, longest_pause=5.0)
"""All within the time that a reader waits for the first word."""
_RECENT = 10.0
"""Seconds for which failures seen by other workers count."""
_TRANSPORT = (aiohttp.ClientError, CutOff, OSError, ValueError)
_FAILURES = (TimeoutError, Refused, *_TRANSPORT)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds."""

    connect: float = 3.0
    first_token: float = 15.0
    idle: float = 10.0
    """Longest silence between two tokens."""


@dataclass(slots=True)
class _Upstream:
    endpoint: Endpoint
    proxy: str | None
    circuit: CircuitBreaker = field(default_factory=CircuitBreaker)
    budget: RetryBudget = field(default_factory=RetryBudget)


class RequestRefused(ModelDown):
    """The server rejects this request, but may accept another."""


class ModelClient:
    """Calls the first endpoint, and the others in turn when it fails."""

    def __init__(
        self,
        endpoints: Sequence[Endpoint],
        patience: Patience | None = None,
        *,
        most_tokens: int = 1000,
        failures: RequestCounter | None = None,
    ) -> None:
        """``failures`` counts those of all workers, so that each need not discover by itself that a model is down."""
        self._upstreams = [_Upstream(endpoint, proxy_for(endpoint.base_url)) for endpoint in endpoints]
        self._patience = patience or Patience()
        self._most_tokens, self._failures = most_tokens, failures
        self._session: aiohttp.ClientSession | None = None

    @property
    def model(self) -> str:
        return self._upstreams[0].endpoint.model

    async def call(self, body: Mapping[str, Any], reply: Reply, on_text: OnText, deadline: float) -> None:
        """Let the model answer: ``on_text`` gets the words, ``reply`` is filled; the deadline is in loop time.

        Raises ModelDown or ModelBusy, and OutOfTime when the deadline passes after the first token.
        """
        failure: ModelDown | None = None
        for upstream in self._upstreams:
            try:
                await self._ask(upstream, body, reply, on_text, deadline)
                return
            except ModelDown as error:
                if reply.has_begun:
                    raise
                failure = failure or error
        assert failure is not None, "there is at least one endpoint"
        raise failure

    async def ping(self) -> None:
        """Return when the server answers; asks for its list of models, which is free."""
        upstream = self._upstreams[0]
        url, headers = f"{upstream.endpoint.base_url}/models", _headers(upstream.endpoint)
        try:
            async with asyncio.timeout(self._patience.connect):
                async with self._opened().get(
                    url, headers=headers, proxy=upstream.proxy, allow_redirects=False
                ) as response:
                    if response.status in (401, 403) or response.status >= 500:
                        raise ModelDown(f"The model's server answers with status {response.status}.")
        except (TimeoutError, *_TRANSPORT) as error:
            raise ModelDown("The model's server does not answer.") from error

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _ask(
        self, upstream: _Upstream, body: Mapping[str, Any], reply: Reply, on_text: OnText, deadline: float
    ) -> None:
        """Call one endpoint, with retries where they make sense; its circuit breaker records the result."""

        async def attempt() -> None:
            if not upstream.circuit.allows_call():
                raise ModelDown("The model does not answer at the moment.")
            try:
                await self._once(upstream, body, reply, on_text, deadline)
            except _FAILURES as error:
                _log.warning("the model failed: %s: %s", type(error).__name__, error)
                if reply.has_begun:
                    upstream.circuit.record_success()  # it does answer
                elif not isinstance(error, Refused) or _blames_server(error.status):
                    upstream.circuit.record_failure(others_agree=await self._is_widespread(upstream))
                raise
            upstream.circuit.record_success()

        def may_retry(pause: float) -> bool:
            if reply.has_begun or _now() + pause >= deadline or upstream.circuit.is_open:
                return False
            return upstream.budget.spend_retry()

        upstream.budget.record_call()
        try:
            await retrying(attempt, _RETRIES, _FAILURES, may_retry)
        except _FAILURES as error:
            raise (_midway(error, deadline) if reply.has_begun else _early(error)) from error

    async def _is_widespread(self, upstream: _Upstream) -> bool:
        """Whether all workers together have seen enough failures to open a circuit."""
        if self._failures is None:
            return False
        try:
            return await self._failures.count(f"failures of {upstream.endpoint.base_url}", FAILURES - 1, _RECENT) > 0
        except (CounterDown, DatabaseDown):
            return False

    async def _once(
        self, upstream: _Upstream, body: Mapping[str, Any], reply: Reply, on_text: OnText, deadline: float
    ) -> None:
        endpoint = upstream.endpoint
        sent = {**body, "model": endpoint.model, "stream": True, endpoint.limit_field: self._most_tokens}
        if endpoint.asks_usage:
            sent["stream_options"] = {"include_usage": True}
        url = f"{endpoint.base_url}/chat/completions"
        due = min(deadline, _now() + self._patience.first_token)
        async with (
            asyncio.timeout_at(due) as limit,
            self._opened().post(
                url,
                data=orjson.dumps(sent),
                headers=_headers(endpoint),
                proxy=upstream.proxy,
                allow_redirects=False,
            ) as response,
        ):
            if response.status != 200:
                raise Refused(response.status, response.headers)
            clock, content, idle = asyncio.get_running_loop().time, response.content, self._patience.idle
            try:
                while not reply.is_done and (data := await content.readany()):
                    for text in reply.feed(data):
                        on_text(text)
                    # Setting a timeout costs more than reading a token, so it is set in steps.
                    if (later := min(deadline, clock() + idle)) > due + idle / 10:
                        due = later
                        limit.reschedule(due)
                if not reply.is_done:
                    reply.end()
            except BaseException:
                # Closed, not released: so the server notices at once that the reader has left.
                response.close()
                raise

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=30),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=self._patience.connect),
            )
        return self._session


def _now() -> float:
    return asyncio.get_running_loop().time()


def _headers(endpoint: Endpoint) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    if endpoint.api_key:
        headers["Authorization"] = f"Bearer {endpoint.api_key}"
    return headers


def _blames_server(status: int) -> bool:
    """Whether the server is at fault; 400, 413 and 422 mean that this request is."""
    return status not in (400, 413, 422)


def _early(error: Exception) -> ModelDown:
    """The error for a failure before the first token; a timeout too, because there is still another way to answer."""
    if isinstance(error, Refused):
        if error.status in (429, 503, 529):
            return ModelBusy("The model is overloaded. Try again in a moment.")
        if error.status in (401, 403):
            return ModelDown("The model's server refuses the key.")
        if not _blames_server(error.status):
            return RequestRefused("The model's server refuses the request.")
        return ModelDown(f"The model's server answers with status {error.status}.")
    if isinstance(error, TimeoutError):
        return ModelDown("The model did not answer in time.")
    return ModelDown("The model's server cannot be reached.")


def _midway(error: Exception, deadline: float) -> ModelDown | OutOfTime:
    if isinstance(error, TimeoutError):
        if _now() >= deadline:
            return OutOfTime("The answer took too long and was cut off.")
        return ModelDown("The model stopped in the middle of its answer.")
    return ModelDown("The model's answer was cut off.")
