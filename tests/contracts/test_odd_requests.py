"""Requests that no honest client sends, byte by byte, to the whole server: refused or answered, and never an accident.

Framing that two servers could read differently, heads and bodies in odd encodings, paths that lead elsewhere.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re

import pytest

from tests import scenes
from tests.contracts.live import house
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

ASK = json.dumps({"query": "How warm?"}).encode()
JSON = b"Content-Type: application/json\r\n"
HOST = b"Host: localhost\r\n"
CHUNKED = b"%x\r\n%b\r\n0\r\n\r\n" % (len(ASK), ASK)


def post(body: bytes = ASK, headers: bytes = b"", path: bytes = b"/chat") -> bytes:
    head = b"POST %b HTTP/1.1\r\n" % path + HOST + JSON + headers
    return head + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body


def framed(framing: bytes, body: bytes = ASK) -> bytes:
    return b"POST /chat HTTP/1.1\r\n" + HOST + JSON + framing + b"\r\n\r\n" + body


def get(path: bytes, headers: bytes = HOST) -> bytes:
    return b"GET %b HTTP/1.1\r\n" % path + headers + b"Connection: close\r\n\r\n"


SIZE = b"Content-Length: %d" % len(ASK)
FRAMING = {
    "a length and chunks": framed(SIZE + b"\r\nTransfer-Encoding: chunked", CHUNKED),
    "chunks and a length": framed(b"Transfer-Encoding: chunked\r\n" + SIZE, CHUNKED),
    "two lengths": framed(SIZE + b"\r\nContent-Length: 3"),
    "a list of lengths": framed(SIZE + b", 3"),
    "a length with a sign": framed(b"Content-Length: +%d" % len(ASK)),
    "a negative length": framed(b"Content-Length: -1"),
    "a length in hex": framed(b"Content-Length: 0x%x" % len(ASK)),
    "a length too large for any number": framed(b"Content-Length: " + b"9" * 40),
    "no number": framed(b"Content-Length: ten"),
    "a blank before the colon": framed(b"Content-Length : %d" % len(ASK)),
    "an unknown encoding": framed(b"Transfer-Encoding: gzip", CHUNKED),
    "chunks that are not last": framed(b"Transfer-Encoding: chunked, identity", CHUNKED),
    "chunked by a vertical tab": framed(b"Transfer-Encoding: \x0bchunked", CHUNKED),
    "chunked with a blank before the colon": framed(b"Transfer-Encoding : chunked", CHUNKED),
    "a chunk of negative size": framed(b"Transfer-Encoding: chunked", b"-1\r\n" + CHUNKED),
    "a chunk of enormous size": framed(b"Transfer-Encoding: chunked", b"f" * 32 + b"\r\n" + ASK),
    "two encodings, one of them nothing": framed(b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", CHUNKED),
    "chunked twice": framed(b"Transfer-Encoding: chunked, chunked", CHUNKED),
    "two headers that say chunked": framed(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", CHUNKED),
    "a quoted encoding": framed(b'Transfer-Encoding: "chunked"', CHUNKED),
    "an encoding in a folded line": framed(b"Transfer-Encoding:\r\n chunked", CHUNKED),
    "an encoding folded away": framed(b"X: a\r\n Transfer-Encoding: chunked\r\n" + SIZE),
    "a length in a folded line": framed(b"Content-Length:\r\n %d" % len(ASK)),
    "chunks in HTTP/1.0": framed(b"Transfer-Encoding: chunked", CHUNKED).replace(b"HTTP/1.1", b"HTTP/1.0"),
    "the same length twice": framed(SIZE + b"\r\n" + SIZE),
    "a length behind a blank of another kind": framed(b"Content-Length: \xa0%d" % len(ASK)),
    "a length with an underscore": framed(b"Content-Length: 3_6"),
    "a length of many zeros": framed(b"Content-Length: " + b"0" * 30 + b"%d" % len(ASK)),
    "a chunk in hex": framed(b"Transfer-Encoding: chunked", b"0x" + CHUNKED),
    "a blank behind a chunk's size": framed(b"Transfer-Encoding: chunked", CHUNKED.replace(b"\r\n", b" \r\n", 1)),
    "chunks with line feeds": framed(b"Transfer-Encoding: chunked", CHUNKED.replace(b"\r\n", b"\n")),
    "a chunk without its end": framed(b"Transfer-Encoding: chunked", CHUNKED.replace(b"}\r\n", b"}XX")),
    "a line feed behind a semicolon": framed(b"Transfer-Encoding: chunked", CHUNKED.replace(b"\r", b";a\nb\r", 1)),
    "a word behind a semicolon without end": framed(
        b"Transfer-Encoding: chunked", CHUNKED.replace(b"\r", b";" + b"a" * 100_000 + b"\r", 1)
    ),
    "a header behind the body": framed(b"Transfer-Encoding: chunked", CHUNKED[:-2] + b"Content-Length: 5\r\n\r\n"),
    "an endless header behind the body": framed(
        b"Transfer-Encoding: chunked", CHUNKED[:-2] + b"X: " + b"a" * 5_000_000
    ),
    "headers without end behind the body": framed(b"Transfer-Encoding: chunked", CHUNKED[:-2] + b"X: a\r\n" * 500_000),
    "line feeds alone": framed(SIZE).replace(b"\r\n", b"\n", 1),
    "a carriage return alone": framed(b"X: a\rTransfer-Encoding: chunked\r\n" + SIZE),
    "a null byte in a header": framed(b"X: a\0b\r\n" + SIZE),
    "a name without a colon": framed(b"Nonsense\r\n" + SIZE),
    "an empty name": framed(b": x\r\n" + SIZE),
    "a version of its own": framed(SIZE).replace(b"HTTP/1.1", b"HTTP/9.9"),
    "no version": b"GET /live\r\n\r\n",
    "no method": b" /live HTTP/1.1\r\n" + HOST + b"\r\n",
    "two blanks": b"GET  /live HTTP/1.1\r\n" + HOST + b"\r\n",
    "a blank in the path": b"GET /live x HTTP/1.1\r\n" + HOST + b"\r\n",
    "the opening of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    "CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"\r\n",
}
BODIES = {
    "brackets without end": post(b"[" * 200_000),
    "objects without end": post(b'{"query":' * 50_000),
    "a nested value": post(b'{"query": ' + b"[" * 5_000 + b"]" * 5_000 + b"}"),
    "a number of 10,000 digits": post(b'{"query": "x", "top_k": ' + b"9" * 10_000 + b"}"),
    "no number": post(b'{"query": "x", "similarity_threshold": NaN}'),
    "half a character": post(b'{"query": "\\ud800"}'),
    "half a character in a session": post(b'{"query": "x", "session_id": "\\udfff"}'),
    "the same field twice": post(b'{"query": "a", "query": ["b"]}'),
    "UTF-16": post('{"query": "x"}'.encode("utf-16")),
    "a byte order mark": post(b"\xef\xbb\xbf" + ASK),
    "bytes that are no UTF-8": post(b'{"query": "\xff\xfe"}'),
    "a page that is nowhere": post(b'{"query": "x", "page_url": "http://[bees"}'),
    "a page at no port": post(b'{"query": "x", "page_url": "http://bees.example:99999999/"}'),
    "a null character": post(b'{"query": "\\u0000"}'),
    "gzip": post(gzip.compress(ASK), b"Content-Encoding: gzip\r\n"),
    "a form": post(ASK).replace(b"application/json", b"application/x-www-form-urlencoded"),
    "parts": post(ASK).replace(b"application/json", b"multipart/form-data; boundary=" + b"x" * 300),
    "a strange charset": post(ASK).replace(b"application/json", b"application/json; charset=utf-7"),
}
HEADERS = {
    "another protocol": post(headers=b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
    "a web socket": get(b"/chat", HOST + b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"),
    "a reader who wants to be asked": post(headers=b"Expect: 200-ok\r\n"),
    "a language of weight nan": post(headers=b"Accept-Language: de;q=nan, fr;q=1e999, *;q=-1, ;;;,,\r\n"),
    "a thousand languages": post(headers=b"Accept-Language: " + b"a-b;q=0.1," * 1000 + b"\r\n"),
    "letters beyond ASCII": post(headers="X-API-Key: ключ\r\nOrigin: https://☃.example\r\n".encode()),
    "an origin that is none": post(headers=b"Origin: javascript:alert(1)\r\n"),
    "an event before there is a stream": post(headers=b"Last-Event-ID: 7\r\n", path=b"/chat/stream"),
    "a key of odd bytes": post(headers=b"Idempotency-Key: \xff\xfe\xfd\r\n"),
    "an address of a proxy that is none": post(headers=b"X-Forwarded-For: <script>, 999.1.1.1, ::::\r\n"),
}
PATHS = {
    "the folder above": get(b"/web/../../../../etc/passwd"),
    "the folder above, encoded": get(b"/web/..%2f..%2f..%2fetc%2fpasswd"),
    "the folder above, encoded twice": get(b"/web/%252e%252e%252fetc%252fpasswd"),
    "the other slash": get(b"/web/..%5c..%5cetc"),
    "a null byte": get(b"/web/app.js%00.png"),
    "no UTF-8": get(b"/web/%ff%fe.js"),
    "a line break": get(b"/read/bees%0d%0aSet-Cookie:%20a=b"),
    "a line break in a query": get(b"/read/bees/docs?x=%0d%0aSet-Cookie:a"),
    "half a character": get(b"/read/%ed%a0%80/x"),
    "an empty book": get(b"/read//"),
    "many slashes": get(b"/" + b"/" * 5_000),
    "a percent sign": get(b"/read/%/%zz"),
    "another server's address": get(b"http://evil.example/live"),
    "an address with a name": get(b"http://localhost@evil.example/live"),
    "raw bytes": get(b"/\xff\xfe\xfd"),
}


async def exchange(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def statuses(reply: bytes) -> list[int]:
    return list(map(int, re.findall(rb"HTTP/1\.1 (\d{3}) ", reply)))


CUT = b"1;a=b\r\n{\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(ASK) - 1, ASK[1:])


@pytest.mark.parametrize("body", [b"", CHUNKED, CUT], ids=["a length", "a chunk", "chunks"])
async def test_framing_that_all_read_alike_is_answered_and_so_is_what_follows(body: bytes) -> None:
    engine = PlayedEngine(scenes.answered)
    asked = framed(b"Transfer-Encoding: chunked", body) if body else framed(SIZE)
    async with house(engine) as address:
        reply = await exchange(int(address.rpartition(":")[2]), asked + asked + get(b"/live"))
    assert statuses(reply) == [200, 200, 200]
    assert [question.text for question in engine.asked] == ["How warm?"] * 2


async def test_odd_requests_are_refused_or_answered_and_nothing_breaks() -> None:
    async with house(PlayedEngine(scenes.answered), read_seconds=2.0) as address:
        port = int(address.rpartition(":")[2])
        for name, request in (BODIES | HEADERS | PATHS).items():
            reply = await exchange(port, request)
            assert statuses(reply), name
            assert max(statuses(reply)) < 500, (name, reply)
            assert b"set-cookie" not in reply.partition(b"\r\n\r\n")[0].lower(), name
            assert b"root:" not in reply, name
        assert statuses(await exchange(port, get(b"/live"))) == [200]


@pytest.mark.parametrize("name", FRAMING)
async def test_framing_that_two_servers_could_read_differently_gets_no_answer(name: str) -> None:
    """Behind the odd request stands another one: whoever reads the framing otherwise would be led to answer it."""
    engine = PlayedEngine(scenes.answered)
    async with house(engine, read_seconds=2.0) as address:
        reply = await exchange(int(address.rpartition(":")[2]), FRAMING[name] + get(b"/live"))
    assert all(400 <= status < 500 for status in statuses(reply)), reply
    assert not engine.asked


@pytest.mark.parametrize("path", [b"/a%0ab", b"/v1/models/a%0ab", b"/read/bees/a%0ab", b"/contracts/openai/a%0a/b"])
@pytest.mark.parametrize(("keys", "status"), [((), 404), (("alpha",), 401)])
async def test_a_path_that_fits_no_pattern_comes_to_the_door_too(path: bytes, keys: tuple[str], status: int) -> None:
    async with house(PlayedEngine(scenes.answered), api_keys=keys) as address:
        reply = await exchange(int(address.rpartition(":")[2]), get(path))
    assert statuses(reply) == [status]
    assert b'"error_code"' in reply
