"""Pages that wait for the catalogue, packed small: a book may be larger than the memory it should take to index it."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Collection, Iterator

from footnoted.domain.book import Page

_QUICK = 1
"""zlib's quickest level."""


class PackedPages(Collection[Page]):
    """Grows page by page; can be gone through as often as one likes, one page unpacked at a time."""

    def __init__(self) -> None:
        self.routes: dict[str, None] = {}
        self._packed: list[bytes] = []

    def add(self, page: Page) -> None:
        self.routes[page.route] = None
        self._packed.append(zlib.compress(pickle.dumps(page, pickle.HIGHEST_PROTOCOL), _QUICK))

    def __len__(self) -> int:
        return len(self._packed)

    def __iter__(self) -> Iterator[Page]:
        for data in self._packed:
            page = pickle.loads(zlib.decompress(data))  # packed above  # nosec B301
            assert isinstance(page, Page)
            yield page

    def __contains__(self, page: object) -> bool:
        return any(page == packed for packed in self)
