"""A passage as units: every one stands where it says, and none is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from footnoted.engine.units import Kind, units

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
