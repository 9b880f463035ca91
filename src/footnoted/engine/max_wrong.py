"""Sets the cut and the calibrations for FOOTNOTED_MAX_WRONG, the wanted limit of wrong answers."""

from __future__ import annotations

import logging
from dataclasses import replace

from footnoted.domain.book import Marks
from footnoted.domain.ports import Catalogue, Embedder
from footnoted.domain.scores.calibration import Calibration, Calibrations, calibration
from footnoted.domain.scores.cut import USUAL_CUT
from footnoted.domain.scores.risk import ANSWERS, RISKS, Risk, cut_for
from footnoted.engine.extract.gate import CUT

_log = logging.getLogger("footnoted")


def cut(max_wrong: float | None) -> float:
    """The logit from which the book's own words are given as the answer."""
    if max_wrong is None:
        return CUT
    risk = cut_for(max_wrong, ANSWERS)
    if risk.bound > max_wrong:
        _log.warning(
            "FOOTNOTED_MAX_WRONG=%g cannot be promised of answers in the book's own words: of %d given to held-out "
            "questions %d were wrong where we are surest, so it may be %.0f of 100. Others are shown as places.",
            max_wrong,
            risk.answered,
            risk.wrong,
            100 * risk.bound,
        )
    return risk.cut


async def calibrations(catalogue: Catalogue, embedder: Embedder, max_wrong: float | None) -> Calibrations:
    """The calibrations of all books; golden questions of a book override the figures from public sets."""

    def of(name: str, marks: Marks | None, language: str) -> Calibration | None:
        own = calibration(name, marks, language=language)
        if own is None or max_wrong is None or (own.by_words and not (marks and marks.risks)):
            return own
        if marks and marks.risks:
            return replace(own, cut=cut_for(max_wrong, [Risk(*row) for row in marks.risks]).cut)
        return replace(own, cut=own.cut + cut_for(max_wrong, RISKS).cut - USUAL_CUT)

    known = {book.name: of(book.embedder, book.marks, book.language) for book in await catalogue.books()}
    return Calibrations(of(embedder.name, None, ""), {name: own for name, own in known.items() if own})
