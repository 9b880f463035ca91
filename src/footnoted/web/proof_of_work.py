"""Proof of work with ALTCHA: a visitor's browser tries numbers until one fits. Each solution is accepted once, by
whichever worker it comes to.

Knows no request. https://altcha.org
"""

from __future__ import annotations

import base64
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from altcha.v1 import ChallengeOptions, Payload, create_challenge, verify_solution

from footnoted.domain.door.stores import ReplyStore

_MOST_SOLUTIONS = 100_000
_FIELDS = {"algorithm": str, "challenge": str, "number": int, "salt": str, "signature": str}


@dataclass(slots=True)
class Work:
    """Creates challenges and checks solutions."""

    secret: bytes = field(repr=False)
    most: int = 50_000
    """Most numbers to try; half of them on average."""
    seconds: float = 300
    """How long a challenge is valid."""
    store: ReplyStore | None = None
    """Where all workers see which solutions were used; None counts those of this process alone."""
    _used: OrderedDict[str, None] = field(default_factory=OrderedDict)

    def challenge(self) -> dict[str, Any]:
        """A new challenge."""
        until = datetime.now(UTC) + timedelta(seconds=self.seconds)
        options = ChallengeOptions(max_number=self.most, hmac_key=self.secret, expires=until)
        return dict(create_challenge(options).to_dict())

    async def is_done(self, solution: str) -> bool:
        """Whether the solution is right, in time, and new. Raises DatabaseDown."""
        given = _read(solution)
        if given is None or not _is_right(given, self.secret):
            return False
        if self.store is not None:
            return await self.store.claim(f"solution {given.challenge}", "", self.seconds) is None
        if given.challenge in self._used:
            return False
        self._used[given.challenge] = None
        if len(self._used) > _MOST_SOLUTIONS:
            self._used.popitem(last=False)
        return True


def _is_right(given: Payload, secret: bytes) -> bool:
    is_right, _ = verify_solution(given, secret, check_expires=True)
    return bool(is_right)


def _read(solution: str) -> Payload | None:
    """The solution, if it has the right form."""
    try:
        given = json.loads(base64.b64decode(solution, validate=True))
        is_whole = isinstance(given, dict) and all(type(given.get(name)) is kind for name, kind in _FIELDS.items())
    except (ValueError, RecursionError):
        return None
    # All that we gave out is ASCII, and what is not even a character cannot be signed.
    if not is_whole or not all(str(given[name]).isascii() for name in _FIELDS):
        return None
    return Payload(**{name: given[name] for name in _FIELDS})
