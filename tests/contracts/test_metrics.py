"""What is counted, who may read it, and that no caller can make a label."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from footnoted.contracts.door import metrics
from tests import scenes
from tests.scenes import PlayedEngine
from tests.test_server import served

pytest.importorskip("prometheus_client")
ADMIN = {"X-API-Key": "the-admin"}


def lines(text: str, name: str) -> dict[str, float]:
    """Labels → value of one metric."""
    rows = (line.removeprefix(name).rsplit(" ", 1) for line in text.splitlines() if line.startswith(name + "{"))
    return {labels: float(value) for labels, value in rows}


async def test_requests_are_counted_by_route_method_and_status() -> None:
    async with served(PlayedEngine(scenes.answered), metrics=True) as client:
        for _ in range(2):
            await client.post("/chat", json={"query": "How warm?"})
        await client.post("/contracts/003-rag-agent/ask", json={"query": "How warm?"})
        await client.post("/chat", json={})
        await client.get("/read/bees/no/such/page")
        text = (await client.get("/metrics")).text
    assert lines(text, "footnoted_requests_total") == {
        '{method="POST",route="/chat",status="200"}': 2,
        '{method="POST",route="/contracts/003-rag-agent/ask",status="200"}': 1,
        '{method="POST",route="/chat",status="400"}': 1,
        '{method="GET",route="/read/{book}{route:path}",status="404"}': 1,
    }
    assert lines(text, "footnoted_request_seconds_count")['{route="/chat"}'] == 3


async def test_whatever_callers_invent_is_one_label() -> None:
    async with served(PlayedEngine(), metrics=True) as client:
        for number in range(20):
            await client.get(f"/invented/{number}")
            await client.get(f"/contracts/invented-{number}/chat")
            await client.request(f"INVENT{number}", "/chat")
        text = (await client.get("/metrics")).text
    routes = {labels.split('route="')[1].split('"')[0] for labels in lines(text, "footnoted_requests_total")}
    assert routes == {"unknown"}
    assert not any("INVENT" in labels for labels in lines(text, "footnoted_requests_total"))


async def test_off_unless_it_is_set() -> None:
    async with served(PlayedEngine()) as client:
        reply = await client.get("/metrics")
    assert reply.status_code == 404
    assert "FOOTNOTED_METRICS" in reply.text


@pytest.mark.parametrize(
    ("given", "headers", "status"),
    [
        ({}, {}, 200),
        ({}, {"X-Forwarded-For": "203.0.113.9"}, 401),
        ({"api_keys": "a-reader"}, {"X-API-Key": "a-reader", "X-Forwarded-For": "203.0.113.9"}, 401),
        ({"admin_keys": "the-admin"}, {}, 401),
        ({"admin_keys": "the-admin"}, ADMIN, 200),
        ({"admin_keys": "the-admin"}, ADMIN | {"X-Forwarded-For": "203.0.113.9"}, 200),
        ({"admin_keys": "the-admin", "api_keys": "a-reader"}, {"X-API-Key": "a-reader"}, 401),
        ({"host": "0.0.0.0", "public": True}, {}, 401),
        ({"host": "0.0.0.0", "public": True, "admin_keys": "the-admin"}, ADMIN, 200),
    ],
)
async def test_only_admins_and_this_machine_may_read_it(
    given: dict[str, Any], headers: dict[str, str], status: int
) -> None:
    async with served(PlayedEngine(), metrics=True, **given) as client:
        assert (await client.get("/metrics", headers=headers)).status_code == status


async def test_a_reader_of_the_book_is_not_an_admin_because_the_server_is_on_loopback() -> None:
    async with served(PlayedEngine(), metrics=True, api_keys="a-reader") as client:
        assert (await client.get("/metrics")).status_code == 401


async def test_the_dashboard_reads_what_there_is() -> None:
    async with served(PlayedEngine(scenes.answered), metrics=True) as client:
        await client.post("/chat", json={"query": "How warm?"})
        text = (await client.get("/metrics")).text
    there = {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}
    dashboard = json.loads((Path(__file__).parent.parent.parent / "deploy" / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    named = {name for expression in asked for name in re.findall(r"\b(?:footnoted|process)_\w+", expression)}
    assert named
    assert named <= there


async def test_workers_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(pids: list[int]) -> dict[str, float]:
        monkeypatch.setattr(metrics, "_siblings", lambda: pids)
        return {sample.name: sample.value for metric in metrics._Workers().collect() for sample in metric.samples}

    own = os.getpid()
    alone, both = read([own]), read([own, own])
    assert set(alone) == {"process_resident_memory_bytes", "process_cpu_seconds_total"}
    assert both["process_resident_memory_bytes"] == pytest.approx(2 * alone["process_resident_memory_bytes"], rel=0.1)
    assert os.getpid() in metrics._siblings()
