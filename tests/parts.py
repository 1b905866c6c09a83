"""Everything that a change must pass, part by part, with the time of each.

    python -m tests.parts [PART ...] [--without-client] [--coverage]

The parts of a stage run two at a time, the longest first: whichever lane is free takes the next, so
two processors always have something to do. Measuring the coverage doubles the cost of the rules, so
it is asked for: CI does. The processor time of a part is what it costs, whatever else the machine
does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
#: The tests start Python hundreds of times: what it compiles is kept, even where the shell says no.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


class Part(NamedTuple):
    """Commands that run one after the other, up to the first that fails."""

    name: str
    commands: tuple[tuple[str, ...], ...]


def pytest(name: str, *arguments: str, workers: int = 0) -> Part:
    """A part of the tests: in one process, or in workers where tests wait or are few and long.

    Each worker collects all tests, and every result goes from process to process: where there are
    thousands of short tests, that costs as much as the tests.
    """
    options = ("-n", str(workers), "--dist", "worksteal") if workers else ()
    return Part(name, ((f"{BIN}/pytest", *options, "--durations=10", *arguments),))


LINT = Part(
    "lint",
    (
        (f"{BIN}/ruff", "check"),
        (f"{BIN}/ruff", "format", "--check"),
        (f"{BIN}/lint-imports",),
    ),
)
TYPES = Part("types", ((f"{BIN}/mypy",),))
CLIENT = Part("client", (("make", "--silent", "web"),))
# The tests of single rules, in two parts that take about as long. The plugin for outside systems
# would import the packages that hold the rules before any coverage is measured.
UNAIDED = ("-p", "no:longroll.testing.plugin")
RULES = pytest("rules", *UNAIDED, "tests/rulebook", "tests/rulebooks")
TOOLS = pytest(
    "tools",
    *UNAIDED,
    *("tests/kernel", "tests/board", "tests/vectors", "tests/table", "tests/guide", "tests/cli"),
    "tests/test_layers.py",
)
# What every system promises, golden files, the examples in the code; a system from outside.
SYSTEMS = pytest("systems", "src", "tests/testing", "examples/skirmish/tests")
# Tests of the server and in the browser often wait for one another's processes, and battles never
# wait: together they keep the processors busy.
BATTLES = pytest("battles", "tests/ai", "tests/lab", "tests/docs", workers=2)
SERVER = pytest(
    "server", "tests/browser", "tests/server", "tests/attack", "tests/deploy", workers=3
)
STAGES = ((SYSTEMS, RULES, TOOLS, TYPES, CLIENT, LINT), (SERVER, BATTLES))
NAMES = [part.name for stage in STAGES for part in stage]
#: How many parts run at the same time.
LANES = 2
#: The parts that measure the coverage of the packages that hold the rules, each in a file of its
#: own, and what adds them up.
MEASURED = (RULES.name, TOOLS.name)
DATA = ".coverage"
COVERAGE = Part(
    "coverage",
    (
        (f"{BIN}/coverage", "combine", "--quiet", *(f"{DATA}.{name}" for name in MEASURED)),
        (f"{BIN}/coverage", "report", "--skip-covered"),
    ),
)


def measured(part: Part) -> Part:
    """A part that measures coverage too, where that means something."""
    more = ("--cov", "--cov-report=", "--cov-fail-under=0") if part.name in MEASURED else ()
    return part._replace(commands=tuple((*command, *more) for command in part.commands))


class Ran(NamedTuple):
    """How a part went, in seconds of the clock and of processors."""

    name: str
    failed: bool
    seconds: float
    processors: float


def run(part: Part, alone: bool) -> Ran:
    """Run a part; what it says is printed at its end, or as it comes where it runs alone."""
    began, processors, status = time.monotonic(), 0.0, 0
    environment = ENVIRONMENT
    if part.name in MEASURED:
        environment = ENVIRONMENT | {"COVERAGE_FILE": f"{DATA}.{part.name}"}
    with tempfile.TemporaryFile() as output:
        for command in part.commands:
            into = None if alone else output
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=into, stderr=into)
            _, ended, usage = os.wait4(process.pid, 0)
            process.returncode = status = os.waitstatus_to_exitcode(ended)
            processors += usage.ru_utime + usage.ru_stime
            if status:
                break
        output.seek(0)
        print(output.read().decode(errors="replace"), flush=True)
    return Ran(part.name, status != 0, time.monotonic() - began, processors)


def main() -> int:
    """1 where a part has failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.parts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("parts", metavar="PART", nargs="*", help=", ".join(NAMES))
    parser.add_argument("--without-client", action="store_true", help="do not build the client")
    parser.add_argument("--coverage", action="store_true", help="measure coverage, and ask for it")
    given = parser.parse_args()
    if unknown := [name for name in given.parts if name not in NAMES]:
        parser.error(f"no part {unknown[0]!r}: choose from {', '.join(NAMES)}")
    wanted = set(given.parts or NAMES)
    if given.without_client:
        wanted.discard(CLIENT.name)
    began = time.monotonic()
    ran: list[Ran] = []
    for stage in STAGES:
        parts = [part for part in stage if part.name in wanted]
        if given.coverage:
            parts = [*map(measured, parts)]
        with ThreadPoolExecutor(LANES) as pool:
            ran += pool.map(partial(run, alone=len(parts) == 1), parts)
        if given.coverage and wanted.issuperset(MEASURED) and RULES in stage:
            ran.append(run(COVERAGE, alone=True))
    print(f"{'part':<10}{'seconds':>9}{'processors':>12}")
    for one in ran:
        end = "  failed" if one.failed else ""
        print(f"{one.name:<10}{one.seconds:>9.0f}{one.processors:>12.0f}{end}")
    print(f"{'all':<10}{time.monotonic() - began:>9.0f}{sum(one.processors for one in ran):>12.0f}")
    return int(any(one.failed for one in ran))


if __name__ == "__main__":
    sys.exit(main())
