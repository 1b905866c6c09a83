"""The command line without a new process: arguments and typed lines in, code and text out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from longroll.cli import main
from tests.cli.terminal import POSITION, Longroll, Ran


@pytest.fixture
def longroll(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Longroll:
    def run(*arguments: object, lines: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A file with POSITION in it."""
    path = tmp_path / "fire.json"
    path.write_text(json.dumps(POSITION, indent=1), encoding="utf-8")
    return path


@pytest.fixture
def record(longroll: Longroll, tmp_path: Path) -> Path:
    """The record of a whole battle between random players."""
    path = tmp_path / "battle.record"
    assert longroll("selfplay", "stockade_redan", "--seed", 7, "--record", path).code == 0
    return path
