"""The widget's dictionaries: each says all that English says, fills in the same, and says it in its own language."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache

import pytest

from tests.web.conftest import WIDGET

ESBUILD = WIDGET / "node_modules" / ".bin" / "esbuild"
SCRIPTS = {
    "de": "[a-z]",
    "es": "[a-z]",
    "fr": "[a-z]",
    "ar": "[\u0621-\u064a]",
    "zh": "[\u4e00-\u9fff]",
    "ur": "[\u0621-\u06d2]",
}
"""Letters that each is written in."""


@cache
def dictionary(code: str) -> dict[str, str]:
    if not ESBUILD.exists():
        pytest.skip("needs the widget's build: npm ci --prefix widget")
    source = f'import {{ language }} from "./src/words"; console.log(JSON.stringify(language("{code}").words));'
    command = [str(ESBUILD), "--bundle", "--format=esm", "--loader=ts", "--log-level=error"]
    built = subprocess.run(command, input=source, text=True, capture_output=True, cwd=WIDGET, check=True)
    output = subprocess.run(
        ["node", "--input-type=module", "-e", built.stdout], text=True, capture_output=True, check=True
    )
    return dict(json.loads(output.stdout))


@pytest.mark.parametrize("code", SCRIPTS)
def test_nothing_is_left_in_english(code: str) -> None:
    english, other = dictionary("en"), dictionary(code)
    assert other.keys() == english.keys()
    same = {name for name, words in english.items() if other[name] == words}
    assert same == set()
    strange = {name for name, words in other.items() if not re.search(SCRIPTS[code], words, re.IGNORECASE)}
    assert strange == set()


@pytest.mark.parametrize("code", SCRIPTS)
def test_what_is_filled_in_is_filled_in_everywhere(code: str) -> None:
    english, other = dictionary("en"), dictionary(code)
    holes = {name: sorted(re.findall(r"\{\w+\}", words)) for name, words in english.items()}
    assert {name: sorted(re.findall(r"\{\w+\}", words)) for name, words in other.items()} == holes
