"""What every request passes first.

`Edge` wraps the application. It refuses unknown hosts, foreign origins and too many WebSockets,
answers HEAD, compresses long answers, and sends HSTS if configured to.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp

from longroll.server.limits import Buckets, Limits, network
from longroll.server.pages import HEADERS, accepts_gzip
from longroll.server.wire import ErrorBody, Trouble, encode

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

#: Names and addresses of this machine.
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
LOOPBACK_PROXIES = ("127.0.0.0/8", "::1/128")

_HSTS = (b"strict-transport-security", b"max-age=31536000")
#: Answers with tokens are never compressed: their length would reveal something of the content.
_SECRET = ("/api/battles", "/api/records", "/api/scenarios", "/api/invitations", "/api/mine")
_LARGE = ("/api/records", "/api/scenarios")
_COMPRESSIBLE = (b"application/json", b"text/", b"application/vnd.oai")
#: The size in bytes from which compressing is worthwhile, and from which it is done in a thread.
_WORTH_IT, _LONG = 1_024, 32_768


class Hosting(msgspec.Struct, frozen=True):
    """How the server is reached from the network."""

    #: Names in the Host header that are served, on any port; empty: all.
    hosts: tuple[str, ...] = ()
    #: Addresses and networks whose X-Forwarded-For and -Proto are trusted.
    proxies: tuple[str, ...] = LOOPBACK_PROXIES
    #: Whether https answers tell browsers to use nothing else.
    hsts: bool = False


class Edge:
    """The application as the network sees it."""

    def __init__(self, app: ASGIApp, limits: Limits, hosting: Hosting) -> None:
        self._app = app
        self._limits = limits
        self._hosts = frozenset(name.lower() for name in hosting.hosts)
        self._hsts = hosting.hsts
        self._attempts = Buckets(limits.sockets, limits.sockets_burst)
        self._sockets: Counter[str] = Counter()
        self._records: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        send = self._sending(scope, send)
        safe = scope["method"] in ("GET", "HEAD", "OPTIONS")
        # Health checks of containers and load balancers use the server's address, not its name.
        is_health = scope["path"].startswith("/health/")
        if not is_health and (refusal := self._is_foreign(scope["headers"], check_origin=not safe)):
            await _refuse(send, "http.response", *refusal)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        if scope["path"].startswith(_LARGE):
            await self._large(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _large(self, scope: Any, receive: Receive, send: Send) -> None:
        """Records and scenarios are large: a few at a time, counted before they are read."""
        address, limits = _address(scope), self._limits
        if self._records.total() >= limits.records or self._records[address] >= limits.records_each:
            what = "too many records or scenarios are being read: try again"
            await _refuse(send, "http.response", 503, what)
            return
        with _counted(self._records, address):
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Any, receive: Receive, send: Send) -> None:
        address = _address(scope)
        refusal = self._is_foreign(scope["headers"], check_origin=True)
        if refusal is None and (
            self._sockets[address] >= self._limits.sockets_each or not self._attempts.take(address)
        ):
            refusal = 429, "too many WebSockets from this address: wait a moment"
        if refusal is not None:
            if "websocket.http.response" in scope.get("extensions", {}):
                await _refuse(send, "websocket.http.response", *refusal)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            return
        with _counted(self._sockets, address):
            await self._app(scope, receive, send)

    def _is_foreign(
        self, headers: Iterable[tuple[bytes, bytes]], check_origin: bool
    ) -> tuple[int, str] | None:
        """Why a request is not meant for this server, or not from one of its pages."""
        host, origins = "", []
        for name, value in headers:
            if name == b"host":
                host = value.decode("latin-1").lower()
            elif name == b"origin" and check_origin:
                origins.append(value.decode("latin-1").lower())
        if not _is_host(host):
            return 400, "the Host header is not a name and a port"
        if self._hosts and _name(host) not in self._hosts:
            return 421, "this server does not answer to the name in the Host header"
        for origin in origins:
            scheme, _, place = origin.partition("://")
            ours = place == host or _name(place) in self._hosts
            if scheme not in ("http", "https") or not ours:
                return 403, "this request comes from a page of another site"
        return None

    def _sending(self, scope: Any, send: Send) -> Send:
        """`send` with compression, HSTS, and no body for HEAD."""
        secret = scope["path"].startswith(_SECRET)
        compress = not secret and accepts_gzip(scope["headers"])
        promise = self._hsts and scope["scheme"] == "https"
        has_body = scope["method"] != "HEAD"
        begun: Any = None

        async def sending(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = message
                return
            if begun is not None:
                start, begun = begun, None
                headers = list(start["headers"])
                if compress and not message.get("more_body"):
                    message = await _compressed(headers, message)
                if promise:
                    headers.append(_HSTS)
                await send({**start, "headers": headers})
            await send(message if has_body else {**message, "body": b""})

        return sending


def _address(scope: Any) -> str:
    return network(scope["client"][0] if scope["client"] else "")


@contextmanager
def _counted(counter: Counter[str], address: str) -> Iterator[None]:
    """Count one more for an address, for a while."""
    counter[address] += 1
    try:
        yield
    finally:
        counter[address] -= 1
        if not counter[address]:
            del counter[address]


async def _compressed(headers: list[tuple[bytes, bytes]], message: Any) -> Any:
    """A whole body, compressed if that is worthwhile; its headers are changed to match."""
    body = message.get("body", b"")
    known = dict(headers)
    kind = known.get(b"content-type", b"")
    if (
        len(body) < _WORTH_IT
        or not kind.startswith(_COMPRESSIBLE)
        or b"content-encoding" in known
        or b"content-length" not in known
    ):
        return message
    if len(body) < _LONG:
        body = gzip.compress(body, 6, mtime=0)
    else:
        body = await asyncio.to_thread(gzip.compress, body, 6, mtime=0)
    headers[:] = [
        *((name, value) for name, value in headers if name != b"content-length"),
        (b"content-length", str(len(body)).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"accept-encoding"),
    ]
    return {**message, "body": body}


async def _refuse(send: Send, kind: str, status: int, what: str) -> None:
    body = encode(ErrorBody(Trouble("request", what)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *((name.encode(), value.encode()) for name, value in HEADERS.items()),
    ]
    messages: list[Any] = [
        {"type": f"{kind}.start", "status": status, "headers": headers},
        {"type": f"{kind}.body", "body": body, "more_body": False},
    ]
    for message in messages:
        await send(message)


def _is_host(host: str) -> bool:
    """Whether the libraries behind us can make a URL from a Host header."""
    try:
        urlsplit(f"//{host}").port  # noqa: B018 (asking for it reads it)
    except ValueError:
        return False
    return True


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("localhost:1863"), _name("[::1]:80"), _name("[::1]"), _name("example.org")
    ('localhost', '[::1]', '[::1]', 'example.org')
    """
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
