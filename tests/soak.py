"""Many battles of every scenario, each replayed by another process.

    python -m tests.soak [--system NAME] [--scenario NAME] [--battles 200] [--first 0] [--mixed]
                         [--players LEVEL,LEVEL]
    python -m tests.soak --system NAME --close [--battles 200] [--first 0]

Every battle must end without an error, and every record must replay to its digests where text
hashes otherwise. One line tells how each scenario went; a battle that failed is named by its seed,
so that `--first SEED --battles 1` plays it again. With `--mixed` every battle has options of its
own, drawn by its seed. Sides choose at random, or with `--players` as computer players of these
levels do; `any` draws a level for each side of each battle.

With `--close` battles begin at close quarters, with options drawn by the seed, and sides at random
take whatever leads to a fight. Then it is told how often each kind of thing happened.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import longroll
from longroll import Battle
from longroll.ai import Seat, Thought, new_player, play_out, player_names
from longroll.kernel.event import Event
from longroll.testing.fights import mixture
from longroll.testing.starts import crowded_field, trials_of

PROCESSES = 2


class Task(NamedTuple):
    system: str
    scenario: str
    seed: int
    folder: str
    mixed: bool
    #: Who plays each side: a player or a level by name, or `any` level.
    players: tuple[str, str]


class Fought(NamedTuple):
    """How a battle went; `fault` says how it broke, where it did."""

    seed: int
    winner: str = ""
    decisions: int = 0
    fault: str = ""


def fight(task: Task) -> Fought:
    """Play one battle and save its record."""
    system, scenario, seed, folder, mixed, names = task
    options = mixture(longroll.installed_systems()[system].options, seed) if mixed else {}
    battle = longroll.new(system, scenario, seed=seed, options=options)
    levels = [name for name in player_names(system) if name.isdecimal()]
    chance = Random(seed)
    try:
        drawn = [chance.choice(levels) if name == "any" else name for name in names]
        players = {
            side: new_player(name, system, f"{side} {seed}")
            for side, name in zip(battle.system.sides, drawn, strict=True)
        }
        play_out(battle, players)
        assert battle.result is not None
        Path(folder, f"{seed}.txt").write_text(battle.record(), encoding="utf-8")
    except Exception as error:  # One that breaks must not hide how the others went.
        return Fought(seed, fault=f"decision {battle.past.number}: {type(error).__name__}: {error}")
    return Fought(seed, battle.result.winner or "draw", battle.past.number)


def check(file: str) -> str:
    """Replay one record: what is wrong with it, or nothing."""
    path = Path(file)
    try:
        longroll.replay(path.read_text(encoding="utf-8"), name=path.name)
    except Exception as error:
        return f"seed {path.stem} does not replay: {type(error).__name__}: {error}"
    return ""


def check_all(folder: str, processes: int) -> list[str]:
    """Replay every record of a folder: what is wrong with them."""
    files = sorted(map(str, Path(folder).glob("*.txt")))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return [fault for fault in pool.imap_unordered(check, files) if fault]


def check_elsewhere(folder: str, processes: int) -> list[str]:
    """The same in another process, where text hashes otherwise."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--check", folder, "--processes", str(processes)],
        env={**os.environ, "PYTHONHASHSEED": "1863"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()


def soak(
    system: str,
    scenario: str,
    seeds: Iterable[int],
    processes: int,
    mixed: bool,
    players: tuple[str, str] = ("random", "random"),
) -> Iterator[str]:
    """Fight and replay, and say how it went; then every fault."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = [Task(system, scenario, seed, folder, mixed, players) for seed in seeds]
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            fought = list(pool.imap_unordered(fight, tasks))
        odd = check_elsewhere(folder, processes)
    broken = sorted(battle for battle in fought if battle.fault)
    winners = Counter(battle.winner for battle in fought if not battle.fault)
    yield (
        f"{system} {scenario}: {len(fought)} battles, "
        f"{sum(battle.decisions for battle in fought):,} decisions; "
        f"{', '.join(f'{winner} {number}' for winner, number in sorted(winners.items()))}; "
        f"{len(broken)} broke, {len(fought) - len(broken) - len(odd)} replay elsewhere"
    )
    yield from (f"  seed {battle.seed} broke at {battle.fault}" for battle in broken)
    yield from (f"  {fault}" for fault in odd)


class EagerPlayer:
    """Chooses at random among the verbs that lead to a fight, if there are any."""

    #: What a side does that wants to fight; then what it does when it is fought.
    eager = (
        "charge",
        "follow",
        "widen",
        "turn",
        "remount",
        "evade",
        "rouse",
        "all",
        "order",
        "activate",
    )
    #: What ends a step or leads nowhere is seldom chosen while there is something else to do.
    idle = ("done", "back", "hold", "stay", "dig", "halt", "recall", "stand")
    seldom = 0.1

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def choose(self, seat: Seat) -> Thought:
        choices = seat.choices
        bold = [one for one in choices if one.verb in self.eager]
        active = [one for one in choices if one.verb not in self.idle]
        if self._chance.random() < self.seldom:
            bold = active = []
        verbs = list(dict.fromkeys(one.verb for one in bold or active or choices))
        verb = self._chance.choice(verbs)
        meant = [one for one in choices if one.verb == verb]
        return Thought(self._chance.choice(meant), "eager")


def brawl(task: tuple[str, int]) -> Counter[str]:
    """Fight on from close quarters: how often each kind of thing happened, by its first rule."""
    system, seed = task
    options = mixture(longroll.installed_systems()[system].options, seed)
    battle = _thrown_together(system, seed, options)
    players = {side: EagerPlayer(f"{side} {seed}") for side in battle.system.sides}
    play_out(battle, players)
    longroll.replay(battle.record())
    log = list(battle.log())
    return Counter(map(_kind, log, [None, *log]))


def _thrown_together(system: str, seed: int, options: dict[str, Any]) -> Battle:
    """Where a fight begins: as the system throws armies together for one, or at close quarters."""
    draw = trials_of(longroll.installed_systems()[system]).brawl
    if draw is None:
        return crowded_field(system, seed, **options)
    return longroll.position(system, {**draw(Random(seed)), "options": options}, seed=seed)


def _kind(event: Event, before: Event | None) -> str:
    """What happened, with the answer that was given and the first rule."""
    if type(before) is type(event) and getattr(before, "response", "") == "rejoin":
        return f"{type(event).__name__} passed on from a screen"
    word = getattr(event, "response", "") or ("follows" if getattr(event, "follows", 0) else "")
    rule = event.rules[0] if event.rules else ""
    return f"{type(event).__name__} {word} {rule}".replace("  ", " ")


def brawls(system: str, seeds: Iterable[int], processes: int) -> Iterator[str]:
    """How often each kind of thing happened in battles at close quarters."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        tasks = [(system, seed) for seed in seeds]
        found: Counter[str] = sum(pool.imap_unordered(brawl, tasks), Counter())
    yield f"{system}: {len(tasks)} battles at close quarters, all replayed"
    yield from (f"  {number:>7,} {kind}" for kind, number in sorted(found.items()))


def wanted(system: str | None, scenario: str | None) -> list[tuple[str, str]]:
    """The scenarios of that name, or all; SystemExit where there is none."""
    known = longroll.installed_systems()
    found = [
        (slug, name)
        for slug, one in known.items()
        for name in one.scenarios
        if system in (None, slug) and scenario in (None, name)
    ]
    if not found:
        every = ", ".join(f"{slug} {name}" for slug, one in known.items() for name in one.scenarios)
        raise SystemExit(f"no such scenario: choose from {every}")
    return found


def main() -> int:
    """How many scenarios went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--system", help="only this system")
    parser.add_argument("--scenario", help="only scenarios of this name")
    parser.add_argument("--battles", type=int, default=200, help="of each scenario (200)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first battle (0)")
    parser.add_argument("--mixed", action="store_true", help="options drawn by the seed")
    parser.add_argument("--players", default="random", help="level or player, one or one a side")
    parser.add_argument("--close", action="store_true", help="fights at close quarters, counted")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--check", metavar="FOLDER", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.check:
        print("".join(f"{fault}\n" for fault in check_all(given.check, given.processes)), end="")
        return 0
    first, _, second = given.players.partition(",")
    players = first, second or first
    wrong = 0
    seeds = range(given.first, given.first + given.battles)
    if given.close:
        for system in dict.fromkeys(slug for slug, _ in wanted(given.system, None)):
            print(*brawls(system, seeds, given.processes), sep="\n", flush=True)
        return 0
    for system, scenario in wanted(given.system, given.scenario):
        lines = list(soak(system, scenario, seeds, given.processes, given.mixed, players))
        print(*lines, sep="\n", flush=True)
        wrong += len(lines) > 1
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(), 1))
