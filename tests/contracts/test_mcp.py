"""MCP with its own client SDK, unmodified: over HTTP in both eras of the protocol, and over standard input and output."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import suppress
from typing import Any

import httpx
import pytest
from inline_snapshot import snapshot
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import CallToolResult, TextContent

from footnoted.settings import Settings
from tests import scenes
from tests.contracts.live import StuckEngine, house
from tests.patience import PATIENCE
from tests.scenes import SESSION, PlayedEngine

ERAS = ["auto", "legacy"]
QUESTION, FACT = "How often should I clean a primary mirror?", "every two or three years"
FOLLOW_UP, NEXT_FACT = "What do I need for it?", "two litres of distilled water"


def text(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def over(transport: str, url: str, library: Settings) -> Client:
    """A client over HTTP in one of the two eras of the protocol, or of a program that it starts itself."""
    if transport != "stdio":
        return Client(f"{url}/mcp", mode=transport)
    environment = {"FOOTNOTED_DATA_DIR": str(library.data_dir.resolve())}
    return Client(StdioServerParameters(command=sys.executable, args=["-m", "footnoted", "mcp"], env=environment))


def test_a_server_starts_without_the_protocols_package() -> None:
    program = "import sys, footnoted.server.app; print([name for name in sys.modules if name.startswith('mcp')])"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"


@pytest.mark.parametrize("transport", ["auto", "legacy", "stdio"])
async def test_a_book_is_asked(library: Settings, transport: str) -> None:
    async with house(data_dir=library.data_dir) as url, over(transport, url, library) as client:
        first = await client.call_tool("ask", {"question": QUESTION})
        answer: Any = first.structured_content
        assert FACT in answer["answer"]
        assert answer["outcome"] == "answered"
        source, cited = answer["sources"][0], answer["citations"][0]
        assert source["url"].startswith("https://backyard-observatory.example/docs/")
        assert cited["supported"]
        assert answer["answer"] in text(first)
        assert source["url"] in text(first)

        # What is quoted stands in the section that the source leads to.
        section: Any = (await client.call_tool("read_section", {"url": source["url"]})).structured_content
        assert " ".join(cited["quote"].split()) in " ".join(section["text"].split())

        second: Any = await client.call_tool("ask", {"question": FOLLOW_UP, "session": answer["session"]})
        assert NEXT_FACT in second.structured_content["answer"]

        refused = await client.call_tool("ask", {"question": "How do I descale an espresso machine?"})
        assert not refused.is_error
        assert (refused.structured_content or {})["outcome"] == "declined"
        assert (refused.structured_content or {})["sources"] == []

        found: Any = (await client.call_tool("search", {"query": "exit pupil", "limit": 2})).structured_content
        assert len(found["results"]) == 2
        assert "exit pupil" in found["results"][0]["text"].lower()

        pages: Any = (await client.call_tool("list_sections", {})).structured_content
        resources = (await client.list_resources()).resources
        assert [page["title"] for page in pages["sections"]] == [resource.title for resource in resources]
        sections: Any = await client.call_tool("list_sections", {"page": source["url"]})
        assert source["section"] in [section["section"] for section in sections.structured_content["sections"]]
        for resource in (resources[0], resources[-1]):
            read: Any = (await client.read_resource(resource.uri)).contents[0]
            assert read.mime_type == "text/markdown"
            assert read.text.startswith("# ")


async def test_the_list_of_tools() -> None:
    async with house(PlayedEngine()) as url, Client(f"{url}/mcp") as client:
        assert client.protocol_version == "2026-07-28"
        tools = (await client.list_tools()).tools
        described = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
        assert described == snapshot(
            [
                {
                    "name": "ask",
                    "title": "Ask the book",
                    "description": """\
Ask the book a question. The answer comes only from the book, every sentence footnoted with its source.

Where `outcome` is `declined` the book does not say: tell the reader so, and do not answer in its place.
Where it is `unclear`, ask again and name what is meant. Give `session` to ask a follow-up.\
""",
                    "inputSchema": {
                        "type": "object",
                        "properties": {
                            "question": {"maxLength": 32000, "minLength": 1, "title": "Question", "type": "string"},
                            "book": {
                                "anyOf": [{"maxLength": 200, "type": "string"}, {"type": "null"}],
                                "default": None,
                                "description": "Which book; leave out to use all of them.",
                                "title": "Book",
                            },
                            "session": {
                                "anyOf": [{"format": "uuid", "type": "string"}, {"type": "null"}],
                                "default": None,
                                "title": "Session",
                            },
                        },
                        "required": ["question"],
                        "title": "askArguments",
                    },
                    "outputSchema": {
                        "$defs": {
                            "Citation": {
                                "description": "Characters ``start`` to ``end`` of the answer rest on source number ``source``, in the words of ``quote``.",
                                "properties": {
                                    "start": {"title": "Start", "type": "integer"},
                                    "end": {"title": "End", "type": "integer"},
                                    "source": {"title": "Source", "type": "integer"},
                                    "quote": {"title": "Quote", "type": "string"},
                                    "supported": {
                                        "description": "Whether the check found the sentence in the source.",
                                        "title": "Supported",
                                        "type": "boolean",
                                    },
                                    "support": {"$ref": "#/$defs/Support", "description": "What the check found."},
                                    "url": {
                                        "description": "Opens the page at the cited sentence; empty of a selection.",
                                        "title": "Url",
                                        "type": "string",
                                    },
                                },
                                "required": ["start", "end", "source", "quote", "supported", "support", "url"],
                                "title": "Citation",
                                "type": "object",
                            },
                            "Outcome": {
                                "description": 'How an answer came out. "The book does not say" is an answer, never an error.',
                                "enum": ["answered", "shown", "declined", "unclear", "unwritten"],
                                "title": "Outcome",
                                "type": "string",
                            },
                            "Source": {
                                "description": "A passage of the book that was given to the answer; ``[n]`` in the text is the one with this number.",
                                "properties": {
                                    "number": {"minimum": 1, "title": "Number", "type": "integer"},
                                    "title": {"title": "Title", "type": "string"},
                                    "section": {"title": "Section", "type": "string"},
                                    "url": {
                                        "description": "Opens the page at the passage.",
                                        "title": "Url",
                                        "type": "string",
                                    },
                                    "score": {
                                        "description": "Relevance on the calibrated scale.",
                                        "maximum": 1,
                                        "minimum": 0,
                                        "title": "Score",
                                        "type": "number",
                                    },
                                    "book": {"title": "Book", "type": "string"},
                                },
                                "required": ["number", "title", "section", "url", "score", "book"],
                                "title": "Source",
                                "type": "object",
                            },
                            "Support": {
                                "description": "How a sentence compares with the source it cites. Says nothing about whether it answers the question.",
                                "enum": ["exact", "supported", "not_confirmed", "contradicted"],
                                "title": "Support",
                                "type": "string",
                            },
                        },
                        "description": "An answer with its footnotes, or an honest refusal: `outcome` says which.",
                        "properties": {
                            "outcome": {"$ref": "#/$defs/Outcome"},
                            "sources": {"items": {"$ref": "#/$defs/Source"}, "title": "Sources", "type": "array"},
                            "citations": {"items": {"$ref": "#/$defs/Citation"}, "title": "Citations", "type": "array"},
                            "answer": {
                                "description": "`[n]` in it is the source with that number.",
                                "title": "Answer",
                                "type": "string",
                            },
                            "session": {
                                "description": "Give it to the next `ask` to continue the conversation.",
                                "format": "uuid",
                                "title": "Session",
                                "type": "string",
                            },
                        },
                        "required": ["outcome", "sources", "citations", "answer", "session"],
                        "title": "Answered",
                        "type": "object",
                    },
                    "annotations": {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False},
                },
                {
                    "name": "search",
                    "title": "Search the book",
                    "description": "Find passages of the book about something, best first, without an answer written from them.",
                    "inputSchema": {
                        "type": "object",
                        "properties": {
                            "query": {"maxLength": 32000, "minLength": 1, "title": "Query", "type": "string"},
                            "book": {
                                "anyOf": [{"maxLength": 200, "type": "string"}, {"type": "null"}],
                                "default": None,
                                "description": "Which book; leave out to use all of them.",
                                "title": "Book",
                            },
                            "limit": {"default": 5, "maximum": 20, "minimum": 1, "title": "Limit", "type": "integer"},
                        },
                        "required": ["query"],
                        "title": "searchArguments",
                    },
                    "outputSchema": {
                        "$defs": {
                            "FoundPassage": {
                                "description": "A passage that was found.",
                                "properties": {
                                    "book": {"title": "Book", "type": "string"},
                                    "title": {"description": "Title of the page.", "title": "Title", "type": "string"},
                                    "section": {
                                        "description": "The nearest heading.",
                                        "title": "Section",
                                        "type": "string",
                                    },
                                    "url": {
                                        "description": "Opens the page there; `read_section` takes it.",
                                        "title": "Url",
                                        "type": "string",
                                    },
                                    "score": {
                                        "description": "Relevance: 0.5 is as likely as not.",
                                        "maximum": 1,
                                        "minimum": 0,
                                        "title": "Score",
                                        "type": "number",
                                    },
                                    "text": {"title": "Text", "type": "string"},
                                },
                                "required": ["book", "title", "section", "url", "score", "text"],
                                "title": "FoundPassage",
                                "type": "object",
                            }
                        },
                        "description": "Passages, best first.",
                        "properties": {
                            "results": {"items": {"$ref": "#/$defs/FoundPassage"}, "title": "Results", "type": "array"}
                        },
                        "required": ["results"],
                        "title": "Found",
                        "type": "object",
                    },
                    "annotations": {"readOnlyHint": True, "openWorldHint": False},
                },
                {
                    "name": "read_section",
                    "title": "Read a section",
                    "description": "Read a page of the book, or one section of it, as Markdown; `url` as a source or `list_sections` gives it.",
                    "inputSchema": {
                        "type": "object",
                        "properties": {
                            "url": {
                                "description": "A page's URL or path, with or without #section.",
                                "maxLength": 4000,
                                "minLength": 1,
                                "title": "Url",
                                "type": "string",
                            },
                            "book": {
                                "anyOf": [{"maxLength": 200, "type": "string"}, {"type": "null"}],
                                "default": None,
                                "description": "Which book; leave out to use all of them.",
                                "title": "Book",
                            },
                        },
                        "required": ["url"],
                        "title": "read_sectionArguments",
                    },
                    "outputSchema": {
                        "description": "A page or a section of it, as Markdown.",
                        "properties": {
                            "book": {"title": "Book", "type": "string"},
                            "title": {"description": "Title of the page.", "title": "Title", "type": "string"},
                            "section": {"description": "The nearest heading.", "title": "Section", "type": "string"},
                            "url": {
                                "description": "Opens the page there; `read_section` takes it.",
                                "title": "Url",
                                "type": "string",
                            },
                            "text": {"title": "Text", "type": "string"},
                        },
                        "required": ["book", "title", "section", "url", "text"],
                        "title": "SectionText",
                        "type": "object",
                    },
                    "annotations": {"readOnlyHint": True, "openWorldHint": False},
                },
                {
                    "name": "list_sections",
                    "title": "List pages and sections",
                    "description": "List the book's pages in reading order; with `page`, a page's URL or path, the sections of that page.",
                    "inputSchema": {
                        "type": "object",
                        "properties": {
                            "book": {
                                "anyOf": [{"maxLength": 200, "type": "string"}, {"type": "null"}],
                                "default": None,
                                "description": "Which book; leave out to use all of them.",
                                "title": "Book",
                            },
                            "page": {
                                "anyOf": [{"maxLength": 4000, "type": "string"}, {"type": "null"}],
                                "default": None,
                                "title": "Page",
                            },
                        },
                        "title": "list_sectionsArguments",
                    },
                    "outputSchema": {
                        "$defs": {
                            "Place": {
                                "description": "A place in the book.",
                                "properties": {
                                    "book": {"title": "Book", "type": "string"},
                                    "title": {"description": "Title of the page.", "title": "Title", "type": "string"},
                                    "section": {
                                        "description": "The nearest heading.",
                                        "title": "Section",
                                        "type": "string",
                                    },
                                    "url": {
                                        "description": "Opens the page there; `read_section` takes it.",
                                        "title": "Url",
                                        "type": "string",
                                    },
                                },
                                "required": ["book", "title", "section", "url"],
                                "title": "Place",
                                "type": "object",
                            }
                        },
                        "description": "Pages in reading order, or the sections of one page.",
                        "properties": {
                            "sections": {"items": {"$ref": "#/$defs/Place"}, "title": "Sections", "type": "array"}
                        },
                        "required": ["sections"],
                        "title": "Places",
                        "type": "object",
                    },
                    "annotations": {"readOnlyHint": True, "openWorldHint": False},
                },
            ]
        )
        templates = (await client.list_resource_templates()).resource_templates
        assert [template.uri_template for template in templates] == ["book://{book}/{+route}"]


async def test_what_a_section_is() -> None:
    async with house(PlayedEngine()) as url, Client(f"{url}/mcp") as client:

        async def read(place: str) -> Any:
            result = await client.call_tool("read_section", {"url": place})
            return text(result) if result.is_error else result.structured_content

        assert await read("https://bees.example/docs/winter/") == snapshot(
            {
                "book": "bees",
                "title": "Winter",
                "section": "Keeping bees warm",
                "url": "https://bees.example/docs/winter#keeping-bees-warm",
                "text": """\
# Winter

## Keeping bees warm

A cluster of bees keeps its middle at 34 °C.

A colony eats about 15 kg of honey in a winter.

Bees fly when it is warmer than 10 °C.
""",
            }
        )
        assert await read(scenes.CLUSTER.passage.url) == await read("/docs/winter#keeping-bees-warm")
        assert await read("/docs/winter#summer") == snapshot(
            "Error executing tool read_section: /docs/winter has no section #summer. It has: #keeping-bees-warm."
        )
        assert await read("/docs/summer") == snapshot(
            "Error executing tool read_section: There is no page /docs/summer. See `list_sections` for those there are."
        )
        listed = (await client.call_tool("list_sections", {"page": "/docs/winter"})).structured_content
        assert listed == snapshot(
            {
                "sections": [
                    {
                        "book": "bees",
                        "title": "Winter",
                        "section": "Keeping bees warm",
                        "url": "https://bees.example/docs/winter#keeping-bees-warm",
                    }
                ]
            }
        )
        resource: Any = (await client.read_resource("book://bees/docs/winter")).contents[0]
        assert resource.text == (await read("/docs/winter"))["text"]
        with pytest.raises(MCPError, match="There is no page /docs/summer"):
            await client.read_resource("book://bees/docs/summer")


@pytest.mark.parametrize("era", ERAS)
async def test_what_goes_wrong_is_said(era: Any) -> None:
    engine = PlayedEngine(*scenes.store_down)
    async with house(engine) as url, Client(f"{url}/mcp", mode=era) as client:
        for arguments, expected in (
            ({"question": "How warm?"}, "not available just now"),
            ({"question": "How warm?", "book": "wasps"}, "There is no book `wasps`. There are: bees"),
            ({"question": " "}, "it is empty"),
            ({"question": "x" * 32_001}, "at most 32000 characters"),
            ({}, "question"),
        ):
            result = await client.call_tool("ask", arguments)
            assert result.is_error
            assert expected in text(result)
        engine.error = ZeroDivisionError("a secret")
        broken = await client.call_tool("search", {"query": "warm"})
        assert (broken.is_error, text(broken)) == (True, "Error executing tool search")


@pytest.mark.parametrize("era", ERAS)
async def test_a_session_is_continued(era: Any) -> None:
    engine = PlayedEngine(scenes.answered)
    async with house(engine) as url, Client(f"{url}/mcp", mode=era) as client:
        told: list[str] = []

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            told.append(message or "")

        result = await client.call_tool(
            "ask", {"question": "How warm?", "session": str(SESSION)}, progress_callback=tell
        )
        assert (result.structured_content or {})["session"] == str(SESSION)
        assert (engine.asked[0].session, engine.asked[0].earlier) == (SESSION, None)
        assert "".join(told) == scenes.TEXT


@pytest.mark.parametrize(("token", "pieces"), [("a", True), (7, True), ("a" * 200, True), ("a" * 100_000, False)])
async def test_a_token_without_end_is_not_sent_back_with_every_piece(token: str | int, pieces: bool) -> None:
    async with house(PlayedEngine(scenes.answered)) as url, httpx.AsyncClient(headers=JSON, timeout=PATIENCE) as client:
        asked = {"name": "ask", "arguments": {"question": "How warm?"}, "_meta": {"progressToken": token}}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked}
        reply = await client.post(f"{url}/mcp", json=call)
        assert reply.status_code == 200
        assert ("notifications/progress" in reply.text) is pieces
        assert "result" in reply.text


async def test_with_keys_a_session_belongs_to_the_key_that_began_it() -> None:
    engine = PlayedEngine(scenes.answered)
    async with house(engine, api_keys="alpha, beta") as url:
        for key in ("alpha", "beta"):
            async with (
                create_mcp_http_client({"X-API-Key": key}) as http,
                Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
            ):
                await client.call_tool("ask", {"question": "How warm?", "session": str(SESSION)})
    alpha, beta = (asked.owner for asked in engine.asked)
    assert alpha != beta
    assert alpha
    assert beta


async def test_a_call_that_is_cancelled_ends_the_work() -> None:
    engine = StuckEngine(3)
    async with house(engine) as url, Client(f"{url}/mcp") as client:
        call = asyncio.create_task(client.call_tool("ask", {"question": "How warm?"}))
        await engine.stuck.wait()
        call.cancel()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)


@pytest.mark.parametrize("era", ERAS)
async def test_a_client_that_leaves_ends_the_work(era: Any) -> None:
    engine = StuckEngine(3)
    async with house(engine) as url:
        async with Client(f"{url}/mcp", mode=era) as client:
            call = asyncio.create_task(client.call_tool("ask", {"question": "How warm?"}))
            await engine.stuck.wait()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
        with suppress(asyncio.CancelledError, MCPError):
            await call


async def test_a_call_that_takes_too_long_is_given_up() -> None:
    engine = StuckEngine(2)
    async with house(engine, deadline_seconds=0.2) as url, Client(f"{url}/mcp") as client:
        result = await client.call_tool("ask", {"question": "How warm?"})
        assert "not available just now" in text(result)
        assert engine.stopped.is_set()


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
JSON = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("given", "headers", "expected"),
    [
        ({}, {}, 200),
        ({}, {"Origin": "http://localhost:3000"}, 200),
        ({}, {"Origin": "https://stranger.example"}, 403),
        ({}, {"Origin": "null"}, 403),
        ({}, {"Host": "stranger.example"}, 421),
        ({}, {"Host": "localhost.stranger.example:8000"}, 421),
        ({"origins": "https://*.friend.example"}, {"Origin": "https://a.friend.example"}, 200),
        ({"api_keys": "right"}, {}, 401),
        ({"api_keys": "right"}, {"Authorization": "Bearer wrong"}, 401),
        ({"api_keys": "right"}, {"Authorization": "Bearer right"}, 200),
        ({"api_keys": "right"}, {"X-API-Key": "right"}, 200),
        ({"rate_limits": "on", "address_limit": 1}, {}, 429),
        ({"max_body_bytes": 1000}, {"X-Padding": "body"}, 413),
    ],
)
async def test_the_same_door_as_every_contract(given: dict[str, Any], headers: dict[str, str], expected: int) -> None:
    ping = PING | ({"params": {"_meta": {"padding": "x" * 1000}}} if "X-Padding" in headers else {})
    async with house(PlayedEngine(), **given) as url, httpx.AsyncClient(headers=JSON, timeout=PATIENCE) as client:
        replies = [await client.post(f"{url}/mcp", json=ping, headers=headers) for _ in range(2)]
        assert replies[-1].status_code == expected
        if expected not in (200, 421):
            error = replies[-1].json()["error"]
            assert error["message"]
            assert "stranger" not in error["message"]
        if expected == 401:
            assert replies[-1].headers["www-authenticate"] == "Bearer"
        assert replies[-1].headers["x-request-id"]


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_only_post_is_answered(method: str) -> None:
    async with house(PlayedEngine()) as url, httpx.AsyncClient(headers=JSON, timeout=PATIENCE) as client:
        refused = await client.request(method, f"{url}/mcp")
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"x": "\xff"}', b"[" * 100_000])
async def test_bodies_that_are_no_messages(body: bytes) -> None:
    async with house(PlayedEngine()) as url, httpx.AsyncClient(headers=JSON, timeout=PATIENCE) as client:
        for version in ({}, {"MCP-Protocol-Version": "2026-07-28"}):
            refused = await client.post(f"{url}/mcp", content=body, headers=version)
            assert refused.status_code == 400
            assert refused.json()["error"]["code"] in (-32700, -32600, -32602)
