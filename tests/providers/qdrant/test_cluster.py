"""Two nodes that hold every book twice: when one is gone the other answers the same; when it is back, books change."""

from __future__ import annotations

import asyncio
import time
from uuid import uuid4

import pytest

from footnoted.domain.errors import IndexDown
from footnoted.providers.qdrant.server.index import ServerIndex
from footnoted.providers.qdrant.server.layout import Layout
from tests.patience import PATIENCE
from tests.providers.qdrant.test_index_conformance import DIMENSIONS, SKY, assert_true_scores, look, page, texts, write
from tests.servers import running_cluster

pytestmark = pytest.mark.real


async def test_one_node_of_two_is_enough_to_answer() -> None:
    with running_cluster() as (first, second):
        layout = Layout(shards=1, replicas=2)
        prefix = f"test{uuid4().hex}"
        # Who writes asks again where the nodes have not found each other yet, and must not wait long for a refusal.
        index, writer = (
            ServerIndex(first.url, None, DIMENSIONS, prefix=prefix, timeout=seconds, layout=layout)
            for seconds in (PATIENCE, 5)
        )
        await _written(writer)
        search = look("which mirror gathers the light", like="Stars burn hydrogen.", limit=10)
        before = {hit.passage.id for hit in await index.search(search)}
        second.stop()
        hits = await index.search(search)
        assert {hit.passage.id for hit in hits} == before != set()
        assert_true_scores(hits, search, SKY)
        assert (await index.revision("b"), await index.count("b")) == ("r1", 6)
        # A new collection needs the consent of most nodes, and one of two is not most of them.
        with pytest.raises(IndexDown):
            await write(writer, page("/docs/new", "New."), revision="r2")
        assert {hit.passage.id for hit in await index.search(search)} == before
        second.start()
        await _written(writer, "r3")
        assert await texts(index, look(like="x", limit=100)) >= {"New."}
        await index.close()
        await writer.close()


async def _written(index: ServerIndex, revision: str = "r1") -> None:
    """Once the nodes have found each other."""
    deadline = time.monotonic() + PATIENCE
    pages = SKY if revision == "r1" else SKY | page("/docs/new", "New.")
    while True:
        try:
            await write(index, pages, revision=revision, afresh=revision == "r1")
            return
        except IndexDown:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.2)
