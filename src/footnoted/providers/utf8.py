"""Makes text valid for UTF-8; stores and vendors reject anything else."""

from __future__ import annotations


def encodable(text: str) -> str:
    r"""The text with a question mark for each lone surrogate.

    >>> encodable("a\ud800c")
    'a?c'
    """
    return text.encode("utf-8", "replace").decode("utf-8")
