"""Words that go for each other, and words that do not, from WordNet's files (Debian's wordnet-base). Knows no rows.

WordNet is only read while training: nothing of it ships but what a network learnt.
"""

import random
from collections import defaultdict
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
_KINDS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_MOST_SENSES = 3
"""A word's later senses are rare: what stands for it there would be odd elsewhere."""

_SURE = 3
"""Senses of a word, at most, if a synonym of its first is to stand for it."""


class WordNet:
    """Everyday words with their synonyms, opposites and sisters, the other words below the same one."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._words: dict[tuple[str, int], list[str]] = {}
        self._above: dict[tuple[str, int], list[tuple[str, int]]] = defaultdict(list)
        self._below: dict[tuple[str, int], list[tuple[str, int]]] = defaultdict(list)
        self._against: dict[str, set[str]] = defaultdict(set)
        self._senses: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._count: dict[str, int] = defaultdict(int)
        against = []
        for name, kind in _KINDS.items():
            for line in _data(folder / f"data.{name}"):
                sense, words, pointers = _synset(kind, line)
                self._words[sense] = words
                for symbol, other, places in pointers:
                    if symbol.startswith("@"):
                        self._above[sense].append(other)
                        self._below[other].append(sense)
                    elif symbol == "!":
                        against.append((sense, other, places))
            for line in _data(folder / f"index.{name}"):
                fields = line.split()
                self._count[fields[0]] += int(fields[2])
                for offset in fields[-int(fields[2]) :][:_MOST_SENSES]:
                    self._senses[fields[0]].append((kind, int(offset)))
        for sense, other, (own, its) in against:
            if own and its:
                self._against[self._words[sense][own - 1]].add(self._words[other][its - 1])

    def synonym(self, word: str) -> str | None:
        """A word that may stand for it in its first sense; words of many senses have none that is sure."""
        senses = self._senses.get(word, ())
        if not senses or self._count[word] > _SURE:
            return None
        return _other(word, self._words[senses[0]])

    def other(self, word: str) -> str | None:
        """Its opposite, or a sister that is no synonym."""
        opposites = sorted(self._against.get(word, ()))
        if opposites and random.random() < 0.7:
            return random.choice(opposites)
        senses = self._senses.get(word, ())
        if not senses:
            return None
        same = {own for sense in senses for own in self._words[sense]}
        above = self._above.get(senses[0], ())
        sisters = [
            own for up in above for sense in self._below[up] if sense != senses[0] for own in self._words[sense][:1]
        ]
        sisters = [own for own in sisters if own not in same and "_" not in own and own.islower()]
        return random.choice(sisters) if sisters else None


def _data(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("  ")]


def _synset(kind: str, line: str) -> tuple[tuple[str, int], list[str], list]:
    fields = line.split(" | ")[0].split()
    count = int(fields[3], 16)
    words = [fields[4 + 2 * n].split("(")[0] for n in range(count)]
    at = 4 + 2 * count
    pointers = []
    for n in range(int(fields[at])):
        symbol, offset, of, places = fields[at + 1 + 4 * n : at + 5 + 4 * n]
        other = ("a" if of == "s" else of, int(offset))
        pointers.append((symbol, other, (int(places[:2], 16), int(places[2:], 16))))
    return (kind, int(fields[0])), words, pointers


def _other(word: str, words: list[str]) -> str | None:
    found = [own for own in words if own != word and "_" not in own and own.islower()]
    return random.choice(found) if found else None
