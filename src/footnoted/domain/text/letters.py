"""A text by its letters alone, to find words again that markup, marks and spaces part."""

from __future__ import annotations


def letters(text: str) -> str:
    """Letters and digits, small.

    >>> letters("Warm it, *twice*!")
    'warmittwice'
    """
    return "".join(sign for sign in text.casefold() if sign.isalnum())
