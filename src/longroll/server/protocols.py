"""Connections: how many may be open, and how long each may keep the server waiting.

uvicorn does not limit the time a client takes to send or to read, so its protocols are extended
here. Every connection has a deadline for what it is doing; one sweep checks them all.
"""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import sys
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from longroll.server.limits import Bucket, Limits, network
from longroll.server.wire import ErrorBody, Trouble, encode

log = logging.getLogger("longroll.server")

#: Connections accepted before the event loop does anything else; `Door` counts them later.
ACCEPTS = 64
#: File descriptors for all that is not a connection, and for connections not yet counted.
RESERVE = 4 * ACCEPTS + 128
#: Bytes of one connection that may wait to be sent before `send` blocks, here and in the kernel.
_BUFFER = 65_536
_SEND_BUFFER = 131_072
#: Parts that one WebSocket message may come in.
_FRAGMENTS = 64
#: Pings and pongs a second.
_CONTROLS = 20


def answer(status: int, phrase: str, what: str) -> bytes:
    """A whole HTTP answer with an error of the usual shape, after which the connection ends."""
    body = encode(ErrorBody(Trouble("request", what)))
    head = (
        f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\ncache-control: no-store\r\n\r\n"
    )
    return head.encode() + body


_MALFORMED = answer(400, "Bad Request", "this is not valid HTTP")
_TOO_SLOW = answer(408, "Request Timeout", "the request took too long to arrive")
_FULL = answer(503, "Service Unavailable", "too many connections are open: try again later")


class Door:
    """The open connections of this process, and whether there is room for one more."""

    def __init__(self, limits: Limits, descriptors: float, proxies: tuple[str, ...]) -> None:
        self.limits = limits
        self.most = max(1.0, min(limits.connections, descriptors - RESERVE))
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self._open: dict[asyncio.BaseTransport, str | None] = {}
        self._each: Counter[str] = Counter()

    @property
    def pause(self) -> float:
        """Seconds between two sweeps."""
        limits = self.limits
        times = limits.head_seconds, limits.body_seconds, limits.message_seconds
        return min(1.0, min(*times, limits.stalled_seconds) / 4)

    def enter(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count a connection in, if there is room. A proxy brings many clients: only the total
        counts for it.
        """
        if len(self._open) >= self.most:
            return False
        key = None if self._is_proxy(address) else network(address)
        if key is not None:
            if self._each[key] >= self.limits.connections_each:
                return False
            self._each[key] += 1
        self._open[transport] = key
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        key = self._open.pop(transport, None)
        if key is not None:
            self._each[key] -= 1
            if not self._each[key]:
                del self._each[key]

    def sweep(self, now: float) -> None:
        """End the connections that have kept the server waiting for too long."""
        for transport in list(self._open):
            protocol = transport.get_protocol()
            if isinstance(protocol, (Http, Socket)):
                protocol.watch.look(protocol, now)

    async def keep_sweeping(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.pause)
            try:
                self.sweep(loop.time())
            except Exception:  # without sweeps every limit of time would be gone
                log.exception("watching the connections")

    def _is_proxy(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in proxy for proxy in self._proxies)


class Watch:
    """The deadline of a connection, and when its peer last took anything of what was sent."""

    __slots__ = ("_last_moved", "_waiting", "deadline", "stalled_seconds")

    def __init__(self, now: float, stalled_seconds: float) -> None:
        self.stalled_seconds = stalled_seconds
        self.deadline = math.inf
        self._waiting = 0
        self._last_moved = now

    def moved(self) -> None:
        """Note that the peer has read most of what was waiting."""
        self._waiting = sys.maxsize

    def look(self, protocol: Http | Socket, now: float) -> None:
        waiting = protocol.transport.get_write_buffer_size()
        if not waiting or waiting < self._waiting:
            self._last_moved = now
        self._waiting = waiting
        if now - self._last_moved > self.stalled_seconds:
            # `close` would wait until the peer has read everything.
            protocol.transport.abort()
        elif now > self.deadline:
            self.deadline = math.inf
            protocol.expire()


class Config(uvicorn.Config):
    """uvicorn's settings, with a door for the protocols below."""

    def __init__(self, app: Any, door: Door, **settings: Any) -> None:
        super().__init__(app, http=Http, ws=Socket, **settings)
        self.door = door


class Http(H11Protocol):
    """HTTP with time limits for sending a request and for reading its answer."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.door = config.door
        self.watch = Watch(self.loop.time(), self.door.limits.stalled_seconds)
        self._stage: Any = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.door.enter(transport, self.client[0] if self.client else ""):
            transport.write(_FULL)
            transport.close()
            return
        transport.set_write_buffer_limits(_BUFFER)
        connection: socket.socket | None = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            # Otherwise a small answer may wait 40 ms for the peer's acknowledgement.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.timeout_keep_alive_task is not None:
            self._stage = None  # a new request begins on a connection that was idle
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        self._set_deadline()

    def resume_writing(self) -> None:
        self.watch.moved()
        super().resume_writing()

    def _set_deadline(self) -> None:
        stage = self.conn.their_state
        if stage is self._stage:
            return
        self._stage = stage
        limits, now = self.door.limits, self.loop.time()
        if stage is h11.IDLE:
            self.watch.deadline = now + limits.head_seconds
        elif stage is h11.SEND_BODY:
            self.watch.deadline = now + limits.body_seconds
        else:
            self.watch.deadline = math.inf

    def expire(self) -> None:
        """The request took too long to arrive."""
        self._end(_TOO_SLOW)

    def send_400_response(self, msg: str) -> None:
        self._end(_MALFORMED)

    def _end(self, last: bytes) -> None:
        """Answer, unless an answer is already on its way, and end the connection."""
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            self.transport.write(last)
        elif not cycle.response_started:
            cycle.disconnected = True
            cycle.message_event.set()
            self.transport.write(last)
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket with time limits for sending a message and for reading ours."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.door = config.door
        self.watch = Watch(self.loop.time(), self.door.limits.stalled_seconds)
        self.watch.deadline = self.loop.time() + self.door.limits.head_seconds
        self._opening = True
        self._controls = Bucket(_CONTROLS, _CONTROLS)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # The library has prepared an answer, but uvicorn does not send it.
            self.transport.write(b"".join(self.conn.data_to_send()) or _MALFORMED)
            self.transport.close()
        self._set_deadline()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send" and self.transport.is_closing():
            # Otherwise a busy sender would keep the loop from noticing that the client is gone.
            raise ClientDisconnected
        await super().send(message)
        if self._opening and self.handshake_complete:
            self._opening = False
            self._set_deadline()

    def _set_deadline(self) -> None:
        if self._opening:
            return
        # This misses a frame that stops within its first bytes; such a client cannot answer
        # pings either, and is closed for that.
        if not self.frames and not self.conn.reader.buffer:
            self.watch.deadline = math.inf
        elif self.watch.deadline == math.inf:
            self.watch.deadline = self.loop.time() + self.door.limits.message_seconds

    def expire(self) -> None:
        """The handshake took too long, or a message that was begun."""
        if self._opening or self.close_sent:
            self.transport.abort()
        elif not self.transport.is_reading():  # the delay is ours
            self.watch.deadline = self.loop.time() + self.door.limits.message_seconds
        else:
            self._fail(1008, "the message took too long to arrive")

    def pause_writing(self) -> None:
        super().pause_writing()
        # A client that does not read our pongs must not make us write more of them.
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self.watch.moved()
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= _FRAGMENTS:
            self._fail(1008, "the message comes in too many parts")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "text must be UTF-8")
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self._is_calm():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_calm():
            super().handle_pong(event)

    def _is_calm(self) -> bool:
        if calm := self._controls.take():
            return calm
        self._fail(1008, "too many pings and pongs")
        return False

    def _fail(self, code: int, reason: str) -> None:
        if not self.close_sent:
            self.frames = []
            self.conn.fail(code, reason)
            self.handle_parser_exception()
