"""Bytes that are almost HTTP: always an answer below 500 or the end, and nothing in the log."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tests.server.raw import Site, serving
from tests.server.tables import FREE, app_at

#: LONGROLL_FUZZ=5000 looks longer.
ROUNDS = int(os.environ.get("LONGROLL_FUZZ", "40"))
HOST = b"Host: localhost\r\n"


def get(target: bytes, *headers: bytes) -> bytes:
    return b"GET " + target + b" HTTP/1.1\r\n" + HOST + b"".join(headers) + b"\r\n"


def post(target: bytes, body: bytes, *headers: bytes) -> bytes:
    length = b"Content-Length: %d\r\n" % len(body)
    return b"POST " + target + b" HTTP/1.1\r\n" + HOST + length + b"".join(headers) + b"\r\n" + body


UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
JSON = b"Content-Type: application/json\r\n"
NONSENSE = {
    "nul": get(b"/%00"),
    "nul in a file": get(b"/assets/%00.js"),
    "long name": get(b"/" + b"a" * 300),
    "long address": get(b"/" + b"a/" * 3000),
    "long file": get(b"/" + b"a" * 5000 + b".js"),
    "no utf-8": get(b"/%ff%fe"),
    "surrogate": get(b"/%ed%a0%80"),
    "half an escape": get(b"/%"),
    "bad escape": get(b"/%zz%1"),
    "escaped dots": get(b"/%2e%2e/%2e%2e/etc/passwd"),
    "many slashes": get(b"//////"),
    "backslashes": get(b"/..\\..\\app.py"),
    "whole address": get(b"http://localhost/api/systems"),
    "foreign address": get(b"http://evil.example/"),
    "no slash": get(b"api/systems"),
    "star": b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    "connect": b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n",
    "trace": b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n",
    "own method": b"BREW / HTTP/1.1\r\n" + HOST + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": get(b"/", HOST),
    "empty host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
    "odd host": b"GET / HTTP/1.1\r\nHost: \xff[::\r\n\r\n",
    "http 1.0": b"GET / HTTP/1.0\r\n\r\n",
    "http 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "http 9": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "large head": get(b"/", b"X-A: " + b"a" * 70_000 + b"\r\n"),
    "many headers": get(b"/", b"X-A: b\r\n" * 2000),
    "latin header": get(b"/api/systems", b"X-A: \xe9\xff\r\n"),
    "nul header": get(b"/", b"X-A: \x00\r\n"),
    "folded header": get(b"/", b"X-A: a\r\n b\r\n"),
    "odd types": post(b"/api/battles", b"{}", b"Content-Type: \xff;;charset=\xff\r\n"),
    "odd charset": post(b"/api/battles", b"{}", b"Content-Type: application/json; charset=x\r\n"),
    "form": post(b"/api/battles", b"--\r\n", b"Content-Type: multipart/form-data; boundary=\r\n"),
    "odd accept": get(b"/api/systems", b"Accept: \xff,;q=,*/\r\nAccept-Encoding: ;q=,gzip;q=x\r\n"),
    "odd cookie": get(b"/api/systems", b"Cookie: \xff;==;a\r\n"),
    "odd authorization": get(b"/api/systems", b"Authorization: Bearer \xff\r\n"),
    "odd range": get(b"/", b"Range: bytes=9-1\r\nIf-None-Match: \xff\r\n"),
    "odd forwarded": get(b"/", b"X-Forwarded-For: ,,[::,\xff\r\nX-Forwarded-Proto: \xff\r\n"),
    "odd query": get(b"/api/systems/corinth/table?scenario=%ff%fe"),
    "raw query": get(b"/api/systems/corinth/table?scenario=\xff"),
    "nul query": get(b"/api/systems/corinth/table?scenario=%00"),
    "odd pairs": get(b"/api/systems/corinth/table?=&&=%&scenario[]=&scenario"),
    "many pairs": get(b"/api/systems/corinth/table?" + b"a=b&" * 2000),
    "endless number": get(b"/api/seat?at=1e309"),
    "long number": get(b"/api/seat?after=" + b"9" * 5000),
    "not a number": get(b"/api/seat?at=nan&after=%ff"),
    "odd slug": get(b"/api/systems/%00/table"),
    "odd rule": get(b"/api/rules/%ff%00"),
    "slash in a slug": get(b"/api/systems/a%2fb/table"),
    "body no utf-8": post(b"/api/battles", b'{"system": "\xff"}', JSON),
    "surrogate in body": post(b"/api/battles", b'{"system": "\\ud800"}', JSON),
    "nul in body": post(b"/api/battles", b'{"system": "\\u0000"}', JSON),
    "deep body": post(b"/api/battles", b"[" * 10_000, JSON),
    "deep options": post(
        b"/api/battles", b'{"system": "corinth", "options": ' + b'{"a":' * 2000 + b"}", JSON
    ),
    "large number": post(b"/api/battles", b'{"system": "corinth", "seed": 1e999}', JSON),
    "long integer": post(
        b"/api/battles", b'{"system": "corinth", "seed": ' + b"9" * 6000 + b"}", JSON
    ),
    "record of nothing": post(b"/api/records", b"\x00\xff"),
    "record of nuls": post(b"/api/records", b"\x00" * 1000),
    "odd length": b"POST /api/battles HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    "two lengths": post(b"/api/battles", b"{}", b"Content-Length: 5\r\n"),
    "length of digits": get(b"/", b"Content-Length: \xb2\r\n"),
    "bad chunk": post(b"/api/battles", b"").replace(
        b"Content-Length: 0", b"Transfer-Encoding: chunked"
    )
    + b"zz\r\n",
    "odd encoding": post(b"/api/battles", b"{}", b"Transfer-Encoding: gzip\r\n"),
    "body cut off": post(b"/api/battles", b'{"system"', JSON).replace(b": 9", b": 900"),
    "expect": post(b"/api/battles", b"{}", JSON, b"Expect: 100-continue\r\n"),
    "other upgrade": get(b"/", b"Upgrade: h2c\r\nConnection: Upgrade\r\n"),
    "upgrade elsewhere": get(b"/api/systems", UPGRADE),
    "upgrade to a file": get(b"/", UPGRADE),
    "upgrade by post": get(b"/api/live", UPGRADE).replace(b"GET", b"POST"),
    "upgrade without key": get(b"/api/live", UPGRADE[:60] + b"\r\n"),
    "upgrade with long line": get(b"/api/live?" + b"a" * 9000, UPGRADE),
    "upgrade with many headers": get(b"/api/live", UPGRADE, b"X-A: b\r\n" * 300),
    "upgrade with odd headers": get(b"/api/live", UPGRADE, b"X-A: \xe9\xff\r\n"),
    "upgrade with odd protocol": get(b"/api/live", UPGRADE, b"Sec-WebSocket-Protocol: \xff,,\r\n"),
    "upgrade with origins": get(b"/api/live", UPGRADE, b"Origin: a\r\nOrigin: b\r\n"),
    "upgrade with odd query": get(b"/api/live?after=%ff&after=1e309", UPGRADE),
    "upgrade to nul": get(b"/%00", UPGRADE),
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "newlines": b"\n\n\n\n\r\n\r\n",
    "nothing": b"",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    limits = msgspec.structs.replace(FREE, head_seconds=0.5, body_seconds=0.5)
    with serving(app_at(tmp_path_factory.mktemp("fuzz")), limits) as site:
        yield site


def check(site: Site, request: bytes, caplog: pytest.LogCaptureFixture) -> int:
    """The status of the answer, 0 without one; never 500 and never a word in the log."""
    with site.connect() as connection:
        connection.send(request)
        answer = connection.answer(not request.startswith(b"HEAD"))
    assert not caplog.records, caplog.text
    if answer is None:
        return 0
    assert answer.status < 500
    assert b"Traceback" not in answer.body
    if answer.status >= 400 and not request.startswith(b"HEAD"):
        kind = answer.headers.get("content-type", "")
        if kind == "application/json":
            assert answer.what
        else:
            assert b"Upgrade: websocket" in request
    return answer.status


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense(site: Site, name: str, caplog: pytest.LogCaptureFixture) -> None:
    check(site, NONSENSE[name], caplog)
    assert site.get("/api/systems").status == 200


def test_random_changes_to_good_requests(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(f"{ROUNDS}")
    pieces = [b"%", b"%00", b"\xff", b"\r\n", b"\x00", b"?", b"&", b"=", b"..", b"/", b"{", b'"']
    for _ in range(ROUNDS):
        request = bytearray(chance.choice(list(NONSENSE.values())))
        for _ in range(chance.randint(1, 4)):
            place = chance.randint(0, len(request))
            request[place : place + chance.choice([0, 0, 1, 5])] = chance.choice(pieces)
        check(site, bytes(request), caplog)
