"""Damaged requests and frames, given to the whole application, or over sockets to a server."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, AsyncExitStack
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import msgspec

from longroll.server.app import create_app
from longroll.server.edge import Edge, Hosting
from tests.attack.fuzz_rules import records
from tests.attack.mutate import mutated
from tests.server.raw import Raw, Site, serving
from tests.server.tables import FREE, app_at

#: A battle is left for a new one after so many cases, so that none becomes too long.
FRESH = 5_000
HASH = "0" * 64
TOKEN = "A" * 22
SYSTEMS = ("stockade_redan", "corinth", "gbacw", "mckie", "mckie_umpire")


FOLDER = files("longroll.systems.mckie") / "data" / "scenarios"
FILES = [
    {"name": name, "text": (FOLDER / name).read_text(encoding="utf-8")}
    for name in ("the-angle.toml", "the-angle.table.toml")
]


class Mistake(Exception):
    """The server made one."""


def bodies() -> list[tuple[str, str]]:
    """A valid body for everything that can be posted; `@` and `#` stand for a seat's own facts."""
    seats = '{"union":{"who":"me"},"confederate":{"who":"friend","level":2}}'
    mine = seats.replace("friend", "me")
    options = '{"undo":"free","cards":true,"cards_of_each":3}'
    return [
        *(("/api/battles", f'{{"system":"{slug}","seed":7,"seats":{mine}}}') for slug in SYSTEMS),
        ("/api/battles", f'{{"system":"mckie","options":{options},"seats":{mine}}}'),
        ("/api/battles", f'{{"system":"corinth","scenario":"historical","seats":{seats}}}'),
        ("/api/scenarios", msgspec.json.encode({"system": "mckie", "files": FILES}).decode()),
        ("/api/invitations", f'{{"invitation":"{TOKEN}","token":"{TOKEN}"}}'),
        ("/api/mine", f'{{"tokens":["{TOKEN}","@","@"]}}'),
        ("/api/seat/sit", f'{{"commitment":"{HASH}","nonce":"fife"}}'),
        ("/api/seat/sit", f'{{"commitment":"{HASH}","anchor":"{HASH}"}}'),
        ("/api/seat/link", f'{{"batch":0,"link":"{HASH}"}}'),
        ("/api/seat/choose", '{"at":#,"choice":"historical"}'),
        ("/api/seat/choose", '{"at":#,"choice":"place 1420"}'),
        ("/api/seat/undo", ""),
        ("/api/seat/take-back", '{"to":0}'),
        ("/api/seat/consent", '{"to":0,"agree":true}'),
    ]


QUESTIONS = [
    "/api/systems/corinth/table?scenario=historical",
    "/api/rules/stockade_redan:10.0.7",
    "/api/seat?at=0&after=-1",
    "/api/seat/why-not?choice=place 1420",
    "/api/seat/odds?choice=historical",
    "/api/seat/sight?from=1420&to=1620",
    "/api/seat/sight?from=12.5,30&to=u1",
    "/api/seat/reach?unit=13us-a",
    "/api/seat/preview?choice=move u1 ahead 4 left 8&fit=true",
    "/api/seat/record",
]


class Served:
    """The application behind its edge, in this process and without a port."""

    def __init__(self, file: Path) -> None:
        self._app = create_app(f"sqlite:///{file}", FREE, thinkers=0)
        self._edge = Edge(self._app, FREE, Hosting())
        self._stack = AsyncExitStack()
        self._bodies = bodies()
        self._seats: list[str] = []
        self._count = 0
        self._line: _Line | None = None

    async def __aenter__(self) -> Served:
        await self._stack.enter_async_context(self._app.lifespan())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._hang_up()
        await self._stack.aclose()

    async def _begin(self) -> None:
        """New battles, now and then."""
        if self._count % FRESH == 0:
            await self._hang_up()
            self._seats = []
            for slug in SYSTEMS:
                body = {"system": slug, "seed": 7, "seats": _MINE}
                status, made = await self._ask("POST", "/api/battles", msgspec.json.encode(body))
                assert status == 201, made
                seats = msgspec.json.decode(made)
                self._seats += [*seats["seats"].values(), seats["watch"]]
        self._count += 1

    async def request(self, chance: Random) -> bool:
        """One damaged request."""
        await self._begin()
        token = chance.choice(self._seats)
        if chance.random() < 0.1:
            text = mutated(chance.choice(records()), chance)
            return await self._sent("POST", "/api/records", text, token)
        if chance.random() < 0.3:
            path, _, query = chance.choice(QUESTIONS).partition("?")
            pairs = [pair.partition("=") for pair in query.split("&")]
            words = [(name, mutated(value, chance)[:3_000]) for name, _, value in pairs]
            query = "&".join(f"{name}={_quoted(value)}" for name, value in words)
            if chance.random() < 0.2:
                query = mutated(query, chance)
            if chance.random() < 0.1:
                path = quote(mutated(path, chance)[:3_000], errors="surrogatepass")
            return await self._sent("GET", f"{path}?{query}", "", token)
        path, body = chance.choice(self._bodies)
        body = body.replace("@", token).replace("#", str(chance.randrange(3)))
        return await self._sent("POST", path, mutated(body, chance), token)

    async def _sent(self, method: str, path: str, text: str, token: str) -> bool:
        data = text.encode("utf-8", "surrogatepass")
        status, answer = await self._ask(method, path, data, token)
        if status >= 500 or b"Traceback" in answer:
            raise Mistake(f"{status} {method} {path[:200]} {data[:300]!r}: {answer[:200]!r}")
        if status >= 400 and set(msgspec.json.decode(answer)) != {"error"}:
            raise Mistake(f"an error of another shape: {answer[:200]!r}")
        return status < 400

    async def _ask(self, method: str, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        place, _, query = path.partition("?")
        headers = [
            (b"host", b"localhost"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope = {
            **_scope("http", place, query, headers),
            "method": method,
        }
        inbox = [{"type": "http.request", "body": body, "more_body": False}]
        outbox: list[Any] = []
        forever = asyncio.Event()

        async def receive() -> Any:
            if not inbox:
                await forever.wait()
            return inbox.pop()

        async def send(message: Any) -> None:
            outbox.append(message)

        await self._edge(scope, receive, send)
        return outbox[0]["status"], b"".join(one.get("body", b"") for one in outbox[1:])

    async def frame(self, chance: Random) -> bool:
        """One damaged frame on a live connection."""
        await self._begin()
        if self._line is None:
            self._line = _Line(self._edge, chance.choice(self._seats))
        text = self._line.choice(chance)
        if text is None or chance.random() < 0.5:
            text = mutated(chance.choice(_FRAMES).replace("#", str(chance.randrange(3))), chance)
        answer = await self._line.say(text.encode("utf-8", "replace").decode())
        if answer is None or chance.random() < 0.01:
            await self._hang_up()
        if answer is None:
            return False
        if b'"where":"server"' in answer:
            raise Mistake(f"{text[:300]!r}: {answer[:200]!r}")
        return answer.startswith(b'{"type":"moment"')

    async def _hang_up(self) -> None:
        if self._line is not None:
            await self._line.close()
            self._line = None


_MINE = {side: {"who": "me"} for side in ("union", "confederate")}
_FRAMES = (
    '{"type":"choose","at":#,"choice":"historical"}',
    '{"type":"choose","at":#,"choice":"place 1420"}',
    '{"type":"undo"}',
    f'{{"type":"link","batch":0,"link":"{HASH}"}}',
)


class _Line:
    """A WebSocket of a seat, without the socket. Every frame is answered, or ends it."""

    def __init__(self, edge: Edge, token: str) -> None:
        self._in: asyncio.Queue[Any] = asyncio.Queue()
        self._out: asyncio.Queue[Any] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        scope = {
            **_scope("websocket", "/api/live", "", [(b"host", b"localhost")]),
            "subprotocols": ["longroll", f"seat.{token}"],
        }
        self._last: dict[str, Any] = {}
        self._task = asyncio.ensure_future(edge(scope, self._in.get, self._out.put))

    def choice(self, chance: Random) -> str | None:
        """A choice of the last moment that was told, whole or damaged, where there is one."""
        decision = self._last["view"]["decision"] if self._last else None
        if decision is None:
            return None
        choice = chance.choice(decision["choices"])["text"]
        if chance.random() < 0.7:
            choice = mutated(choice, chance).encode("utf-8", "replace").decode()
        frame = {"type": "choose", "at": self._last["number"], "choice": choice}
        return msgspec.json.encode(frame).decode()

    async def say(self, text: str) -> bytes | None:
        """The answer to a frame; None where the server has closed the connection."""
        self._in.put_nowait({"type": "websocket.receive", "text": text})
        # The marker is answered with an error of its own, after whatever the frame has caused.
        self._in.put_nowait({"type": "websocket.receive", "text": _MARKER})
        last = b""
        while True:
            message = await asyncio.wait_for(self._out.get(), 20)
            if message["type"] == "websocket.close":
                return None
            data = (message.get("text") or "").encode()
            if _MARKED in data:
                return last
            last = data or last
            if data.startswith(b'{"type":"moment"'):
                self._last = msgspec.json.decode(data)

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait({self._task})
        if (error := self._task.exception()) is not None:
            raise error


_MARKER, _MARKED = '{"type":"marker"}', b"marker"


def _scope(kind: str, path: str, query: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": query.encode("utf-8", "replace"),
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 1),
        "extensions": {},
        "state": {},
    }


def _quoted(value: str) -> str:
    return quote(value, errors="surrogatepass")


class Sockets(AbstractContextManager["Sockets"]):
    """A server on a port, and damaged requests as bytes, some of which it has to wait for."""

    def __init__(self, folder: Path) -> None:
        limits = msgspec.structs.replace(FREE, head_seconds=0.1, body_seconds=0.1)
        self._serving = serving(app_at(folder, limits), limits)

    def __enter__(self) -> Sockets:
        self._site: Site = self._serving.__enter__()
        self._bodies = bodies()
        return self

    def __exit__(self, *_: object) -> None:
        self._serving.__exit__(None, None, None)

    async def strike(self, chance: Random) -> bool:
        return await asyncio.to_thread(self._strike, chance)

    def _strike(self, chance: Random) -> bool:
        path, body = chance.choice(self._bodies)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if chance.random() < 0.3:
            head = mutated(head, chance)
        data = mutated(body, chance).encode("utf-8", "surrogatepass")
        length = len(data) + chance.choice((0, 0, 0, 0, -1, 1))
        lines = f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        request = lines.encode("utf-8", "surrogatepass") + data
        with Raw(self._site.port) as connection:
            connection.send(request)
            answer = connection.answer(not request.startswith(b"HEAD"))
        if answer is None:
            return False
        if answer.status >= 500 or b"Traceback" in answer.body:
            raise Mistake(f"{answer.status} {request[:300]!r}: {answer.body[:200]!r}")
        return answer.status < 400
