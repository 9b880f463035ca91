"""Sites over TLS: a server with a certificate of an authority made here, dialled by address and asked by name."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from footnoted.domain.errors import BadSource
from footnoted.ingest.live.fetch import Budget
from footnoted.ingest.live.visit import VisitProgress
from footnoted.ingest.live.website import crawl
from tests.ingest.live.loopback import serve_site
from tests.patience import PATIENCE

NOW = datetime.datetime.now(datetime.UTC)
DAY = datetime.timedelta(days=1)


@dataclass
class Authority:
    """Signs certificates that only those trust who are given its own."""

    folder: Path

    def __post_init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An authority of these tests")])
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        built = (
            self._builder(self.name, self.key.public_key(), NOW + DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
        )
        self.file = self.folder / "authority.pem"
        self.file.write_bytes(built.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))

    def context(self, host: str, until: datetime.datetime = NOW + DAY) -> ssl.SSLContext:
        """For a server of that name."""
        key = ec.generate_private_key(ec.SECP256R1())
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        built = (
            self._builder(x509.Name([]), key.public_key(), until)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=True)
            .add_extension(issuer, critical=False)
        )
        file = self.folder / f"{host}.pem"
        file.write_bytes(
            built.sign(self.key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey, until: datetime.datetime
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW - 9 * DAY)
            .not_valid_after(until)
        )


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
async def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name is this machine."""

    async def look_up(*_: object, **__: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up)


@pytest.mark.usefixtures("names")
async def test_a_site_is_read_over_tls_by_its_name(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    asked: set[str] = set()
    tls = authority.context("book.example")
    tls.sni_callback = lambda _, name, __: asked.add(name)
    told: list[VisitProgress] = []
    with serve_site(tls) as site:
        site.pages = {
            "/": "<main><h1>Home</h1><p>Hello.</p><a href='/a'>A</a> <a href='/b'>B</a></main>",
            "/a": "<main><h1>A</h1><p>First.</p></main>",
            "/b": "<main><h1>B</h1><p>Second.</p></main>",
        }
        host = f"book.example:{site.url.rpartition(':')[2]}"
        quick = Budget(pages_per_second=1000, page_seconds=PATIENCE)
        book = await crawl(
            f"https://{host}/", tmp_path / "mirror", allow_private=True, budget=quick, progress=told.append
        )
        assert [leaf.route for leaf in book.leaves] == ["/", "/a", "/b"]
        assert book.site == f"https://{host}"
        assert (asked, site.hosts) == ({"book.example"}, {host}), "server and certificate are asked for by name"
        assert [(at.done, at.known) for at in told] == [(2, 3), (3, 3)]


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("trusted", "host", "until", "reason"),
    [
        (False, "book.example", NOW + DAY, "unable to get local issuer certificate"),
        (True, "other.example", NOW + DAY, "Hostname mismatch"),
        (True, "book.example", NOW - DAY, "certificate has expired"),
    ],
)
async def test_a_certificate_that_cannot_be_trusted_is_named_as_the_reason(
    authority: Authority,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trusted: bool,
    host: str,
    until: datetime.datetime,
    reason: str,
) -> None:
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with serve_site(authority.context(host, until)) as site:
        site.pages = {"/": "<main><h1>Home</h1></main>"}
        url = f"https://book.example:{site.url.rpartition(':')[2]}/"
        with pytest.raises(BadSource, match=rf"cannot be read: its certificate cannot be trusted \({reason}"):
            await crawl(url, tmp_path / "mirror", allow_private=True)
        assert site.asked == []


async def test_a_server_that_does_not_speak_tls(tmp_path: Path) -> None:
    with serve_site() as site, pytest.raises(BadSource, match=r"no secure connection \("):
        await crawl(site.url.replace("http:", "https:"), tmp_path / "mirror", allow_private=True)
