"""Positions for the vectors of Stockade Redan: counters from the box, hexes that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import to_builtins

from longroll import Battle, Event
from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice
from longroll.kernel.system import system_named
from longroll.systems.stockade_redan import line_of_fire
from longroll.systems.stockade_redan.bombardment import PlotBombardment
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    INFANTRY,
    OF_SIDE,
    REGIMENTS,
    ROSTER,
    UNION,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES, Terrain
from longroll.systems.stockade_redan.terrain import ADJACENT, GRID, HEXES, MAP, TERRAIN
from tests.vectors.runner import VectorFault

SYSTEM = system_named("stockade_redan")
OPEN, ELEVATION = "open_field", "slight_elevation"
#: Open field, and nothing but open field for eight hexes around.
MIDDLE = "2520"
#: Open field far from the middle and from the redan.
FAR = "4005"

#: A question that stops the battle where a vector ends; nobody answers it.
_REST = PlotBombardment(UNION, 1)

#: How many placings are tried before the hexes of a vector are given up.
_PATIENCE = 20_000


class Field:
    """A position in the making, with every counter of both assaults in the box.

    `situation` is the position format of docs/positions.md without `units`.
    """

    def __init__(self, **situation: Any) -> None:
        usual = {"assault": 2, "turn": 2, "phase": "IX", "option": 2}
        self.situation: dict[str, Any] = {**usual, **situation}
        self._taken: set[int] = set()
        self._placed: list[tuple[int, Hex]] = []
        self._bridges: list[dict[str, str]] = []

    def take(self, side: str, kind: str = "", regiment: str = "", count: int = 1) -> list[int]:
        """Counters from the box, in the order of the roster, the first assault's first."""
        if regiment and side_of(regiment) != side:
            raise VectorFault(f"the {regiment} is no {side} regiment")
        fit = [
            unit
            for unit in sorted(OF_SIDE[side], key=lambda unit: (ROSTER[unit].assault, unit))
            if unit not in self._taken
            and kind in ("", ROSTER[unit].kind)
            and regiment in ("", ROSTER[unit].regiment)
        ]
        if not 0 <= count <= len(fit):
            what = " ".join(filter(None, (regiment or side, kind or "counters")))
            raise VectorFault(f"{count} {what}: there are {len(fit)} left")
        self._taken.update(fit[:count])
        return fit[:count]

    def stand(self, unit: int, hex: Hex) -> None:
        """Set a counter in a hex; it may go from hex to hex."""
        self._placed.append((unit, GRID.require(hex)))

    def put(
        self, hex: Hex, side: str, kind: str = "", regiment: str = "", count: int = 1
    ) -> list[int]:
        """Counters from the box into a hex."""
        units = self.take(side, kind, regiment, count)
        for unit in units:
            self.stand(unit, hex)
        return units

    def put_named(self, hex: Hex, side: str, name: str) -> int:
        """A piece as the vectors name it: "13 US infantry", "13 US officer", "artillery"."""
        return self.put(hex, side, *kind_and_regiment(name))[0]

    def put_bridge(self, hex: Hex, up: str = "carried", carried_by: str = "") -> int:
        """A bridging marker that lies in the hex since the phase began; its number."""
        self._bridges.append({"hex": hex, "up": up, "carried_by": carried_by})
        return len(self._bridges) - 1

    def state(self, *steps: Any) -> State:
        """The position, with these steps to come and then nothing."""
        given = {"units": {}, "bridges": self._bridges, "agenda": [to_builtins(_REST)]}
        state = SYSTEM.from_position({**given, **self.situation})
        assert isinstance(state, State)
        for unit, hex in self._placed:
            state.put(unit, hex)
        state.agenda = [_REST, *reversed(steps)]
        return state

    def battle(self, dice: Dice, *steps: Any) -> Battle:
        """A battle from the position."""
        return Battle(SYSTEM, self.state(*steps), dice)


def run_step(state: State, step: Any, dice: Dice) -> list[Event]:
    """Run one step of the sequence that asks nobody, and tell what happened."""
    umpire = Umpire(dice)
    step.run(state, umpire)
    return umpire.events


def state_of(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def kind_and_regiment(name: str) -> tuple[str, str]:
    """What "13 US infantry", "13 US officer" or "artillery" is."""
    regiment, _, kind = name.rpartition(" ")
    if (kind == ARTILLERY) != (not regiment) or kind not in ("infantry", "officer", ARTILLERY):
        raise VectorFault(f"{name!r} is no piece")
    return kind, regiment


def side_of(regiment: str) -> str:
    if regiment not in REGIMENTS:
        raise VectorFault(f"{regiment!r} is no regiment")
    return REGIMENTS[regiment].side


# Hexes that fit


@cache
def hexes_of(terrain: str) -> tuple[Hex, ...]:
    """The hexes of a terrain; of open field those around the middle first."""
    order = GRID.within(MIDDLE, 60) if terrain == OPEN else HEXES
    return tuple(hex for hex in order if MAP.terrain[hex] == terrain)


class Step(NamedTuple):
    """Two neighbouring hexes, and the ground that must be changed to have them."""

    start: Hex
    end: Hex
    changed: dict[Hex, Terrain]


@cache
def step_between(start: str, end: str) -> Step:
    """A step from one terrain to another.

    No slight elevation of the map touches the works, so one is raised in the open beside them.
    """
    found = next(_steps(start, end), None)
    if found is not None:
        return Step(*found, {})
    hexes = next(_steps(*(OPEN if terrain == ELEVATION else terrain for terrain in (start, end))))
    raised = TABLES.terrain[ELEVATION]
    changed = {
        hex: raised
        for hex, terrain in zip(hexes, (start, end), strict=True)
        if terrain == ELEVATION
    }
    return Step(*hexes, changed)


def _steps(start: str, end: str) -> Iterator[tuple[Hex, Hex]]:
    return (
        (hex, near) for hex in hexes_of(start) for near in ADJACENT[hex] if MAP.terrain[near] == end
    )


def ring(center: Hex, range: int) -> list[Hex]:
    """The hexes at a range, open field first."""
    far = [hex for hex, steps in GRID.within(center, range).items() if steps == range]
    return sorted(far, key=lambda hex: (MAP.terrain[hex] != OPEN, hex))


class Firing(NamedTuple):
    """A firing hex to be found: its range, and whether guns must be able to stand there."""

    range: int
    guns: bool


def firing_hexes(terrain: str, firing: Sequence[Firing]) -> tuple[Hex, list[Hex]]:
    """A target of the terrain, and firing hexes at their ranges that all see it."""
    patience = iter(range(_PATIENCE))
    for target in hexes_of(terrain):
        scratch = Field()
        markers = scratch.take(UNION, INFANTRY, count=len(firing))
        hexes = _place(scratch.state(), target, firing, markers, [], patience)
        if hexes is not None:
            return target, hexes
        if next(patience, None) is None:
            break
    raise VectorFault(f"no hexes of the map fit {[one.range for one in firing]} from {terrain}")


def _place(
    state: State,
    target: Hex,
    firing: Sequence[Firing],
    markers: Sequence[int],
    placed: list[Hex],
    patience: Iterator[int],
) -> list[Hex] | None:
    """Place the firing hexes one after another; go back where one blocks another's line."""
    if len(placed) == len(firing):
        return placed
    wanted, marker = firing[len(placed)], markers[len(placed)]
    for hex in ring(target, wanted.range):
        if hex in placed or (wanted.guns and TERRAIN[hex].no_artillery):
            continue
        if next(patience, None) is None:
            break
        state.put(marker, hex)
        if all(not any(line_of_fire.bars(state, one, target)) for one in (*placed, hex)):
            found = _place(state, target, firing, markers, [*placed, hex], patience)
            if found is not None:
                return found
        state.take_off(marker, lost=False)
    return None
