"""A run stops when a test cites a rule that no rulebook has."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[2] / "conftest.py"
# Written in two parts, so that this file cites nothing itself.
BOOK = "stockade" + "_redan"


@pytest.mark.parametrize(
    "number, code, said",
    [
        ("9.2.7", pytest.ExitCode.OK, "1 passed"),
        (
            "9.2.77",
            pytest.ExitCode.INTERRUPTED,
            f"test_chaos.py::test_chaos – no rule '{BOOK}:9.2.77'; the nearest are: ",
        ),
    ],
)
def test_a_run_checks_the_ids_it_cites(
    tmp_path: Path, number: str, code: pytest.ExitCode, said: str
) -> None:
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n", encoding="utf-8")
    (tmp_path / "test_chaos.py").write_text(
        f'import pytest\n\n@pytest.mark.rule("{BOOK}:{number}")\ndef test_chaos(): pass\n',
        encoding="utf-8",
    )
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == code
    assert said in run.stdout + run.stderr
