"""What Sphinx directives and roles come to for a reader, by name. Shared by reStructuredText and MyST."""

from __future__ import annotations

import re
from dataclasses import dataclass

from footnoted.ingest.formats.rst.project import RstBook, split_title


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


DROPPED = names(
    "toctree index raw meta highlight highlightlang default-domain currentmodule py:currentmodule module "
    "py:module sectionauthor codeauthor moduleauthor tabularcolumns todo todolist testsetup testcleanup "
    "graphviz digraph graph mermaid uml plantuml inheritance-diagram plot jupyter-execute program-output "
    "command-output click argparse autosummary bibliography contents local-toc sectnum nocite program "
    "deprecated-removed-list cssclass rst-class tableofcontents swagger openapi redoc raw-html button- "
    "link button-ref"
)
"""Directives that show nothing, or nothing that stands in the source."""
CODE = names("code code-block sourcecode code-cell parsed-literal prompt ipython testcode testoutput doctest")
ADMONITIONS = names("attention caution danger error hint important note tip warning seealso")
CHANGES = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
    "versionremoved": "Removed in version",
    "version-added": "Added in version",
    "version-changed": "Changed in version",
    "version-deprecated": "Deprecated since version",
    "version-removed": "Removed in version",
}
TITLED = names("tab-item tab group-tab code-tab dropdown card grid-item-card details collapse admonition topic sidebar")
"""Directives whose argument is a title above their content."""
DESCRIBED = names(
    "function class method attribute data exception staticmethod classmethod property decorator option "
    "cmdoption envvar confval describe object type struct enum enumerator macro var member setting"
)
"""Directives that describe a piece of an interface: signatures, then words about them."""

_NO_WORDS = names("grid grid-item tab-set tabs container compound figure hlist card-carousel class code")
"""Directives whose argument is a setting, or a file."""
_CODE_ROLES = names(
    "func class mod meth attr obj exc data const envvar option file samp code literal keyword token "
    "makevar regexp mailheader mimetype newsgroup download confval setting type struct enum member var "
    "macro lit raw-code c cpp doctype property"
)
_DOMAINS = names("py c cpp js rst std http rust")
_CALLED = ("func", "meth", "function", "method")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a role shows."""

    text: str
    is_code: bool = False
    is_sure: bool = True
    """Whether exactly these words stand on the page."""


def shows_nothing(name: str) -> bool:
    """Whether a directive vanishes: it shows nothing, or what it shows is made from code."""
    return name in DROPPED or name.startswith(("auto", "doxygen", "jinja"))


def is_code(name: str) -> bool:
    """Whether a directive's content is code: by name, or as ``click:example`` and ``click:run``."""
    return name in CODE or name.endswith((":example", ":run"))


def describes(name: str) -> bool:
    domain, colon, kind = name.partition(":")
    return name in DESCRIBED or (bool(colon) and (domain in _DOMAINS or kind in DESCRIBED))


def label_of(name: str, argument: str) -> tuple[str, str]:
    """What stands above a directive's content, and what of its argument belongs to the content itself.

    >>> label_of("versionadded", "1.2 The horn."), label_of("tab-item", "North"), label_of("seealso", "There.")
    (('Added in version 1.2', 'The horn.'), ('North', ''), ('See also', 'There.'))
    """
    argument = " ".join(argument.split())
    if name in CHANGES:
        version, _, words = argument.partition(" ")
        return f"{CHANGES[name]} {version}", words
    if name == "code-tab":
        return argument.partition(" ")[2] or argument, ""
    if name in TITLED:
        return argument, ""
    if name in _NO_WORDS:
        return "", ""
    return ("See also" if name == "seealso" else name.capitalize() if name in ADMONITIONS else ""), argument


def shown(role: str, text: str, document: str, book: RstBook) -> Shown:
    """What a role's text comes to on the page of this document."""
    kind = role.rpartition(":")[2]
    title, target = split_title(text)
    match kind:
        case "ref" | "doc" | "any" | "numref" | "eq":
            if title and kind != "numref":
                return Shown(title)
            found = book.title_of(kind, target, document) if kind not in ("numref", "eq") else ""
            return Shown(found or target, is_sure=bool(found))
        case "menuselection" | "guilabel":
            words = re.sub(r"&(.)", r"\1", text)
            return Shown(re.sub(r"\s*-->\s*", " \N{TRIANGULAR BULLET} ", words) if kind == "menuselection" else words)
        case "abbr" | "abbreviation":
            return Shown(re.sub(r"\s*\(.*\)$", "", text, flags=re.DOTALL))
        case "pep" | "rfc" | "cve" | "cwe":
            return Shown(title or f"{kind.upper()} {target.partition('#')[0]}", is_sure=bool(title))
        case "index":
            return Shown(title or target.removeprefix("!"))
        case "samp" | "file":
            return Shown(text.replace("{", "").replace("}", ""), is_code=True)
        case "kbd" | "command" | "program" | "dfn" | "strong" | "emphasis" | "sub" | "sup" | "term" | "math":
            return Shown(title or target)
    if kind in _CODE_ROLES or role.partition(":")[0] in _DOMAINS:
        return Shown(title or _name(target, kind), is_code=True)
    return Shown(title or target, is_sure=False)


def _name(target: str, kind: str) -> str:
    """
    >>> _name("~kettle.Kettle.boil", "meth"), _name("!boil()", "func"), _name("kettle.Kettle", "class")
    ('boil()', 'boil()', 'kettle.Kettle')
    """
    target = target.removeprefix("!")
    if target.startswith("~"):
        target = target[1:].rpartition(".")[2]
    return f"{target}()" if kind in _CALLED and not target.endswith(")") else target.removeprefix(".")
