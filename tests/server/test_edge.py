"""Names, origins, proxies and what every answer gets, over a real port."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from longroll.server import pages
from longroll.server.edge import LOOPBACK_HOSTS, Hosting
from longroll.server.limits import Buckets, Limits
from tests.server.raw import Answer, Site, serving
from tests.server.tables import FREE, app_at

HOME = Hosting(hosts=LOOPBACK_HOSTS)
PUBLIC = Hosting(hosts=("play.example.org",), hsts=True)
TABLE = "/api/systems/corinth/table"
ZIPPED = "Accept-Encoding: deflate, gzip;q=0.8"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(app_at(tmp_path_factory.mktemp("home")), FREE, HOME) as site:
        yield site


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(app_at(tmp_path_factory.mktemp("public")), FREE, PUBLIC) as site:
        yield site


@pytest.fixture(scope="module")
def anywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(app_at(tmp_path_factory.mktemp("anywhere")), FREE) as site:
        yield site


# Names


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1863", "127.0.0.1:9", "[::1]:1863"])
def test_a_server_at_home_answers_to_its_names(site: Site, host: str) -> None:
    assert site.get("/api/systems", f"Host: {host}").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil.example:1863", "", "127.0.0.1.nip.io"]
)
def test_and_to_no_other_name(site: Site, host: str) -> None:
    for path in ("/", "/api/systems"):
        answer = site.get(path, f"Host: {host}")
        assert answer.status == 421
        assert "Host" in answer.what
        assert answer.headers["x-content-type-options"] == "nosniff"
    with site.connect() as connection:
        assert status(connection.upgrade("/api/live", f"Host: {host}")) == 421


def test_the_names_given_and_any_port(public: Site) -> None:
    assert public.get("/api/systems", "Host: Play.Example.org:8443").status == 200
    assert public.get("/api/systems", "Host: localhost").status == 421
    # but its health it tells whoever reaches it: a container's check knows only the address
    assert public.get("/health/live", "Host: 127.0.0.1:1863").status == 200
    assert public.get("/health/ready", "Host: 10.0.0.7").status == 200


def status(answer: Answer | None) -> int:
    return answer.status if answer else 0


# Origins


@pytest.mark.parametrize(
    "host, origin",
    [
        ("localhost:1863", "http://localhost:1863"),
        ("localhost:1863", "http://localhost:5173"),
        ("localhost", "https://LOCALHOST"),
    ],
)
def test_pages_of_its_own_may_connect(site: Site, host: str, origin: str) -> None:
    with site.connect() as connection:
        answer = connection.upgrade("/assets", f"Host: {host}", f"Origin: {origin}")
    assert answer is not None
    assert b"another site" not in answer.body


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://localhost.evil.example",
        "https://evil.example/localhost:1863",
        "null",
        "",
        "file://localhost:1863",
    ],
)
def test_pages_of_other_sites_may_not(site: Site, anywhere: Site, origin: str) -> None:
    for place in (site, anywhere):
        with place.connect() as connection:
            answer = connection.upgrade("/api/live", "Host: localhost:1863", f"Origin: {origin}")
        assert answer is not None
        assert answer.status == 403
        assert answer.what == "this request comes from a page of another site"
        answer = place.get("/api/battles", f"Origin: {origin}", method="POST")
        assert answer.status == 403
        assert place.get("/api/systems", f"Origin: {origin}").status == 200


def test_any_name_of_ones_own(anywhere: Site) -> None:
    with anywhere.connect() as connection:
        answer = connection.upgrade("/assets", "Host: a.example", "Origin: https://a.example")
    assert answer is not None
    assert b"another site" not in answer.body


@pytest.mark.parametrize("host", ["local:t", "local:99999999", "[::1"])
@pytest.mark.parametrize("path", ["/api/battles", "/health/live", "/nowhere"])
def test_a_host_that_is_not_a_name_and_a_port(anywhere: Site, path: str, host: str) -> None:
    answer = anywhere.get(path, f"Host: {host}", "Content-Length: 0", method="POST")
    assert answer.status in (400, 405)


def test_sockets_that_come_too_fast(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(FREE, sockets=0.001, sockets_burst=2)
    with serving(app_at(tmp_path, limits), limits) as site:
        said = []
        for client in ("192.0.2.1",) * 3 + ("192.0.2.2",):
            with site.connect() as connection:
                answer = connection.upgrade("/nowhere", f"X-Forwarded-For: {client}")
                said.append(status(answer))
        assert said == [403, 403, 429, 403]


# Proxies


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[Site]:
    """Two requests for every address; 10.0.0.0/8 and this machine are proxies."""
    limits: Limits = msgspec.structs.replace(FREE, requests=0.001, burst=2)
    hosting = Hosting(proxies=("127.0.0.1", "10.0.0.0/8"))
    with serving(app_at(tmp_path, limits), limits, hosting) as site:
        yield site


def asked(site: Site, forwarded: str) -> int:
    return site.get("/api/rules/x", f"X-Forwarded-For: {forwarded}").status


def test_each_client_of_a_proxy_has_its_own_limit(counted: Site) -> None:
    assert [asked(counted, "192.0.2.1") for _ in range(3)] == [404, 404, 429]
    assert asked(counted, "192.0.2.2") == 404
    assert asked(counted, "192.0.2.1, 10.1.2.3") == 429, "through two proxies"


def test_what_the_client_claims_is_not_believed(counted: Site) -> None:
    claims = [f"198.51.100.{n}, 192.0.2.1" for n in range(3)]
    assert [asked(counted, claim) for claim in claims] == [404, 404, 429]
    claims = [f"198.51.100.{n}, 192.0.2.3, 10.9.9.9" for n in range(3)]
    assert [asked(counted, claim) for claim in claims] == [404, 404, 429]


def test_whoever_is_no_proxy_is_not_believed(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(FREE, requests=0.001, burst=2)
    with serving(app_at(tmp_path, limits), limits, Hosting(proxies=("10.0.0.0/8",))) as site:
        assert [asked(site, f"192.0.2.{n}") for n in range(3)] == [404, 404, 429]


def test_one_customer_has_one_limit_in_ipv6(counted: Site) -> None:
    clients = [f"2001:db8:0:1::{n}" for n in range(1, 4)]
    assert [asked(counted, client) for client in clients] == [404, 404, 429]
    assert asked(counted, "2001:db8:0:2::1") == 404


def test_crowds_of_addresses_do_not_slow_the_limits_down() -> None:
    buckets = Buckets(0.001, 2)
    for n in range(25_000):
        assert buckets.take(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")
    assert not all(buckets.take("10.0.0.1") for _ in range(3))


# https


def test_browsers_are_told_to_use_https(public: Site, site: Site) -> None:
    host = "Host: play.example.org"
    header = "strict-transport-security"
    for path in ("/", "/api/systems", "/missing.js"):
        answer = public.get(path, host, "X-Forwarded-Proto: https")
        assert answer.headers[header] == "max-age=31536000"
        assert header not in public.get(path, host).headers
        assert header not in site.get(path, "X-Forwarded-Proto: https").headers


# HEAD


@pytest.mark.parametrize("path, code", [("/", 200), ("/api/systems", 200), ("/api/nothing", 404)])
def test_head_is_get_without_the_body(site: Site, path: str, code: int) -> None:
    with site.connect() as connection:
        for method in ("HEAD", "GET"):
            connection.send(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = connection.answer(has_body=False)
        whole = connection.answer()
    assert head is not None
    assert whole is not None
    assert head.status == whole.status == code
    assert int(head.headers["content-length"]) == len(whole.body) > 0


# Bodies


def test_a_body_in_chunks_has_the_same_limit(site: Site) -> None:
    head = b"POST /api/battles HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = site.ask(head + b'4e22\r\n"' + b"x" * 20_000 + b'"\r\n0\r\n\r\n')
    assert answer is not None
    assert answer.status == 413
    assert "16384 bytes" in answer.what


# Compression


def test_long_answers_are_compressed(site: Site) -> None:
    plain, zipped = site.get(TABLE), site.get(TABLE, ZIPPED)
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.headers["vary"] == "accept-encoding"
    assert gzip.decompress(zipped.body) == plain.body
    assert len(zipped.body) < len(plain.body) / 4


@pytest.mark.parametrize("accepts", ["", "gzip;q=0", "br", "gzip;q=0.0", "xgzip"])
def test_only_for_those_who_read_it(site: Site, accepts: str) -> None:
    assert "content-encoding" not in site.get(TABLE, f"Accept-Encoding: {accepts}").headers


def test_short_answers_and_answers_with_tokens_are_not(site: Site) -> None:
    assert "content-encoding" not in site.get("/api/nothing", ZIPPED).headers
    what = f"{'x' * 5000}"
    body = f'{{"system": "{what}"}}'.encode()
    for path in ("/api/battles", "/api/records", "/api/invitations", "/api/mine"):
        lines = [f"POST {path} HTTP/1.1", "Host: localhost", ZIPPED, f"Content-Length: {len(body)}"]
        answer = site.ask("\r\n".join([*lines, "", ""]).encode() + body)
        assert answer is not None
        assert "content-encoding" not in answer.headers


# The client's files


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<p>Long Roll</p>")
    (folder / "assets" / "index-abc.js").write_text("roll();" * 500)
    (folder / "drum.svg").write_text("<svg/>")
    monkeypatch.setattr(pages, "_files", pages.Files(folder))
    return folder


def test_files_are_compressed_and_kept(site: Site, built: Path) -> None:
    plain = site.get("/assets/index-abc.js")
    zipped = site.get("/assets/index-abc.js", ZIPPED)
    assert plain.headers["content-type"].startswith("text/javascript")
    assert "immutable" in plain.headers["cache-control"]
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body) == plain.body == b"roll();" * 500
    assert zipped.headers["vary"] == "accept-encoding"
    page = site.get("/")
    assert page.body == b"<p>Long Roll</p>"
    assert page.headers["cache-control"] == "no-cache"
    assert site.get("/battle/x").body == page.body


def test_a_file_one_has_already_is_not_sent_again(site: Site, built: Path) -> None:
    first = site.get("/")
    with site.connect() as connection:
        lines = ["GET / HTTP/1.1", "Host: localhost", f"If-None-Match: {first.headers['etag']}"]
        connection.send("\r\n".join([*lines, "", ""]).encode())
        again = connection.answer(has_body=False)
    assert again is not None
    assert again.status == 304
    assert again.headers["etag"] == first.headers["etag"]


def test_files_that_are_not_of_the_client_are_not_there(site: Site, built: Path) -> None:
    (built.parent / "secret.html").write_text("secret")
    for path in ("/../secret.html", "/%2e%2e/secret.html", "/assets/../../secret.html", "//etc"):
        assert b"secret" not in site.get(path).body
    assert site.get("/missing.js").status == 404
    assert site.get("/%00").status == 404
    assert site.get("/" + "a" * 300).status == 404


def test_a_client_that_is_built_again_is_read_again(site: Site, built: Path) -> None:
    assert site.get("/").body == b"<p>Long Roll</p>"
    index = built / "index.html"
    before = index.stat()
    index.write_text("<p>New</p>")
    os.utime(index, ns=(before.st_atime_ns, before.st_mtime_ns + 1_000_000))
    assert site.get("/").body == b"<p>New</p>"
    index.unlink()
    assert b"not built" in site.get("/").body
