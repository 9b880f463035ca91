"""A sentence as the tokens that the support check aligns: what each one means, and its kind.

Numbers, names and code are recognised by their form, in any language; the rest by the lexicon. Sees one sentence only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from footnoted.domain.text.remembered import SENTENCE, WORD, remembered
from footnoted.domain.text.words import STOP_WORDS
from footnoted.engine.check.support.lexicon import english


class Kind(IntEnum):
    """What a token is to the statement."""

    GRAMMAR = 0
    WORD = 1
    NAME = 2
    NUMBER = 3
    NEGATION = 4
    AMOUNT = 5


@dataclass(frozen=True, slots=True)
class Token:
    """One word or number. Tokens with the same key say the same."""

    key: str
    kind: Kind
    base: str = ""
    """The stem, as the lexicon has it."""
    level: str = ""
    """Of an amount: how much."""
    is_strong: bool = False
    """Of an amount: whether it says more than its absence does."""
    in_list: bool = False
    """Whether a comma, "and" or "or" is before it."""

    @property
    def is_content(self) -> bool:
        return self.kind in _CONTENT


_CONTENT = frozenset((Kind.WORD, Kind.NAME, Kind.NUMBER))
NOT = Token("not", Kind.NEGATION, "not")

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(
    rf"\d+(?:[.,:]\d+)*(?:(?:st|nd|rd|th)\b)?|[%°]|[,;]|(?<![\w-])--?[a-z][\w-]*|[{_UNSPACED}]"
    rf"|[^\W\d](?:(?![{_UNSPACED}])\w)*(?:(?:::|[._@]|['’])(?=\w)(?:(?![{_UNSPACED}])\w)+)*",
    re.I,
)
_CODE = re.compile(r"[_.:@\d-]|[a-z][A-Z]")
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall", "re": "are", "ll": "will", "ve": "have"}
_ABBREVIATIONS = frozenset(("e.g", "i.e"))


@remembered(4096, SENTENCE)
def tokens(sentence: str) -> tuple[Token, ...]:
    """The tokens in order, contractions undone, numbers in words and digits alike.

    >>> [token.key for token in tokens("It can't hold 1,500 litres, or twenty")]
    ['it', 'can', 'not', 'hold', '1500', 'liter', 'or', '20']
    """
    return tuple(_merged(_read(sentence)))


def _read(sentence: str) -> Iterator[Token]:
    is_first, after_comma = True, False
    for run in _RUN.findall(sentence):
        if run in ",;":
            after_comma = True
            continue
        for token in _of_run(run, is_first):
            yield replace(token, in_list=True) if after_comma else token
        is_first, after_comma = False, run in ("and", "or")


def _merged(found: Iterator[Token]) -> Iterator[Token]:
    """Numbers with the scale that follows them: "5 million", "twenty five"."""
    held: Token | None = None
    scales = english().scales
    for token in found:
        if held and (scale := scales.get(token.base)):
            held = _number(float(held.key) * scale, held.in_list) if _is_plain(held.key) else held
            continue
        if held and token.kind is Kind.NUMBER and _is_tens(held) and token.base in english().numbers:
            held = _number(float(held.key) + float(token.key), held.in_list)
            continue
        if held:
            yield held
        held = token if token.kind is Kind.NUMBER else None
        if not held:
            yield token
    if held:
        yield held


def _is_plain(key: str) -> bool:
    return key.replace(".", "", 1).isdecimal()


def _is_tens(token: Token) -> bool:
    return token.base in english().numbers and token.key in ("20", "30", "40", "50", "60", "70", "80", "90")


def _number(value: float, in_list: bool, base: str = "") -> Token:
    return Token(f"{value:.10g}" if value < 1e10 else f"{value:.0f}", Kind.NUMBER, base, in_list=in_list)


@remembered(65_536, WORD)
def _of_run(run: str, is_first: bool) -> tuple[Token, ...]:
    """The tokens of one run of characters; a contraction is two words."""
    if run[0].isdecimal():
        if run[-1].isalpha():
            return (Token(f"{run[:-2]}th", Kind.NUMBER),)
        plain = run.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", run) else run.replace(",", ".")
        return (_number(float(plain), False) if _is_plain(plain) else Token(plain, Kind.NUMBER),)
    head, mark, tail = run.replace("’", "'").partition("'")
    lower = head.lower()
    if mark and tail.lower() == "t" and lower.endswith("n"):
        return (*((_word(_CONTRACTED.get(lower[:-1], lower[:-1])),) if len(lower) > 1 else ()), NOT)
    if lower == "cannot":
        return _word("can"), NOT
    if mark and (verb := _CONTRACTED.get(tail.lower())):
        return _word(lower), _word(verb)
    if lower in _ABBREVIATIONS:
        return (Token(lower, Kind.GRAMMAR),)
    if _CODE.search(run) and not mark:
        return (Token(run.lower(), Kind.NAME, run.lower()),)
    is_name = head[:1].isupper() and not is_first and lower not in STOP_WORDS
    word = _word(lower)
    return (Token(word.key, Kind.NAME, word.base) if is_name and word.kind is Kind.WORD else word,)


def _word(lower: str) -> Token:
    known = english()
    base = known.base(lower)
    key = known.same.get(base, base)
    if lower in known.negations or base in known.negations:
        return Token("not", Kind.NEGATION, base)
    if level := known.amounts.get(lower) or known.amounts.get(base):
        return Token(f"={level}", Kind.AMOUNT, base, level, bool(known.strong & {lower, base}))
    if (value := known.numbers.get(lower)) is not None:
        return _number(value, False, lower)
    if (value := known.ordinals.get(lower)) is not None and lower != "second":
        return Token(f"{value}th", Kind.NUMBER, lower)
    return Token(key, Kind.GRAMMAR if lower in STOP_WORDS else Kind.WORD, base)
