"""`longroll bench`: how fast random battles are, compared with a peer in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from platform import python_version
from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table

import longroll
from longroll.cli.console import NoColor, screen
from longroll.cli.measures import battles_an_hour, odds_and_sights
from longroll.cli.peers import PEERS, version_of
from longroll.kernel.system import system_named, systems
from longroll.miniatures.picking import is_order

#: Each engine runs this many short rounds, alternating with the others; the median counts. What is
#: measured is processor time, so that other load on the machine hardly matters.
ROUNDS = 20
PEER = "catanatron"
#: Decisions between two looks at the clock.
_AT_A_TIME = 10
#: Decisions between the moments at which the battle is copied, viewed and hashed.
_MEASURED = 1000


class Speed(NamedTuple):
    """Decisions per second; and of those how many ordered a unit, on a measured table."""

    decisions: float
    orders: float = 0


Round = Callable[[float, int], Speed]
"""Plays random games for a number of seconds, from a seed."""


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[SYSTEM]...", help="Only these; default: all.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each engine.")] = 10.0,
    battles: Annotated[
        int, typer.Option(min=0, help="Whole battles of each scenario, for battles an hour.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    no_color: NoColor = False,
) -> None:
    """Count decisions per second in random play, and on measured tables the units ordered.

    There a unit is picked and then ordered, which is two decisions. Catanatron, python-chess and
    OpenSpiel play in the same run if they are installed. Copies, views, digests, exact odds and
    lines of sight are timed too, and with --battles whole battles of the computer.
    """
    slugs = [system_named(name).slug for name in names or systems()]
    engines: dict[str, Round] = {slug: _battles(slug) for slug in slugs}
    peer = _catanatron()
    if peer is not None:
        engines[PEER] = peer
    others = {name: made for name, make in PEERS.items() if (made := make()) is not None}
    moves: dict[str, list[float]] = {name: [] for name in others}
    speeds: dict[str, list[Speed]] = {name: [] for name in engines}
    for number in range(ROUNDS):
        for name, play_round in engines.items():
            speeds[name].append(play_round(seconds / ROUNDS, number))
        for name, play_moves in others.items():
            moves[name].append(play_moves(seconds / ROUNDS, number))
    medians = {name: median(one.decisions for one in speeds[name]) for name in engines}
    orders = {name: median(one.orders for one in speeds[name]) for name in engines}
    found = {slug: _measure(slug, medians, orders[slug]) for slug in slugs}
    for slug, numbers in found.items():
        numbers.update(odds_and_sights(slug))
    compared = _peer(medians)
    beside = {
        name: {"version": version_of(name), "moves_per_second": round(median(each))}
        for name, each in moves.items()
    }
    hourly = battles_an_hour(battles) if battles else {}
    if as_json:
        told = {
            "python": python_version(),
            "seconds": seconds,
            "rounds": ROUNDS,
            "systems": found,
            "peer": compared,
            "others": beside,
            "battles_an_hour": hourly,
        }
        print(json.dumps(told, indent=2))
    else:
        _print(found, compared)
        _print_others(beside, hourly)


def _battles(slug: str) -> Round:
    """Battles through the public interface, with choices made by Python's own random generator.

    A battle longer than the time continues in the next round.
    """
    battle = longroll.new(slug, seed=0)

    def play_round(seconds: float, seed: int) -> Speed:
        nonlocal battle
        chance = Random(seed)
        decisions, orders = 0, 0
        start = process_time()
        while process_time() - start < seconds:
            for _ in range(_AT_A_TIME):
                decision = battle.decision
                if decision is None:
                    battle = longroll.new(slug, seed=chance.getrandbits(32))
                    break
                choice = decision.draw(chance)
                orders += is_order(battle.state.agenda[-1], choice)
                battle.play(choice)
                decisions += 1
        took = process_time() - start
        return Speed(decisions / took, orders / took)

    return play_round


def _catanatron() -> Round | None:
    """Whole games of Catanatron's own random players; None if it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None

    def play_round(seconds: float, seed: int) -> Speed:
        actions, games = 0, 0
        start = process_time()
        while process_time() - start < seconds:
            games += 1
            colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
            game: Any = Game([RandomPlayer(colour) for colour in colours], seed=1000 * seed + games)
            game.play()
            actions += len(game.state.actions)
        return Speed(actions / (process_time() - start))

    return play_round


def _free_share() -> float | None:
    """The share of Catanatron's actions where its players had more than one to choose from.

    Long Roll carries out forced choices by itself, and counts only those that were chosen.
    """
    from catanatron import Color, Game, RandomPlayer

    options: list[int] = []

    class Counted(RandomPlayer):  # type: ignore[misc]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            options.append(len(playable_actions))
            return super().decide(game, playable_actions)

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    Game([Counted(colour) for colour in colours], seed=1863).play()
    return sum(number > 1 for number in options) / len(options) if options else None


def _measure(slug: str, medians: dict[str, float], orders: float) -> dict[str, float | None]:
    """One random battle, stopped now and then to copy it, view it and hash it."""
    battle = longroll.new(slug, seed=1863)
    chance = Random(1863)
    times: dict[str, list[float]] = {"copy": [], "view": [], "hash": []}
    side = battle.system.sides[0]
    while battle.decision is not None and battle.past.number < _MEASURED:
        battle.play(battle.decision.draw(chance))
        if battle.past.number % 20 == 1:
            # The hash is remembered once known, so only the first at each moment costs anything.
            for what, act in (
                ("copy", battle.copy),
                ("view", lambda: battle.view(side)),
                ("hash", battle.hash),
            ):
                start = process_time()
                act()
                times[what].append(process_time() - start)
    peer = medians.get(PEER)
    return {
        "decisions_per_second": round(medians[slug]),
        "units_ordered_per_second": round(orders) if orders else None,
        **{f"{what}_microseconds": round(1e6 * median(took), 1) for what, took in times.items()},
        "times_peer": round(medians[slug] / peer, 2) if peer else None,
    }


def _peer(medians: dict[str, float]) -> dict[str, Any] | None:
    if PEER not in medians:
        return None
    share = _free_share()
    return {
        "name": PEER,
        "version": version_of(PEER),
        "actions_per_second": round(medians[PEER]),
        "free_share": None if share is None else round(share, 2),
    }


def _print(found: dict[str, dict[str, float | None]], peer: dict[str, Any] | None) -> None:
    out = screen()
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="dim")
    table.add_column("random play")
    headings = ("decisions/s", "units/s", "copy us", "view us", "hash us", "odds ms", "sight us")
    for heading in (*headings, "times Catanatron"):
        table.add_column(heading, justify="right")
    for slug, numbers in found.items():
        ratio, orders = numbers["times_peer"], numbers["units_ordered_per_second"]
        table.add_row(
            slug,
            f"{numbers['decisions_per_second']:,}",
            f"{orders:,}" if orders else "-",
            *(str(numbers[f"{what}_microseconds"]) for what in ("copy", "view", "hash")),
            *(str(numbers[name] or "-") for name in ("odds_milliseconds", "sight_microseconds")),
            f"{ratio:.2f}" if ratio else "-",
        )
    if peer:
        name = f"{peer['name']} {peer['version']}"
        table.add_row(name, f"{peer['actions_per_second']:,}", *[""] * 6, "1.00")
    out.print(table)
    out.print(f"Median of {ROUNDS} rounds each, played in turn.")
    if peer and peer["free_share"] is not None:
        out.print(
            f"Of Catanatron's actions {peer['free_share']:.0%} were chosen from more than one; "
            "all decisions counted for Long Roll were."
        )
    if not peer:
        out.print("Catanatron is not installed; `make bench` installs it.")


def _print_others(others: dict[str, dict[str, Any]], hourly: dict[str, dict[str, float]]) -> None:
    out = screen()
    for name, one in others.items():
        out.print(f"{name} {one['version']}: {one['moves_per_second']:,} random moves per second.")
    for slug, scenarios in hourly.items():
        told = ", ".join(f"{name} {number:,}" for name, number in scenarios.items())
        out.print(f"{slug}, battles an hour on one processor: {told}", markup=False)
