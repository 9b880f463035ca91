"""Each rule of the house finds what breaks it, and lets pass what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house_rules import broken, secrets

BREAKS = {
    "eval(text)": "src/footnoted/x.py",
    "os.system('ls ' + name)": "src/footnoted/x.py",
    "subprocess.run(command, shell=True)": "benchmarks/x.py",
    "def f(n: int) -> None:\n    assert 0 < n < 5": "src/footnoted/x.py",
    "from random import choice": "src/footnoted/contracts/door/callers/caller.py",
    "import random": "src/footnoted/domain/door/access_key.py",
    "took = time.monotonic() - began\nassert took < 2": "tests/test_x.py",
    "assert perf_counter() - began <= 0.5": "tests/test_x.py",
    "assert time.process_time() - began < 20": "tests/test_x.py",
    "x = 1\n" * 251: "src/footnoted/x.py",
    "names = [one.name for one in books]": "tests/test_x.py",
    "def f(said: str) -> None: ...": "src/footnoted/x.py",
}
KEEPS = {
    "subprocess.run([name], shell=False)": "src/footnoted/x.py",
    "assert found is not None and isinstance(found, str)": "src/footnoted/x.py",
    "assert ends, 'a fence that opened is closed'": "src/footnoted/x.py",
    "import random": "src/footnoted/evaluate/x.py",
    "deadline = time.monotonic() + 30\nwhile time.monotonic() < deadline:\n    pass": "tests/test_x.py",
    "assert time.monotonic() < deadline, 'it did not start'": "tests/test_x.py",
    "assert len(found) < 5": "tests/test_x.py",
    "x = 1\n" * 250: "src/footnoted/x.py",
    "for one, other in pairs:\n    pass": "src/footnoted/x.py",
    "x = 2\n" * 300: "tests/test_x.py",
}


@pytest.mark.parametrize("source", BREAKS)
def test_what_breaks_a_rule_is_found(source: str) -> None:
    assert broken(BREAKS[source], source)


@pytest.mark.parametrize("source", KEEPS)
def test_what_keeps_the_rules_passes(source: str) -> None:
    assert not broken(KEEPS[source], source)


@pytest.mark.parametrize(
    "secret",  # put together here, so that this file holds none
    ["AKIA" + "ABCDEFGH12345678", "-----BEGIN RSA " + "PRIVATE KEY-----", "https://reader:" + "s3same@book.example/"],
)
def test_a_secret_is_found_where_it_stands(tmp_path: Path, secret: str) -> None:
    file = tmp_path / "settings.py"
    file.write_text(f"HOST = 'book.example'\nKEY = '{secret}'\n", "utf-8")
    assert [line.partition(": ")[0] for line in secrets([str(file)])] == [f"{file}:2"]
