"""Where a request ends, byte by byte."""

from __future__ import annotations

import pytest

from footnoted.server.framing import BadFraming, Chunks, body_of

CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: %b\r\n\r\n"


@pytest.mark.parametrize(
    ("body", "taken"),
    [
        (b"0\r\n\r\n", 5),
        (b"2\r\nhi\r\n0\r\n\r\n", 12),
        (b"2\r\nhi\r\n0\r\n\r\nGET / HTTP/1.1", 12),
        (b"A;name=value\r\n0123456789\r\n00\r\n\r\n", 32),
        (b"1\r\na\r\n1\r\nb\r\n0\r\n\r\n0\r\n\r\n", 17),
    ],
)
def test_a_chunked_body_ends_at_the_same_place_however_it_is_cut(body: bytes, taken: int) -> None:
    chunks = Chunks()
    assert (chunks.take(bytearray(body)), chunks.is_over) == (taken, True)
    assert chunks.take(bytearray(b"GET / HTTP/1.1")) == 0
    for size in range(1, taken):
        chunks, waiting, passed = Chunks(), bytearray(), 0
        for start in range(0, taken, size):
            assert not chunks.is_over
            waiting += body[start : min(start + size, taken)]
            part = chunks.take(waiting)
            passed += part
            del waiting[:part]
        assert (passed, chunks.is_over, bytes(waiting)) == (taken, True, b"")


@pytest.mark.parametrize(
    "body",
    [
        b"\r\n",
        b"\r\n0\r\n\r\n",
        b"g\r\n",
        b"-1\r\n",
        b"+1\r\n",
        b"0x1\r\n",
        b" 1\r\n",
        b"1 \r\n",
        b"1234567890123\r\n",
        b"1\n\r\n",
        b"1;a\rb\r\n",
        b"2\r\nhi\r\n\r\n",
        b"0\r\nX-Trailer: 1\r\n\r\n",
        b"0\r\n0\r\n\r\n",
    ],
)
def test_other_bodies_are_refused(body: bytes) -> None:
    with pytest.raises(BadFraming):
        Chunks().take(bytearray(body))


def test_a_line_before_a_chunk_is_waited_for_only_so_far() -> None:
    for start in (b"", b"2\r\nhi\r\n"):
        chunks = Chunks()
        line = b"1;" + b"a" * 996
        assert chunks.take(bytearray(start + line + b"\r")) == len(start)
        assert Chunks().take(bytearray(start + line + b"\r\nx\r\n")) == len(start) + 1003
        for longer in (line + b"aa", line + b"a\r\nx\r\n"):
            with pytest.raises(BadFraming):
                Chunks().take(bytearray(start + longer))


@pytest.mark.parametrize(
    ("head", "length"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 0),
        (b"GET / HTTP/1.0\r\nHost: x\r\n\r\n", 0),
        (b"POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n", 12),
        (b"POST / HTTP/1.1\r\nCONTENT-LENGTH \t:\t12 \r\n\r\n", 12),
        (b"POST / HTTP/1.1\r\nX-Content-Length: 12\r\nA: Content-Length: 3\r\n\r\n", 0),
        (b"POST / HTTP/1.1\r\nContent-Length: 999999999999999999\r\n\r\n", 10**18 - 1),
    ],
)
def test_how_long_a_body_is(head: bytes, length: int) -> None:
    assert body_of(head) == length


@pytest.mark.parametrize(
    "head", [CHUNKED % b"chunked", CHUNKED % b"\t Chunked ", CHUNKED.replace(b":", b" \t:") % b"chunked"]
)
def test_a_body_may_come_in_chunks(head: bytes) -> None:
    found = body_of(head)
    assert isinstance(found, Chunks)
    assert not found.is_over


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"GET /\r\n\r\n",
        b"get / HTTP/1.1\r\n\r\n",
        b"GET  / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.2\r\n\r\n",
        b"GET / HTTP/1.1\n\r\n",
        b" GET / HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        *(
            b"POST / HTTP/1.1\r\nContent-Length:%b\r\n\r\n" % value
            for value in (b"", b"-1", b"+1", b"1,1", b"1 1", b"0x1")
        ),
        b"POST / HTTP/1.1\r\nContent-Length: 1234567890123456789\r\n\r\n",
        *(
            CHUNKED % value
            for value in (b"", b"gzip", b"gzip, chunked", b"chunked, chunked", b"xchunked", b"\x0bchunked")
        ),
        CHUNKED.replace(b"1.1", b"1.0") % b"chunked",
    ],
)
def test_other_heads_are_refused(head: bytes) -> None:
    with pytest.raises(BadFraming):
        body_of(head)
