"""What single words do to a statement: negate it, weaken it, oppose or replace each other.

The words themselves are in english.toml, each with an example; other languages pass through without such knowledge.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from footnoted.domain.text.words import stem

_TURNING_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "mis", "de")

_FAMILY = 5
"""How many letters words of one family share: "adaptation", "adaptive"."""
_SHORT = 3
"""How many letters a short form has at least: "app", "application"."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """One language's words, by lower-case word or stem."""

    same: dict[str, str]
    negations: frozenset[str]
    amounts: dict[str, str]
    strong: frozenset[str]
    sides: dict[str, frozenset[tuple[int, int]]]
    numbers: dict[str, float]
    ordinals: dict[str, float]
    scales: dict[str, float]
    bounds: dict[str, str]
    lead_in: re.Pattern[str]

    def base(self, word: str) -> str:
        """The stem under which a lower-case word is known; "higher" and "highest" are known as "high"."""
        plain = stem(word)
        if plain not in self.sides and len(word) > 4:
            for ending in ("er", "est"):
                if word.endswith(ending):
                    short = word[: -len(ending)]
                    for known in (stem(short), stem(short + "e"), short[:-1], short):
                        if known in self.sides:
                            return known
        return plain

    def opposed(self, one: str, other: str) -> bool:
        """Whether two bases say the opposite: by the table, or by a prefix ("stable", "unstable")."""
        sides = self.sides.get(one), self.sides.get(other)
        if sides[0] and sides[1] and any((entry, 1 - side) in sides[1] for entry, side in sides[0]):
            return True
        short, long = sorted((one, other), key=len)
        return len(short) > 3 and any(long == prefix + short for prefix in _TURNING_PREFIXES)

    def alike(self, one: str, other: str) -> bool:
        """Whether two bases are on the same side of an opposition, or begin alike; and on opposite sides of none."""
        sides = self.sides.get(one), self.sides.get(other)
        is_same_side = bool(sides[0] and sides[1] and sides[0] & sides[1])
        short, long = sorted((one, other), key=len)
        is_one_family = len(short) >= _SHORT and long.startswith(short[:_FAMILY])
        return (is_same_side or is_one_family) and not self.opposed(one, other)

    def denies(self, base: str) -> bool:
        """Whether a word is on the lowering, denying side wherever it is."""
        return all(side for _, side in self.sides[base])

    def affirms(self, base: str) -> bool:
        return not any(side for _, side in self.sides[base])

    @staticmethod
    def is_prefixed(base: str) -> bool:
        """Whether a base begins as words do that deny: "unrelated", "ineffective"."""
        return len(base) > 6 and base.startswith(_TURNING_PREFIXES)


@cache
def english() -> Lexicon:
    """The English table, read once."""
    table = tomllib.loads((files(__package__) / "english.toml").read_text("utf-8"))
    sides: dict[str, set[tuple[int, int]]] = {}
    for number, entry in enumerate(table["opposite"]):
        for side, words in enumerate(entry["words"]):
            for word in words.split():
                sides.setdefault(stem(word), set()).add((number, side))
    same: dict[str, str] = {}
    for entry in table["same"]:
        first, *others = entry["words"].split()
        same |= {stem(word): stem(first) for word in others}
    values = {name: dict(zip(table[name]["words"].split(), table[name]["values"], strict=True)) for name in _VALUES}
    return Lexicon(
        same=same,
        negations=frozenset(word for entry in table["negation"] for word in entry["words"].split()),
        amounts={word: entry["level"] for entry in table["amount"] for word in entry["words"].split()},
        strong=frozenset(w for entry in table["amount"] if entry.get("strong") for w in entry["words"].split()),
        sides={word: frozenset(known) for word, known in sides.items()},
        numbers=values["numbers"] | values["tens"],
        ordinals=values["ordinals"],
        scales=values["scales"],
        bounds={word: entry["sign"] for entry in table["bound"] for word in entry["words"].split()},
        lead_in=re.compile(
            "(?:" + "|".join(entry["pattern"] for entry in table["lead_in"]) + r")\s+(?=\S)", re.IGNORECASE
        ),
    )


_VALUES = ("numbers", "tens", "ordinals", "scales")
