"""What one key of the database may see of the server: its books, and a model while its daily calls last.

Knows no route and no wire format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from footnoted.domain.door.access_key import AccessKey
from footnoted.domain.door.stores import CallBudget
from footnoted.domain.writing import Writer
from footnoted.engine.find.chosen_books import ChosenCatalogue
from footnoted.engine.understand.restate import Restater

if TYPE_CHECKING:
    from footnoted.contracts.door.state import Shared


@dataclass(frozen=True, slots=True)
class Views:
    """Narrows what all requests share to what requests with one key share."""

    budget: CallBudget
    writing: Callable[[AccessKey], tuple[Writer, Restater | None]]

    async def of(self, shared: Shared, key: AccessKey) -> Shared:
        """Raises DatabaseDown."""
        engine, catalogue = shared.engine, shared.catalogue
        if key.daily_calls is not None:
            has_calls = await self.budget.spent(key.id) < key.daily_calls
            writer, restater = self.writing(key) if has_calls else (None, None)
            engine = engine.writing_with(writer, restater)
        if key.books:
            engine = engine.of_books(key.books)
            catalogue = ChosenCatalogue(catalogue, key.books) if catalogue else None
        return replace(shared, engine=engine, catalogue=catalogue)
