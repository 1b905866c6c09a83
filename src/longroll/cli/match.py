"""`longroll match`: player against player, both sides of every seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from longroll.ai import levels
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.play import Options, Scenario, read_options
from longroll.cli.running import Address, Engine_, FirstSeed, Out, Workers, engine_of, play_all
from longroll.guide import card_of
from longroll.kernel.system import System, slug_of, systems
from longroll.lab.matches import Pairing, all_pairs, count_pairs, page, rating
from longroll.lab.plans import Plan, plan
from longroll.lab.runs import PLAN, open_run


def match(
    system: Annotated[
        str, typer.Argument(metavar="[SYSTEM]", help="See longroll list; with --all, default: all.")
    ] = "",
    scenario: Scenario = "",
    players: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Two players, or levels: see longroll list."),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="All pairings of all levels, in the shortest scenario unless one is named.",
        ),
    ] = False,
    games: Annotated[int, typer.Option(min=2, help="Battles of each pairing, both sides.")] = 100,
    seed: FirstSeed = 0,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table as a page of Markdown.")
    ] = None,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    engine: Engine_ = "local",
    workers: Workers = 0,
    address: Address = "",
    out: Out = None,
    collect: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Play nothing: show the matches kept in its folders."),
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Let two players fight, each seed once with either side; shares with intervals, and Elo."""
    if collect is not None:
        _show(_kept(collect), table, f"longroll match --collect {collect.name}")
        return
    if every == bool(players):
        raise BadInput("name two players with --players A B, or ask for --all pairings")
    if players and not system:
        raise BadInput(f"name a system: {', '.join(systems())}")
    options = read_options(option)
    plans: list[Plan] = []
    for slug in [system] if system else _with_players():
        name = scenario or (_shortest(slug) if every else "")
        for pair in [players] if players else all_pairs(slug):
            plans.append(
                plan(slug, name, list(pair), games, seed=seed, options=options, pairs=True)
            )
    battles = play_all(plans, engine_of(engine, workers, address), out)
    pairings = [count_pairs(one, fought) for one, fought in zip(plans, battles, strict=True)]
    words = ["longroll match", system, scenario, "--all" if every else "--players A B"]
    _show(pairings, table, " ".join(filter(None, [*words, f"--games {games}"])))


def _show(pairings: list[Pairing], table: Path | None, command: str) -> None:
    _print(pairings)
    if table is not None:
        table.write_text(page(pairings, command), encoding="utf-8")
        screen().print(f"Written to {table}", markup=False)


def _kept(folder: Path) -> list[Pairing]:
    """Every match in the folders of a folder, as far as it was played."""
    runs = [open_run(file.parent) for file in sorted(folder.glob(f"*/{PLAN}"))]
    found = [count_pairs(run.plan, run.battles()) for run in runs if run.plan.pairs]
    if not found:
        raise BadInput(f"no match is kept in a folder of {folder}")
    return found


def _with_players() -> list[str]:
    """Every system whose computer players are its own and decide a battle among themselves."""

    def fit(rules: System[Any]) -> bool:
        return bool(rules.players) and len(levels(rules.slug)) > 1

    return [slug for slug, rules in systems().items() if fit(rules)]


def _shortest(slug: str) -> str:
    """The scenario of a system that takes least time, by its briefings."""
    briefings = card_of(slug).briefings
    timed = [
        name for name, one in briefings.items() if one.minutes and name in systems()[slug].scenarios
    ]
    return min(timed, key=lambda name: briefings[name].minutes, default="")


def _print(pairings: list[Pairing]) -> None:
    shown = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    for heading in ("battle", "players"):
        shown.add_column(heading)
    for heading in ("won", "drawn", "lost"):
        shown.add_column(heading, justify="right")
    for heading in ("share", "Elo", "with each side"):
        shown.add_column(heading)
    for one in pairings:
        sides = ", ".join(f"{side} {share.value:.0%}" for side, share in one.by_side.items())
        middle, low, high = (rating(value) for value in one.elo)
        shown.add_row(
            f"{one.plan.system} {slug_of(one.plan.scenario)}",
            " – ".join(one.plan.players.values()),
            str(one.won),
            str(one.drawn),
            str(one.lost),
            str(one.share),
            f"{middle} ({low} to {high})",
            sides,
        )
    out = screen()
    out.print(shown)
    for one in pairings:
        if one.failed:
            out.print(f"{one.plan.title}: failed: {', '.join(one.failed)}", markup=False)
