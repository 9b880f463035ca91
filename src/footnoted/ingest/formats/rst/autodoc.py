"""The directives that take their text from Python code: ``automodule``, ``autoclass`` and so on, ``autosummary``.

The source is parsed, never imported; what cannot be found in it is remembered as unread. Knows docutils, no pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from footnoted.ingest.formats.code.python.docstrings import rst_of
from footnoted.ingest.formats.code.python.members import inherited_docstring, members
from footnoted.ingest.formats.code.python.package import docstring_of, member_of, signature_of
from footnoted.ingest.formats.rst.objects import Scope, node_id

_ARGUMENT = re.compile(r"(?P<name>[\w.:]+)\s*(?P<signature>\(.*\)(?:\s*->.*)?)?", re.DOTALL)
_DEEPEST = 5
"""Classes within each other."""


class described(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The description of one object: heading, anchor, signatures; its text as children."""


class unknown(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Content that only a build makes: a list of pages, a drawing, a program's output."""


def names_in(argument: str, scope: Scope) -> Iterator[str]:
    """The dotted names that an argument may mean, the likeliest first."""
    match = _ARGUMENT.match(argument.strip())
    name = match["name"].replace("::", ".") if match else ""
    near = [".".join(filter(None, (scope.module, scope.owner, name)))] if scope.owner else []
    near += [f"{scope.module}.{name}"] if scope.module else []
    yield from (name, *near) if "." in name else (*near, name)


def found_in(argument: str, page: Any) -> tuple[str, Any] | None:
    """Name and object that a directive asks for."""
    for name in names_in(argument, page.scope) if page.book.code is not None else ():
        if (target := page.book.code.find(name)) is not None:
            return name, target
    return None


def auto_nodes(directive: Directive, register: Any) -> list[nodes.Node] | None:
    """What an ``auto…`` directive shows; None where its object cannot be found."""
    page = directive.state.document.settings.footnoted_page
    argument = " ".join(directive.arguments)
    found = found_in(argument, page)
    if found is None:
        return None
    name, target = found
    options = {**dict(page.book.config.autodoc_options), **directive.options}
    options = {key: value for key, value in options.items() if f"no-{key}" not in directive.options}
    maker = _Maker(directive, page, options, register)
    if target.is_module:
        return maker.module(name, target)
    signature = _ARGUMENT.match(argument.strip())
    return [maker.object(name, target, (signature and signature["signature"]) or "", directive.content)]


class _Maker:
    """Makes the nodes of one directive."""

    def __init__(self, directive: Directive, page: Any, options: Mapping[str, str], register: Any) -> None:
        self.directive, self.page, self.options, self.register = directive, page, options, register

    def module(self, name: str, target: Any) -> list[nodes.Node]:
        box = nodes.container()
        before, self.page.scope = self.page.scope, Scope(name)
        self.text(docstring_of(target), box, has_titles=True)
        self.parse(self.directive.content, box, has_titles=True)
        for member, inner in self.members(target, self.options):
            box += self.object(f"{name}.{member}", inner)
        before.module = name  # what follows on the page is about this module
        self.page.scope = before
        return list(box.children)

    def object(
        self, name: str, target: Any, signature: str = "", content: StringList | None = None, depth: int = 0
    ) -> nodes.Element:
        count = len(target.path.split(".")) - len(target.module.path.split("."))
        parts = name.split(".")
        short = ".".join(parts[-count:])
        module = ".".join(parts[:-count])
        is_called = target.is_function
        shown = f"{short}{signature or signature_of(target)}" if is_called or target.is_class else short
        anchor = "" if {"noindex", "no-index"} & self.options.keys() else node_id(name)
        node = described("", heading=f"{short}()" if is_called else short, anchor=anchor, signatures=[shown])
        before = self.page.scope
        self.page.scope = Scope(module, short if target.is_class else short.rpartition(".")[0])
        self.text(self.words(target, name), node)
        if content is not None:
            self.parse(content, node)
        if target.is_class and depth < _DEEPEST:
            inner_options = self.options if content is not None else {**self.options, "members": ""}
            if "members" in self.options:
                for member, inner in self.members(target, inner_options):
                    node += self.object(f"{name}.{member}", inner, depth=depth + 1)
        self.page.scope = before
        return node

    def members(self, target: Any, options: Mapping[str, str]) -> list[tuple[str, Any]]:
        return members(target, options, inherits_words=self.page.book.config.inherits_words)

    def words(self, target: Any, name: str) -> str:
        own = docstring_of(target)
        if target.is_attribute and target.parent.is_module and target.path != name:
            return ""  # the words at an assignment are not found through an import
        inherits = self.page.book.config.inherits_words
        if inherits and not own and target.parent is not None and target.parent.is_class:
            own = inherited_docstring(target.parent, name.rpartition(".")[2])
        made = member_of(target, "__init__") if target.is_class else None
        of_init = docstring_of(made) if made is not None else ""
        match self.page.book.config.autoclass_content:
            case "both":
                own = f"{own}\n\n{of_init}".strip()
            case "init":
                own = of_init or own
        first, _, rest = own.partition("\n")
        is_signature = re.fullmatch(rf"{re.escape(name.rpartition('.')[2])}\(.*\)(?: *->.*)?", first.strip())
        return rest.lstrip("\n") if is_signature else own

    def text(self, words: str, parent: nodes.Element, *, has_titles: bool = False) -> None:
        if not words.strip():
            return
        if self.page.book.config.has_napoleon:
            words = rst_of(words)
        self.register(words)
        self.parse(StringList(words.splitlines(), "docstring"), parent, has_titles=has_titles)

    def parse(self, lines: StringList, parent: nodes.Element, *, has_titles: bool = False) -> None:
        memo = self.directive.state.memo
        before = memo.title_styles, memo.section_level
        memo.title_styles, memo.section_level = [], 0
        try:
            self.directive.state.nested_parse(lines, 0, parent, match_titles=has_titles)
        finally:
            memo.title_styles, memo.section_level = before


def summary_nodes(directive: Directive, register: Any) -> list[nodes.Node]:
    """``autosummary``: each name with the first sentence that is written about it."""
    page = directive.state.document.settings.footnoted_page
    items: list[nodes.Node] = []
    for line in directive.content:
        name = line.strip().lstrip("~").split(" ")[0]
        if not name or name.startswith(":"):
            continue
        found = found_in(name, page)
        if found is None:
            page.unread.append(f"autosummary of {name}")
            continue
        first = docstring_of(found[1]).strip().split("\n\n")[0]
        register(first)
        words, _ = directive.state.inline_text(" ".join(first.split()), directive.lineno)
        term = nodes.term("", "", nodes.literal(name, name))
        summary = nodes.definition("", unknown(), nodes.paragraph("", "", *words), unknown())
        items.append(nodes.definition_list_item("", term, summary))
    return [unknown(), nodes.definition_list("", *items), unknown()] if items else []
