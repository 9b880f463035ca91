"""Whether a unit says what was asked: it is about the subject, and it gives the thing asked for, not just its kind.

Stands between weighing and choosing. A passage can be on the topic, and found with a high score, without holding the
detail; then nothing must be said.
"""

from __future__ import annotations

from footnoted.engine.extract.features import Sign
from footnoted.engine.extract.measures import SYMBOLS
from footnoted.engine.extract.read_question import Ask, Want
from footnoted.engine.extract.score import Weighed, Weighing
from footnoted.engine.extract.split_passage import Kind, Unit

# The shares below were chosen on questions to three books and checked on public sets: answerable ones, and ones that
# the passages are near to but do not answer.
_LEAST, _FEW, _SOME = 0.4, 0.3, 0.15
"""Share of the question that a unit must carry, by itself and what is around it; less from a trusted passage, and of
what a question asks about a name."""
_CORROBORATED = 0.5
"""What it must carry besides the subject's name when it lacks the very word that is asked for."""
_TRUSTED, CERTAIN = 0.8, 0.95
"""From these scores on a passage was found by meaning, so that fewer shared words are needed."""
_NONE: frozenset[str] = frozenset()


def meets(ask: Ask, one: Weighed, weighing: Weighing, score: float, passage: frozenset[str]) -> bool:
    """Whether the unit answers; ``score`` is that of its source, ``passage`` the words of the whole of it."""
    unit, tells = one.unit, weighing.tells
    near = unit.words | unit.heading | unit.nearby
    if ask.want is Want.NUMBER and not _gives_number(ask, unit, near):
        return False
    held = {word for word in tells if _has(word, near, weighing) or _has_symbol(word, unit)}
    lacks_focus = bool(ask.focus) and ask.focus.isdisjoint(held)
    if not ask.names:
        share = sum(tells[word] for word in held)
        is_trusted = score >= _TRUSTED
        return score >= CERTAIN or share >= (_FEW if is_trusted else _LEAST) or (is_trusted and not lacks_focus)
    # A name brings its passages to the top, whatever is asked about it: the rest of the question must be there too.
    besides = {word: worth for word, worth in tells.items() if word not in ask.names}
    corroborated = sum(tells[word] for word in held.intersection(besides)) / (sum(besides.values()) or 1.0)
    # A row speaks of what it names; of a sentence the passage may tell what it is about.
    is_tabular = unit.kind is Kind.ROW or unit.kind is Kind.TABLE
    around = near if is_tabular else near | passage
    missing = {name for name in ask.names if not _has(name, around, weighing)}
    if missing and (2 * len(missing) >= len(ask.names) or is_tabular):
        # One name that no passage has may be misspelt; one that another passage has is a matter of that passage.
        is_likely = len(held.intersection(besides)) > 1 and corroborated >= _CORROBORATED
        return len(missing) == 1 and missing.isdisjoint(weighing.known) and is_likely and score >= CERTAIN
    if not besides or (ask.measure is not None and score >= _TRUSTED):
        return True
    if lacks_focus:
        return corroborated >= _CORROBORATED
    trusted = _TRUSTED if ask.want is Want.TIME else CERTAIN
    return corroborated >= _SOME or (score >= trusted and one.fits and ask.want is not Want.NUMBER)


def _gives_number(ask: Ask, unit: Unit, near: frozenset[str]) -> bool:
    """Whether the unit has a number, and in units of the measure asked for, if one is."""
    measure = ask.measure
    if measure is None:
        return Sign.NUMBER in unit.signs
    is_named = not measure.names.isdisjoint(near)
    if unit.kind is Kind.ROW:
        # The column says what is measured, and often the units.
        return is_named and Sign.NUMBER in unit.signs
    # "93 km wide" does not say how deep.
    return bool(measure.given.search(unit.text)) and (is_named or measure.rivals.isdisjoint(near))


def _has(word: str, near: frozenset[str], weighing: Weighing) -> bool:
    return word in near or not weighing.alike.get(word, _NONE).isdisjoint(near)


def _has_symbol(word: str, unit: Unit) -> bool:
    symbol = SYMBOLS.get(word)
    return symbol is not None and symbol.search(unit.text) is not None
