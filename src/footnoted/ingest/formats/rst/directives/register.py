"""Registers the directives and roles of Sphinx and its common extensions with docutils. Knows no page.

docutils keeps one table of directives for the whole process; the names below are added to it once. Inserting files
is switched off in docutils itself, so that only what goes through ``RstBook.file`` can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives.tables import CSVTable
from docutils.statemachine import StringList

from footnoted.ingest.formats.rst import words as sphinx_words
from footnoted.ingest.formats.rst.autodoc import auto_nodes, summary_nodes, unknown
from footnoted.ingest.formats.rst.autodoc import described as description
from footnoted.ingest.formats.rst.directives.described import (
    DescribedDirective,
    MadeDirective,
    ModuleDirective,
    ProgramDirective,
    own_type,
)
from footnoted.ingest.formats.rst.directives.directive import SphinxDirective
from footnoted.ingest.formats.rst.directives.web_only import (
    ExecutedDirective,
    OnlyDirective,
    RawDirective,
    ShownDirective,
)
from footnoted.ingest.formats.rst.excerpts import excerpt, included_text
from footnoted.ingest.formats.rst.objects import node_id

_NAME = re.compile(r"^[ \t]*(?:\.\.[ \t]+)(?:\|[^|\n]+\|[ \t]+)?(?P<name>[\w+:.-]+?)[ \t]?::", re.MULTILINE)
_ROLE = re.compile(r":(?P<name>[A-Za-z][\w+:.-]{0,80}):`|`:(?P<after>[A-Za-z][\w+:.-]{0,80}):")


class _Nothing(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return [unknown()] if self.name in sphinx_words.DRAWN and "hidden" not in self.options else []


class _Labelled(SphinxDirective):
    """Admonitions, tabs, version notes and other directives that show their content, perhaps under a label."""

    def run(self) -> list[nodes.Node]:
        label, words = sphinx_words.label_of(self.name, " ".join(self.arguments))
        box = nodes.container(label=label, is_titled=self.name in sphinx_words.TITLED, directive=self.name)
        if words:  # an admonition has no argument: its first line may begin a list
            lines = self.arguments[0].split("\n") if self.name in sphinx_words.ADMONITIONS else [words]
            self.state.nested_parse(StringList(lines, self.name), self.content_offset, box)
        return [self.parsed(box)]


class _Unknown(_Labelled, DescribedDirective):
    """An unknown directive: shown as the project declares it, else its content; without content, code would make it."""

    def run(self) -> list[nodes.Node]:
        if own_type(self.page.book.config, self.name):
            return DescribedDirective.run(self)
        if self.content:
            return _Labelled.run(self)
        self.page.unread.append(f"{self.name} {' '.join(self.arguments)}".strip())
        return [unknown()]


class _Code(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return self.literal("\n".join(self.content), (self.arguments or [""])[0].split(" ")[0])


class _CodeTab(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        label, _ = sphinx_words.label_of("code-tab", " ".join(self.arguments))
        block = self.literal("\n".join(self.content), (self.arguments or [""])[0].split(" ")[0])
        return [nodes.container("", *block, label=label, is_titled=True)]


class _LiteralInclude(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        text = included_text(self)
        return self.literal(excerpt(text, self.options), self.options.get("language", "")) if text else [unknown()]


class _Include(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        text = excerpt(included_text(self), self.options)
        if "literal" in self.options or "code" in self.options:
            return self.literal(text, self.options.get("code", "")) if text else [unknown()]
        if text and (source := self._source()):
            self.state_machine.insert_input(text.splitlines(), source)
            return []
        return [unknown()]

    def _source(self) -> str:
        """The file's path, as the source of its lines; empty if it includes itself, directly or not."""
        page = self.state.document.settings.footnoted_page
        name = self.arguments[0].strip()
        target, here = str(page.book.file(name, page.path)), self.state_machine.get_source_and_line(self.lineno)[0]
        above = page.above.get(here, frozenset()) | {here if here in page.above else str(page.path)}
        if target in above:
            page.missing.append(name)
            return ""
        page.above[target] = page.above.get(target, frozenset()) | above
        return target


class _CsvTable(CSVTable):
    def run(self) -> Any:
        if "url" in self.options:
            return []
        if name := self.options.pop("file", ""):
            self.content = StringList(included_text(self, name).splitlines(), name)
        return super().run()


class _Auto(SphinxDirective):
    """``.. autoclass:: kettle.Kettle`` and the like: text from Python code."""

    def run(self) -> list[nodes.Node]:
        found = auto_nodes(self, register)
        if found is not None:
            return found
        self.page.unread.append(f"{self.name} {' '.join(self.arguments)}".strip())
        return self.parsed(nodes.container()).children


class _AutoSummary(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return summary_nodes(self, register)


class _Glossary(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        items: list[nodes.Node] = []
        lines = list(self.content)
        at = 0
        while at < len(lines):
            if not lines[at].strip() or lines[at].startswith(".."):
                at += 1
                continue
            terms = []
            while at < len(lines) and lines[at].strip() and not lines[at][0].isspace():
                terms.append(nodes.term("", "", *self.state.inline_text(lines[at].split(" : ")[0], self.lineno)[0]))
                at += 1
            start = at
            while at < len(lines) and (not lines[at].strip() or lines[at][0].isspace()):
                at += 1
            body = self.content[start:at]
            depth = min((len(line) - len(line.lstrip()) for line in body if line.strip()), default=0)
            body.trim_left(depth)
            definition = nodes.definition()
            self.state.nested_parse(body, self.content_offset + start, definition)
            item = nodes.definition_list("", nodes.definition_list_item("", *terms, definition))
            name = terms[0].astext()
            items.append(description("", item, heading=name, anchor=node_id(f"term-{name}"), signatures=[]))
        return items


def _role(name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = ()) -> Any:
    page = inliner.document.settings.footnoted_page
    shown = sphinx_words.shown(name, nodes.unescape(text), page.name, page.book)
    if shown.is_code or name in _RAISED:
        kind = nodes.superscript if name in _RAISED else nodes.literal
        return [kind(rawtext, shown.text)], []
    return [nodes.inline(rawtext, shown.text, is_sure=shown.is_sure)], []


_BY_NAME: dict[str, type[Directive]] = {
    "only": OnlyDirective,
    "ifconfig": ShownDirective,
    "raw": RawDirective,
    "jupyter-execute": ExecutedDirective,
    "code-tab": _CodeTab,
    "include": _Include,
    "literalinclude": _LiteralInclude,
    "csv-table": _CsvTable,
    "glossary": _Glossary,
    "autosummary": _AutoSummary,
    "program": ProgramDirective,
    **dict.fromkeys(("module", "py:module", "currentmodule", "py:currentmodule"), ModuleDirective),
}
_SPHINX_ROLES = sphinx_words.names(
    "ref doc any numref eq term kbd command program abbr menuselection guilabel samp file"
)
_RAISED = frozenset({"sup", "superscript"})
_DOCUTILS_KEEPS = frozenset({"topic", "sidebar", "admonition", "parsed-literal", "math"})


def register(text: str, default_role: str = "") -> None:
    """Register every directive and role that the text uses."""
    for name in {match["name"].lower() for match in _NAME.finditer(text)}:
        if directive := _directive(name):
            directives.register_directive(name, directive)
    names = {match["name"] or match["after"] for match in _ROLE.finditer(text)}
    named = {default_role.lower()} - {""}
    for role in {name.lower() for name in names} | named | _SPHINX_ROLES:
        if role in _SPHINX_ROLES or not _is_known(role, roles):
            roles.register_local_role(role, _role)


def _directive(name: str) -> type[Directive] | None:
    if name in _BY_NAME:
        return _BY_NAME[name]
    if sphinx_words.is_auto(name):
        return _Auto
    if sphinx_words.is_made(name):
        return MadeDirective
    if sphinx_words.shows_nothing(name):
        return _Nothing
    if sphinx_words.is_code(name) and name != "parsed-literal":
        return _Code
    if name in sphinx_words.CHANGES or name == "seealso":
        return _Labelled
    if name == "class":  # docutils has one of its own, which Sphinx calls rst-class
        return DescribedDirective
    if name in _DOCUTILS_KEEPS or _is_known(name, directives):
        return None
    if sphinx_words.describes(name):
        return DescribedDirective
    return _Labelled if sphinx_words.is_labelled(name) else _Unknown


def _is_known(name: str, table: Any) -> bool:
    registered: Iterable[str] = getattr(table, "_directives", None) or getattr(table, "_roles", {})
    built_in: Iterable[str] = getattr(table, "_directive_registry", None) or getattr(table, "_role_registry", {})
    return name in registered or name in built_in
