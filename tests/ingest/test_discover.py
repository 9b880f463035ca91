from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from footnoted.ingest.pipeline.verdict import left_out


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def routes(folder: Path) -> list[str]:
    return [leaf.route for leaf in discover(folder).leaves]


def test_a_plain_folder(tmp_path: Path) -> None:
    write(
        tmp_path, {"b.md": "# B", "a/two.md": "2", "a/README.md": "1", "index.md": "0", "_part.md": "", ".x/y.md": ""}
    )
    book = discover(tmp_path)
    assert (book.kind, book.site) == ("plain", "")
    assert routes(tmp_path) == ["/", "/a/", "/a/two", "/b"]
    assert not any(leaf.mdx for leaf in book.leaves)


def test_one_file(tmp_path: Path) -> None:
    write(tmp_path, {"notes.md": "# N", "other.md": "# O"})
    assert routes(tmp_path / "notes.md") == ["/notes"]


def test_a_docs_folder_without_a_site_is_published_under_docs(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "01-a.mdx": "# A",
            "02-b/_category_.json": '{"label": "B", "link": {"type": "generated-index"}}',
            "02-b/c.md": "c",
        },
    )
    assert routes(tmp_path) == ["/docs/a", "/docs/category/b", "/docs/b/c"]


@pytest.mark.parametrize(
    ("slash", "expected"),
    [("true", ["/x/docs/a/", "/x/docs/", "/x/"]), ("false", ["/x/docs/a", "/x/docs", "/x/"])],
)
def test_trailing_slash(tmp_path: Path, slash: str, expected: list[str]) -> None:
    config = f"export default {{baseUrl: '/x/', trailingSlash: {slash}, presets: [['classic', {{}}]]}}"
    write(tmp_path, {"docusaurus.config.js": config, "docs/index.md": "i", "docs/a.md": "a", "src/pages/index.md": "p"})
    assert routes(tmp_path) == expected


def test_two_files_at_one_address_are_reported(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "a", "a.mdx": "b"})
    book = discover(tmp_path)
    assert [leaf.source for leaf in book.leaves] == ["a.md"]
    assert book.skipped == (("a.mdx", "has the same address as a.md"),)


def test_what_cannot_be_read_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    write(tmp_path, {"good.md": "good"})
    (tmp_path / "latin.md").write_bytes("Größe".encode("latin-1"))
    (tmp_path / "binary.md").write_bytes(b"\x00\x01\x02")
    book = discover(tmp_path)
    assert [leaf.source for leaf in book.leaves] == ["good.md"]
    assert book.skipped == (
        ("binary.md", "not text (it holds NUL bytes)"),
        ("latin.md", "not UTF-8 text (byte 2)"),
    )


def test_a_link_out_of_the_book_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, {"book/a.md": "a", "secret.md": "s"})
    (tmp_path / "book" / "b.md").symlink_to(tmp_path / "secret.md")
    assert routes(tmp_path / "book") == ["/a"]


@pytest.mark.parametrize(
    ("files", "asked", "message"),
    [
        ({}, "none", "There is nothing at"),
        ({"x.rs": "x"}, "", "holds no page"),
        ({"x.rs": "x"}, "x.rs", "x.rs is not a file that can be read"),
    ],
)
def test_a_bad_source_says_what_to_do(tmp_path: Path, files: dict[str, str], asked: str, message: str) -> None:
    write(tmp_path, files)
    with pytest.raises(BadSource) as caught:
        discover(tmp_path / asked)
    assert message in caught.value.message
    assert "Give " in caught.value.message
    assert "\n" not in caught.value.message


def test_a_book_of_unreadable_pages_is_a_bad_source(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSource, match=r"a\.md: not UTF-8 text \(byte 0\)"):
        discover(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only there may a name be any bytes")
@pytest.mark.parametrize("config", [{}, {"mkdocs.yml": "site_name: T\n"}, {"conf.py": "html_theme = 'x'\n"}])
def test_a_name_that_is_not_utf8_is_left_out_with_a_reason(tmp_path: Path, config: dict[str, str]) -> None:
    folder = tmp_path / "docs" if "mkdocs.yml" in config else tmp_path
    write(tmp_path, config)
    write(folder, {"good.md": "# Good\n\nText.", "index.rst": "Index\n=====\n\nText."})
    (folder / os.fsdecode(b"caf\xe9.md")).write_text("# Bad\n\nText.")
    (folder / os.fsdecode(b"d\xe9p")).mkdir()
    (folder / os.fsdecode(b"d\xe9p") / "x.md").write_text("# Bad\n\nText.")
    book = discover(tmp_path)
    assert not any("?" in leaf.route or "%" in leaf.route for leaf in book.leaves)
    names = {name.rpartition("docs/")[2]: reason for name, reason in left_out(book)[0]}
    assert names == dict.fromkeys(["caf?.md", "d?p/x.md"], "its name is not UTF-8; rename it")
