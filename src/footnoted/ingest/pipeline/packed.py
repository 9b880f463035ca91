"""Compressed pages that wait to be stored, because a book may be larger than the memory."""

from __future__ import annotations

import io
import pickle
import tempfile
import weakref
import zlib
from collections.abc import Collection, Iterator

from footnoted.domain.book import Page

_FASTEST = 1
"""zlib's quickest level."""
_IN_MEMORY = 32 * 1024 * 1024
"""Bytes; more than that is kept on disk, as a book's pictures are larger than its words."""


class PackedPages(Collection[Page]):
    """Grows page by page; can be iterated any number of times, one page unpacked at a time."""

    def __init__(self) -> None:
        self.routes: dict[str, None] = {}
        self._sizes: list[int] = []
        self._packed = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed below
        weakref.finalize(self, self._packed.close)

    def add(self, page: Page) -> None:
        self.routes[page.route] = None
        packed = zlib.compress(pickle.dumps(page, pickle.HIGHEST_PROTOCOL), _FASTEST)
        self._packed.seek(0, io.SEEK_END)
        self._sizes.append(self._packed.write(packed))

    def __len__(self) -> int:
        return len(self._sizes)

    def __iter__(self) -> Iterator[Page]:
        start = 0
        for size in self._sizes:
            self._packed.seek(start)
            start += size
            page = pickle.loads(zlib.decompress(self._packed.read(size)))  # packed above  # nosec B301
            assert isinstance(page, Page)
            yield page

    def __contains__(self, page: object) -> bool:
        return any(page == packed for packed in self)
