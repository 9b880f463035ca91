"""The role of a passage: the book's text, or a list of references, a licence and the like. Knows headings and lines.

Only passages of text are used in answers, so a rule must be certain: the whole heading, or the shape of most lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile

from footnoted.domain.book import Role

_BOOK = (
    r"(?:(?:this|the|our) (?:book|project|chapter|module|section|lesson|course|author|authors|work|site|unit)|us|me)"
)
_HEADINGS: Mapping[Role, str] = {
    "references": (
        r"references|bibliography|works cited|(?:selected )?literature|cited works|reference list|sources|"
        r"literaturverzeichnis|literatur|quellen|bibliographie|références|bibliografía|referencias|参考文献"
    ),
    "contents": (
        r"(?:table of |short |brief |detailed )?contents|toc|(?:subject |name |general )?index|"
        r"list of (?:figures|tables|illustrations|listings|examples|plates|maps)|"
        r"on this page|in this (?:chapter|section|article|guide)|outline|"
        r"inhalt|inhaltsverzeichnis|table des matières|sommaire|índice|contenido|目录"
    ),
    "navigation": (
        r"(?:further|additional|suggested|recommended|more) (?:reading|resources|materials?)|see also|read more|"
        r"(?:what(?:'s| is|’s) |where to go |up )?next(?: steps?| chapter| section| lesson| module)?|learn more|"
        r"related (?:pages|topics|resources|reading|articles)|weiterführende literatur|siehe auch|pour aller plus loin|"
        r"voir aussi|véase también|lecturas adicionales|下一章|延伸阅读"
    ),
    "objectives": (
        r"(?:learning |chapter |module |course |key )?(?:objectives?|outcomes?|goals)|"
        r"what you(?:'ll| will|’ll) learn|by the end of " + _BOOK + r"|lernziele|objectifs|objetivos|学习目标"
    ),
    "support": (
        rf"(?:support|sponsor|donate to|help|star) {_BOOK}|sponsors?(?: and backers)?|backers|donat(?:e|ions?)|"
        r"become a (?:sponsor|backer|patron)|acknowledge?ments?|credits|danksagung|remerciements|agradecimientos"
    ),
    "licence": r"licen[cs](?:e|es|ing)|(?:gnu|mit|bsd|apache|mozilla|creative commons)\b.{0,50}\blicen[cs]e.{0,20}|"
    r"copyright(?: notice)?|lizenz|licencia|许可证",
}
_ANY = "|".join(_HEADINGS.values())
_NAMES = {role: re.compile(rf"(?:{names})(?:(?: and| &|,| or) (?:{_ANY}))*") for role, names in _HEADINGS.items()}
_CHANGES = re.compile(
    r"(?:[\w.-]{1,30} ){0,2}(?:change ?logs?|changes|history|news|releases|release (?:notes|history)|"
    r"änderungen|versionshinweise|notes de version|novedades|更新日志)(?: (?:of|for|from|since|[-–—]) .{1,40})?|"
    r"what(?:'s|’s| is) new\b.{0,60}"
)
_DATED_RELEASE = re.compile(r"(?:[\w.-]{1,30} )?(?:release|version) v?\d+(?:\.\d+)+ [(–—/-].*\b(?:19|20)\d\d\b.*", re.I)
"""A page of its own for each release: "Release 2.0 (2018-02-22)"."""
_RELEASE = re.compile(r"(?<![\w.+-])v?\d++\.\d[\w.+-]*+\s*+(?:$|[-–—(,:/])|^unreleased$", re.I)
"""How a release is headed: by its number, and perhaps its date. A section's number stands in front of words."""
_CHANGES_FILE = re.compile(
    r"/(?:[\w.-]{1,30}[-_])?(?:change[-_]?logs?|changes|release[-_]?notes|whats[-_]?new)(?=[./]|$)", re.I
)
"""A file or folder of a page's address that is called after what releases bring."""
_RELEASE_FIRST = re.compile(r"^[\W_]*(?:version )?v?\d+\.\d[\w.]*(?:\W|$)", re.I)
"""A row or an item that begins with a release's number."""
_COMMON_WORD = frozenset(
    ["references", "sources", "literature", "contents", "index", "outline", "goals", "next", "credits"]
)
"""Headings that may also be a subject, as references are in a book on C++; the text below must look like a list."""
_LISTED = re.compile(
    r"^\s*(?:[-*+•]|\d{1,4}[.)]|\[\w{1,12}\])\s|\b(?:19|20)\d\d\b|https?://|\bdoi\b|\bet al\b|\. ?\.$|"
    r"\D[ ,](?:[ivxl]{1,7}|\d{1,4})(?:[-–]\d{1,4})?\s*(?:\||$)"
)
"""A line of a list: with a mark, a year, an address, or a page number at the end."""
_NUMBER = re.compile(
    r"^(?:(?:chapter|part|section|appendix)\s++)?(?:[\divxlc]++[.:)]?|[a-z][.:](?=\s))*"
    r"(?:\s*+[-–—:.]\s*+|\s++)(?=\w)|^\W+",
    re.I,
)
_ENTRY = re.compile(
    r"^(?:[-*+•]|\d{1,4}[.)])?\s*+(?:\[[\w+-]{1,12}\]|[A-Z][\w’'-]+,? (?:[A-Z]\.|et al)|\d{1,3}\.).*"
    r"(?:\b(?:19|20)\d\d[a-z]?\b|arxiv|doi\b)|\bdoi\.org/10\.|\barxiv:\d{4}\.",
    re.I,
)
_LEADER = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){4,}+\s*+\d{1,4}\s*$|^\d+(?:\.\d+)*\.? \D.{2,70}\s\d{1,4}$")
_LICENCE = re.compile(
    r"permission is hereby granted, free of charge|licensed under (?:the|a) .{3,60}licen[cs]e|all rights reserved\.|"
    r"redistribution and use in source and binary forms|this work is licensed under",
    re.I,
)
_FORWARD = re.compile(
    r"^(?:(?:so |now )?(?:in|let[’']?s (?:move on|turn|go) to) (?:the )?next (?:chapter|section|lesson|module|part)\b|"
    r"next(?: chapter| up| lesson)?:|continue (?:to|with|on to) |on to (?:the )?next )",
    re.I,
)
_ONLY_FORWARD = 220
"""Characters: a sentence or two that lead to the next chapter; a longer passage has content of its own."""
_MOST = 0.6
"""The share of lines that must have the shape."""
_FEWEST = 3
"""Lines; fewer may have the shape by chance."""


def role_of(path: Sequence[str], text: str, route: str = "") -> Role:
    """The role of a text below these headings, on the page of this address.

    >>> role_of(("Robots", "7.3 Further Reading"), "Read on."), role_of(("Robots", "Reading sensors"), "Read on.")
    ('navigation', 'text')
    >>> role_of(("Appendix D. GNU Free Documentation License", "Preamble"), "The purpose of this License is freedom.")
    'licence'
    >>> role_of(("A. GNU Free Documentation License", "Preamble"), "The purpose of this License is freedom.")
    'licence'
    >>> role_of(("Robots",), "In the next chapter, we build an arm.")
    'navigation'
    >>> role_of(("kettle", "2.1.0", "Fixed"), "- The lid shuts.", "/docs/CHANGELOG")
    'changes'
    """
    for heading in path:
        name = _plain(heading)
        for role, names in _NAMES.items():
            if names.fullmatch(name) and (name not in _COMMON_WORD or _mostly(_LISTED, text)):
                return role
    return "changes" if _tells_of_a_release(path, text, route) else _shape(text)


def _tells_of_a_release(path: Sequence[str], text: str = "", route: str = "") -> bool:
    """Whether a release is named below a heading or a file like "Changelog", in it, or in most lines of the text.

    >>> _tells_of_a_release(("Changelog", "2.1.0 (May 3, 2024)", "Fixed")), _tells_of_a_release(("Changes", "Undoing"))
    (True, False)
    >>> _tells_of_a_release(("Lid", "Version history"), "| `v2.1.0` | It shuts. |\\n| `v2.0.0` | It opens. |")
    True
    """
    below = list(dropwhile(lambda heading: not _CHANGES.fullmatch(_plain(heading)), path))
    named = path if _CHANGES_FILE.search(route) else below
    return (
        any(map(_RELEASE.search, named))
        or any(map(_DATED_RELEASE.fullmatch, path))
        or bool(below and text and _mostly(_RELEASE_FIRST, text))
    )


def _plain(heading: str) -> str:
    """
    >>> _plain("7.3 Further Reading"), _plain("Chapter 2: References"), _plain("📚 Contents:")
    ('further reading', 'references', 'contents')
    """
    heading = " ".join(re.sub(r"[^\w\s.:,&'’()-]", " ", heading).split())
    return _NUMBER.sub("", heading).strip(" .:()").lower()


def _shape(text: str) -> Role:
    lines = text.count("\n") + 1
    if lines >= _FEWEST:
        for role, shape in _SHAPES.items():
            if _mostly(shape, text):
                return role
    if len(text) <= _ONLY_FORWARD and _FORWARD.match(text):
        return "navigation"
    return "licence" if lines <= _FEWEST and _LICENCE.search(text[:400]) else "text"


def _mostly(shape: re.Pattern[str], text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return sum(bool(shape.search(line)) for line in lines) >= _MOST * len(lines)


_SHAPES: Mapping[Role, re.Pattern[str]] = {"references": _ENTRY, "contents": _LEADER}
