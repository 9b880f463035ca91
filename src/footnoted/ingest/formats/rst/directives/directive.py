"""The base of all directives of Sphinx here, which accept any options. Knows docutils."""

from __future__ import annotations

from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive, directives


class _AnyOption(dict[str, Any]):
    """Accepts any options, as text."""

    def __missing__(self, name: str) -> Any:
        return directives.unchanged

    def __bool__(self) -> bool:  # docutils looks for options only where there are some to look for
        return True


class SphinxDirective(Directive):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = cast(Any, _AnyOption())

    @property
    def page(self) -> Any:
        """The page being read: its book, its path, how much it has included."""
        return self.state.document.settings.footnoted_page

    def parsed(self, parent: nodes.Element) -> nodes.Element:
        self.state.nested_parse(self.content, self.content_offset, parent)
        return parent

    def literal(self, text: str, language: str) -> list[nodes.Node]:
        block = nodes.literal_block(text, text, language=language, caption=self.options.get("caption", ""))
        return [block]
