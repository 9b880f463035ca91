"""Chooses the words to quote for a question, and rates what was found by how likely they answer it.

Passages that nearly answer are about the right thing, in its words: search and reader take them for the answer. So the
checker reads what is quoted once more.
"""

from __future__ import annotations

import logging

from footnoted.domain.errors import ReaderDown
from footnoted.domain.ports import Checker
from footnoted.domain.reading import Claim, Quote
from footnoted.engine.extract.excerpt import choose_quote
from footnoted.engine.extract.gate import CUT, doubted, rated
from footnoted.engine.find.finder import Found
from footnoted.engine.find.question_vector import as_asked
from footnoted.engine.units import readable

_log = logging.getLogger("footnoted")

_PASSAGES = 2
"""Of more passages quoted, a place that is shown, the best two are checked."""


class Chooser:
    """``cut`` is the logit from which on a quote is given as the answer."""

    def __init__(self, checker: Checker | None = None, cut: float = CUT) -> None:
        self.checker, self.cut = checker, cut

    async def choose(
        self, text: str, found: Found, threshold: float = 0.0, *, is_completed: bool = False
    ) -> tuple[Found, Quote]:
        """The passages, scored by how likely the quote answers, and the quote.

        A question that was completed from its conversation is not checked: asked in those words by nobody, it looks
        like one that the book nearly answers.
        """
        quote = choose_quote(text, found, self.cut)
        if not is_completed:
            quote = doubted(quote, await self._exactly(text, found, quote))
        kept = rated(found, quote, threshold)
        return kept, quote if kept.sources else Quote()

    async def _exactly(self, text: str, found: Found, quote: Quote) -> float | None:
        """What the checker says of the passages quoted; None where nothing was checked.

        A place that is only shown anyway is not checked, nor what the reader did not read: it is in another language,
        or too many wait.
        """
        if self.checker is None or not quote.excerpts or found.is_doubtful:
            return None
        if found.sources[quote.excerpts[0].source - 1].reading is None:
            return None
        numbers = list(dict.fromkeys(excerpt.source for excerpt in quote.excerpts))[:_PASSAGES]
        asked = as_asked(found.coverage.question if found.coverage else text)  # slips are mended there
        pages = [readable(found.sources[number - 1].passage) for number in numbers]
        try:
            checked = await self.checker.check([Claim(asked, page, is_question=True) for page in pages])
        except ReaderDown as error:
            _log.warning("answering without the checker: %s", error.message)
            return None
        return max(each.exactly for each in checked)
