"""The model client in an outage: few calls, quick refusals, a quick return. And where each provider is reached."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from footnoted.domain.errors import CounterDown, Misconfigured, ModelDown
from footnoted.providers.models.client import ModelClient, Patience
from footnoted.providers.models.endpoint import Endpoint, endpoint
from footnoted.providers.models.stream import Reply
from footnoted.providers.remote.circuit_breaker import CircuitBreaker, RetryBudget
from tests.loop_time import set_forward
from tests.model_servers import Play, ScriptedModel, cuts, ends_early, fails, hangs, says

ENDLESS = Patience(connect=600, first_token=600, idle=600)


async def ask(client: ModelClient, seconds: float = 1e6) -> str:
    deadline = asyncio.get_running_loop().time() + seconds
    pieces: list[str] = []
    await client.call({"messages": []}, Reply(), pieces.append, deadline)
    return "".join(pieces)


async def is_down(client: ModelClient) -> bool:
    try:
        await ask(client)
    except ModelDown:
        return True
    return False


async def calls_in_an_outage(fault: Play, at_once: int, patience: Patience) -> float:
    """How many calls each of forty requests costs."""
    requests = 40
    async with ScriptedModel(fault) as server:
        client = ModelClient([Endpoint(server.url, "m")], patience)
        for _ in range(requests // at_once):
            assert all(await asyncio.gather(*(is_down(client) for _ in range(at_once))))
        await client.close()
    return len(server.calls) / requests


@pytest.mark.parametrize("fault", [fails(500), fails(503), fails(429), cuts(), ends_early()])
@pytest.mark.parametrize("at_once", [1, 40])
async def test_a_total_outage_costs_few_calls(fault: Play, at_once: int) -> None:
    assert 5 / 40 <= await calls_in_an_outage(fault, at_once, ENDLESS) <= 1.2


async def test_silence_costs_few_calls_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = hangs(then=lambda: set_forward(monkeypatch, 700))
    assert 5 / 40 <= await calls_in_an_outage(silent, 1, ENDLESS) <= 1.2


async def test_silence_costs_few_calls_at_once() -> None:
    # So long that all forty have called before the first is given up.
    assert 5 / 40 <= await calls_in_an_outage(hangs(), 40, replace(ENDLESS, first_token=3)) <= 1.2


async def test_an_open_circuit_answers_at_once_and_closes_soon_after_recovery() -> None:
    now = 0.0
    async with ScriptedModel(fails(500)) as server:
        client = ModelClient([Endpoint(server.url, "m")])
        client._upstreams[0].circuit = CircuitBreaker(lambda: now)
        for _ in range(10):
            assert await is_down(client)
        before = len(server.calls)
        for _ in range(20):
            call = client.call({"messages": []}, Reply(), print, deadline=0.0)
            with pytest.raises(ModelDown):
                call.send(None)  # one step without the event loop: it refuses before it has waited for anything
        server.plays = (says("back"),)
        assert await is_down(client)
        assert len(server.calls) == before
        now += 5
        assert await ask(client) == "back"
        assert await ask(client) == "back"
        await client.close()


class Tally:
    """A RequestCounter whose window never passes."""

    def __init__(self, error: Exception | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self._error = error

    async def count(self, name: str, most: int, seconds: float) -> float:
        if self._error:
            raise self._error
        self.counts[name] += 1
        return seconds if self.counts[name] > most else 0.0


@pytest.mark.parametrize(
    ("shared", "calls"),
    [(Tally(), 2), (Tally(CounterDown("down")), 5), (None, 5)],
    ids=["one counter", "it is down", "each for itself"],
)
async def test_what_one_worker_found_out_the_next_need_not(shared: Tally | None, calls: int) -> None:
    async with ScriptedModel(fails(500)) as server:
        first, second = (ModelClient([Endpoint(server.url, "m")], ENDLESS, failures=shared) for _ in range(2))
        while not first._upstreams[0].circuit.is_open:
            assert await is_down(first)
        before = len(server.calls)
        while not second._upstreams[0].circuit.is_open:
            assert await is_down(second)
        assert len(server.calls) - before == calls
        await first.close()
        await second.close()


async def test_one_failure_of_its_own_is_no_outage_whatever_others_saw() -> None:
    async with ScriptedModel(fails(500), says("fine"), says("fine")) as server:
        tally = Tally()
        tally.counts[f"failures of {server.url}"] = 100
        client = ModelClient([Endpoint(server.url, "m")], ENDLESS, failures=tally)
        assert await ask(client) == "fine"
        assert not client._upstreams[0].circuit.is_open
        await client.close()


def test_a_circuit_probes_at_growing_distances_below_five_seconds() -> None:
    now = 0.0
    circuit = CircuitBreaker(lambda: now)
    for _ in range(5):
        assert circuit.allows_call()
        circuit.record_failure()
    probes = []
    while now < 60:
        now += 0.1
        if circuit.allows_call():
            probes.append(now)
            circuit.record_failure()
    distances = [later - earlier for earlier, later in pairwise(probes)]
    assert max(distances) < 5
    assert distances[-1] > 3
    circuit.record_success()
    assert not circuit.is_open


def test_a_probe_that_hangs_does_not_bar_the_next() -> None:
    now = 0.0
    circuit = CircuitBreaker(lambda: now)
    for _ in range(5):
        circuit.record_failure()
    now = 1.0
    assert circuit.allows_call()
    assert not circuit.allows_call()
    now = 5.5
    assert circuit.allows_call()


def test_retries_are_a_fifth_of_the_calls() -> None:
    budget = RetryBudget()
    retries = 0
    for _ in range(1000):
        budget.record_call()
        retries += budget.spend_retry()
    assert 190 <= retries <= 201


async def test_a_long_line_is_read() -> None:
    text = "x" * 300_000
    async with ScriptedModel(says(text)) as server:
        client = ModelClient([Endpoint(server.url, "m")], ENDLESS)
        assert await ask(client) == text
        await client.close()


KEYS = {"OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g", "ANTHROPIC_API_KEY": "a"}


@pytest.mark.parametrize(
    ("llm", "base_url", "expected"),
    [
        (
            "openai:gpt-4o-mini",
            None,
            Endpoint("https://api.openai.com/v1", "gpt-4o-mini", "o", "max_completion_tokens"),
        ),
        (
            "gemini:gemini-2.5-flash",
            None,
            Endpoint("https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-flash", "g"),
        ),
        ("anthropic:claude-haiku-4-5", None, Endpoint("https://api.anthropic.com/v1", "claude-haiku-4-5", "a")),
        ("ollama:llama3.2:3b", None, Endpoint("http://127.0.0.1:11434/v1", "llama3.2:3b")),
        ("vllm:m", "http://gpu:8000/v1/", Endpoint("http://gpu:8000/v1", "m", "o")),
        ("llamacpp:m", "http://127.0.0.1:8080/v1", Endpoint("http://127.0.0.1:8080/v1", "m", "o")),
    ],
)
def test_where_a_provider_is_reached(llm: str, base_url: str | None, expected: Endpoint) -> None:
    """Gemini as in https://ai.google.dev/gemini-api/docs/openai, Anthropic as in
    https://platform.claude.com/docs/en/api/openai-sdk, which takes max_tokens and stream_options.
    """
    assert endpoint(llm, base_url=base_url, keys=KEYS) == expected


@pytest.mark.parametrize(
    ("llm", "names"),
    [
        ("openai:x", "OPENAI_API_KEY"),
        ("gemini:x", "GEMINI_API_KEY"),
        ("anthropic:x", "ANTHROPIC_API_KEY"),
        ("compatible:x", "FOOTNOTED_LLM_BASE_URL"),
        ("gpt-4o", "FOOTNOTED_LLM"),
        ("acme:x", "FOOTNOTED_LLM"),
    ],
)
def test_what_is_missing_is_named(llm: str, names: str) -> None:
    with pytest.raises(Misconfigured, match=names):
        endpoint(llm, keys={})


def test_keys_stay_out_of_logs() -> None:
    assert "sk-1" not in repr(Endpoint("http://x", "m", "sk-1"))
