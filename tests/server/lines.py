"""Connections on which any bytes can be sent. Light, for the processes that only need a client."""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import struct
from typing import Self

import msgspec

#: Short enough for tests, long enough for a machine that is busy.
PATIENCE = 20.0


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def what(self) -> str:
        """The error in it, which has the usual shape."""
        error = msgspec.json.decode(self.body)["error"]
        assert set(error) == {"where", "what", "rule"}
        return str(error["what"])


class Raw:
    """A connection, from any address of this machine."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0)
        )
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        with contextlib.suppress(ConnectionError):  # the server may have ended it already
            self.socket.sendall(data)

    def answer(self, has_body: bool = True) -> Answer | None:
        """The next answer; None where the server ends the connection without one."""
        while b"\r\n\r\n" not in self._rest:
            if not self._more():
                return None
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        length = int(headers.get("content-length", 0)) if has_body else 0
        while len(self._rest) < length and self._more():
            pass
        body, self._rest = self._rest[:length], self._rest[length:]
        return Answer(int(first.split()[1]), headers, body)

    def is_ended(self) -> bool:
        """Wait until the server ends the connection; False where it does not."""
        try:
            while self._more():
                pass
        except TimeoutError:
            return False
        return True

    def upgrade(self, path: str, *headers: str) -> Answer | None:
        """Ask for a WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *headers,
        ]
        if not any(line.lower().startswith("host:") for line in headers):
            lines.append("Host: localhost")
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))
        return self.answer()

    def frame(self, data: bytes = b"", opcode: int = 1, fin: bool = True) -> None:
        """Send a WebSocket frame of up to 64 kB, masked with zeros."""
        head = bytes([opcode | (128 if fin else 0)])
        if len(data) < 126:
            head += bytes([128 | len(data)])
        elif len(data) < 65_536:
            head += bytes([128 | 126]) + struct.pack("!H", len(data))
        else:
            head += bytes([128 | 127]) + struct.pack("!Q", len(data))
        self.send(head + bytes(4) + data)

    def receive(self) -> tuple[int, bytes]:
        """The next WebSocket frame: opcode and payload; (-1, b"") at the end."""
        try:
            first, length = self._exactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", self._exactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._exactly(8))
            return first & 15, self._exactly(length)
        except (EOFError, ConnectionError):
            return -1, b""

    def closing_code(self) -> int:
        """The code the server closes with, after whatever it still sends; 1006 without one."""
        while True:
            opcode, data = self.receive()
            if opcode == 8:
                return int.from_bytes(data[:2], "big")
            if opcode == -1:
                return 1006

    def _exactly(self, count: int) -> bytes:
        while len(self._rest) < count:
            if not self._more():
                raise EOFError
        found, self._rest = self._rest[:count], self._rest[count:]
        return found

    def _more(self) -> bool:
        try:
            data = self.socket.recv(65_536)
        except ConnectionError:
            return False
        self._rest += data
        return bool(data)
