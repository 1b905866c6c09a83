"""The log: a line for each record, never a token, never a flood."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from io import StringIO
from pathlib import Path

import pytest
from litestar.testing import TestClient

from longroll.server.logs import Json, Line, Sparing, handler
from tests.server.tables import app_at

TOKEN = "p-U5_vKJ3mQ0aWzX8dTc1g"
SECRET = "5f" * 32


def record(message: str, *args: object, error: bool = False) -> logging.LogRecord:
    return logging.LogRecord(
        "longroll.server",
        logging.ERROR,
        __file__,
        1,
        message,
        args,
        sys.exc_info() if error else None,
    )


def failed(said: str) -> logging.LogRecord:
    """A record of an exception that came from another."""
    try:
        try:
            raise KeyError(said)
        except KeyError as cause:
            raise ValueError(f"seat\n{said}") from cause
    except ValueError:
        return record("at /api/seats/%s/live", said, error=True)


@pytest.mark.parametrize("secret", [TOKEN, SECRET, f"seat.{TOKEN}", f"?token={TOKEN}&at=1"])
@pytest.mark.parametrize("form", [Line(), Json()])
def test_a_token_in_an_exception_is_hidden(form: logging.Formatter, secret: str) -> None:
    line = form.format(failed(secret))
    assert TOKEN not in line
    assert SECRET not in line
    assert "[hidden]" in line
    assert "\n" not in line


def test_a_line_says_what_happened_and_where() -> None:
    line = Line().format(failed("4"))
    assert line.startswith("longroll: at /api/seats/4/live | ValueError: seat 4 (")
    assert "server/test_logs.py" in line
    assert "from KeyError: '4'" in line
    assert Line().format(record("a worker ended with code %s", 3)).endswith("ended with code 3")


def test_json_for_machines() -> None:
    facts = json.loads(Json().format(failed("4")))
    assert facts["level"] == "error"
    assert facts["logger"] == "longroll.server"
    assert facts["message"] == "at /api/seats/4/live"
    assert facts["error"].startswith("ValueError: seat 4")
    assert facts["time"].endswith("+00:00")
    assert set(json.loads(Json().format(record("x")))) == {"time", "level", "logger", "message"}


def test_one_place_cannot_flood_the_log() -> None:
    now = 0.0
    sparing = Sparing(most=3, clock=lambda: now)
    assert [sparing.filter(record("full")) for _ in range(5)] == [True] * 3 + [False] * 2
    now = 60.0
    later = record("full of %s", "files")
    assert sparing.filter(later)
    assert later.getMessage() == "full of files (and 2 more before)"
    assert sparing.filter(record("full"))


def test_running_out_of_descriptors_is_told_but_not_all_the_time() -> None:
    stream = StringIO()
    lines = handler("text", stream)
    logger = logging.getLogger("asyncio")
    logger.addHandler(lines)
    loop = asyncio.new_event_loop()
    try:
        for _ in range(500):  # as the event loop does for every connection it cannot accept
            error = OSError(24, "Too many open files")
            loop.call_exception_handler({"message": "out of resources", "exception": error})
    finally:
        loop.close()
        logger.removeHandler(lines)
    assert 1 <= len(stream.getvalue().splitlines()) <= 20
    assert "Too many open files" in stream.getvalue()


def test_a_mistake_of_the_server_tells_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(f"no seat {TOKEN}")

    monkeypatch.setattr("longroll.server.api.duty", fail)
    with TestClient(app_at(tmp_path)) as client:
        assert client.get(f"/api/rules/{TOKEN}").status_code == 500
    (said,) = caplog.records
    for form in (Line(), Json()):
        assert "RuntimeError: no seat [hidden]" in form.format(said)
        assert TOKEN not in form.format(said)
