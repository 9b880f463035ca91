"""A cache for what is made of a text: so many texts, and none so long that many of them would fill the memory.

Readers choose the texts that come: bounded by their number alone, a cache of long ones holds gigabytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_LONG_ONES = 4
"""How many long texts are remembered: those of the question that is being answered."""
WORD = 100
"""Characters of a word that comes again; a longer one is no word."""
SENTENCE = 2000


def remembered(
    most: int, longest: int
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Remember the last ``most`` results of a function of a text; of texts over ``longest`` characters, the last few.

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
