"""Counts of things in English, as commands print them."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """
    >>> counted(1, "page"), counted(0, "page")
    ('1 page', '0 pages')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
