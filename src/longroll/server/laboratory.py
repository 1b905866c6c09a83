"""Small runs of the lab for people at the page: one at a time, in a process of its own.

The thread here only waits and keeps the books; battles are played by a worker process, so neither
the event loop nor anybody's battle waits for them.
"""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Literal

from longroll.kernel.errors import LongrollError
from longroll.lab.battles import Fought
from longroll.lab.engines import crew
from longroll.lab.plans import Plan, plan
from longroll.lab.report import write_report
from longroll.lab.running import Stopped, play_run
from longroll.lab.runs import start
from longroll.server.faults import Busy, Fault, NotFound
from longroll.server.wire import NewRun, RunFacts

Progress = Literal["waiting", "playing", "done", "stopped", "failed"]

#: Runs that wait or are being played; and runs that are kept, the oldest forgotten first.
WAITING, KEPT = 4, 20


class Experiment:
    """A run that somebody asked for."""

    def __init__(self, plan: Plan) -> None:
        self.id = secrets.token_urlsafe(16)
        self.plan = plan
        self.state: Progress = "waiting"
        self.fault = ""
        self.won: dict[str, int] = dict.fromkeys(plan.players, 0)
        self.played = self.failed = self.drawn = 0
        self.report: bytes = b""
        self.stop = Event()

    @property
    def is_over(self) -> bool:
        return self.state not in ("waiting", "playing")

    def add(self, fought: Fought) -> None:
        """Count a battle that has ended."""
        self.played += 1
        if fought.failed:
            self.failed += 1
        elif fought.winner is None:
            self.drawn += 1
        else:
            self.won[fought.winner] += 1

    def facts(self) -> RunFacts:
        return RunFacts(
            id=self.id,
            title=self.plan.title,
            state=self.state,
            games=self.plan.games,
            played=self.played,
            won=dict(self.won),
            drawn=self.drawn,
            failed=self.failed,
            fault=self.fault,
            report=bool(self.report),
        )


class Laboratory:
    """The runs of a server."""

    def __init__(self) -> None:
        self._runs: dict[str, Experiment] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="longroll-lab")

    def begin(self, wanted: NewRun) -> Experiment:
        """Put a run in the queue; Busy if too many wait, Fault if it cannot be played."""
        try:
            made = plan(
                wanted.system,
                wanted.scenario,
                {side: str(level) for side, level in wanted.players.items()},
                wanted.games,
                seed=wanted.seed,
                options=wanted.options,
            )
        except LongrollError as error:
            raise Fault("body", f"{error}") from None
        if sum(not one.is_over for one in self._runs.values()) >= WAITING:
            raise Busy("server", "the lab has enough to do: try again in a few minutes")
        run = Experiment(made)
        self._runs[run.id] = run
        for old in [one.id for one in self._runs.values() if one.is_over][:-KEPT]:
            del self._runs[old]
        self._thread.submit(self._play, run)
        return run

    def find(self, id: str) -> Experiment:
        if id not in self._runs:
            raise NotFound("id", "no such run; the lab keeps only the last ones")
        return self._runs[id]

    def close(self) -> None:
        """Stop everything; a battle that is being played is dropped."""
        for run in self._runs.values():
            run.stop.set()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _play(self, run: Experiment) -> None:
        if run.stop.is_set():
            run.state = "stopped"
            return
        run.state = "playing"
        with TemporaryDirectory(prefix="longroll-lab-") as folder:
            here = start(Path(folder), run.plan)
            state: Progress = "done"
            try:
                play_run(here, partial(crew, "local", 1), run.add, run.stop.is_set)
            except Stopped:
                state = "stopped"
            except Exception as error:  # whatever it is, the lab goes on
                state, run.fault = "failed", f"{type(error).__name__}: {error}"
            if battles := here.battles():
                run.report = write_report(here, battles).read_bytes()
            run.state = state
