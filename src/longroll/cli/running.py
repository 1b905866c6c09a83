"""What the commands that play many battles share: their options, and the bar that shows how far
a run is."""

from __future__ import annotations

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
from longroll.lab.running import Engine, play_run
from longroll.lab.runs import start

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


def engine_of(engine: str, workers: int, address: str) -> Engine:
    """What plays the battles, from the words of the command line."""
    return partial(crew, engine, workers, address)


def play_all(plans: Sequence[Plan], engine: Engine, out: Path | None) -> list[list[Fought]]:
    """Play some runs one after the other, with a bar; the battles of each.

    Without a folder nothing is kept. With one, each of several runs has a folder of its own in it,
    and whatever was played before is not played again.
    """
    if out is None:
        with TemporaryDirectory(prefix="longroll-") as folder:
            return play_all(plans, engine, Path(folder))
    runs = [start(out if len(plans) == 1 else out / plan.slug, plan) for plan in plans]
    battles = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeRemainingColumn(), console=screen(), transient=True) as bar:
        for run in runs:
            done = run.plan.games - len(run.missing())
            shown = bar.add_task(run.plan.title, total=run.plan.games, completed=done)

            def told(fought: Fought, shown: object = shown) -> None:
                bar.advance(shown)  # type: ignore[arg-type]
                if fought.failed:
                    complain(f"battle {fought.name} failed: {fought.failed}")

            try:
                battles.append(play_run(run, engine, told))
            except KeyboardInterrupt:
                complain(f"stopped; the same command goes on with what is in {run.folder}")
                raise
            bar.remove_task(shown)
    return battles
