"""File patterns in a book's configuration: globs of JavaScript tools, Git's patterns, and regular expressions.

Books are not trusted: ``*a*a*a*a*b`` must not take a year, and an invalid pattern must stop nothing. Knows no site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from footnoted.ingest.files.walk import every_file

_PIECE = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|\[!?[^\[\]/\\]{1,50}\]|.", re.DOTALL)
_MEANS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_STAR = r"\[\^/\]\*"
_LITERAL = r"(?:\\.|\[\^/\](?![*+])|\[(?!\^/\])[^\]]*\]|[^\[\]\\()/*+.?|^$])"
_FOLLOWED_STAR = re.compile(rf"{_STAR}({_LITERAL}+)(?={_STAR})", re.DOTALL)
_REPEATS = re.compile(r"\[\^/\]\*(?!\?)|\.[*+]|\)[*+]")
_MOST_REPEATS = 3
_LONGEST_NAME = 500
"""With so many repeats and characters a pattern that is made to be slow takes a fifth of a second."""
_ESCAPED = re.compile(r"\\.|\[[^\]]{0,100}\]", re.DOTALL)
_NOTHING = re.compile("(?!)")


class Patterns:
    """Any number of patterns; a name that is longer than real ones matches none."""

    def __init__(self, patterns: Iterable[re.Pattern[str]], how: Literal["fullmatch", "match", "search"]) -> None:
        self._matches = [getattr(pattern, how) for pattern in patterns]

    def match(self, name: str) -> bool:
        return len(name) <= _LONGEST_NAME and any(match(name) for match in self._matches)


class Ignored:
    """Lines of a ``.gitignore``, of which the last that matches decides; invalid lines are ignored.

    >>> [Ignored(["*.tmp.md", "!keep.tmp.md", "//"]).match(name) for name in ("a.tmp.md", "keep.tmp.md", "a.md")]
    [True, False, False]
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._spec = GitIgnoreSpec([pattern for line in lines if (pattern := _git_pattern(line))])

    def match(self, name: str) -> bool:
        return len(name) <= _LONGEST_NAME and self._spec.match_file(name)


def _git_pattern(line: str) -> GitIgnoreSpecPattern | None:
    try:
        expression, is_listed = GitIgnoreSpecPattern.pattern_to_regex(line)
    except ValueError:
        return None
    return GitIgnoreSpecPattern(bounded(expression), is_listed) if expression is not None else None


@cache
def glob(pattern: str) -> re.Pattern[str]:
    """
    >>> bool(glob("**/_*.{md,mdx}").fullmatch("a/b/_c.mdx")), bool(glob("a/*").fullmatch("a/b/c"))
    (True, False)
    >>> [bool(glob("ch[0-9]*.md").fullmatch(name)) for name in ("ch1-x.md", "chx.md")]
    [True, False]
    """
    return bounded(_glob_expression(re.sub(r"(?:\*\*/)+", "**/", pattern.removeprefix("./"))))


def files_matching(folder: Path, pattern: str) -> list[Path]:
    """The files below a folder that a pattern matches, by name; none if it leads out of the folder."""
    if pattern.startswith("/") or ".." in pattern.split("/"):
        return []
    wanted = Patterns([glob(pattern)], "fullmatch")
    return [path for path in sorted(every_file(folder)) if wanted.match(path.relative_to(folder).as_posix())]


def _glob_expression(pattern: str) -> str:
    return "".join(map(_expression, _PIECE.findall(pattern)))


def _expression(piece: str) -> str:
    if piece.startswith("{") and len(piece) > 1:
        return "(?:" + "|".join(map(_glob_expression, piece[1:-1].split(","))) + ")"
    if piece.startswith("[") and len(piece) > 1:
        return piece.replace("[!", "[^")
    return _MEANS.get(piece) or re.escape(piece)


def bounded(expression: str) -> re.Pattern[str]:
    """The expression of a glob that never backtracks: each star but a part's last takes the first match that fits.

    That leaves the most room for what follows, so other matches need not be tried. An expression that is invalid, or
    still has too many repeats, matches nothing.

    >>> bounded("[^/]*a[^/]*b").pattern
    '(?>[^/]*?a)[^/]*b'
    """
    steady = _FOLLOWED_STAR.sub(r"(?>[^/]*?\1)", re.sub(rf"(?:{_STAR})+", "[^/]*", expression))
    try:
        return re.compile(steady) if len(_REPEATS.findall(steady)) <= _MOST_REPEATS else _NOTHING
    except (re.error, OverflowError, RecursionError):
        return _NOTHING


def expression(text: str) -> re.Pattern[str]:
    """An author's regular expression; one that is invalid or could take long matches nothing.

    >>> [bool(expression(text).search("a.tmp")) for text in (r"\\.tmp$", "(a+)+", "(", "[a-z]{1,9}.t")]
    [True, False, False, True]
    """
    signs = _ESCAPED.sub("x", text)
    if re.search(r"\)[*+{]", signs) or len(re.findall(r"[*+{]", signs)) > _MOST_REPEATS - 1:
        return _NOTHING
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return _NOTHING
