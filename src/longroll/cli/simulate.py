"""`longroll simulate`: a scenario played many times, into tables and a report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from longroll.cli.console import BadInput, NoColor, complain, screen
from longroll.cli.play import Options, Scenario, System_, read_options
from longroll.cli.running import Address, Engine_, FirstSeed, Workers, engine_of, play_all
from longroll.kernel.system import system_named
from longroll.lab.battles import Fought
from longroll.lab.plans import Plan, plan, usual_player
from longroll.lab.report import write_report
from longroll.lab.runs import open_run
from longroll.lab.stats import quantile, wilson
from longroll.lab.tables import NoParquet, write_tables

Level = Annotated[str, typer.Option(metavar="LEVEL", help="Who plays this side.")]


def simulate(
    system: System_,
    scenario: Scenario = "",
    games: Annotated[int, typer.Option(min=1, help="How many battles.")] = 100,
    union: Level = "",
    confederate: Level = "",
    players: Annotated[
        str, typer.Option(metavar="A,B", help="Both players, in the order of the system's sides.")
    ] = "",
    seed: FirstSeed = 0,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    engine: Engine_ = "local",
    workers: Workers = 0,
    address: Address = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the run. Default: one named after it."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--scenario", metavar="FILE", help="A scenario of your own.")
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Play a scenario many times and write what happened as Parquet tables and a report.

    The same command goes on after an interruption: no battle is lost, none is played twice. The
    tables depend on seeds and players alone, not on the engine or the number of workers.
    """
    named = {"union": union, "confederate": confederate}
    wanted = plan(
        system,
        own_scenario(system, scenario, file),
        seats(system, {side: name for side, name in named.items() if name}, players),
        games,
        seed=seed,
        options=read_options(option),
    )
    folder = out or Path(f"{wanted.slug}-{games}")
    [battles] = play_all([wanted], engine_of(engine, workers, address), folder)
    finish(folder, battles)


def own_scenario(system: str, scenario: str, file: Path | None) -> str:
    """The scenario that is named, or the one in a file."""
    if file is None:
        return scenario
    if scenario:
        raise BadInput(f"play either {scenario} or the scenario in {file}")
    from longroll import scenario_in

    return scenario_in(system_named(system), file)


def seats(system: str, named: dict[str, str], players: str) -> dict[str, str]:
    """Who plays each side, from the words of the command line."""
    sides = system_named(system).sides
    if players:
        both = players.split(",") if "," in players else [players] * len(sides)
        if named or len(both) != len(sides):
            raise BadInput(f"--players {players!r} should name a player for each side, and alone")
        return dict(zip(sides, both, strict=True))
    return {**dict.fromkeys(sides, usual_player(system)), **named}


def finish(folder: Path, battles: list[Fought]) -> None:
    """Write the tables and the report of a run, and print its summary."""
    run = open_run(folder)
    _print(run.plan, battles)
    report = write_report(run, battles)
    try:
        write_tables(run, battles)
    except NoParquet as error:
        complain(str(error))
    screen().print(f"Report in {report}", markup=False, soft_wrap=True)


def _print(plan: Plan, battles: list[Fought]) -> None:
    out = screen()
    played = [one for one in battles if not one.failed]
    shown = Table(title=plan.title, box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in ("", "battles", "share"):
        shown.add_column(heading, justify="right" if heading else "left")
    for side in plan.players:
        won = sum(one.winner == side for one in played)
        shown.add_row(f"{side} wins", str(won), str(wilson(won, len(played))))
    drawn = sum(one.winner is None for one in played)
    shown.add_row("draws", str(drawn), str(wilson(drawn, len(played))))
    for level, count in Counter(one.level for one in played).most_common():
        shown.add_row(f"  {level}", str(count), str(wilson(count, len(played))))
    out.print(shown)
    if played:
        turns = [one.turns for one in played]
        middle, low, high = (quantile(turns, share) for share in (0.5, 0.05, 0.95))
        out.print(f"Turns: {middle:g} in the middle, {low:g} to {high:g} in nine of ten.")
    for one in battles:
        if one.failed:
            out.print(f"Battle {one.name} failed: {one.failed}", markup=False)
