"""A passage as units: every one stands where it says, and none is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage, Source
from footnoted.engine.extract.excerpt import best_run
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.units import Kind, units, units_of

TEXT = """Install it first:

```sh
make install
```

Then choose:

1. Run `make demo`. It serves.
2. Run `make test`.

| a | b |
|---|---|
| 1 | 2 |

$$x^2$$"""


def test_kinds_and_blocks() -> None:
    found = units(TEXT)
    assert [unit.kind for unit in found] == [
        Kind.SENTENCE,
        Kind.CODE,
        Kind.SENTENCE,
        Kind.ITEM,
        Kind.SENTENCE,
        Kind.ITEM,
        Kind.TABLE,
        Kind.FORMULA,
    ]
    assert [unit.block for unit in found] == [0, 1, 2, 3, 3, 3, 4, 5]
    assert [unit.leads_in for unit in found[:3]] == [True, False, True]


@given(st.text(alphabet=st.sampled_from("ab. \n-|`#1:!"), max_size=80))
def test_units_stand_where_they_say_in_order(text: str) -> None:
    at = 0
    for unit in units(text):
        assert text[unit.start : unit.end] == unit.text
        assert unit.start >= at
        at = unit.end


def test_a_chinese_passage_has_words_a_reader_can_count_and_is_cut_to_what_answers() -> None:
    filler = "天气晴朗的晚上人们喜欢坐在院子里聊天，孩子们追着萤火虫跑来跑去。" * 9
    text = f"{filler}镜面每年只需用蒸馏水清洗一次。{filler}"
    passage = Passage("p", "b", "", "/p", "", "望远镜", (), 0, 0, text, language="zh")
    parts = units_of(passage)
    assert len(parts) == 19
    assert {"镜面", "清洗"} <= parts[9].words
    assert 7 <= parts[9].length <= 10
    first, last = best_run(parts, Source(passage, 0.9, 0.9), Coverage("镜面多久清洗一次？", [passage]))
    quote = text[parts[first].start : parts[last].end]
    assert "蒸馏水" in quote
    assert len(quote) < len(text) / 3
