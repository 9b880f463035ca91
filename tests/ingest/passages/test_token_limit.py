"""Nothing of a book is dropped before it is embedded, in any language: the tokens of every passage are counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage
from footnoted.ingest.manuscript import Block, Reading, Section
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.passages.token_limit import pieces_that_fit
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.onnx import granite

SENTENCES = {
    "en": "The mount must be aligned with the celestial pole before a long exposure. ",
    "ar": "يجب محاذاة الحامل مع القطب السماوي قبل التعريض الطويل. ",
    "ur": "طویل تصویر سے پہلے پایے کو قطبِ فلک کے ساتھ سیدھا کرنا ضروری ہے۔ ",
    "zh": "在长时间曝光之前，必须使赤道仪与天极对齐。",
    "hi": "लंबे समय के चित्र से पहले माउंट को खगोलीय ध्रुव के साथ मिलाना चाहिए। ",
    "de": "Die Montierung muss vor einer langen Belichtung auf den Himmelspol ausgerichtet werden. ",
    "es": "La montura debe alinearse con el polo celeste antes de una exposición larga. ",
    "fr": "La monture doit être alignée sur le pôle céleste avant une longue pose. ",
    "ru": "Перед длинной выдержкой монтировку нужно выставить по полюсу мира. ",
    "tr": "Uzun pozlamadan önce kundak gök kutbuna hizalanmalıdır. ",
    "el": "Πριν από μια μεγάλη έκθεση η στήριξη πρέπει να ευθυγραμμιστεί με τον ουράνιο πόλο. ",
    "ro": "Montura trebuie aliniată cu polul ceresc înaintea unei expuneri lungi. ",
    "vi": "Chân đế phải được căn theo thiên cực trước khi phơi sáng lâu. ",
    "ja": "長時間の露光の前に、架台を天の極に合わせなければなりません。",
    "ko": "긴 노출을 하기 전에 가대를 천구의 극에 맞추어야 합니다. ",
    "th": "ต้องปรับขาตั้งให้ตรงกับขั้วฟ้าก่อนถ่ายภาพเป็นเวลานาน ",
}


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    return LocalEmbedder(Path(tmp_path_factory.mktemp("cache")))


def passages(embedder: LocalEmbedder | None, *blocks: Block) -> tuple[Passage, ...]:
    reading = Reading("A title", (Section(("天文学入门", "Heading"), "h", blocks),), "")
    place = {"book": "b", "site": "", "route": "/r", "order": 0}
    if embedder is None:
        return chunk(reading, **place)  # type: ignore[arg-type]
    return chunk(reading, **place, fits=embedder.reads_all)  # type: ignore[arg-type]


def dropped(embedder: LocalEmbedder, found: tuple[Passage, ...]) -> int:
    count = embedder._opened().count
    return sum(max(0, count(passage.in_context) - granite.MAX_TOKENS) for passage in found)


@pytest.mark.parametrize("code", SENTENCES)
def test_no_token_is_dropped(embedder: LocalEmbedder, code: str) -> None:
    block = Block("text", (SENTENCES[code] * 40).strip())
    found = passages(embedder, block)
    assert dropped(embedder, found) == 0
    assert re.sub(r"\s", "", "".join(passage.text for passage in found)) == re.sub(r"\s", "", block.text)
    if code in ("zh", "ar", "hi"):
        assert dropped(embedder, passages(None, block)) > 0  # what the limit in characters let through


def test_an_english_page_is_cut_as_ever(embedder: LocalEmbedder) -> None:
    block = Block("text", (SENTENCES["en"] * 40).strip())
    assert [p.text for p in passages(embedder, block)] == [p.text for p in passages(None, block)]


def test_long_code_and_wide_rows_are_cut_too_and_stay_code(embedder: LocalEmbedder) -> None:
    code = Block("code", "```python\n" + "\n".join(f"标签_{n} = '在长时间曝光之前'" for n in range(200)) + "\n```")
    row = Block("table", "| a |\n| --- |\n| " + "在长时间曝光之前" * 200 + " |")
    found = passages(embedder, code, row)
    assert dropped(embedder, found) == 0
    fenced = [passage.text for passage in found if "标签" in passage.text]
    assert len(fenced) > 1
    assert all(text.startswith("```python\n") and text.endswith("\n```") for text in fenced)


def test_headings_longer_than_the_limit_do_not_shred_the_text(embedder: LocalEmbedder) -> None:
    reading = Reading("天" * 600, (Section((), "", (Block("text", "A short text."),)),), "")
    assert len(chunk(reading, book="b", site="", route="/r", order=0, fits=embedder.reads_all)) == 1


@given(st.text("ab .\n。", max_size=300), st.integers(12, 60))
def test_pieces_fit_and_lose_nothing_but_space(text: str, most: int) -> None:
    pieces = pieces_that_fit(text, lambda piece: len(piece) <= most)
    assert all(len(piece) <= most for piece in pieces)
    assert re.sub(r"\s", "", "".join(pieces)) == re.sub(r"\s", "", text)
