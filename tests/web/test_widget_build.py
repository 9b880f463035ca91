"""The built widget is what its source gives, and small enough for any page."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
from pathlib import Path

import pytest

import footnoted.web
from tests.web.conftest import WIDGET

WEB = Path(footnoted.web.__file__).parent / "static"
BUILT = ["widget.js", "math.js", "read.js"]


def source_digest() -> str:
    names = sorted(path.relative_to(WIDGET).as_posix() for path in (WIDGET / "src").rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in [*names, "package-lock.json"]:
        digest.update(f"{name}\n".encode() + (WIDGET / name).read_bytes())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", BUILT)
def test_the_built_file_is_of_this_source(name: str) -> None:
    built = re.match(r"/\* .*?\((\w+)\)", (WEB / name).read_text(encoding="utf-8"))
    assert built is not None
    assert built[1] == source_digest(), "the widget's source has changed: run `make widget`"


def test_the_widget_fits_into_40_kilobytes() -> None:
    assert len(gzip.compress((WEB / "widget.js").read_bytes())) <= 40_000


def test_building_gives_the_same_bytes() -> None:
    if not (WIDGET / "node_modules" / "esbuild").exists():
        pytest.skip("needs the widget's build: npm ci --prefix widget")
    subprocess.run(["npm", "--prefix", str(WIDGET), "run", "--silent", "check"], check=True, capture_output=True)


def test_the_lock_names_no_registry() -> None:
    assert "resolved" not in (WIDGET / "package-lock.json").read_text(encoding="utf-8")
