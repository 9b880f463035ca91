"""What a contract's OpenAPI calls a text with something to read is what the server takes for character."""

from __future__ import annotations

import re

from footnoted.contracts.http.wire import _VISIBLE
from footnoted.domain.text.clean import clean


def test_the_schema_and_the_server_agree_on_every_character() -> None:
    """Of the first plane; JSON Schema has no way to write the others that every validator reads."""
    characters = [chr(code) for code in range(0x10000) if not 0xD800 <= code <= 0xDFFF]
    visible = re.compile(_VISIBLE)
    assert [
        hex(ord(character))
        for character in characters
        if bool(visible.search(character)) != bool(clean(character).strip())
    ] == []
