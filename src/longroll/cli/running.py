"""What the commands that play many battles share: their options, and the bar that shows how far
a run is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from longroll.cli.console import complain, screen
from longroll.lab.battles import Fought
from longroll.lab.engines import ENGINES, crew
from longroll.lab.plans import Plan
from longroll.lab.running import Engine, Stopped, play_run
from longroll.lab.runs import Run, start

Engine_ = Annotated[
    str, typer.Option("--engine", metavar="NAME", help=f"What plays: {', '.join(ENGINES)}.")
]
Workers = Annotated[
    int, typer.Option(min=0, metavar="K", help="Battles at once; 0: one for each processor.")
]
Address = Annotated[str, typer.Option(help="The address of a Dask or Ray cluster.")]
FirstSeed = Annotated[int, typer.Option(help="The first seed; the others count up from it.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="The folder of the run, to resume it.")
]
Minutes = Annotated[
    float,
    typer.Option(
        min=0, metavar="M", help="Stop each scenario after so many minutes. 0: play all battles."
    ),
]


def engine_of(engine: str, workers: int, address: str) -> Engine:
    """What plays the battles, from the words of the command line."""
    return partial(crew, engine, workers, address)


def play_all(
    plans: Sequence[Plan], engine: Engine, out: Path | None, minutes: float = 0
) -> list[list[Fought]]:
    """Play some runs one after the other, with a bar; the battles of each.

    Without a folder nothing is kept. With one, each of several runs has a folder of its own in it,
    and whatever was played before is not played again. After `minutes` a run that has a battle
    gives way to the next; 0 is as long as it takes.
    """
    if out is None:
        with TemporaryDirectory(prefix="longroll-") as folder:
            return play_all(plans, engine, Path(folder), minutes)
    runs = [start(out if len(plans) == 1 else out / plan.slug, plan) for plan in plans]
    battles = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeRemainingColumn(), console=screen(), transient=True) as bar:
        for run in runs:
            battles.append(_play(run, engine, bar, 60 * minutes))
    return battles


def _play(run: Run, engine: Engine, bar: Progress, seconds: float) -> list[Fought]:
    """Play a run with a bar, for some seconds if there are any; its battles."""
    done = run.plan.games - len(run.missing())
    shown = bar.add_task(run.plan.title, total=run.plan.games, completed=done)
    until = time.monotonic() + seconds

    def told(fought: Fought) -> None:
        nonlocal done
        done += 1
        bar.advance(shown)
        if fought.failed:
            complain(f"battle {fought.name} failed: {fought.failed}")

    def late() -> bool:
        return bool(seconds) and done > 0 and time.monotonic() > until

    try:
        return play_run(run, engine, told, late)
    except Stopped:
        return run.battles()
    except KeyboardInterrupt:
        complain(f"stopped; the same command goes on with what is in {run.folder}")
        raise
    finally:
        bar.remove_task(shown)
