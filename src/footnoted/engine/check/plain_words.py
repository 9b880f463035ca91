"""Recognises pieces of an answer that are only words, as nearly all are: no filter changes them.

It must never accept what the link filter would change: tests/engine/check/test_plain_words.py compares the two.
"""

from __future__ import annotations

import re

from footnoted.engine.check.addresses import BEGINNINGS

_PLAIN = re.compile(r"[A-Za-z0-9 ,.;-]* (?P<last>[A-Za-z]{1,30}[.,;]?)")


def last_of_words(before: str, piece: str) -> str:
    """The last word of a piece of plain words; empty if the piece has anything else, or an address may begin in it.

    ``before`` is the word that the piece continues.

    >>> last_of_words("", "The mirror cools"), last_of_words("", "see htt"), last_of_words("w", "w of")
    ('cools', '', '')
    """
    plain = _PLAIN.fullmatch(piece)
    if plain is None or "ww" in (before + piece).lower() or plain["last"].lower() in BEGINNINGS:
        return ""
    return plain["last"]
