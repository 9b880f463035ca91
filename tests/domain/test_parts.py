"""A passage in parts: every one stands where it says, none is lost, and what was stored is not made again."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.book import Passage
from footnoted.domain.text.parts import Kind, Part, as_rows, from_rows, parts_of

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
    found = parts_of(TEXT)
    assert [part.kind for part in found] == [
        Kind.SENTENCE,
        Kind.CODE,
        Kind.SENTENCE,
        Kind.ITEM,
        Kind.SENTENCE,
        Kind.ITEM,
        Kind.TABLE,
        Kind.FORMULA,
    ]
    assert [part.block for part in found] == [0, 1, 2, 3, 3, 3, 4, 5]


@given(st.text(alphabet=st.sampled_from("ab. \n-|`#1:!"), max_size=80))
def test_parts_stand_where_they_say_in_order(text: str) -> None:
    at = 0
    for part in parts_of(text):
        assert at <= part.start < part.end <= len(text)
        assert not text[at : part.start].strip()
        at = part.end


@given(st.text(alphabet=st.sampled_from("ab. \n-|`#1:!"), max_size=80))
def test_parts_are_stored_and_read_again(text: str) -> None:
    parts = parts_of(text)
    assert (from_rows(as_rows(parts)) or ()) == parts


def test_a_passage_has_parts_those_that_were_kept_and_new_ones_for_a_new_text() -> None:
    passage = Passage("p", "b", "", "/p", "", "Install", (), 0, 0, "One. Two.", language="en")
    assert passage.parts == parts_of("One. Two.")
    kept = (Part(Kind.ITEM, 0, 9, 0),)
    stored = replace(passage, kept=kept)
    assert stored.parts == kept
    assert replace(stored, text="Other text.").parts == parts_of("Other text.")
