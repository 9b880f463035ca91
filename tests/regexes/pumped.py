"""Texts that cost a regular expression most: what it repeats, or begins with, many times over, and then no match.

Knows the parser's tree of an expression; made the same in every run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

kinds: Any = import_module("re._constants")
parser: Any = import_module("re._parser")
_MANY = 50
"""Fewer repeats are not a loop."""
_CLASSES = {
    kinds.CATEGORY_DIGIT: "1",
    kinds.CATEGORY_NOT_DIGIT: "a",
    kinds.CATEGORY_SPACE: " ",
    kinds.CATEGORY_NOT_SPACE: "a",
    kinds.CATEGORY_WORD: "a",
    kinds.CATEGORY_NOT_WORD: "-",
}
_COMMON = "a1 .-_\n\t\"'(<[`|é"
_ENDS = ("\0", "a", " ", "\n!")
"""One of them is no match, whatever the expression wants."""


def texts(pattern: re.Pattern[str], length: int) -> Iterator[str]:
    """Some of the text that the expression begins with, then what it repeats, to the length, then something else."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    pumps = dict.fromkeys((before, pump) for before, pump in _pumps(tree, "") if pump)
    pumps |= dict.fromkeys(
        ("", again) for before, pump in list(pumps) for again in (pump, before, before + pump) if again
    )
    letters = [mark for mark in _COMMON if mark in pattern.pattern] + ["a", " "]
    pumps |= dict.fromkeys(("", mark) for mark in letters)
    for before, pump in pumps:
        for end in _ENDS:
            yield before + pump * (length // len(pump)) + end


def _pumps(tree: Sequence[Any], before: str) -> Iterator[tuple[str, str]]:
    """Everything that is repeated, and what is before it."""
    for kind, value in tree:
        if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
            _, most, body = value
            if most is kinds.MAXREPEAT or most >= _MANY:
                for sample in _samples(body):
                    yield before, sample
                    yield before, sample + _sample(tree)
            yield from _pumps(body, before)
        elif kind is kinds.SUBPATTERN:
            yield from _pumps(value[-1], before)
        elif kind is kinds.ATOMIC_GROUP:
            yield from _pumps(value, before)
        elif kind is kinds.BRANCH:
            for branch in value[1]:
                yield from _pumps(branch, before)
        elif kind in (kinds.ASSERT, kinds.ASSERT_NOT):
            yield from _pumps(value[1], before)
        before += _sample([(kind, value)])


def _samples(tree: Sequence[Any]) -> Iterator[str]:
    """A few texts that it matches: of a class of letters, each of the first ones."""
    yield _sample(tree)
    if len(tree) == 1 and tree[0][0] is kinds.IN:
        for item in tree[0][1][:12]:
            yield _letter([item])
    elif len(tree) == 1 and tree[0][0] in (kinds.SUBPATTERN, kinds.BRANCH):
        inner = tree[0][1][-1] if tree[0][0] is kinds.SUBPATTERN else None
        for branch in tree[0][1][1] if inner is None else [inner]:
            yield from _samples(branch) if inner is not None else [_sample(branch)]


def _sample(tree: Sequence[Any]) -> str:
    """The shortest text that it may match, or nearly."""
    return "".join(_part(kind, value) for kind, value in tree)


def _part(kind: Any, value: Any) -> str:
    match kind:
        case kinds.LITERAL:
            return chr(value)
        case kinds.NOT_LITERAL:
            return "b" if value == ord("a") else "a"
        case kinds.IN:
            return _letter(value)
        case kinds.ANY:
            return "a"
        case kinds.MAX_REPEAT | kinds.MIN_REPEAT | kinds.POSSESSIVE_REPEAT:
            return _sample(value[2]) * int(max(value[0], bool(value[1])))
        case kinds.SUBPATTERN:
            return _sample(value[-1])
        case kinds.ATOMIC_GROUP:
            return _sample(value)
        case kinds.BRANCH:
            return _sample(value[1][0])
        case _:
            return ""


def _letter(items: Sequence[Any]) -> str:
    """A letter of the class."""
    is_other = items[0][0] is kinds.NEGATE
    held: list[str] = []
    for kind, value in items:
        if kind is kinds.LITERAL:
            held.append(chr(value))
        elif kind is kinds.RANGE:
            held.append(chr(value[0]))
        elif kind is kinds.CATEGORY:
            held.append(_CLASSES[value])
    if not is_other:
        return held[0] if held else ""
    return next((mark for mark in "ab1 -." if mark not in held), "é")
