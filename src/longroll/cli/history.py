"""`longroll history`: a scenario played many times by the computer, compared with history."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.play import Options, Scenario, System_, read_options
from longroll.cli.running import Address, Engine_, FirstSeed, Out, Workers, engine_of, play_all
from longroll.kernel.system import History, system_named
from longroll.lab.battles import Fought
from longroll.lab.findings import spread
from longroll.lab.plans import plan, usual_player
from longroll.lab.stats import wilson


def history(
    system: System_,
    scenario: Scenario = "",
    battles: Annotated[int, typer.Option(min=1, help="How many to play.")] = 100,
    player: Annotated[
        str,
        typer.Option(metavar="LEVEL", help="Who plays both sides. Default: the regular."),
    ] = "",
    seed: FirstSeed = 0,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    engine: Engine_ = "local",
    workers: Workers = 0,
    address: Address = "",
    out: Out = None,
    no_color: NoColor = False,
) -> None:
    """Play a scenario many times, computer against computer, and compare it with history.

    It is a run like those of longroll simulate: --out keeps it, and the same command goes on.
    """
    rules = system_named(system)
    both = dict.fromkeys(rules.sides, player or usual_player(system))
    wanted = plan(system, scenario, both, battles, seed=seed, options=read_options(option))
    happened = rules.history(wanted.scenario)
    if happened is None:
        known = ", ".join(name for name in rules.scenarios if rules.history(name) is not None)
        raise BadInput(
            f"{system} {wanted.scenario} has no history to compare with"
            + (f"; these have: {known}" if known else "")
        )
    [fought] = play_all([wanted], engine_of(engine, workers, address), out)
    played = [one for one in fought if not one.failed]
    if played:
        _print(f"{wanted.title}: {len(played)} battles", rules.sides, played, happened)
    for one in fought:
        if one.failed:
            screen().print(f"Battle {one.name} failed: {one.failed}", markup=False)


def _print(title: str, sides: tuple[str, ...], played: list[Fought], happened: History) -> None:
    out = screen()
    shown = Table(title=title)
    for heading in ("", "battles", "share", ""):
        shown.add_column(heading, justify="right" if heading else "left")
    for side in (*sides, None):
        won = sum(one.winner == side for one in played)
        name = f"{side} wins" if side is not None else "nobody wins"
        shown.add_row(name, str(won), str(wilson(won, len(played))), "")
    shown.add_section()
    counts = Counter(one.level for one in played)
    for level in dict.fromkeys([*(level for level, _ in counts.most_common()), happened.level]):
        mark = "history" if level == happened.level else ""
        shown.add_row(level, str(counts[level]), str(wilson(counts[level], len(played))), mark)
    out.print(shown)
    figures = Table()
    for heading in ("", "mean", "middle half", "least", "most", "history"):
        figures.add_column(heading, justify="right" if heading else "left")
    for what, real in happened.figures.items():
        values = [one.figures.get(what, 0) for one in played]
        seen = spread(values)
        figures.add_row(
            what,
            f"{seen.mean:,.0f}",
            f"{seen.quarter:,.0f}–{seen.three_quarters:,.0f}",
            f"{min(values):,}",
            f"{max(values):,}",
            f"{real:,}",
        )
    if happened.figures:
        out.print(figures)
