"""Directives that describe a piece of an interface, and those that say what it belongs to. Reads no code."""

from __future__ import annotations

import re
from dataclasses import replace

from docutils import nodes

from footnoted.ingest.formats.rst.autodoc import described as description
from footnoted.ingest.formats.rst.autodoc import unknown
from footnoted.ingest.formats.rst.directives.directive import SphinxDirective
from footnoted.ingest.formats.rst.objects import Described, described, node_id
from footnoted.ingest.formats.rst.project import OwnType, RstConfig

_CONTINUED = re.compile(r"(?<!\s)\s*+(?:\\\n\s*+)+")
"""A signature that goes on in the next line."""

_TARGETS = ("setting", "confval")
"""Directives that projects define as a target for references: without text below them they show nothing."""

_IN_C = ("function", "type", "macro", "member", "struct", "enum", "union", "var")


def own_type(config: RstConfig, directive: str) -> OwnType | None:
    """What the project declares about a directive that it adds."""
    return next((own for own in config.own_types if own.directive == directive), None)


class DescribedDirective(SphinxDirective):
    """``.. py:function:: boil(water)`` and the like: the signatures, and the text about them."""

    def run(self) -> list[nodes.Node]:
        domain = self.page.book.config.domain
        is_style = self.page.book.code is None or domain not in ("py", "js", "cpp")
        if self.name == "class" and is_style:  # of docutils
            return self.parsed(nodes.container()).children
        own = own_type(self.page.book.config, self.name)
        if (own.is_target if own else self.name in _TARGETS) and not self.content:
            return []
        argument = _CONTINUED.sub(" ", (self.arguments or [""])[0])
        signatures = [line.strip() for line in argument.split("\n") if line.strip()]
        name = f"c:{self.name}" if domain == "c" and self.name in _IN_C else self.name
        if found := self.own(argument) or described(name, argument, self.page.scope):
            return [self.placed(found, signatures)]
        terms = [nodes.term("", "", nodes.literal(signature, signature)) for signature in signatures]
        item = nodes.definition_list_item("", *terms, self.parsed(nodes.definition()))
        return [nodes.definition_list("", item)]

    def own(self, argument: str) -> Described | None:
        """What a directive that the project adds describes; its id is not known where code of its own names it."""
        own = own_type(self.page.book.config, self.name)
        if own is None or own.is_target or not argument:
            return None
        return Described(argument, "" if own.has_own_names else node_id(f"{own.directive}-{argument}"))

    def placed(self, found: Described, signatures: list[str]) -> nodes.Element:
        """A description that has an id of its own, around those of its members."""
        anchor = "" if {"noindex", "no-index"} & self.options.keys() else found.anchor
        node = description("", heading=found.heading, anchor=anchor, signatures=signatures, is_written=True)
        before, self.page.scope = self.page.scope, replace(self.page.scope, owner=found.owner)
        self.parsed(node)
        self.page.scope = before
        return node


class MadeDirective(SphinxDirective):
    """What a build makes by running something."""

    def run(self) -> list[nodes.Node]:
        self.page.unread.append(f"{self.name} {' '.join(self.arguments)}".strip())
        return [unknown()]


class ModuleDirective(SphinxDirective):
    """``.. currentmodule:: kettle``: the module of the names that follow."""

    def run(self) -> list[nodes.Node]:
        name = " ".join(self.arguments).strip()
        self.page.scope.module = "" if name == "None" else name
        return self.parsed(nodes.container()).children


class ProgramDirective(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        name = "-".join(" ".join(self.arguments).split())
        self.page.scope.program = "" if name == "None" else name
        return []
