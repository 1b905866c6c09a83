"""Small runs for tests, and workers that need no new process."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from longroll.lab.battles import Fought
from longroll.lab.engines import Crew
from longroll.lab.plans import Plan, plan
from longroll.lab.running import Engine, play_run
from longroll.lab.runs import Run, start

#: A system whose random battles take a few milliseconds.
SMALL = ("skirmish", "crossroads")
#: One with losses, whose random battles take a tenth of a second.
DRILL = ("gbacw", "drill")


@contextmanager
def here() -> Iterator[Crew]:
    """One worker, a thread of this process."""
    with ThreadPoolExecutor(1) as pool:
        yield Crew(pool, 1, (BrokenExecutor,))


def small(games: int, system: tuple[str, str] = SMALL, **more: object) -> Plan:
    """Battles between random players."""
    return plan(*system, ["random", "random"], games, **more)  # type: ignore[arg-type]


def played(folder: Path, wanted: Plan, engine: Engine = here) -> tuple[Run, list[Fought]]:
    """A run of a plan, with all its battles."""
    run = start(folder, wanted)
    return run, play_run(run, engine)
