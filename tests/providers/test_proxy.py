"""Which proxy the environment names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footnoted.providers.remote.proxy import proxy_for


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    monkeypatch.delenv("http_proxy", raising=False)
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    proxy_for.cache_clear()
    yield
    proxy_for.cache_clear()


def test_the_proxy_is_that_of_the_scheme_unless_the_host_is_excepted() -> None:
    assert proxy_for("https://api.example/v1/embeddings") == "http://proxy.example:3128"
    assert proxy_for("https://inside.example/v1") is None
    assert proxy_for("http://api.example/v1") is None
