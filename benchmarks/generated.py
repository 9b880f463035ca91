"""Books of any length, made from a seed: prose with headings, lists and code, words as frequent as in real text."""

from __future__ import annotations

import random
from pathlib import Path

_SYLLABLES = ("ba", "do", "ke", "li", "mu", "na", "po", "ra", "se", "ti", "vo", "wa", "chi", "gre", "plo", "stra")
_WORDS = 6000
_SECTIONS, _PARAGRAPHS = 3, 2
_CHAPTER = 100


def write_book(folder: Path, pages: int, seed: int = 1) -> int:
    """Write a book of so many pages, some 3.4 kB each; return its size in bytes."""
    chance = random.Random(seed)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(_WORDS)]
    # Zipf's law: the second word is half as frequent as the first.
    weights = [1 / rank for rank in range(1, _WORDS + 1)]
    size = 0
    for number in range(pages):
        text = _page(number, chance, words, weights)
        path = folder / f"chapter-{number // _CHAPTER:03}" / f"page-{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        size += len(text.encode())
    return size


def _page(number: int, chance: random.Random, words: list[str], weights: list[float]) -> str:
    def some(least: int, most: int) -> list[str]:
        return chance.choices(words, weights, k=chance.randint(least, most))

    def sentence() -> str:
        return " ".join(some(8, 22)).capitalize() + "."

    parts = [f"# Page {number} on {' '.join(some(1, 3))}"]
    for _ in range(_SECTIONS):
        parts.append("## " + " ".join(some(2, 5)).capitalize())
        parts += [" ".join(sentence() for _ in range(chance.randint(3, 6))) for _ in range(_PARAGRAPHS)]
    parts.append("\n".join(f"- {sentence()}" for _ in range(4)))
    parts.append("```python\n" + "\n".join(f"{name} = make({name!r})" for name in some(4, 8)) + "\n```")
    return "\n\n".join(parts) + "\n"
