"""The content words of a text, made comparable: lower-case, without accents, lightly stemmed, stop words dropped.

Knows English endings only; other languages pass through whole, Chinese, Japanese and Korean as pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

STOP_WORDS = frozenset(
    """a about above after again against all also although always am an and another any anybody anyone anything are
    around as at be because been before being below between both but by can cannot could did do does doing done down
    during each either else etc even ever every few for from further get gets getting give given gives go goes going
    got had has have having he hello her here hers herself hey hi him himself his how however i if in instead into is
    it its itself just know let like lot lots made make makes many may maybe me might mine more most much must my
    myself name neither no nor not now of off okay on once one only onto or other others our ours ourselves out over
    own per please quite rather really said same say says shall she should since so some somebody someone something
    still such tell than thank thanks that the their theirs them themselves then there therefore these they thing
    things this those though through thus to too toward towards under until unto up upon us use used uses using very
    via want wants was we well were what whatever when where whereas whether which while who whom whose why will with
    within without would yes yet you your yours yourself yourselves ain don doesn didn isn wasn aren weren hasn haven
    hadn wouldn couldn shouldn mustn making giving saying told telling knew known knowing gave ll ve re s t d
    m""".split()  # noqa: SIM905
)
"""Words that carry no subject; a question consists of them up to its content words."""

_TOKEN = re.compile(r"[^\W\d_]{1,4}-[^\W\d_]+(?![\w-])|\d[\d.,]*\d(?![\w+#])|[^\W_](?:[\w.+#]*[\w+#])?")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_NUMBER = re.compile(r"\d[\d.,]*$")
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿가-힯豈-﫿]+")
_VOWEL = re.compile(r"[aeiouy]")
_IRREGULAR = {
    "took": "take", "taken": "take", "went": "go", "gone": "go", "saw": "see", "seen": "see", "gave": "give",
    "found": "find", "wrote": "write", "written": "write", "began": "begin", "begun": "begin", "built": "build",
    "became": "become", "kept": "keep", "held": "hold", "left": "leave", "led": "lead", "lost": "lose", "met": "meet",
    "paid": "pay", "ran": "run", "sent": "send", "spent": "spend", "taught": "teach", "thought": "think",
    "told": "tell", "won": "win", "chose": "choose", "chosen": "choose", "grew": "grow", "grown": "grow",
    "drew": "draw", "drawn": "draw", "broke": "break", "broken": "break", "fell": "fall", "fallen": "fall",
    "brought": "bring", "bought": "buy", "caught": "catch", "came": "come", "knew": "know", "known": "know",
    "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth", "mice": "mouse",
    "lenses": "lens", "indices": "index", "axes": "axis", "lives": "life", "died": "die", "dying": "die",
    "bigger": "big", "biggest": "big", "better": "good", "best": "good", "nebulae": "nebula", "wives": "wife",
}  # fmt: skip


def words(text: str) -> list[str]:
    """The content words in the order they stand, repeats included.

    >>> words("What are the eyepieces' focal lengths?")
    ['eyepiec', 'focal', 'length']
    >>> words("Call `read_file` at 3.5 km")
    ['call', 'read_file', 'read', 'fil', '3.5', 'km']
    """
    return [word for token in _TOKEN.findall(text) for word in _content(token)]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """One lower-case word without its English ending; words of one family mostly meet.

    >>> [stem(word) for word in ("stars", "making", "makes", "cities", "collimation", "collimated")]
    ['star', 'mak', 'mak', 'citi', 'collimat', 'collimat']
    """
    word = _IRREGULAR.get(word, word)
    word = _without_plural(word)
    for ending, least in (("ing", 5), ("ed", 4), ("ly", 6)):
        if word.endswith(ending) and len(word) > least and _VOWEL.search(word[: -len(ending)]):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
                word = word[:-1]
            break
    for ending, cut, least in (("tion", 3, 7), ("sion", 3, 7), ("ment", 4, 7), ("ness", 4, 6)):
        if word.endswith(ending) and len(word) > least:
            word = word[:-cut]
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    if len(word) > 3 and word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "i"
    return word


def _without_plural(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def _content(token: str) -> tuple[str, ...]:
    """What one token of running text contributes: nothing, a word, or an identifier with its parts."""
    if not token.isascii():
        token = "".join(c for c in unicodedata.normalize("NFKD", token) if not unicodedata.combining(c))
        token = unicodedata.normalize("NFC", token)
        if _CJK.search(token):
            return _pairs(token)
    if _NUMBER.match(token):
        return (token.rstrip(".,").replace(",", ""),)
    lower = token.lower().rstrip(".")
    if "-" in lower:
        # "Set-up" and "setup", "e-mail" and "email" must meet.
        joined = stem(lower.replace("-", ""))
        return (joined, *(word for part in token.split("-") for word in _content(part)))
    if lower in STOP_WORDS:
        # "US" and "IT" shout that they are not the pronouns.
        return (token,) if token in ("US", "IT") else ()
    if lower.isalpha():
        parts = _PARTS.findall(token) if not token.islower() and not token.isupper() else ()
        if len(parts) > 1 and not token.istitle():
            return (lower, *_stems(parts))
        return (stem(lower),)
    return (lower, *_stems(_PARTS.findall(token)))


def _stems(parts: list[str] | tuple[str, ...]) -> list[str]:
    lowered = [part.lower() for part in parts]
    return [stem(part) for part in lowered if len(part) > 1 and not part.isdigit() and part not in STOP_WORDS]


def _pairs(token: str) -> tuple[str, ...]:
    found: list[str] = []
    rest = 0
    for run in _CJK.finditer(token):
        found.extend(_content(token[rest : run.start()]) if run.start() > rest else ())
        text = run.group()
        found.extend(text[i : i + 2] for i in range(max(1, len(text) - 1)))
        rest = run.end()
    found.extend(_content(token[rest:]) if rest < len(token) else ())
    return tuple(found)
