"""An MCP server for the books: the tools, and every page as a resource. Knows no transport."""

from __future__ import annotations

from inspect import cleandoc

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import Resource, ToolAnnotations

import footnoted
from footnoted.contracts.mcp_server.tools import Tools
from footnoted.contracts.rendering.markdown import page_markdown
from footnoted.domain.errors import AskError
from footnoted.domain.ports import Catalogue
from footnoted.engine.ask import Engine

INSTRUCTIONS = (
    "Answers questions from books, and only from them. Prefer `ask`; its answer is footnoted, and when the book does "
    "not say, it says so. Use `search`, `list_sections` and `read_section` to read the book itself. Name sources by "
    "their URL."
)
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_REMEMBERS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_SCHEME = "book://"


class BookServer(MCPServer[None]):
    """Lists the pages that are in the catalogue now, instead of a fixed list."""

    def __init__(self, engine: Engine, catalogue: Catalogue, seconds: float = 30.0) -> None:
        super().__init__(
            "footnoted", "Footnoted", instructions=INSTRUCTIONS, version=footnoted.__version__, subscriptions=False
        )
        self._catalogue = catalogue
        tools = Tools(engine, catalogue, seconds)
        for tool, name, does in (
            (tools.ask, "Ask the book", _REMEMBERS),
            (tools.search, "Search the book", _READS),
            (tools.read_section, "Read a section", _READS),
            (tools.list_sections, "List pages and sections", _READS),
        ):
            self.add_tool(tool, title=name, description=cleandoc(tool.__doc__ or ""), annotations=does)
        self.resource(
            _SCHEME + "{book}/{+route}",
            name="page",
            title="A page of a book",
            description="A page of a book as Markdown.",
            mime_type="text/markdown",
        )(self._page)

    async def list_resources(self) -> list[Resource]:
        """Every page of every book."""
        return [
            Resource(
                uri=f"{_SCHEME}{book.name}/{page.route.lstrip('/')}",
                name=f"{book.name}{page.route}",
                title=page.title,
                mime_type="text/markdown",
            )
            for book in await self._catalogue.books()
            for page in await self._catalogue.pages(book.name)
        ]

    async def _page(self, book: str, route: str, ctx: Context) -> str:
        try:
            passages = await self._catalogue.page(book, f"/{route}")
        except AskError as error:
            raise ResourceError("The book cannot be read just now. Please try again soon.") from error
        if not passages:
            raise ResourceNotFoundError(f"There is no page /{route[:200]} in a book {book[:80]}.")
        return page_markdown(passages)


def book_server(engine: Engine, catalogue: Catalogue, seconds: float = 30.0) -> BookServer:
    """The server for these books; ``seconds`` is the longest that one call may take."""
    return BookServer(engine, catalogue, seconds)
