"""Fetches pages: the only module of ingestion that uses HTTP. Checks every address; limits sizes, times and counts."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlunsplit

from footnoted.domain.text.clean import joined
from footnoted.ingest.live.addresses import checked_url, refuse_private
from footnoted.ingest.manuscript import Unreadable

if TYPE_CHECKING:
    import httpx

AGENT = "footnoted"
_SILENT_SECONDS = 10.0
"""Without a byte, after which a server is not waited for."""
_MOST_REDIRECTS = 5
"""As many as RFC 9309 asks crawlers to follow for robots.txt."""
_PACKING = 1024
"""Bytes that a packed page may have more than an unpacked one."""
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one visit to a site may cost."""

    page_bytes: int = 8 * 1024 * 1024
    bytes: int = 1024 * 1024 * 1024
    pages: int = 5000
    depth: int = 20
    seconds: float = 3600.0
    page_seconds: float = 20.0
    pages_per_second: float = 8.0


@dataclass(frozen=True, slots=True)
class Validators:
    """For conditional requests: the server answers 304 if nothing changed."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A server's response."""

    url: str
    """After all redirects."""
    status: int
    kind: str = ""
    """Media type, without parameters."""
    charset: str = ""
    data: bytes = field(default=b"", repr=False)
    validators: Validators = Validators()


class Spent(Unreadable):
    """A budget of the whole visit is used up."""


class Fetcher:
    """A visit to one or more hosts, within a budget."""

    def __init__(self, client: httpx.AsyncClient, budget: Budget, allow_private: bool) -> None:
        self._client = client
        self._budget = budget
        self._allow_private = allow_private
        self._until = time.monotonic() + budget.seconds
        self._bytes = 0
        self._pause = 1 / budget.pages_per_second
        self._next = 0.0

    async def get(self, url: str, known: Validators | None = None) -> Fetched:
        """The page, following redirects, each checked like the first. Raises Unreadable, or Spent."""
        for _ in range(_MOST_REDIRECTS + 1):
            await self._wait()
            try:
                async with asyncio.timeout(self._budget.page_seconds):
                    fetched, location = await self._request(url, known or Validators())
            except TimeoutError as error:
                raise Unreadable(f"took longer than {self._budget.page_seconds:g} s") from error
            if not location:
                return fetched
            url = joined(url, location).partition("#")[0]
        raise Unreadable("redirects without end")

    def slow_down(self, seconds: float) -> None:
        """Wait at least this long between two requests."""
        self._pause = max(self._pause, seconds)

    async def _wait(self) -> None:
        """Wait for the next request's turn; raises Spent when the visit's time is over."""
        now = time.monotonic()
        if now > self._until:
            raise Spent(f"reading the site took longer than {self._budget.seconds:g} s")
        start = max(now, self._next)
        self._next = start + self._pause
        await asyncio.sleep(start - now)

    async def _request(self, url: str, known: Validators) -> tuple[Fetched, str]:
        import httpx

        parts = checked_url(url)
        address = await self._resolved(parts)
        headers = {
            "Host": _host(parts),
            "User-Agent": AGENT,
            "Accept": "text/html,*/*;q=0.5",
            "Accept-Encoding": "gzip",
        }
        for name, mark in (("If-None-Match", known.etag), ("If-Modified-Since", known.last_modified)):
            if mark and mark.isascii():  # a server may send what no request can hold
                headers[name] = mark
        # Connect to the address that was checked, not to the name, which could resolve differently the second time.
        target = urlunsplit((parts.scheme, _with_port(address, parts), parts.path or "/", parts.query, ""))
        try:
            request = self._client.build_request(
                "GET", target, headers=headers, extensions={"sni_hostname": parts.hostname or ""}
            )
            response = await self._client.send(request, stream=True)
            try:
                if response.status_code in _REDIRECTS and (location := response.headers.get("location")):
                    return Fetched(url, response.status_code), location
                data = await self._body(response) if response.status_code == 200 else b""
            finally:
                await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreadable(_reason(error)) from error
        return _fetched(url, response, data), ""

    async def _resolved(self, parts: SplitResult) -> str:
        host = parts.hostname or ""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise Unreadable(f"there is no host {host}") from error
        addresses = [str(entry[4][0]) for entry in found]
        if not self._allow_private:
            refuse_private(addresses)
        return addresses[0]

    async def _body(self, response: httpx.Response) -> bytes:
        """The body, unpacked by hand: a small packed one may unpack to gigabytes."""
        encoding = response.headers.get("content-encoding", "identity").lower().strip()
        if encoding not in ("identity", "", "gzip", "x-gzip", "deflate"):
            raise Unreadable(f"packed as {encoding[:20]}, which was not asked for")
        unpack = None if encoding in ("identity", "") else zlib.decompressobj(47 if "gzip" in encoding else 15)
        data = bytearray()
        most = self._budget.page_bytes
        received = 0
        async for packed in response.aiter_raw():
            before, received = len(data), received + len(packed)
            try:
                data += unpack.decompress(packed, most + 1 - len(data)) if unpack else packed
            except zlib.error as error:
                raise Unreadable("its gzip data is broken") from error
            # What is thrown away counts too: else a site of pages that are too large could be read for an hour.
            self._bytes += len(data) - before or len(packed)
            if self._bytes > self._budget.bytes:
                raise Spent(f"the site is larger than {self._budget.bytes // 1024 // 1024} MB")
            if max(len(data), received - _PACKING) > most:
                raise Unreadable(f"larger than {most // 1024} kB")
            if unpack and unpack.eof:
                break  # what follows would be kept in memory, and belongs to nothing
        return bytes(data)


@asynccontextmanager
async def fetching(budget: Budget, *, allow_private: bool) -> AsyncIterator[Fetcher]:
    """A fetcher; its connections close at the end. Uses no proxy: it would choose the address itself."""
    import certifi
    import httpx

    # certifi's authorities, and those of the system or of SSL_CERT_FILE, where an intranet keeps its own.
    trusted = ssl.create_default_context(cafile=certifi.where())
    trusted.set_default_verify_paths()
    timeout = httpx.Timeout(min(_SILENT_SECONDS, budget.page_seconds))
    async with httpx.AsyncClient(verify=trusted, timeout=timeout, follow_redirects=False, trust_env=False) as client:
        yield Fetcher(client, budget, allow_private)


def _reason(error: BaseException) -> str:
    """Why the request failed; a certificate error is a few causes down the chain."""
    import httpx

    cause: BaseException | None = error
    while cause:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate cannot be trusted ({cause.verify_message.rstrip('.')})"
        if isinstance(cause, ssl.SSLError):
            return f"no secure connection ({(cause.reason or 'TLS').replace('_', ' ').lower()})"
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ConnectError):
        return "nothing answers at this address"
    return f"cannot be fetched ({type(error).__name__})"


def _host(parts: SplitResult) -> str:
    """The host as a request names it, in the letters that names on the network have.

    >>> from urllib.parse import urlsplit
    >>> _host(urlsplit("http://bücher.example:80/")), _host(urlsplit("http://[::1]:80/"))
    ('xn--bcher-kva.example:80', '[::1]:80')
    """
    if parts.netloc.isascii():
        return parts.netloc
    try:
        return _with_port((parts.hostname or "").encode("idna").decode("ascii"), parts)
    except UnicodeError as error:
        raise Unreadable("the address names no host") from error


def _with_port(address: str, parts: SplitResult) -> str:
    host = f"[{address}]" if ":" in address else address
    return f"{host}:{parts.port}" if parts.port else host


def _fetched(url: str, response: httpx.Response, data: bytes) -> Fetched:
    content_type = response.headers.get("content-type", "")
    charset = content_type.lower().partition("charset=")[2].strip(" \"';")
    return Fetched(
        url=url,
        status=response.status_code,
        kind=content_type.partition(";")[0].strip().lower(),
        charset=charset,
        data=data,
        validators=Validators(response.headers.get("etag", ""), response.headers.get("last-modified", "")),
    )
