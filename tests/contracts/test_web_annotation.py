"""Citations as Web Annotations: their wire form, and that the words are where the selectors say."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

from inline_snapshot import snapshot

from footnoted.contracts.book_api import app
from footnoted.contracts.book_api.web_annotation import annotated
from footnoted.domain.answer import Answer, Citation, Outcome, Support
from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Verdict
from footnoted.server import OpenParts, create_app
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests import scenes
from tests.client import client_of
from tests.contracts.wire import REQUEST_ID
from tests.fakes.catalogue import FakeCatalogue
from tests.scenes import NOON, SURE, PlayedEngine, passage
from tests.test_server import served

ASKED = {"query": "How warm?", "annotations": True}


async def test_the_wire() -> None:
    answer = scenes.answered[-1].answer  # type: ignore[union-attr]
    made = await annotated(answer, REQUEST_ID, NOON, scenes.catalogue(), "../../")
    assert made == snapshot(
        [
            {
                "@context": "http://www.w3.org/ns/anno.jsonld",
                "id": "urn:uuid:cb327acc-b6c6-5bf8-bd81-015627de0b45",
                "type": "Annotation",
                "motivation": "describing",
                "created": "2030-01-02T12:00:00+00:00",
                "body": {
                    "type": "TextualBody",
                    "value": "The cluster keeps its middle at 34 °C",
                    "format": "text/plain",
                },
                "target": [
                    {
                        "type": "SpecificResource",
                        "source": "https://bees.example/docs/winter",
                        "selector": {
                            "type": "TextQuoteSelector",
                            "exact": "A cluster of bees keeps its middle at 34 °C.",
                            "prefix": "",
                            "suffix": "",
                        },
                    },
                    {
                        "type": "SpecificResource",
                        "source": {
                            "id": "../../read/bees/docs/winter.md",
                            "type": "Text",
                            "format": "text/markdown",
                            "https://schema.org/sha256": "2c13dca3424ef4f42f844cd53081f51d7324c0bf421f826cbd1730dd1e14eeb1",
                        },
                        "state": {"type": "TimeState", "sourceDate": "2030-01-02T12:00:00+00:00"},
                        "selector": {"type": "TextPositionSelector", "start": 32, "end": 76},
                    },
                ],
            }
        ]
    )


async def test_the_words_are_where_the_selectors_say() -> None:
    passages = [
        passage(0, "Bees *cluster*. Bees *cluster* when it is **cold**, `34 °C` inside."),
        passage(1, "Bees *cluster*. They eat 🍯 honey; a [colony](https://x.example) eats 15 kg."),
    ]
    shelf = _shelf(passages)
    quotes = [(1, "Bees *cluster* when it is **cold**"), (2, "a [colony](https://x.example) eats 15 kg.")]
    citations = tuple(Citation(0, 5, source, quote, Support.EXACT) for source, quote in quotes)
    sources = tuple(Source(passage, 0.9, 0.9) for passage in passages)
    answer = Answer("Words [1][2].", Outcome.ANSWERED, Verdict.ANSWER, SURE, sources, citations)
    async with client_of(create_app(Settings(_env_file=None), _parts(shelf))) as client:
        for made, (_, quote) in zip(await annotated(answer, REQUEST_ID, NOON, shelf), quotes, strict=True):
            published, twin = made["target"]
            reply = await client.get("/" + twin["source"]["id"])
            assert hashlib.sha256(reply.content).hexdigest() == twin["source"]["https://schema.org/sha256"]
            assert reply.text[twin["selector"]["start"] : twin["selector"]["end"]] == quote
            assert not set("*[`") & set("".join(published["selector"].values()).replace("TextQuoteSelector", ""))
    first = (await annotated(answer, REQUEST_ID, NOON, shelf))[0]["target"][0]["selector"]
    assert (first["prefix"], first["exact"]) == ("Bees cluster. ", "Bees cluster when it is cold")


def _shelf(passages: list[Passage]) -> FakeCatalogue:
    shelf = scenes.catalogue()
    book, pages = shelf.shelf["bees"]
    shelf.shelf["bees"] = (book, {"/docs/winter": replace(pages["/docs/winter"], passages=tuple(passages))})
    return shelf


def _parts(shelf: FakeCatalogue) -> OpenParts:
    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        nothing = cast(Any, None)
        yield Parts(cast(Any, PlayedEngine()), nothing, nothing, shelf, nothing)

    return cast(OpenParts, parts)


async def test_only_who_asks_for_them_gets_them() -> None:
    async with served(PlayedEngine(scenes.answered)) as client:
        plain = await client.post("/chat", json={"query": "How warm?"})
        assert "annotations" not in plain.json()
        whole = await client.post("/contracts/005-rag-agent-api/chat", json=ASKED)
        assert whole.json()["annotations"][0]["target"][1]["source"]["id"] == "../../read/bees/docs/winter.md"
        at_root = (await client.post("/chat", json=ASKED)).json()["annotations"][0]["target"][1]["source"]["id"]
        assert (await client.get("/" + at_root)).status_code == 200
        stream = await client.post("/chat/stream", json=ASKED)
        events = [json.loads(line[6:]) for line in stream.text.splitlines() if line.startswith("data: ")]
        assert [list(event) for event in events[-2:]] == [["annotations"], ["done"]]
        assert len(events[-2]["annotations"]) == 1


async def test_without_the_page_the_quote_is_still_there() -> None:
    answer = scenes.answered[-1].answer  # type: ignore[union-attr]
    for shelf in (None, FakeCatalogue()):
        (made,) = await annotated(answer, REQUEST_ID, NOON, shelf)
        assert [target["selector"]["type"] for target in made["target"]] == ["TextQuoteSelector"]
    selected = scenes.selected_text[-1].answer  # type: ignore[union-attr]
    assert await annotated(selected, REQUEST_ID, NOON, None) == []
    async with client_of(app, {"engine": PlayedEngine(scenes.answered)}) as client:
        assert len((await client.post("/chat", json=ASKED)).json()["annotations"]) == 1
