"""Reads files that may be hostile: only regular ones, only so large. Knows no format."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from footnoted.ingest.files.endless import TEXT_LIMIT
from footnoted.ingest.files.fence import OUTSIDE, is_outside
from footnoted.ingest.manuscript import Unreadable

FILE_LIMIT = 32 * 1024 * 1024
"""Bytes of one file that holds more than text: a notebook, or HTML, with pictures in it."""
BINARY_LIMIT = 512 * 1024 * 1024
"""Bytes of one PDF or EPUB, which are large for their pictures."""


def opened(path: Path, limit: int = BINARY_LIMIT) -> BinaryIO:
    """The file, open for reading. Raises Unreadable for pipes, devices, what is too large or outside the book."""
    if is_outside(path):
        raise Unreadable(OUTSIDE)
    try:
        # An ordinary open of a pipe blocks until something writes to it.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Unreadable(error.strerror or "cannot be opened") from error
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        os.close(handle)
        raise Unreadable("not a regular file")
    if found.st_size > limit:
        os.close(handle)
        raise Unreadable(f"larger than {limit // 1024 // 1024} MB")
    return os.fdopen(handle, "rb")


def bytes_of(path: Path, limit: int = FILE_LIMIT) -> bytes:
    """The file's content. Raises Unreadable."""
    with opened(path, limit) as file:
        return file.read()


def text_of(path: Path) -> str:
    """The file as text with newlines only. Raises Unreadable for anything that is not UTF-8 text."""
    data = bytes_of(path, FILE_LIMIT if path.suffix == ".ipynb" else TEXT_LIMIT)
    if b"\0" in data[:8192]:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise Unreadable("UTF-16 text; save it as UTF-8")
        raise Unreadable("not text (it holds NUL bytes)")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Unreadable(f"not UTF-8 text (byte {error.start}); save it as UTF-8") from error
