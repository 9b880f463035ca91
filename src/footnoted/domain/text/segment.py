"""The words of scripts without spaces: as pairs of characters, which a search needs, or as a dictionary has them.

A dictionary is only for comparing single words across languages: a search by pairs finds as much (docs/languages.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from footnoted.domain.text.script import UNSPACED

_PACKAGES = {"zh": "rjieba"}
"""Of the extra ``multilingual``."""
_UNSPACED_WORD = re.compile(f"[{UNSPACED}]{{2,}}")


def pairs(run: str, little_words: frozenset[str]) -> list[str]:
    """Each two neighbouring characters of what stands between little words; across the edge of one they say nothing.

    >>> pairs("幼猫什么时候打疫苗", frozenset({"什么", "时候"}))
    ['幼猫', '打疫', '疫苗']
    """
    parts = [part for part in _edges(little_words).split(run) if len(part) > 1] or [run]
    return [part[at : at + 2] for part in parts for at in range(max(1, len(part) - 1))]


@cache
def _edges(little_words: frozenset[str]) -> re.Pattern[str]:
    words = [word for word in little_words if _UNSPACED_WORD.fullmatch(word)]
    return re.compile("|".join(sorted(words, key=len, reverse=True)) or "(?!)")


def segmented(text: str, language: str) -> tuple[str, ...]:
    """The words in their order; nothing where there is no dictionary of the language."""
    cut = _segmenter(language)
    return tuple(cut(text)) if cut else ()


@cache
def _segmenter(language: str) -> Callable[[str], list[str]] | None:
    package = _PACKAGES.get(language)
    if package is None or find_spec(package) is None:
        return None
    cut: Callable[[str], list[str]] = import_module(package).cut
    return cut
