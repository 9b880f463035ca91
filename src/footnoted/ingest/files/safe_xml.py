"""The one place that reads XML: a document that declares entities is refused, and nothing outside it is ever loaded."""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from footnoted.ingest.manuscript import Unreadable

_DEEPEST = 200
"""Elements within each other; tables of contents and sitemaps nest fewer than 20."""


def parse_xml(data: bytes) -> Element:
    """The root element; names carry no namespace. Raises Unreadable.

    >>> parse_xml(b'<a:x xmlns:a="u"><a:y k="1">t</a:y></a:x>')[0].attrib
    {'k': '1'}
    """
    try:
        parser = DefusedXMLParser(target=_PlainTree())
        parser.feed(data)
        root = parser.close()
    except DefusedXmlException as error:
        raise Unreadable("XML declares entities, which are not read") from error
    except ParseError as error:
        raise Unreadable(f"XML is broken (line {error.position[0]})") from error
    assert isinstance(root, Element)
    return root


class _PlainTree:
    """Builds a tree whose names carry no namespace; refuses one that is nested too deeply for recursion."""

    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable("XML is nested too deeply")
        self._builder.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def end(self, name: str) -> None:
        self._depth -= 1
        self._builder.end(_local(name))

    def data(self, text: str) -> None:
        self._builder.data(text)

    def close(self) -> Element:
        return self._builder.close()


def _local(name: str) -> str:
    return name.rpartition("}")[2]
