"""The words of a text, made comparable: lower case, no accents, stemmed by Snowball, stop words dropped.

Searching, scoring and checking all use this one analysis; two texts are compared in the passage's language. Scripts
without spaces become pairs of characters. A language without stemmer and stop words passes nearly unchanged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from Stemmer import Stemmer  # type: ignore[import-not-found]

from footnoted.domain.text.language import ENGLISH, WITH_FILE, language
from footnoted.domain.text.language import language as language_named
from footnoted.domain.text.languages import en
from footnoted.domain.text.remembered import WORD, remembered
from footnoted.domain.text.script import SIGNS, UNSPACED, one_spelling, pairs, segmented, without_endings

GRAMMAR = language(ENGLISH).grammar
"""English function words; a search ignores them."""

STOP_WORDS = language(ENGLISH).stop_words
"""Function words, and words that say nothing about a subject. A search keeps the latter: "go" may be the language."""

_BRITISH = re.compile(
    r"^(?:(?P<or>arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|rig|rum|sav|tum|vap|vig)our"
    r"|(?P<er>cent|fib|(?:kilo|centi|milli)?met|(?:milli)?lit|theat)re(?=s?$)"
    r"|(?!advert|enterpr|exerc|expert|superv|surpr)(?P<iz>\w{4,})is(?=(?:e|ed|er|ers|es|ing|ations?)$))"
)
"""Each group is named after what stands in America for the letters behind it."""

_LETTER = rf"[\w{SIGNS}{UNSPACED}]"
_NUMBER = r"\d{1,3}(?:,\d{3}){1,12}(?:\.\d+)?(?!\w|,\d)"
_RUN = re.compile(
    rf"{_NUMBER}|(?:(?<![\w-])--?(?=[a-z]))?{_LETTER}+(?:(?:::|->|['’.\-/:@]){_LETTER}+)*(?:\+\+|#(?!\w))?", re.I
)
_ACCENT = re.compile("[\u0300-\u036f]+")
_LATIN_ACCENT = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_UNSPACED_RUN = re.compile(f"([{UNSPACED}]+)")
_POSSESSIVE = re.compile(r"['’](?:s|t|re|ve|ll|d|m)$", re.I)
_BETWEEN_PIECES = re.compile(r"['’/:@>-]+")
_ONE_WORD_IN_TWO = re.compile(r"[^\W\d_]{1,4}-[^\W\d_]+")
_PART = re.compile(rf"[A-Z]+(?![a-z])|[A-Z]?(?:(?![\d_A-Z]){_LETTER})+|\d+")
_MARK = re.compile(r"[_.:/@>+#-]|[a-z][A-Z]|\d[^\W\d_]|[^\W\d_]\d")
_MARK_INSIDE = re.compile(r"[_.+#]")
_COUNTRY_OR_TRADE = ("US", "IT")
"""In capitals these are not pronouns."""
_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
_OWN_SCRIPT = frozenset({"ar", "bn", "el", "fa", "he", "hi", "hy", "ne", "ru", "ta", "ur"})
"""Languages in other letters: Latin words in their texts are stemmed as English ones."""
_UNSTEMMED = frozenset(WITH_FILE).difference(_SNOWBALL)
_TURKISH_CAPITALS = str.maketrans({"I": "ı", "İ": "i"})


@dataclass(frozen=True, slots=True)
class Terms:
    """What a search by words looks for in a text."""

    words: list[str]
    symbols: list[str]
    """Code-like words, kept whole: identifiers, paths, flags, versions, sizes."""


def words(text: str, language: str = ENGLISH) -> list[str]:
    """The content words in order, with repeats; an identifier is followed by its parts.

    >>> words("What are the eyepieces' focal lengths?")
    ['eyepiec', 'focal', 'length']
    >>> words("Call `read_file` at 3.5 km")
    ['call', 'read_file', 'read', 'file', '3.5', 'km']
    >>> words("Welche Brennweiten haben die Okulare?", "de"), words("目镜的焦距", "zh")
    (['brennweit', 'okular'], ['目镜', '镜的', '的焦', '焦距'])
    """
    if language not in _SNOWBALL:
        language = _unstemmed(language)
    return [word for run in _runs(text, language) for word in _content(run, language)]


def terms(text: str, language: str = ENGLISH) -> Terms:
    """The words and symbols that a search by words looks for; only function words are left out.

    >>> terms("Call std::vec::Vec with --no-verify at f/8")
    Terms(words=['call', 'std', 'vec', 'vec', 'verifi', '8'], symbols=['std::vec::vec', 'no-verify', 'f/8'])
    """
    if language not in _SNOWBALL:
        language = _unstemmed(language)
    found = Terms([], [])
    for run in _runs(text, language):
        searched, symbol = _searched(run, language)
        found.words.extend(searched)
        if symbol:
            found.symbols.append(symbol)
    return found


def as_written(text: str, language: str = ENGLISH) -> dict[str, tuple[str, ...]]:
    """Each content word as the text writes it, with what ``words`` makes of it.

    In scripts without spaces and without a dictionary, a word may have two or three characters: both are given.

    >>> as_written("Welche Brennweiten?", "de"), list(as_written("ดาวดู", "th"))
    ({'Brennweiten': ('brennweit',)}, ['ดา', 'าว', 'วด', 'ดู', 'ดาว', 'าวด', 'วดู'])
    """
    if language not in _SNOWBALL:
        language = _unstemmed(language)
    found: dict[str, tuple[str, ...]] = {}
    for run in _runs(text, language):
        content = _content(run, language)
        if content and _UNSPACED_RUN.fullmatch(run):
            found |= _by_dictionary(run, language) or _by_pairs(run, content)
        elif content:
            found.setdefault(run, content)
    return found


def _by_dictionary(run: str, code: str) -> dict[str, tuple[str, ...]]:
    """Words of two characters or more; empty if there is no dictionary for the language."""
    content = [(word, _content(word, code)) for word in segmented(run, code) if len(word) > 1]
    return {word: own for word, own in content if own}


def _by_pairs(run: str, content: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {pair: (pair,) for pair in content}
    return found | {run[at : at + 3]: (run[at : at + 2], run[at + 1 : at + 3]) for at in range(len(run) - 2)}


@remembered(65_536, WORD)
def stem(word: str, language: str = ENGLISH) -> str:
    """A lower-case word without its ending; words of one family mostly get the same stem.

    >>> [stem(word) for word in ("stars", "Mars".lower(), "mare", "took", "collimation", "collimated", "steadily")]
    ['star', 'mar', 'mare', 'take', 'collim', 'collim', 'steadi']
    >>> stem("häuser", "de"), stem("телескопами", "ru"), stem("windows", "ru")
    ('haus', 'телескоп', 'window')
    >>> stem("پکتا", "ur") == stem("پکتی", "ur"), stem("הספרים", "he") == stem("ספר", "he")
    (True, True)
    """
    if language == ENGLISH or (language in _OWN_SCRIPT and word.isascii()):
        return str(_snowball(ENGLISH).stemWord(_regular(word)))
    stemmed = _snowball(language).stemWord(word) if language in _SNOWBALL else word
    return _ACCENT.sub("", unicodedata.normalize("NFKD", without_endings(stemmed, language_named(language).endings)))


def _regular(word: str) -> str:
    """An English word in the form that its family shares: written out, and spelt as in America.

    >>> [_regular(word) for word in ("steadily", "taken", "configs", "docs", "colours", "organising", "kilometres")]
    ['steady', 'take', 'configuration', 'document', 'colors', 'organizing', 'kilometers']
    >>> [_regular(word) for word in ("exercise", "rise", "licences", "hours")]
    ['exercise', 'rise', 'license', 'hours']
    """
    if len(word) > 6 and word.endswith("ily"):  # Snowball gives "steadily" and "steady" different stems
        word = word[:-3] + "y"
    if word in en.IRREGULAR:
        return en.IRREGULAR[word]
    single = word.removesuffix("s")
    whole = en.SHORT_FOR.get(single) or en.AMERICAN.get(single)
    return whole or _BRITISH.sub(_as_in_america, word)


def _as_in_america(found: re.Match[str]) -> str:
    ending = str(found.lastgroup)
    return found[ending] + ending


@cache
def _snowball(language: str) -> Stemmer:
    return Stemmer(_SNOWBALL[language], 0)


def _unstemmed(code: str) -> str:
    """The code for a language without a Snowball stemmer; one that we know nothing about is read as English."""
    return code if code in _UNSTEMMED else ENGLISH


def _runs(text: str, language: str) -> Iterator[str]:
    """Pieces between spaces and punctuation; scripts without spaces are separated from the rest.

    English accents are removed before stemming, those of other languages after it, because their endings have them.
    """
    if text.isascii():
        yield from _RUN.findall(text)
        return
    if language == ENGLISH:
        text = unicodedata.normalize("NFC", _LATIN_ACCENT.sub("", unicodedata.normalize("NFKD", text)))
    else:
        text = one_spelling(unicodedata.normalize("NFKC", text), language)
    for run in _RUN.findall(text):
        yield from filter(None, _UNSPACED_RUN.split(run))


@remembered(65_536, WORD)
def _content(run: str, code: str) -> tuple[str, ...]:
    """The stems of a run of characters that say something about the subject."""
    dropped = language(code).stop_words
    return tuple(word for piece in _pieces(run) for word in _of_piece(piece, code, dropped, parts_of_numbers=False))


@remembered(65_536, WORD)
def _searched(run: str, code: str) -> tuple[tuple[str, ...], str]:
    """The words a search looks for, and the symbol if the whole run is one."""
    dropped = language(code).grammar
    found = tuple(word for piece in _pieces(run) for word in _of_piece(piece, code, dropped, parts_of_numbers=True))
    run = _POSSESSIVE.sub("", run)
    if not _MARK.search(run) or re.fullmatch(_NUMBER, run):
        return found, ""
    symbol = run.lower()
    # "--no-verify" and "no-verify" are one flag; "-v" without its dash would be any letter. Whole symbols and single
    # letters are found as the symbol only.
    kept = tuple(word for word in found if word.isdigit() or (len(word) > 1 and not _MARK_INSIDE.search(word)))
    return kept, symbol.lstrip("-") if len(symbol) > 2 else symbol


def _pieces(run: str) -> Iterator[str]:
    """A run cut at slashes, colons, hyphens and apostrophes; "set-up" and "e-mail" also give "setup" and "email"."""
    run = _POSSESSIVE.sub("", run)
    if _ONE_WORD_IN_TWO.fullmatch(run):
        yield run.replace("-", "").lower()
    yield from filter(None, _BETWEEN_PIECES.split(run))


def _of_piece(piece: str, code: str, dropped: frozenset[str], *, parts_of_numbers: bool) -> tuple[str, ...]:
    if _UNSPACED_RUN.match(piece):
        bare = piece if piece in dropped else without_endings(piece, language(code).endings)
        return () if bare in dropped else tuple(pair for pair in pairs(bare, dropped) if pair not in dropped)
    if re.fullmatch(_NUMBER, piece):
        return (piece.replace(",", ""),)
    if piece in _COUNTRY_OR_TRADE:
        return (piece,)
    lower = (piece.translate(_TURKISH_CAPITALS) if code == "tr" else piece).lower()
    if lower in dropped:
        return ()
    if not _MARK.search(piece):
        return (stem(lower, code),)
    if lower.replace(".", "").isdigit():
        return (lower, *_PART.findall(lower)) if parts_of_numbers else (lower,)
    parts = [part.lower() for part in _PART.findall(piece)]
    kept = [part for part in parts if part not in dropped and (parts_of_numbers if part.isdigit() else len(part) > 1)]
    is_title = piece.istitle() and piece.isalpha()
    return (stem(lower, code) if lower.isalnum() else lower, *(() if is_title else (stem(part, code) for part in kept)))
