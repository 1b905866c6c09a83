"""`longroll play`: a battle at the terminal, for two people or against the computer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Any

import typer

import longroll
from longroll import BadScenario, Battle
from longroll.ai import Player, new_player
from longroll.cli.console import BadInput, NoColor, complain, screen
from longroll.cli.files import load_battle
from longroll.cli.lines import Lines
from longroll.cli.table import Table
from longroll.kernel.system import System, systems

BOTH = "both"

System_ = Annotated[str, typer.Argument(metavar="SYSTEM", help="See longroll list.")]
Scenario = Annotated[str, typer.Argument(metavar="[SCENARIO]", help="Default: the first one.")]
Seed = Annotated[str, typer.Option(metavar="N", help="Decides all dice of the battle.")]
Options = Annotated[
    list[str], typer.Option("--option", metavar="NAME=VALUE", help="An option of the system.")
]


def play(
    system: Annotated[
        str, typer.Argument(metavar="SYSTEM", help="See longroll list; not needed with --load.")
    ] = "",
    scenario: Scenario = "",
    side: Annotated[
        str, typer.Option(help="Your side, or both for two people at one screen.")
    ] = "",
    against: Annotated[
        str,
        typer.Option(metavar="NAME", help="Who plays the other side: a player, or a level 1-3."),
    ] = "",
    seed: Seed = "",
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    file: Annotated[
        Path | None, typer.Option("--scenario", metavar="FILE", help="A scenario of your own.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue from a record or a position.")
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="In the terminal: the only way so far.")
    ] = True,
    ask_all: Annotated[
        bool, typer.Option("--ask-all", help="Ask even where only one answer makes sense.")
    ] = False,
    no_map: Annotated[bool, typer.Option("--no-map", help="Draw the map only on request.")] = False,
    no_color: NoColor = False,
) -> None:
    """Play a battle in the terminal."""
    if load is not None:
        if scenario or option or file:
            raise BadInput("--load has its own scenario and options: leave out the others")
        battle = load_battle(load, read_seed(seed) if seed else None)
        if system and battle.system.slug != system:
            raise BadInput(f"{load} is a battle of {battle.system.slug}, not of {system}")
    elif not system:
        known = ", ".join(systems())
        raise BadInput(f"name a system ({known}), or --load a battle")
    else:
        if scenario and file:
            raise BadInput(f"play either {scenario} or the scenario in {file}")
        battle = begin(system, file or scenario, seed or str(randbelow(10**6)), option)
    out = screen()
    table = Table(
        battle, seats(battle.system, side, against, seed), out, Lines(), not no_map, ask_all
    )
    table.say(
        f"{battle.system.title}: {battle.system.scenario_title(battle.state.scenario)}", "bold"
    )
    table.say(f"{_dice(battle)} `help` lists what you can type, `quit` leaves.")
    table.run()
    if table.refused and not table.lines.is_terminal:
        raise typer.Exit(2)


def begin(system: str, scenario: str | Path, seed: str, options: Sequence[str]) -> Battle:
    """A new battle from the words of the command line."""
    try:
        return longroll.new(
            system, scenario or None, seed=read_seed(seed), options=read_options(options)
        )
    except BadScenario as error:
        for fault in error.faults:
            complain(fault)
        raise typer.Exit(2) from None
    except FileNotFoundError:
        raise BadInput(f"there is no file {scenario}") from None


def read_seed(text: str) -> int | str:
    """A seed is a number if it looks like one, as in a record."""
    return int(text) if text.lstrip("-").isdecimal() else text


def read_options(pairs: Sequence[str]) -> dict[str, Any]:
    """The options given as name=value."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--option {pair!r} should read name=value")
        options[name] = value
    return options


def seats(system: System[Any], side: str, against: str, seed: str = "") -> dict[str, Player | None]:
    """Who answers for each side: None for people."""
    if side == BOTH and against:
        raise BadInput("--side both leaves no side for --against")
    if not side:
        side = system.sides[0] if against else BOTH
    if side not in (*system.sides, BOTH):
        raise BadInput(f"no side {side!r}: choose from {', '.join(system.sides)} or {BOTH}")
    people = system.sides if side == BOTH else (side,)
    return {
        each: None
        if each in people
        else new_player(against or "random", system.slug, f"{seed}:{each}")
        for each in system.sides
    }


def _dice(battle: Battle) -> str:
    seed = getattr(battle.dice, "seed", None)
    return f"Seed {seed}." if seed is not None else "Scripted dice."
