"""Directives whose content depends on what is built, as a web page shows it: ``only``, ``raw``, code that is run."""

from __future__ import annotations

from docutils import nodes

from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.formats.rst.autodoc import unknown
from footnoted.ingest.formats.rst.directives.directive import SphinxDirective
from footnoted.ingest.formats.rst.excerpts import included_text


class OnlyDirective(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return self.parsed(nodes.container()).children if shown_in_html(" ".join(self.arguments)) else []


class ShownDirective(SphinxDirective):
    """``ifconfig``: its condition needs the configuration to run, so the content is shown, as it mostly is."""

    def run(self) -> list[nodes.Node]:
        return self.parsed(nodes.container()).children


class RawDirective(SphinxDirective):
    """HTML in the page: its words."""

    def run(self) -> list[nodes.Node]:
        if "html" not in " ".join(self.arguments).split() or not self.content:
            return []
        blocks = (block for section in reading_of("\n".join(self.content), "").sections for block in section.blocks)
        return [nodes.paragraph(block.text, block.text) for block in blocks if block.kind == "text"]


class ExecutedDirective(SphinxDirective):
    """Code of the page or of a file, which a build runs; what that prints is unknown."""

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content) or included_text(self)
        shown = self.literal(code, "python") if code and "hide-code" not in self.options else []
        return [*shown, unknown()]


def shown_in_html(expression: str) -> bool:
    """Whether ``only`` lets its content into a web page.

    >>> [shown_in_html(one) for one in ("html", "latex", "not latex", "html and draft", "latex or builder_html")]
    [True, False, True, False, True]
    """
    words = expression.replace("(", " ").replace(")", " ")
    true = ("html", "builder_html", "format_html")
    return any(
        all(
            (term.split()[-1] in true) != term.strip().startswith("not ")
            for term in either.split(" and ")
            if term.split()
        )
        for either in words.split(" or ")
    )
