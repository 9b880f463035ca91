"""What a contract's OpenAPI calls a text with something to read is what the server takes for character."""

from __future__ import annotations

import re
from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from footnoted.contracts.http.wire import _VISIBLE, Text
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


def test_a_text_is_too_long_that_gets_so_when_it_is_normalised() -> None:
    """Eighteen letters in one: what a contract takes as 32,000 characters would be read as half a million."""
    text = TypeAdapter(Annotated[str, Text(32_000, least=1)])
    with pytest.raises(ValidationError) as refused:
        text.validate_python("\ufdfa" * 32_000)
    (problem,) = refused.value.errors()
    assert (problem["type"], problem["ctx"]) == ("string_too_long", {"max_length": 32_000})
    for honest in ("\ufdfa" * 3_000, "น้ำ" * 10_000, "ﬁ" * 32_000, "é" * 32_000, "한" * 32_000):
        assert text.validate_python(honest) == honest
