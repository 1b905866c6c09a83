"""Carrying out the battles of a run: nothing is lost, nothing is played twice."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager

from longroll.lab.battles import Fought, fight
from longroll.lab.engines import Crew, crew
from longroll.lab.journal import writing
from longroll.lab.plans import Task
from longroll.lab.runs import Run

#: A battle whose worker has died this often while it played nothing else is at fault itself.
MOST_DEATHS = 3


Engine = Callable[[], AbstractContextManager[Crew]]


class Stopped(Exception):
    """The run was told to stop."""


def carry_out(
    tasks: Sequence[Task],
    engine: Engine,
    keep: Callable[[Fought], None],
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Play every task and `keep` each battle once, as it ends.

    A worker that dies loses nothing: its battles are played again, one at a time, so that a battle
    that kills its worker is found. Raises Stopped when `stop` says so.
    """
    waiting = deque(tasks)
    suspects: deque[Task] = deque()
    deaths: Counter[str] = Counter()
    while waiting or suspects:
        with engine() as workers:
            _play(workers, waiting, suspects, deaths, keep, stop)


def play_run(
    run: Run,
    engine: Engine = crew,
    told: Callable[[Fought], None] = lambda fought: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Fought]:
    """Play what is missing of a run, `told` of each battle as it ends; all of its battles."""
    with writing(run.journal) as journal:

        def keep(fought: Fought) -> None:
            journal.write(fought)
            told(fought)

        carry_out(run.missing(), engine, keep, stop)
    return run.battles()


def _play(
    workers: Crew,
    waiting: deque[Task],
    suspects: deque[Task],
    deaths: Counter[str],
    keep: Callable[[Fought], None],
    stop: Callable[[], bool],
) -> None:
    """Play until all is done or the crew breaks."""
    under_way: dict[Future[Fought], Task] = {}
    alone = False
    while waiting or suspects or under_way:
        if stop():
            raise Stopped
        if not under_way:
            alone = bool(suspects)
        queue, most = (suspects, 1) if alone else (waiting, 2 * workers.workers)
        while queue and len(under_way) < most:
            task = queue.popleft()
            under_way[workers.executor.submit(fight, task)] = task
        ended, _ = wait(under_way, timeout=1, return_when=FIRST_COMPLETED)
        for future in ended:
            try:
                fought = future.result()
            except workers.died:
                suspects.extend(_bereaved(under_way, alone, deaths, keep))
                return
            del under_way[future]
            keep(fought)


def _bereaved(
    under_way: dict[Future[Fought], Task],
    alone: bool,
    deaths: Counter[str],
    keep: Callable[[Fought], None],
) -> list[Task]:
    """What is to be tried again after a worker has died; a battle at fault is kept as failed."""
    lost = list(under_way.values())
    if alone:
        [task] = lost
        deaths[task.name] += 1
        if deaths[task.name] >= MOST_DEATHS:
            fault = f"its worker died {MOST_DEATHS} times"
            keep(Fought(name=task.name, seed=task.seed, players=task.players, failed=fault))
            return []
    return lost
