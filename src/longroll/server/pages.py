"""The client's files, and the headers that isolate every page."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.types import Message, Scope

from longroll.server.faults import NotFound

STATIC = Path(__file__).parent / "static"

_NO_CLIENT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Long Roll</title></head>
<body><h1>Long Roll</h1>
<p>The server is running, but the client is not built. In the project's folder, run
<code>make web</code>, then load this page again.</p>
<p>The interface for programs is described at <a href="/api/schema">/api/schema</a>.</p>
</body></html>
"""

#: Nothing from other sites, no inline script, no frame around the page.
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def add_headers(message: Message, scope: Scope) -> None:
    """Before a response leaves: the headers above, unless it has its own, and no caching of what
    a seat sees."""
    if message["type"] == "http.response.start":
        given = {name for name, _ in message["headers"]}
        headers = [*message["headers"], *(one for one in _RAW if one[0] not in given)]
        if scope["path"].startswith("/api/"):
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


class File(msgspec.Struct, frozen=True):
    """A file of the client, ready to be sent."""

    body: bytes
    #: The same compressed; None if that saves nothing.
    compressed: bytes | None
    headers: dict[str, str]


class Files:
    """The client's files in memory, read again when the client has been rebuilt.

    Requests are looked up by name and never become paths of the file system.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: int | None = None
        self._files: dict[str, File] = {}

    def get(self, name: str) -> File | None:
        try:
            built = (self._folder / "index.html").stat().st_mtime_ns
        except OSError:
            return None
        if built != self._built:
            self._files = {
                path.relative_to(self._folder).as_posix(): _read(path)
                for path in self._folder.rglob("*")
                if path.is_file()
            }
            self._built = built
        return self._files.get(name)


def _read(path: Path) -> File:
    body = path.read_bytes()
    compressed = gzip.compress(body, 9, mtime=0)
    return File(
        body,
        compressed if len(compressed) < 0.9 * len(body) else None,
        {
            "content-type": mimetypes.guess_type(path.name)[0] or "application/octet-stream",
            # The names of built files contain a hash of their content.
            "cache-control": (
                "public, max-age=31536000, immutable" if "assets" in path.parts else "no-cache"
            ),
            "etag": f'W/"{hashlib.sha256(body).hexdigest()[:32]}"',
            "vary": "accept-encoding",
        },
    )


_files = Files(STATIC)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
    """A file of the client; its one page for every other address."""
    name = path.lstrip("/")
    file = _files.get(name)
    if file is None:
        if name.startswith("api/") or not _is_address(name):
            raise NotFound("address", f"there is no /{name}"[:200])
        file = _files.get("index.html")
    if file is None:
        return Response(_NO_CLIENT, media_type="text/html; charset=utf-8")
    headers = dict(file.headers)
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if file.compressed is None or not accepts_gzip(request.scope["headers"]):
        return Response(file.body, headers=headers)
    return Response(file.compressed, headers=headers | {"content-encoding": "gzip"})


def _is_address(name: str) -> bool:
    """Whether the client may show its page at this address, as opposed to a missing file."""
    plain = len(name) <= 200 and name.isascii() and name.isprintable()
    return plain and PurePosixPath(name).suffix in ("", ".html")


def accepts_gzip(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether the client accepts gzip."""
    asked = b",".join(value for name, value in headers if name == b"accept-encoding")
    for coding in asked.lower().replace(b" ", b"").split(b","):
        name, _, quality = coding.partition(b";q=")
        if name == b"gzip":
            return quality.strip(b"0.") != b"" or not quality
    return False
