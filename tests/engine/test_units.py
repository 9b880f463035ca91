"""A passage's parts with their words."""

from __future__ import annotations

from footnoted.domain.book import Passage, Source
from footnoted.engine.extract.excerpt import best_run
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.units import units_of


def test_a_unit_that_ends_in_a_colon_leads_in() -> None:
    text = "Install it first:\n\n```sh\nmake:\n```\n\n- then **choose:**\n- run it"
    passage = Passage("p", "b", "", "/p", "", "Install", (), 0, 0, text, language="en")
    assert [unit.leads_in for unit in units_of(passage)] == [True, False, True, False]


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
