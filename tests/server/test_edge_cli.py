"""What `longroll serve` is told about the network."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.cli import main
from longroll.server.edge import LOOPBACK_HOSTS, LOOPBACK_PROXIES, Hosting


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server would be run with."""
    said: dict[str, Any] = {}
    monkeypatch.setattr("longroll.server.running.run", lambda *_, **more: said.update(more))
    monkeypatch.delenv("LONGROLL_ALLOWED_HOSTS", raising=False)
    monkeypatch.delenv("LONGROLL_TRUSTED_PROXIES", raising=False)
    return said


def serve(*options: str) -> int:
    return main(["serve", "--port", "0", "--no-browser", *options])


@pytest.mark.parametrize(
    "host, hosts",
    [("127.0.0.1", LOOPBACK_HOSTS), ("localhost", LOOPBACK_HOSTS), ("0.0.0.0", ())],
)
def test_what_is_served_by_default(told: dict[str, Any], host: str, hosts: tuple[str, ...]) -> None:
    assert serve("--host", host) == 0
    assert told["hosting"] == Hosting(hosts, LOOPBACK_PROXIES, hsts=False)
    assert (told["workers"], told["log_format"]) == (1, "text")


def test_what_is_asked_for(told: dict[str, Any]) -> None:
    options = ["--allow-host", "a.example", "--allow-host", "b.example", "--hsts"]
    options += ["--trusted-proxy", "10.1.2.3/8", "--trusted-proxy", "2001:db8::1"]
    assert serve(*options, "--log-format", "json") == 0
    proxies = ("10.0.0.0/8", "2001:db8::1/128")
    assert told["hosting"] == Hosting(("a.example", "b.example"), proxies, hsts=True)
    assert told["log_format"] == "json"


def test_what_the_environment_says(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGROLL_ALLOWED_HOSTS", "a.example, b.example")
    monkeypatch.setenv("LONGROLL_TRUSTED_PROXIES", "10.0.0.0/8 192.0.2.1")
    assert serve() == 0
    assert told["hosting"].hosts == ("a.example", "b.example")
    assert told["hosting"].proxies == ("10.0.0.0/8", "192.0.2.1/32")


@pytest.mark.parametrize(
    "options, said",
    [
        (["--trusted-proxy", "nonsense"], "--trusted-proxy nonsense: not an address or a network"),
        (["--allow-host", "https://a.example"], "--allow-host https://a.example: a name"),
        (["--workers", "0"], "--workers"),
        (["--log-format", "xml"], "--log-format"),
    ],
)
def test_what_makes_no_sense(
    told: dict[str, Any], capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert serve(*options) == 2
    assert said in capsys.readouterr().err
    assert not told
