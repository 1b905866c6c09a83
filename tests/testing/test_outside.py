"""A package from outside is tried by the same suite, with nothing but its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder in which the counting game is an installed package."""
    info = tmp_path / "counting-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: counting\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[longroll.systems]\ncounting = tests.kernel.counting:COUNTING\n"
    )
    return tmp_path


def suite(outside: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the suite says there."""
    command = [sys.executable, "-m", "pytest", "-p", "longroll.testing.plugin"]
    paths = (ROOT / "src", ROOT, outside, os.environ.get("PYTHONPATH", ""))
    return subprocess.run(
        [*command, "--pyargs", "longroll.testing", *arguments],
        cwd=outside,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
    )


def test_an_outside_system_is_tried_by_its_name(outside: Path) -> None:
    ran = suite(outside, "--system", "counting")
    assert ran.returncode == 0, ran.stdout
    assert " failed" not in ran.stdout
    assert int(ran.stdout.rpartition(" passed")[0].split()[-1]) > 30


def test_a_system_that_nobody_knows_is_named(outside: Path) -> None:
    ran = suite(outside, "--system", "checkers")
    assert ran.returncode == pytest.ExitCode.USAGE_ERROR
    assert "no system 'checkers'" in ran.stdout + ran.stderr
