"""Where a request's head and body end, read so strictly that no other server can read it differently.

Two servers that disagree about it, a proxy and this one, would take one reader's bytes for another's request.
"""

from __future__ import annotations

import re

_FIRST_LINE = re.compile(rb"[A-Z]+ [^ \r\n]+ HTTP/1\.([01])\r\n")
"""Without this check a parser may take the head for HTTP/0.9 or HTTP/2 and wait forever."""
_LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:([^\r\n]*)", re.IGNORECASE)
_ENCODING = re.compile(rb"\r\ntransfer-encoding[ \t]*:([^\r\n]*)", re.IGNORECASE)
_DIGITS = re.compile(rb"[ \t]*([0-9]{1,18})[ \t]*")
_SIZE = re.compile(rb"([0-9a-fA-F]{1,12})(?:;[^\r\n]*)?")
_LONGEST_LINE = 1_000
"""Bytes of a line before a chunk; nobody uses what it may hold besides the size."""


class BadFraming(Exception):
    """Not a request, or one whose end servers disagree about."""


class Chunks:
    """Follows a chunked body to its end. Trailers, which some servers take for headers, are refused."""

    def __init__(self) -> None:
        self._data = 0
        self._is_last = False
        self.is_over = False

    def take(self, waiting: bytearray) -> int:
        """How many of the waiting bytes belong to the body so far. Raises BadFraming.

        >>> Chunks().take(bytearray(b"2;a=b\\r\\nhi\\r\\n0\\r\\n\\r\\nGET /"))
        16
        """
        at = 0
        while at < len(waiting) and not self.is_over:
            if self._data:
                part = min(self._data, len(waiting) - at)
                at, self._data = at + part, self._data - part
                continue
            end = waiting.find(b"\r\n", at, at + _LONGEST_LINE)
            if end < 0 and len(waiting) - at < _LONGEST_LINE:
                break
            self._line(bytes(waiting[at:end]) if end >= 0 else b"\n")
            at = end + 2
        return at

    def _line(self, line: bytes) -> None:
        if self._is_last and not line:
            self.is_over = True
            return
        found = None if self._is_last else _SIZE.fullmatch(line)
        if found is None:
            raise BadFraming
        size = int(found[1], 16)
        # The line's end behind the data is checked by the parser.
        self._is_last, self._data = size == 0, size + 2 if size else 0


def body_of(head: bytes) -> int | Chunks:
    """How many bytes follow the head, or the chunks that do. Raises BadFraming.

    >>> body_of(b"POST / HTTP/1.1\\r\\nContent-length: 7 \\r\\n\\r\\n")
    7
    """
    first, lengths, encodings = _FIRST_LINE.match(head), _LENGTH.findall(head), _ENCODING.findall(head)
    if first is None or len(lengths) + len(encodings) > 1:
        raise BadFraming
    if encodings:
        if first[1] == b"0" or encodings[0].strip(b" \t").lower() != b"chunked":
            raise BadFraming
        return Chunks()
    length = _DIGITS.fullmatch(lengths[0]) if lengths else None
    if lengths and length is None:
        raise BadFraming
    return int(length[1]) if length else 0
