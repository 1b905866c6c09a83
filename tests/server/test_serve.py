"""`longroll serve` as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from longroll.cli import main


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    environment.pop("LONGROLL_DATABASE_URL", None)
    command = [sys.executable, "-c", "from longroll.cli import main; raise SystemExit(main())"]
    with subprocess.Popen(
        [*command, "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found is not None
        answer = httpx.get(f"{found[0]}api/systems", verify=False, trust_env=False, timeout=90)
        assert "stockade_redan" in [system["slug"] for system in answer.json()]
        assert "server" not in answer.headers
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)
    assert list(tmp_path.rglob("battles.db"))


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-browser"]) == 2
    assert f"port {port}" in capsys.readouterr().err


def test_a_database_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--no-browser", "--database", "nonsense"]) == 2
    assert "the database 'nonsense'" in capsys.readouterr().err
