"""A cache for functions of a text, bounded by the number of texts and by their length.

Readers choose the texts: a cache that only limits their number could take gigabytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_LONG_ONES = 4
"""How many long texts are cached: enough for the question that is being answered."""
WORD = 100
"""Longest word worth caching, in characters."""
SENTENCE = 2000


def remembered(
    most: int, longest: int
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Cache a function's last ``most`` results; for texts over ``longest`` characters, only the last few.

    >>> letters = remembered(most=100, longest=3)(list)
    >>> short, long = [letters("abc"), letters("abcd")]
    >>> _ = [letters(f"{number:04}") for number in range(9)]
    >>> letters("abc") is short, letters("abcd") is long
    (True, False)
    """

    def decorate(function: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        of_short: Callable[..., T] = lru_cache(maxsize=most)(function)
        of_long: Callable[..., T] = lru_cache(maxsize=_LONG_ONES)(function)

        def run(text: str, /, *others: P.args, **named: P.kwargs) -> T:
            return (of_short if len(text) <= longest else of_long)(text, *others, **named)

        update_wrapper(run, function)
        return run

    return decorate
