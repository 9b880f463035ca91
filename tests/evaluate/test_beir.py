"""Sets laid out as BEIR does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.evaluate.beir import is_collection, read_collection, write_as_book


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [
        {"_id": "x/1", "title": 'The "kettle"', "text": "It boils."},
        {"id": "2", "text": "No title here at all."},
    ]
    queries: list[dict[str, object]] = [{"id": f"q{n}", "text": f"Question {n}?"} for n in range(4)]
    turns = [{"role": "user", "text": "Kettle?"}, {"role": "assistant", "text": "Yes."}]
    queries += [{"id": "u", "text": "And?", "answerable": False, "kind": "OFF", "history": turns}]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)), "utf-8")
    (tmp_path / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), "utf-8")
    (tmp_path / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq0\tx/1\t1\nq0\t2\t0\n", "utf-8")
    return tmp_path


def test_a_set_is_read_whole(folder: Path) -> None:
    assert is_collection(folder)
    found = read_collection(folder)
    assert list(found.documents) == ["x/1", "2"]
    assert found.probes[0].relevant == {"x/1": 1.0}
    last = found.probes[-1]
    assert (last.kind, last.is_answerable, last.earlier) == ("off", False, (("Kettle?", "Yes."),))


def test_at_most_so_many_of_each_kind(folder: Path) -> None:
    assert [probe.id for probe in read_collection(folder, most=2).probes] == ["q0", "q2", "u"]


def test_documents_become_pages_and_what_is_gone_goes(folder: Path, tmp_path: Path) -> None:
    found = read_collection(folder)
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "d0000009.md").write_text("old", "utf-8")
    names = write_as_book(found, pages)
    assert sorted(file.stem for file in pages.iterdir()) == sorted(names)
    assert 'title: "The \\"kettle\\""' in (pages / "d0000000.md").read_text("utf-8")
    assert 'title: "No title here at all."' in (pages / "d0000001.md").read_text("utf-8")


def test_a_broken_line_is_named(folder: Path) -> None:
    (folder / "queries.jsonl").write_text("{", "utf-8")
    with pytest.raises(BadSource, match="line 1"):
        read_collection(folder)
