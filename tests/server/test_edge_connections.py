"""Clients that send slowly, read slowly, or come in crowds."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from longroll.server import running
from longroll.server.edge import Hosting
from longroll.server.limits import Limits
from longroll.server.protocols import RESERVE, Door
from tests.server.raw import PATIENCE, Site, serving
from tests.server.tables import FREE

LIMITS: Limits = msgspec.structs.replace(
    FREE, head_seconds=0.5, body_seconds=0.5, message_seconds=0.5, stalled_seconds=0.7
)
#: No proxy: whoever connects is the client.
DIRECT = Hosting(proxies=())


class Echo:
    """An application that reads bodies, sends as much as it is asked for, and echoes frames."""

    def __init__(self) -> None:
        self.sent = 0
        self.stopped = threading.Event()
        self.why: BaseException | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (message := await receive())["type"] != "lifespan.shutdown":
                await send({"type": f"{message['type']}.complete"})
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["path"] == "/never":
            await asyncio.sleep(2)
        else:
            await self.websocket(scope, receive, send)

    async def http(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            while (message := await receive()).get("more_body"):
                pass
            if message["type"] == "http.disconnect":
                return
        size = int(scope["query_string"] or b"2")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        try:
            for _ in range(0, size, 50_000):
                await send({"type": "http.response.body", "body": b"x" * 50_000, "more_body": True})
            await send({"type": "http.response.body", "body": b"ok"})
        finally:
            self.stopped.set()

    async def websocket(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        try:
            if scope["path"] == "/flood":
                while True:
                    await send({"type": "websocket.send", "text": "x" * 10_000})
                    self.sent += 10_000
            while (message := await receive())["type"] != "websocket.connect":
                pass
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
        except BaseException as error:
            self.why = error
            raise
        finally:
            self.stopped.set()


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture
def site(echo: Echo) -> Iterator[Site]:
    with serving(echo, LIMITS, DIRECT) as site:
        yield site


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_request_whose_head_does_not_come(site: Site, sent: bytes) -> None:
    with site.connect() as slow:
        slow.send(sent)
        answer = slow.answer()
        assert answer is not None
        assert answer.status == 408
        assert "took too long" in answer.what
        assert slow.is_ended()


def test_a_head_that_comes_in_drops(site: Site) -> None:
    with site.connect() as slow:
        slow.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        stop = threading.Event()

        def drip() -> None:
            while not stop.wait(0.05):
                slow.send(b"X-A: b\r\n")

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert slow.is_ended()
        finally:
            stop.set()
            dripping.join()


def test_a_second_request_has_its_own_time(site: Site) -> None:
    with site.connect() as kept:
        request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(3):
            kept.send(request)
            answer = kept.answer()
            assert answer is not None
            assert answer.status == 200
            while b"0\r\n\r\n" not in kept._rest:
                assert kept._more()
            kept._rest = b""
        kept.send(request[:20])
        last = kept.answer()
        assert last is not None
        assert last.status == 408


@pytest.mark.parametrize("length", ["Content-Length: 10", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_come(site: Site, length: str) -> None:
    with site.connect() as slow:
        slow.send(f"POST / HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n1\r\n".encode())
        answer = slow.answer()
        assert answer is not None
        assert answer.status == 408
        assert slow.is_ended()


def test_a_body_that_goes_on_after_the_answer(site: Site) -> None:
    with site.connect() as slow:
        slow.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n1")
        answer = slow.answer()
        assert answer is not None
        assert answer.status == 200
        assert slow.is_ended()


def test_a_handshake_that_is_never_answered(site: Site) -> None:
    with site.connect() as slow:
        assert slow.upgrade("/never") is None


@pytest.mark.parametrize("part", ["fragment", "frame"])
def test_a_message_that_is_never_finished(site: Site, part: str) -> None:
    with site.connect() as slow:
        answer = slow.upgrade("/echo")
        assert answer is not None
        assert answer.status == 101
        slow.frame(b"whole")
        assert slow.receive() == (1, b"whole")
        if part == "fragment":
            slow.frame(b"half", fin=False)
        else:
            slow.send(bytes([129, 128 | 10]) + bytes(4) + b"half")
        assert slow.closing_code() == 1008


def test_an_idle_socket_stays_open(site: Site) -> None:
    with site.connect() as idle:
        idle.upgrade("/echo")
        idle.socket.settimeout(1.2)
        with pytest.raises(TimeoutError):
            idle.receive()
        idle.frame(b"still here")
        assert idle.receive() == (1, b"still here")


def test_a_socket_that_reads_nothing_is_cut_off(site: Site, echo: Echo) -> None:
    with site.connect() as deaf:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.upgrade("/flood")
        assert echo.stopped.wait(PATIENCE)
        assert isinstance(echo.why, OSError)
        # Its own buffer, that of the system on both sides, and one message more.
        assert echo.sent < 10_000_000


def test_a_socket_that_reads_is_never_cut_off(site: Site, echo: Echo) -> None:
    with site.connect() as slow:
        slow.upgrade("/flood")
        for _ in range(12):  # longer than the limit
            threading.Event().wait(0.1)
            for _ in range(200):
                assert slow.receive()[0] == 1
        assert not echo.stopped.is_set()


def test_pings_whose_answers_are_not_read(site: Site) -> None:
    with site.connect() as deaf:
        deaf.upgrade("/echo")
        for _ in range(100):
            deaf.frame(b"?" * 100, opcode=9)
        assert deaf.closing_code() == 1008


def test_an_answer_that_is_not_read(site: Site, echo: Echo) -> None:
    with site.connect() as deaf:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.send(b"GET /?50000000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert echo.stopped.wait(PATIENCE)


@pytest.mark.parametrize(
    "send, code",
    [
        (lambda raw: raw.frame(b"x" * 70_000), 1009),
        (lambda raw: raw.frame(b"\xff"), 1007),
        (lambda raw: raw.frame(b"x", opcode=3), 1002),
        (lambda raw: raw.send(b"\x81\x01x"), 1002),
        (
            lambda raw: [raw.frame(fin=False), *(raw.frame(b"", 0, False) for _ in range(200))],
            1008,
        ),
    ],
    ids=["large", "no text", "unknown", "unmasked", "parts"],
)
def test_how_bad_frames_are_closed(
    site: Site, send: Any, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    with site.connect() as bad:
        bad.upgrade("/echo")
        send(bad)
        assert bad.closing_code() == code
    assert not caplog.records


def test_so_many_of_one_address(echo: Echo) -> None:
    limits: Limits = msgspec.structs.replace(FREE, connections_each=2)
    with serving(echo, limits, DIRECT) as site:
        with site.connect() as first, site.connect() as second:
            for open_one in (first, second):
                open_one.upgrade("/echo")
            answer = site.ask(b"")
            assert answer is not None
            assert answer.status == 503
            assert "too many connections" in answer.what
        wait_until_free(site)
    with serving(echo, limits) as site, site.connect(), site.connect():
        assert site.get("/").status == 200, "through a proxy many people come from one address"


def test_so_many_in_all(echo: Echo, caplog: pytest.LogCaptureFixture) -> None:
    limits: Limits = msgspec.structs.replace(FREE, connections=2)
    with serving(echo, limits) as site:
        with site.connect() as first, site.connect():
            first.upgrade("/echo")
            for _ in range(30):
                answer = site.ask(b"")
                assert answer is None or answer.status == 503
        wait_until_free(site)
    assert not caplog.records


@pytest.mark.parametrize("descriptors, most", [(1024, 1024 - RESERVE), (1e6, 4_000), (100, 1)])
def test_connections_leave_room_for_other_files(descriptors: float, most: int) -> None:
    assert Door(Limits(), descriptors, ()).most == most


def test_more_files_may_be_opened_where_the_system_allows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: raised.append(limits))
    for hard, wanted in ((20_000, 4_000 + RESERVE), (2_000, 2_000), (-1, 4_000 + RESERVE)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, hard=hard: (1_024, hard))
        assert running._descriptors(4_000) == wanted
        assert raised.pop() == (wanted, hard)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (60_000, 60_000))
    assert running._descriptors(4_000) == 60_000
    assert not raised


def wait_until_free(site: Site) -> None:
    """The server notices a moment later that a client has gone."""
    for _ in range(1500):
        if site.get("/").status == 200:
            return
        threading.Event().wait(0.02)
    raise AssertionError("still full")


def test_small_answers_are_not_held_back(site: Site) -> None:
    with site.connect() as connection:
        connection.upgrade("/echo")
        (protocol,) = site.server.server_state.connections
        accepted = protocol.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_sockets_are_told_that_the_server_restarts(echo: Echo) -> None:
    with serving(echo, FREE) as site:
        connection = site.connect()
        connection.upgrade("/echo")
        site.server.should_exit = True
        assert connection.closing_code() == 1012
        connection.socket.close()


def test_no_log_for_what_clients_do_wrong(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "longroll"):
        answer = site.ask(b"\x16\x03\x01 this is TLS\r\n\r\n")
        assert answer is not None
        assert answer.status == 400
        assert "not valid HTTP" in answer.what
    assert not caplog.records
