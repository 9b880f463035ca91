"""A checker that finds an exact answer wherever certain words are, and can be down."""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.errors import ReaderDown
from footnoted.domain.reading import Checked, Claim


class FakeChecker:
    """Says yes to a text with the words ``seen``; keeps what it was given."""

    name = "fake:checker"

    def __init__(self, seen: str, *, is_down: bool = False) -> None:
        self._seen, self._is_down = seen, is_down
        self.claims: list[Claim] = []

    async def check(self, claims: Sequence[Claim]) -> list[Checked]:
        if self._is_down:
            raise ReaderDown("no checker")
        self.claims += claims
        return [self._checked(claim) for claim in claims]

    def _checked(self, claim: Claim) -> Checked:
        is_seen = any(self._seen in unit for unit in claim.page.units)
        return Checked(6.0, 0.0, 0.0) if is_seen else Checked(0.0, 0.0, 6.0)

    async def ping(self) -> None: ...

    async def close(self) -> None: ...
