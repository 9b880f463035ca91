"""What an operator sets is what the server has: shards, replicas, small vectors, and an index for every filter."""

from __future__ import annotations

from uuid import uuid4

import pytest

from footnoted.domain.book import Filters
from footnoted.providers.qdrant.server.index import ServerIndex
from footnoted.providers.qdrant.server.layout import Layout
from tests.patience import PATIENCE
from tests.providers.qdrant.test_index_conformance import DIMENSIONS, SKY, expected_scores, look, texts, write

pytestmark = pytest.mark.real


async def test_a_collection_is_made_as_the_settings_say(qdrant_url: str) -> None:
    layout = Layout(shards=3, replicas=2, quantisation="binary")
    index = ServerIndex(qdrant_url, None, DIMENSIONS, prefix=f"test{uuid4().hex}", timeout=PATIENCE, layout=layout)
    await write(index, SKY)
    (collection,) = (await index._resolve()).values()
    found = await index._client.get_collection(collection.name)
    assert (found.config.params.shard_number, found.config.params.replication_factor) == (3, 2)
    assert "binary" in str(found.config.quantization_config)
    indexed = {name: schema.data_type.value for name, schema in found.payload_schema.items()}
    assert indexed == {
        "route": "keyword",
        "page": "keyword",
        "section": "keyword",
        "chapters": "keyword",
        "anchor": "keyword",
    }
    # Each shard searches for itself; what is found has both scores all the same, and is no more than was asked for.
    search = look("which mirror gathers the light", like="Stars burn hydrogen.", limit=2)
    hits = await index.search(search)
    assert len(hits) <= 4
    similar = {identity: cosine for identity, (cosine, _) in expected_scores(search, SKY).items()}
    assert {hit.passage.id: hit.similarity for hit in hits} == pytest.approx(
        {hit.passage.id: similar[hit.passage.id] for hit in hits}, abs=1e-4
    )
    narrow = Filters(section="Part 1", url_prefix="/docs/sky", chapter="Stars")
    assert await texts(index, look("nova", like="x", filters=narrow)) == {"A nova flares up for weeks."}
    await index.drop("b")
    await index.close()
