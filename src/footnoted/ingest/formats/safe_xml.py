"""XML into a tree with entities off: a document that declares any is refused, and nothing outside it is ever loaded."""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from footnoted.ingest.manuscript import Unreadable

_DEEPEST = 200


def parse_xml(data: bytes) -> Element:
    """The root element; names carry no namespace. Raises Unreadable.

    >>> parse_xml(b'<a:x xmlns:a="u"><a:y k="1">t</a:y></a:x>')[0].attrib
    {'k': '1'}
    """
    builder = TreeBuilder()
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise Unreadable("XML is nested too deeply")
        builder.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_local(name))

    def refuse(*_: object) -> None:
        raise Unreadable("XML declares entities, which are not read")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = lambda *_: 0
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Unreadable(f"XML is broken (line {error.lineno})") from error
    root = builder.close()
    assert isinstance(root, Element)
    return root


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
