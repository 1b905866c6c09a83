"""The client's files, and the headers that keep every page to itself."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import Message, Scope

from longroll.server.faults import NotFound

STATIC = Path(__file__).parent / "static"

_NO_CLIENT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Long Roll</title></head>
<body><h1>Long Roll</h1>
<p>The server runs, but the client is not built. In the project's folder, <code>make web</code>
builds it; then load this page again.</p>
<p>The interface for programs is described at <a href="/api/schema">/api/schema</a>.</p>
</body></html>
"""

#: Nothing from elsewhere, no script in the page, no frame around it.
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
    """Before a response leaves: the headers above, and no caching of what a seat sees."""
    if message["type"] == "http.response.start":
        headers = [*message["headers"], *_RAW]
        if scope["path"].startswith("/api/"):
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(path: FromPath[str] = "") -> Response[Any]:
    """A file of the client; its one page for every other address."""
    return await asyncio.to_thread(_page, path)


def _page(path: str) -> Response[Any]:
    path = path.lstrip("/")
    if path.startswith("api/"):
        raise NotFound("address", f"there is no /{path}"[:200])
    file = (STATIC / path).resolve()
    if not path or not file.is_relative_to(STATIC) or not file.is_file():
        if Path(path).suffix not in ("", ".html"):
            raise NotFound("address", f"there is no /{path}"[:200])
        file = STATIC / "index.html"
    if not file.is_file():
        return Response(_NO_CLIENT, media_type="text/html; charset=utf-8")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # The names of built files hold a hash of what is in them.
    keep = "public, max-age=31536000, immutable" if "assets" in file.parts else "no-cache"
    return Response(file.read_bytes(), media_type=kind, headers={"cache-control": keep})
