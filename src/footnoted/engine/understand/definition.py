"""Whether a question asks what a term is, and whether a passage defines it: by its heading, as an entry, or by "is a".

A term that is asked about stands in many passages, and all of them hold every word of the question. English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from string import punctuation, whitespace

from footnoted.domain.book import Passage
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.parts import Kind
from footnoted.domain.text.words import words
from footnoted.engine.units import units_of

_LONGEST = 4
"""Words of a term."""
_SHORTEST = 80
"""Characters below a heading; fewer say no more than that there is something."""
_LONGEST_QUESTION = 120
"""Characters; a longer one asks more than what something is."""
_TERM = r"(?:(?:an?|the|one'?s) )?(?P<term>[^\s,;:?]++(?: (?!(?:of|in|for|as|with|on|used) )[^\s,;:?]++){0,3}?)"
_WHERE = r"(?: (?:exactly|actually|briefly|to me|please|anyway)){0,3}(?: (?:of|in|for|as|with|on) .+)?"
_ASKS = tuple(
    re.compile(rf"(?:{pattern}){_WHERE}", re.I)
    for pattern in (
        rf"(?:and |so )?what(?: exactly)?(?:['’]?s| is| are| was| were)(?: exactly| actually| meant by)? {_TERM}",
        rf"what (?:does|do|did) {_TERM} (?:mean|stand for|refer to)",
        rf"what (?:does|do|did) (?:they|you|we|people|it|this|the \w++) mean by {_TERM}",
        rf"(?:(?:a |the )?(?:\w++ )?(?:definition|meaning) of|define|explain(?: to me)?(?: what)?) {_TERM}"
        r"(?: is| are| means?)?",
        rf"{_TERM} (?:meaning|definition|def|explained)",
    )
)
_KEYWORDS = re.compile(r"(?P<term>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*)?)")
"""One or two words are a question about what they mean."""
_AROUND = whitespace + punctuation + "…–—“”‘’«»¿¡"
"""What may be around a question."""
_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.?\s+")
_NOT_WHAT = re.compile(r"\W*(?:why|how|when|where|who|which)\b", re.I)
_MARKS = re.compile(r"^(?:[-*+•]|\d{1,3}[.)])?\s*|[*_`\\“”\"‘’()]+")
_PLAIN = re.compile(r"[\w\s.'’/+-]+:?")
"""Without signs: ``{sieve}`` stands for the name of one."""
_ASIDE = re.compile(r"(?<!\s)\s*+\([^()\n]{1,40}\)")
"""What may stand between a term and what it is: "BACKOFF (30)"."""
_CLAUSE = re.compile(r"[:;–—]\s+")
_CLAUSES = 4
"""How many clauses of a sentence may begin with the term."""
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.I)
_DEFINES = re.compile(
    r"(?::|[-–—]{1,2}\s|(?:is|are|was|were) (?:\w+ly )?(?:an?|the|any|either|one|two|what|not)\b|"
    r"(?:means?|refers? to|stands? for|denotes?|describes?)\b)",
    re.I,
)


def term_of(question: str, language: str = "") -> tuple[str, ...]:
    """The stems of the term that a question asks about; empty if it asks something else.

    >>> term_of("What is a store enhancer?"), term_of("serif meaning"), term_of("what's the counter of a letter")
    (('store', 'enhanc'), ('serif',), ('counter',))
    >>> term_of("cadenza"), term_of("What is faster, tea or coffee?"), term_of("How is tea made?")
    (('cadenza',), (), ())
    >>> term_of("what do they mean by a flaky test")
    ('flaki', 'test')
    """
    if language not in ("", ENGLISH) or len(question) > _LONGEST_QUESTION:
        return ()
    asked = question.strip(_AROUND)
    found = next((match for pattern in (*_ASKS, _KEYWORDS) if (match := pattern.fullmatch(asked))), None)
    return tuple(words(found["term"], language)) if found else ()


def definition_in(passage: Passage, term: Sequence[str], *, opens_section: bool) -> int | None:
    """The unit from which on the passage says what the term is; below a heading that is the term, the first one."""
    heading = _NUMBER.sub("", without_number(passage.section))
    can_define = opens_section and len(passage.text) >= _SHORTEST
    if can_define and not _NOT_WHAT.match(heading) and tuple(words(heading, passage.language)) == tuple(term):
        return 0
    units = units_of(passage)
    for number, unit in enumerate(units):
        if unit.kind in (Kind.SENTENCE, Kind.ITEM) and unit.words.issuperset(term):
            is_label = number + 1 < len(units) and units[number + 1].block != unit.block
            if is_label and _is_term(_MARKS.sub("", _ASIDE.sub("", unit.text, 1)), term, passage.language):
                return number
            if _defines(unit.text, term, passage.language, is_item=unit.kind is Kind.ITEM):
                return number
    return None


def _is_term(text: str, term: Sequence[str], language: str) -> bool:
    return _PLAIN.fullmatch(text) is not None and tuple(words(text, language)) == tuple(term)


def _defines(text: str, term: Sequence[str], language: str, *, is_item: bool) -> bool:
    """Whether a sentence or item, or a clause in it, begins with the term and goes on to define it.

    >>> _defines("Some terms: a sieve is a mesh.", ["siev"], "", is_item=False)
    True
    """
    starts = [0, *(found.end() for found in islice(_CLAUSE.finditer(text), _CLAUSES - 1))]
    return any(_opens_with(text[start:], term, language, is_item=is_item and not start) for start in starts)


def _opens_with(text: str, term: Sequence[str], language: str, *, is_item: bool) -> bool:
    """Whether a text begins with the term and goes on to define it.

    >>> _opens_with("A sieve is a mesh in a ring.", ["siev"], "", is_item=False)
    True
    >>> _opens_with("- `sieve` Sorts sand.", ["siev"], "", is_item=True)
    True
    >>> _opens_with("A sieve is melted down.", ["siev"], "", is_item=False)
    False
    >>> _opens_with("- `{sieve}`: Its name.", ["siev"], "", is_item=True)
    False
    >>> _opens_with("A sieve (No. 7) is a mesh.", ["siev"], "", is_item=False)
    True
    """
    own = _ARTICLE.sub("", _MARKS.sub("", _ASIDE.sub("", text, 1))).split()
    for length in range(1, min(_LONGEST, len(own) - 1) + 1):
        head = " ".join(own[:length])
        if _is_term(head, term, language):
            rest = " ".join(own[length:])
            ends = head.endswith(":") or (is_item and rest[0].isupper() and head[-1] != ".")
            return ends or _DEFINES.match(rest) is not None
    return False
