"""What a sentence shows on its surface: a number, a date, a name, a reason; and whether it leans on the one before.

Knows English; a sentence in another language shows its numbers and little else.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class Sign(Enum):
    """One thing that a reader would point at in a sentence."""

    __hash__ = object.__hash__  # in C: an enum is looked up for every unit, and its own hash is Python

    NUMBER = auto()
    DATE = auto()
    NAME = auto()
    PLACE = auto()
    REASON = auto()
    MANNER = auto()
    CONDITION = auto()
    """It says what holds if something else does."""
    STEP = auto()
    """It tells the reader to do something."""
    FORMULA = auto()
    CODE = auto()
    RULING = auto()
    """It allows, forbids or denies."""
    QUESTION = auto()
    ABOUT_THE_BOOK = auto()
    """It says what the text will do, not what is so."""
    LEAD_IN = auto()


_NUMERAL = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?|dozens?|half|twice|third|"
    r"quarter)"
)
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_SEASON = r"(?:spring|summer|autumn|winter|morning|evening|night|noon|midnight|dawn|dusk|christmas|easter)"
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_IMPERATIVE = (
    r"(?:add|adjust|align|apply|ask|attach|avoid|be sure|begin|build|buy|call|check|choose|clean|click|close|"
    r"configure|"
    r"connect|copy|create|cut|define|divide|do|don't|download|edit|enter|find|first|fit|focus|follow|get|give|go|"
    r"hold|"
    r"insert|install|keep|leave|let|look|loosen|lower|make|mark|measure|mix|move|multiply|never|open|place|plug|"
    r"point|"
    r"pour|press|print|pull|push|put|raise|read|remove|repeat|replace|rinse|rotate|run|save|screw|select|set|slide|"
    r"start|stir|stop|store|switch|take|test|tighten|to|try|turn|type|use|wait|warm|wash|watch|wipe|write)\b"
)
_NUMBER = re.compile(rf"(?<![^\W\d_])\d|\b{_NUMERAL}\b", re.I)
_SIGNS: tuple[tuple[Sign, re.Pattern[str]], ...] = (
    (Sign.NUMBER, _NUMBER),
    (
        Sign.DATE,
        re.compile(
            rf"\b(?:1[0-9]|20)\d\ds?\b|\b{_MONTH}\b|\b{_WEEKDAY}\b|\b\d\d?(?:st|nd|rd|th) century|"
            rf"\b(?:B\.?C\.?E?|A\.?D)\b|(?i:\b{_SEASON}\b)|\b\d\d?(?::\d\d)? ?[ap]\.?m\b|"
            r"(?i:\b(?:when|while|after|before|until|during|since|once|century|years?|days?|hours?|weeks?|ago)\b)"
        ),
    ),
    (
        Sign.NAME,
        re.compile(r"(?<=[\w,;)’'\"”] )[A-Z][\w’'-]+|^(?:[A-Z][\w’'-]+ ){2}|\b(?:king|queen|son|wife|man|woman)\b"),
    ),
    (
        Sign.PLACE,
        re.compile(
            r"\b(?:in|at|near|from|to|of|on|around|across|through|outside|inside|into|under|over|beneath|behind|"
            r"between|"
            r"beside|along|north|south|east|west)\b (?:the |a |an |his |her |its )?\w",
        ),
    ),
    (
        Sign.REASON,
        re.compile(
            r"\b(?:because|since|so that|due to|owing to|thanks to|reason|in order (?:to|that)|caused? (?:by|of)|"
            r"causes?|"
            r"leads? to|led to|result(?:s|ed)? (?:in|from|of)|therefore|thus|hence|so|as a result|to avoid|"
            r"to prevent|"
            r"in case|otherwise|which means|that is why|for fear|prevents?|means that)\b",
            re.I,
        ),
    ),
    (
        Sign.MANNER,
        re.compile(
            r"\b(?:by \w+ing|by means of|using|through|with (?:a|an|the)|so that|first|then|in order to)\b", re.I
        ),
    ),
    (Sign.CONDITION, re.compile(r"\b(?:if|whenever|unless|in case)\b", re.I)),
    (Sign.STEP, re.compile(rf"^(?:\W*){_IMPERATIVE}|\byou (?:can|should|must|need to|have to)\b", re.I)),
    (
        Sign.FORMULA,
        re.compile(r"\$[^$]*[=^\\][^$]*\$|\b\w+ = \S|\\\(|\\frac|\bdivided by\b|\btimes the\b|\bmultiplied by\b"),
    ),
    (Sign.CODE, re.compile(r"`[^`]+`|^\s*(?:```|~~~)")),
    (
        Sign.RULING,
        re.compile(
            r"\b(?:never|not|no|cannot|can't|don't|doesn't|always|only|must|safe|unsafe|may|can|should|allowed|"
            r"yes)\b",
            re.I,
        ),
    ),
    (Sign.QUESTION, re.compile(r"[?？]\s*$")),
    (
        Sign.ABOUT_THE_BOOK,
        re.compile(
            r"\b(?:in|throughout) (?:this|the (?:next|following|previous|last)) (?:book|chapters?|sections?|page|"
            r"part|"
            r"lesson|module|tutorial|guide)\b|^(?:(?:Now|Next|First|Then|So|Finally|Again),? )?(?:let[’']s|we[’']ll|"
            r"we will|we[’']re going to)\b|^Filename: |^(?:Table|Figure|Listing|Example) [\d.–-]+(?::| (?:shows|lists|"
            r"gives|contains|summari[sz]es|illustrates|compares)\b)|"
            r"\bthis (?:chapter|section|page|lesson|module) (?:is|will|covers?|"
            r"explains?|shows?|"
            r"describes?|introduces?)\b|\bwe(?:[’']ll| will| shall) (?:now )?(?:see|learn|look|discuss|cover|explore|"
            r"show|use|meet|return|come back)\b|"
            r"^(?:Watch|View|Click|Visit|Read|Take|Try|Explore) (?:this|the|these|our)\b|"
            r"(?-i:\b[Ss]ee [A-Z])|^(?:More )?[Dd]etails (?:are|is|can be)|\b(?:its|their) own chapter\b|\bsee (?:also|"
            r"the (?:next|section|chapter)|chapter|section|figure)\b|\byou will (?:learn|find)\b|"
            r"\bas (?:we saw|described|mentioned|discussed) (?:in|above|earlier)\b",
            re.I,
        ),
    ),
    (Sign.LEAD_IN, re.compile(r"[:：]\s*$")),
)

_CONNECTIVE = re.compile(
    r"^(?:However|Therefore|For example|For instance|Moreover|Furthermore|In addition|Additionally|Also|Thus|Hence|"
    r"Consequently|As a result|Nevertheless|Nonetheless|In contrast|By contrast|On the other hand|Similarly|Likewise|"
    r"Finally|In fact|Indeed|Of course|Still|In particular|In other words|Accordingly|Besides|Meanwhile|That said|"
    r"Note that|Remember that|Specifically|Overall|In short|In general|Generally), ?(?=\S)|"
    r"^(?:Figure|Fig\.)(?: [\d.]+)?: |^(?:You have read|Recall|Note|Remember|As you (?:know|learned|have read)) that |"
    r"^As (?:we |was )?(?:discussed|described|mentioned|saw|seen|noted)[^,]*, (?=\S)"
)
_LEANING = re.compile(
    r"^[\W_]*(?:It(?! is (?:possible|important|necessary|best|worth|not possible|safe|true|hard|easy|common|"
    r"said)\b)|They|"
    r"He|She|This(?! (?:book|chapter|guide|manual|page|site))|That(?! is why the)|These|Those|Its|Their|His|Her|"
    r"Him|Them|"
    r"Such|Both|Another|Others?|The (?:former|latter|same|others?|first|second|third|rest|two|three|result)\b|"
    r"Here|So|"
    r"Then|And|But|Or|Nor|Yet|Neither|Either|Instead|Otherwise|Too|Even so|After that|Because of this|For this|"
    r"In (?:this|that|these|those|such|both) |At (?:this|that) |As such|"
    r"(?:Some|Many|Most|Each|One|None|All|Few|Several|Two|Three)(?: of (?:them|these|those|which)| (?:are|were|"
    r"have|had|is|was)))\b"
)


_YEAR = re.compile(
    r"(?:\b(?:in|of|since|by|from|until|before|after|around|about|early|late|between|and|to|the|circa)\s|[(,;–&-][\"”’']?\s?)"
    r"(?:1[5-9]|20)\d\d(?:[–-]\d+)?(?:s\b|(?![\d.,]*\d))(?! ?(?:%|°|[a-z]))|\[\d{1,3}\]"
)
"""A year is a number, but not one that a question for a number asks for; nor is a reference."""


def signs(text: str) -> frozenset[Sign]:
    """Everything the text shows."""
    shown = {sign for sign, pattern in _SIGNS if pattern.search(text)}
    if Sign.NUMBER in shown and not _NUMBER.search(_YEAR.sub(" ", text)):
        shown.remove(Sign.NUMBER)
    return frozenset(shown)


def leans(sentence: str) -> bool:
    """Whether the sentence needs the one before it, even without its connective.

    >>> leans("This makes it dark."), leans("However, a filter never adds light.")
    (True, False)
    """
    return bool(_LEANING.match(upright(sentence)))


def upright(sentence: str) -> str:
    """The sentence without a connective to what came before.

    >>> upright("For example, a clean filter costs light.")
    'A clean filter costs light.'
    """
    found = _CONNECTIVE.match(sentence)
    if not found:
        return sentence
    rest = sentence[found.end() :]
    return rest[:1].upper() + rest[1:]
