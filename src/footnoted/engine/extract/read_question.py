"""What a question asks for: its content words, and the kind of thing that would answer it. Knows no passages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise

from footnoted.domain.words import words
from footnoted.engine.extract.measures import MEASURES, Measure


class Want(Enum):
    """The kind of thing that would answer a question."""

    __hash__ = object.__hash__  # in C: an enum is looked up for every unit, and its own hash is Python

    NUMBER = auto()
    TIME = auto()
    PERSON = auto()
    PLACE = auto()
    REASON = auto()
    STEPS = auto()
    MANNER = auto()
    SEQUEL = auto()
    """What came of something: the sentence after the one that has the question's words."""
    DEFINITION = auto()
    LIST = auto()
    COMPARISON = auto()
    CODE = auto()
    FORMULA = auto()
    YES_OR_NO = auto()
    GIST = auto()
    """No question of its own: "explain this", "summarise"."""
    ANYTHING = auto()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, read."""

    words: tuple[str, ...]
    """Content words, each once, in order; without those that only name the kind of answer."""
    pairs: frozenset[tuple[str, str]]
    want: Want
    names: frozenset[str]
    """Words that the question writes with a capital, its first aside."""
    alike: dict[str, frozenset[str]]
    """For a word of the question, others that answer to it: "how heavy" is answered by a weight."""
    focus: frozenset[str]
    """Words that name what is asked of the subject: "which voltage", "the price of"."""
    measure: Measure | None
    carried: frozenset[str]
    """Words that only the conversation brought."""


_AUXILIARY = r"(?:is|are|was|were|do|does|did|can|could|should|would|will|may|might|must|has|have|had)"
_PLURAL = r"(?:[\w'’-]+ ){0,4}?(?:[\w'’-]+[^s\W]s|criteria|people|children)\b"
_KINDS = (
    r"(?:kinds?|types?|sorts?|examples?|parts?|components?|steps?|stages?|ways|options|features|reasons|"
    r"benefits|methods)"
)
_WANTS: tuple[tuple[Want, re.Pattern[str]], ...] = tuple(
    (want, re.compile(pattern, re.I))
    for want, pattern in (
        (
            Want.GIST,
            r"^\W*(?:(?:can|could) you |please )*(?:explain|summari[sz]e|simplify|rephrase|clarify|describe|"
            r"tl;?dr|elaborate)"
            r"(?: on)?(?: (?:this|that|it|the (?:selection|selected text|text|passage|paragraph|"
            r"above)))?(?: \w+ ?){0,3}\W*$|"
            r"^\W*what (?:does|do|is|are) (?:this|that|it)(?: \w+)?(?: (?:mean|about|say|saying))?\W*$|"
            r"^\W*(?:what is|what's) (?:the )?(?:gist|main (?:idea|point)|meaning)(?: of (?:this|it|the \w+))?\W*$",
        ),
        (
            Want.CODE,
            r"\b(?:code|snippet|command|syntax|script|source|one-liner)\b(?! of conduct)|"
            r"\bexample (?:of|in|for|that) .*(?:function|class|loop|query|python|rust|sql|javascript|bash)|"
            r"\b(?:in|with|using) (?:python|rust|javascript|typescript|sql|bash|go|java|c)\b|"
            r"\bwhat does .* look like in (?:python|rust|code)",
        ),
        (
            Want.FORMULA,
            r"\b(?:formula|equation)s?\b|\bhow (?:is|are|do (?:you|i|we)|can i) .*\b(?:calculate|compute|work out)",
        ),
        (
            Want.NUMBER,
            # "How" before any adjective or adverb asks for a measure: how steep, how quickly; "explain how" does not.
            r"(?<!explain )(?<!describe )(?<!discuss )(?<!show )(?<!illustrate )"
            r"\bhow (?!(?:to|do|does|did|can|could|should|would|is|are|was|were|will|come|so|about|has|have|had|might|"
            r"must|may|i|you|we|it|he|she|they|this|that|these|those|the|an?|my|your|our|his|her|its|their|people|"
            r"things|else|then|exactly|well|best|ever|one)\b)\w+\b|"
            r"\bwhat (?:is|was|are|were) the (?:\w+ ){0,3}(?:number|percentage|price|cost|size|length|width|height|"
            r"weight|temperature|speed|age|population|amount|distance|diameter|ratio|range|value|limit|rate|total|"
            r"maximum|minimum|wavelength|duration)\b|\b(?:what|which) (?:percent|percentage|number|fraction|"
            r"proportion|temperature|magnification|size|age|share|amount)\b",
        ),
        (
            Want.TIME,
            r"^(?!\W*(?:what|who|why|how|where|which)\b).*\bwhen (?:is|was|were|are|did|do|does|should|can|will|"
            r"to|has|had)\b|"
            r"\b(?:what|which|in what|at what) "
            r"(?:year|date|day|month|century|decade|time|season|period|era)\b|\bhow long ago\b|\bsince when\b",
        ),
        (
            Want.SEQUEL,
            r"\bwhat (?:\w+ )?(?:happens?|happened)\b|\bwhat (?:do|does|did|will|would|should) .*\bdo (?:when|"
            r"after|if|once|as|while|before)\b|"
            r"\bwhat (?:do|does|did|will|would) .*\bdo (?:with|to|about) .*\b(?:when|after|once)\b|"
            r"\bwhat (?:comes|came|follows|followed) (?:after|next)\b",
        ),
        (
            Want.REASON,
            r"\bwhy\b|\bwhat (?:is|was|were|are) the (?:\w+ )?(?:reasons?|causes?|purpose)\b|\bwhat (?:caused|"
            r"causes|made|makes)\b|\bhow come\b|\bfor what reason\b",
        ),
        (
            Want.PERSON,
            r"\b(?:who|whom|whose)\b(?!.*\bwhat\b)|\b(?:what|which) (?:person|man|woman|king|queen|author|"
            r"scientist|president|leader|people)\b|\bname of the (?:man|woman|person|author)",
        ),
        (
            Want.PLACE,
            r"\bwhere\b|\b(?:what|which|in what|in which) (?:city|country|state|place|region|town|river|continent|"
            r"area|location|street|building)\b",
        ),
        (
            Want.COMPARISON,
            r"\b(?:compare|compared|versus|vs\.?|difference between|differ|better than|"
            r"which\b.*\bthe (?:\w{3,}est|most|least|best|worst)\b|which (?:\w+ )?(?:is|are|has|"
            r"have) (?:the )?(?:\w+er|\w+est|more|most|least|best|better)\b)",
        ),
        (
            Want.STEPS,
            r"\bhow (?:to|do (?:i|you|we)|can (?:i|you|we)|should (?:i|you|we|one)|does one)\b|\bwhat (?:steps|"
            r"should i do|do i do)\b|\bsteps (?:to|for)\b|\b(?:instructions?|procedure) (?:to|for)\b",
        ),
        (Want.MANNER, r"\bhow\b"),
        (
            Want.LIST,
            r"\b(?:what|which) (?:\w+ )?\w{2,}[^s\W]s (?:do|can|should|are|were|will|have|must)\b|"
            rf"\b(?:what|which) (?:are|were) (?:the |some |all )?{_PLURAL}|\b(?:what|"
            rf"which) (?:\w+ )?{_KINDS} of\b|^\W*(?:name|list|give|enumerate)\b|\bwhat (?:are|"
            rf"were) (?:the )?(?:\w+ ){{0,2}}{_KINDS}\b|\bwhich {_PLURAL}",
        ),
        (
            Want.DEFINITION,
            r"^\W*(?:so |and )?what(?:'s| is| are| was| were) (?:an? |the )?[\w'’`-]+(?: [\w'’`-]+){0,3}\W*$|"
            r"\bdefin(?:e|ition)\b|\bwhat (?:does|do|did) .* (?:mean|stand for|refer to)\b|\bmeaning of\b|"
            r"\bwhat is meant by\b",
        ),
        (Want.YES_OR_NO, rf"^\W*(?:and |so |but )?{_AUXILIARY}\b"),
    )
)
_GIST_WORDS = frozenset(
    words("explain summarise summarize simplify mean meaning text passage selection paragraph detail")
)
_KIND_WORDS = {
    Want.FORMULA: frozenset(words("formula equation calculate compute calculated computed")),
    Want.CODE: frozenset(words("code snippet command syntax script example show write")),
    Want.NUMBER: frozenset(words("number percentage percent amount total value")),
    Want.TIME: frozenset(words("year date day month time")),
    Want.REASON: frozenset(words("reason cause purpose come happen")),
    Want.PERSON: frozenset(words("person people")),
    Want.PLACE: frozenset(words("place location located")),
    Want.COMPARISON: frozenset(words("compare compared difference versus differ")),
    Want.STEPS: frozenset(words("step steps way")),
    Want.LIST: frozenset(words("list enumerate kind type sort example different various main")),
    Want.DEFINITION: frozenset(words("define definition mean meaning stand refer term")),
    Want.GIST: _GIST_WORDS,
}
_NAME = re.compile(r"(?<=[\w,;?.!:’'\"“(-] )(?<![a-z]{4}[.!] )[A-Z][\w’'-]+")
_SYNONYMS = {
    words(word)[0]: frozenset(words(others))
    for word, others in {
        "difference": "differ unlike whereas",
        "author": "wrote written",
        "invent": "invention inventor devised",
        "discover": "discovery discoverer found",
        "died": "death dead",
        "born": "birth",
        "disadvantage": "drawback limitation cannot",
        "advantage": "benefit",
        "purpose": "serves meant",
    }.items()
}
_VAGUE = frozenset(
    words(
        """example role function purpose significance meaning importance reason case entity device machine group event
        kind type sort part step way difference name term word country city place continent state region person people
        man woman king queen university school company organization object thing number amount value percentage rest
        result effect impact relationship idea title job"""
    )
)
"""Words that ask for a kind of thing, which an answer gives without naming it."""
_HOW = re.compile(
    r"\bhow ([a-z]+)\b(?:.*\b(cost|weigh)\b)?|\b(?:what|which) (percent(?:age)?|proportion|fraction)\b", re.I
)
_BREAK = r"of|for|in|on|at|to|from|by|with|between|during|after|before|that|who|than|as|go|goes|there"
_FOCUS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bhow (?:many|much) (?:of )?(?:the |an? |my |your |our |its |their )?(?!{_AUXILIARY}\b)"
        rf"((?:[\w’'/-]+ ){{1,3}}?)(?:{_AUXILIARY}|{_BREAK})\b",
        rf"\b(?:what|which) (?!(?:{_AUXILIARY}|{_BREAK}|ones?|kinds?|types?|sorts?|way)\b)"
        rf"((?:[\w’'/-]+ ){{1,3}}?){_AUXILIARY}\b",
        r"\bwhat(?:'s| is| are| was| were) (?:the |an? |its |their |his |her )((?:[\w’'-]+ ){1,3}?)"
        r"(?:of|for|between)\b",
    )
)


_AND = re.compile(
    r",? and (?=(?:(?:of|in|at|for|by|with|to|from) )?(?:what|which|how|why|when|where|who|whose)\b)", re.I
)


def asked_at_once(question: str, resolved: str = "", before: str = "") -> list[Ask]:
    """The questions in a question: "what is X, and which size suits Y?" is two, and the second is about X too."""
    first, *more = _AND.split(question)
    if len(more) != 1 or not words(first):
        return [read(question, resolved, before)]
    carried = resolved.removeprefix(question)
    return [read(f"{first}?", f"{first}?{carried}", before), read(more[0], f"{more[0]} {first}{carried}")]


@lru_cache(maxsize=256)
def read(question: str, resolved: str = "", before: str = "") -> Ask:
    """Read a question; ``resolved`` brings the words that it leaves to the conversation.

    A question that shows no kind of its own ("And the Moon?") wants what the one ``before`` it wanted.
    """
    want = _want(question)
    if want is Want.ANYTHING and before:
        want = _want(before)
    asked = words(resolved or question)
    joined = {one + two: two for one, two in pairwise(asked)}
    alike = {part: frozenset((whole,)) for whole, part in joined.items() if whole in asked}
    asked = [word for word in asked if word not in joined]
    naming = _KIND_WORDS.get(want, frozenset())
    content = tuple(dict.fromkeys(word for word in asked if word not in naming))
    if not content and want is not Want.GIST:
        content = tuple(dict.fromkeys(asked))
    pairs = frozenset(pairwise(asked))
    focus = _focus(question).intersection(content)
    named = frozenset(words(" ".join(_NAME.findall(resolved or question)))).intersection(content) - focus
    measure = _measure(question, focus) if want is Want.NUMBER else None
    alike |= {word: _SYNONYMS[word] for word in content if word in _SYNONYMS}
    if measure:
        alike |= {word: measure.names for word in content if MEASURES.get(word) is measure}
    carried = frozenset(asked).difference(words(question))
    return Ask(content, pairs, want, named, alike, focus, measure, carried)


def _measure(question: str, focus: frozenset[str]) -> Measure | None:
    how = _HOW.search(question)
    named = words(" ".join(filter(None, how.groups()))) if how else []
    return next((MEASURES[word] for word in (*named, *sorted(focus)) if word in MEASURES), None)


def _focus(question: str) -> frozenset[str]:
    for pattern in _FOCUS:
        if found := pattern.search(question):
            return frozenset(words(found[1])) - (frozenset() if found[0].lower().startswith("how") else _VAGUE)
    return frozenset()


def _want(question: str) -> Want:
    return next((want for want, pattern in _WANTS if pattern.search(question)), Want.ANYTHING)
