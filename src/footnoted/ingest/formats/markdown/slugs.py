"""Heading ids as github-slugger makes them, which Docusaurus and GitHub use."""

from __future__ import annotations

import unicodedata

# Letters in circles and squares are alphabetic to github-slugger though Unicode files them under symbols.
_LETTER_SYMBOLS = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))


def _is_kept(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in " -_"
    category = unicodedata.category(character)
    if category[0] in "LM" or category in ("Nd", "Nl", "Pc"):
        return True
    return any(first <= ord(character) <= last for first, last in _LETTER_SYMBOLS)


def slug(text: str) -> str:
    """Lower case, punctuation gone, each space a hyphen.

    >>> slug("What's “new”? (in C++ – Größe)")
    'whats-new-in-c--größe'
    """
    return "".join(character for character in text.lower() if _is_kept(character)).replace(" ", "-")


class Slugger:
    """Makes the slugs of one page distinct: ``same``, ``same-1``, ``same-2``."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        first = made = slug(text)
        while made in self._seen:
            self._seen[first] += 1
            made = f"{first}-{self._seen[first]}"
        self._seen[made] = 0
        return made
