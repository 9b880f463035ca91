"""Why a request is refused before the engine is called. Each contract has its own statuses and codes for them.

A ``message`` is what contracts say unless they have their own words.
"""

from __future__ import annotations

from collections.abc import Mapping


class Refusal(Exception):
    """A request refused at the door."""


class BadInput(Refusal):
    """A field of the request is wrong; ``problem`` is Pydantic's word for it."""

    def __init__(self, field: str, problem: str, limit: int | None = None, reason: str = "") -> None:
        super().__init__(f"{field}: {problem}")
        self.field, self.problem, self.limit = field, problem, limit
        self._reason = reason

    @property
    def fault(self) -> str:
        """What is wrong, to follow the field's name: "is missing", "is not valid: it should be a valid string"."""
        if self.problem == "missing":
            return "is missing"
        return f"is not valid: {self._reason}" if self._reason else "is not valid"

    @property
    def is_empty(self) -> bool:
        """Nothing was said: absent, null or blank."""
        return self.problem in {"missing", "string_too_short"}

    @property
    def is_too_long(self) -> bool:
        """More was said than the contract takes."""
        return self.problem in {"string_too_long", "too_long"}


class KeyReused(BadInput):
    """An ``Idempotency-Key`` that came with another request before."""

    def __init__(self) -> None:
        super().__init__("Idempotency-Key", "reused")


class BodyTooLarge(Refusal):
    """The body has more bytes than the server takes."""

    message = "The request is larger than this server takes."


class BodyTooSlow(Refusal):
    """The body did not arrive in time."""

    message = "The request did not arrive in time."


class KeyWanted(Refusal):
    """The server has keys, and the request came without one of them."""

    message = "This server wants an API key."


class ForeignOrigin(Refusal):
    """A page on another origin calls, or this server under a name that is not its own."""


class UnknownPath(Refusal):
    """No such endpoint (404), or not with this method (405)."""

    def __init__(self, status: int, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(status))
        self.status, self.headers = status, headers or {}

    @property
    def fault(self) -> str:
        """What to say of it in every contract."""
        methods = self.headers.get("Allow", self.headers.get("allow", ""))
        return f"This endpoint takes {methods} only." if methods else "There is no such endpoint."


class RateLimited(Refusal):
    """Too many requests, from this caller or at once; welcome again in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(str(retry_after))
        self.retry_after = retry_after


class ShuttingDown(Refusal):
    """The server stops before the answer is there."""


class ReaderLeft(Exception):
    """Nobody waits for the answer any more."""
