"""What Sphinx directives and roles show, by name. Shared by reStructuredText and MyST."""

from __future__ import annotations

import re
from dataclasses import dataclass

from footnoted.ingest.formats.rst.project import RstBook, split_title


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


DROPPED = names(
    "toctree index raw meta highlight highlightlang default-domain "
    "sectionauthor codeauthor moduleauthor tabularcolumns todo todolist testsetup testcleanup "
    "graphviz digraph graph mermaid uml plantuml inheritance-diagram plot bibliography contents local-toc sectnum "
    "nocite deprecated-removed-list cssclass rst-class tableofcontents raw-html button-link button-ref"
)
"""Directives that show nothing, or no words."""
DRAWN = names(
    "toctree graphviz digraph graph mermaid uml plantuml inheritance-diagram plot bibliography local-toc todo "
    "tableofcontents button-link button-ref"
)
"""Those of them that leave something on the page that is not text."""
MADE = names("program-output command-output click argparse autoprogram swagger openapi redoc")
"""Directives whose words a build makes by running something."""
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
_WORDS = names("centered acks hlist productionlist only ifconfig tab-set-code grid-item-card topic epigraph highlights")
_CODE_ROLES = names(
    "func class mod meth attr obj exc data const envvar option file samp code literal keyword token "
    "makevar regexp mailheader mimetype newsgroup download confval setting type struct enum member var "
    "macro lit raw-code c cpp doctype property"
)
_DOCTEST = re.compile(r"(?:(?<![ \t])[ \t]++)?#[ \t]*+doctest:.*$|^[ \t]*+<BLANKLINE>[ \t]*$", re.MULTILINE)
_PARAMETERS = names("param parameter arg argument key keyword kwarg kwparam ivar cvar var")
_FIELD_NAMES = {
    **dict.fromkeys(("raises", "raise", "except", "exception"), "Raises"),
    **dict.fromkeys(("returns", "return"), "Returns"),
    **dict.fromkeys(("yields", "yield"), "Yields"),
    **dict.fromkeys(("type", "vartype"), "Type of"),
    "rtype": "Return type",
}
_DOMAINS = names("py c cpp js rst std http rust")
_CALLED = ("func", "meth", "function", "method")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a role shows."""

    text: str
    is_code: bool = False
    is_sure: bool = True
    """Whether exactly these words are on the page."""


def shows_nothing(name: str) -> bool:
    """Whether a directive shows nothing."""
    return name in DROPPED


def is_made(name: str) -> bool:
    """Whether what a directive shows is made by running something, or from code in other languages than Python."""
    return name in MADE or name.startswith(("doxygen", "jinja", "autocxx", "autojs"))


def is_auto(name: str) -> bool:
    """Whether a directive takes its text from Python code."""
    return name.startswith("auto") and name != "autosummary" and not is_made(name)


def in_python(name: str) -> bool:
    """Whether a directive is about code: MyST pages have reStructuredText read these."""
    return is_auto(name) or is_made(name) or name in ("autosummary", "module", "currentmodule", "program")


def is_code(name: str) -> bool:
    """Whether a directive's content is code: by name, or as ``click:example`` and ``click:run``."""
    return name in CODE or name.endswith((":example", ":run"))


def describes(name: str) -> bool:
    domain, colon, kind = name.partition(":")
    return name in DESCRIBED or (bool(colon) and (domain in _DOMAINS or kind in DESCRIBED))


def is_labelled(name: str) -> bool:
    """Whether a directive is known to show its content, under a label or none."""
    return name in ADMONITIONS | TITLED | _NO_WORDS | _WORDS


def label_of(name: str, argument: str) -> tuple[str, str]:
    """What is above a directive's content, and what of its argument belongs to the content itself.

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


def without_flags(code: str) -> str:
    """An example session as it shows: without the flags for doctest.

    >>> without_flags(">>> tea()  # doctest: +ELLIPSIS\\nhot\\n<BLANKLINE>")
    '>>> tea()\\nhot\\n'
    """
    return _DOCTEST.sub("", code) if ">>>" in code else code


def field_label(name: str) -> str:
    """What a field of a docstring is about.

    >>> field_label("param int water"), field_label("raises ValueError"), field_label("Author")
    ('`water`', 'Raises `ValueError`', 'Author')
    """
    kind, _, rest = name.partition(" ")
    if kind in _PARAMETERS and rest:
        return f"`{rest.rpartition(' ')[2]}`"
    if kind in _FIELD_NAMES:
        return f"{_FIELD_NAMES[kind]} `{rest}`" if rest else _FIELD_NAMES[kind]
    return name


def shown(role: str, text: str, document: str, book: RstBook) -> Shown:
    """What a role's text shows on the page of this document."""
    kind = role.rpartition(":")[2]
    title, target = split_title(text)
    if role in (links := dict(book.config.links)):
        return Shown(title or _around(links[role], target))
    match kind:
        case "ref" | "doc" | "any" | "numref" | "eq":
            found = title if kind != "numref" else ""
            found = found or (book.title_of(kind, target, document) if kind not in ("numref", "eq") else "")
            return Shown(found or target, is_sure=bool(found))
        case "menuselection" | "guilabel":
            words = re.sub(r"&(.)", r"\1", text)
            steps = words.split("-->") if kind == "menuselection" else [words]
            return Shown(" \N{TRIANGULAR BULLET} ".join(map(str.strip, steps)))
        case "abbr" | "abbreviation":
            return Shown(text.partition("(")[0].rstrip() if text.endswith(")") else text)
        case "pep" | "rfc" | "cve" | "cwe":
            return Shown(title or f"{kind.upper()} {target.partition('#')[0]}", is_sure=bool(title))
        case "index":
            return Shown(title or target.removeprefix("!"))
        case "samp" | "file":
            return Shown(text.replace("{", "").replace("}", ""), is_code=True)
        case "kbd" | "command" | "program" | "dfn" | "strong" | "emphasis" | "sub" | "sup" | "term" | "math":
            return Shown(title or target)
    if kind in _CODE_ROLES or role.partition(":")[0] in _DOMAINS or role in {own.role for own in book.config.own_types}:
        return Shown(title or _name(target, kind), is_code=True)
    return Shown(title or target, is_sure=False)


def _around(words: str, target: str) -> str:
    """
    >>> _around("PR #%s", "12"), _around("issue ", "3")
    ('PR #12', 'issue 3')
    """
    return words.replace("%s", target, 1) if "%s" in words else words + target


def _name(target: str, kind: str) -> str:
    """
    >>> _name("~kettle.Kettle.boil", "meth"), _name("!boil()", "func"), _name("kettle.Kettle", "class")
    ('boil()', 'boil()', 'kettle.Kettle')
    """
    target = target.removeprefix("!").removeprefix(".")
    if target.startswith("~"):
        target = target[1:].rpartition(".")[2]
    return f"{target}()" if kind in _CALLED and not target.endswith(")") else target
