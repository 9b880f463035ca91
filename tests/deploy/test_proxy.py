"""The reverse proxy of docs/operations.md, run by the real nginx: TLS, a path below the root, streams, headers."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest

from tests.contracts.live import StuckEngine, house
from tests.deploy.dockerfile import ROOT
from tests.servers import free_port

pytestmark = pytest.mark.real

NAME = "book.example.org"
SECONDS = 300
"""A busy machine is no failure."""


def settings() -> dict[str, str]:
    """The server's own, as the page names them."""
    page = (ROOT / "docs" / "operations.md").read_text("utf-8").partition("## Behind a reverse proxy")[2]
    (written,) = re.findall(r"```sh\n(.*?)```", page.partition("\n## ")[0], re.DOTALL)
    return {name.lower(): value for name, value in re.findall(r"^FOOTNOTED_(\w+)=(\S+)", written, re.MULTILINE)}


def configuration(home: Path, server: str, port: int, path: str) -> str:
    """The page's own, with this run's addresses and certificate in it."""
    (written,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "operations.md").read_text("utf-8"), re.DOTALL)
    certificate = f"ssl_certificate {home}/cert.pem; ssl_certificate_key {home}/key.pem;"
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl; {certificate}",
        "location / {": f"location {path}/ {{",
        "proxy_pass http://127.0.0.1:8000;": f"proxy_pass {server}{'/' if path else ''};",
    }
    for before, after in changes.items():
        assert before in written
        written = written.replace(before, after)
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{place}_temp_path {home}/{place};\n" for place in places)
    head = f"daemon off; pid {home}/pid; error_log {home}/error.log; user root;\nevents {{}}\n"
    return f"{head}http {{\naccess_log off;\n{own}{written}}}\n"


@contextmanager
def running(home: Path, server: str, path: str) -> Iterator[str]:
    """The address of nginx in front of the server."""
    nginx, openssl = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin"), shutil.which("openssl")
    if not nginx or not openssl:
        pytest.skip("no nginx: apt-get install nginx openssl")
    names = ["-subj", f"/CN={NAME}", "-addext", "subjectAltName=IP:127.0.0.1"]
    files: list[str | Path] = ["-keyout", home / "key.pem", "-out", home / "cert.pem"]
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names, *files]
    subprocess.run(made, check=True, capture_output=True)
    port = free_port()
    (home / "nginx.conf").write_text(configuration(home, server, port, path), "utf-8")
    proxy = subprocess.Popen([nginx, "-e", home / "error.log", "-c", home / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        while not (home / "pid").exists():
            assert proxy.poll() is None, (home / "error.log").read_text()
            time.sleep(0.05)
        yield f"https://127.0.0.1:{port}{path}/"
    finally:
        proxy.terminate()
        proxy.wait()


def client_of(address: str, certificate: Path) -> httpx.AsyncClient:
    trusted = ssl.create_default_context(cafile=certificate)
    headers = {"Host": NAME, "Accept": "text/html"}
    return httpx.AsyncClient(base_url=address, verify=trusted, timeout=SECONDS, headers=headers, follow_redirects=True)


@pytest.mark.parametrize("path", ["", "/book"], ids=["at the root", "below a path"])
async def test_the_pages_own_configuration_serves_readers(tmp_path: Path, path: str) -> None:
    engine = StuckEngine(4)
    async with house(engine, metrics=True, **settings()) as server:
        with running(tmp_path, server, path) as address:
            async with client_of(address, tmp_path / "cert.pem") as client:
                await readers_are_served(client, engine)


async def readers_are_served(client: httpx.AsyncClient, engine: StuckEngine) -> None:
    page = await client.get("")
    assert page.status_code == 200
    places = re.findall(r"""(?:src|href)=["']([^"'#:]+)["']""", page.text)
    assert places
    for place in places:
        found = await client.get(urljoin(str(page.url), place))
        assert found.status_code == 200, place

    # The engine is stuck after its first words: whoever has them did not wait for the rest.
    async with client.stream("POST", "chat/stream", json={"query": "How warm is a cluster?"}) as stream:
        async for text in stream.aiter_text():
            if "delta" in text or "content" in text:
                break
        else:
            pytest.fail("the stream ended without a word")
    await asyncio.wait_for(engine.stopped.wait(), SECONDS)

    assert (await client.get("live", headers={"Cookie": "a=" + "x" * 7000})).status_code == 200
    assert (await client.post("chat", content=b" " * 2_200_000)).status_code == 413
    # The server sees that a proxy speaks for someone else: that one is not on this machine.
    assert (await client.get("metrics")).status_code == 401
