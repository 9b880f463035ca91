"""Readers without a key: their rights, and tokens for visitors. Knows no route."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

from starlette.types import Scope

from footnoted.domain.door.access_key import GUESTS, AccessKey
from footnoted.web.origin import OWN_PAGE, names_a_page, page_origin
from footnoted.web.visitors import Visitors


@dataclass(frozen=True, slots=True)
class Guest:
    """A reader with a visitor's token."""

    id: UUID
    rights: AccessKey


@dataclass(frozen=True, slots=True)
class Entrance:
    """Gives tokens to visitors of this server's pages and of pages from these origins."""

    visitors: Visitors
    origins: re.Pattern[str] = re.compile("(?!)")
    daily_calls: int | None = None

    def welcomes(self, scope: Scope) -> bool:
        """Whether the page that calls may have a token."""
        origin = page_origin(scope["headers"])
        return names_a_page(scope["headers"]) and (origin == OWN_PAGE or self.origins.fullmatch(origin) is not None)

    def guest(self, scope: Scope, token: str) -> Guest | None:
        """The visitor with this token; None if the token is not valid for the page, or has expired."""
        found = self.visitors.visitor(token, page_origin(scope["headers"]))
        if found is None:
            return None
        books = (found.book,) if found.book else ()
        return Guest(found.id, replace(rights_of_guests(self.daily_calls), books=books))


def rights_of_guests(daily_calls: int | None) -> AccessKey:
    """What readers without a key may do, all of them together."""
    return AccessKey(GUESTS, "", "", datetime.fromtimestamp(0, UTC), daily_calls=daily_calls)
