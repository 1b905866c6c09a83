"""Where the random battles of the contract suite begin: every scenario, and crowded fields."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

import longroll
from longroll import Battle
from longroll.board.table import Footprint, is_clear
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, LEADER
from longroll.systems.mckie.play.field import ground_of
from longroll.systems.mckie.play.scenario import scenario_named
from longroll.systems.mckie.play.sequence import PERIOD
from longroll.systems.mckie.play.setup import fresh_unit
from longroll.systems.stockade_redan.roster import ARTILLERY, CONFEDERATE, INFANTRY, ROSTER
from longroll.systems.stockade_redan.terrain import DITCH, GRID, INSIDE, REDAN, TERRAIN

SYSTEMS = tuple(longroll.installed_systems())


#: How many battles of each kind a system plays here: full ones, and crowded fields.
COUNTS = {
    "stockade_redan": (3, 12),
    "gbacw": (1, 4),
    "corinth": (1, 3),
    "mckie": (1, 3),
    "mckie_umpire": (2, 2),
}
#: Scenarios short enough for random players; the soak plays the others.
SHORT = {"corinth": ("outer-works",), "mckie": ("millers-crossroads",)}


def full_battle(system: str, seed: int, **options: Any) -> Battle:
    """A battle from the very beginning, the scenarios taking turns."""
    scenarios = SHORT.get(system) or tuple(longroll.installed_systems()[system].scenarios)
    return longroll.new(system, scenarios[seed % len(scenarios)], seed=seed, options=options)


def crowded_field(system: str, seed: int, **options: Any) -> Battle:
    """A battle from a random position in which the sides are already at close quarters.

    Random play seldom gets there by itself.
    """
    position = CROWDED[system](Random(seed))
    return longroll.position(system, {**position, "options": options}, seed=seed)


def _stockade_redan(chance: Random) -> dict[str, Any]:
    near = [hex for hex, far in GRID.within("1519", 5).items() if far]
    outside = [hex for hex in near if hex not in REDAN and hex not in INSIDE]
    assault, option = chance.choice((1, 2)), 2
    units: dict[str, list[str]] = {}
    carriers: list[tuple[str, str]] = []
    for piece in ROSTER:
        if piece.assault > assault or chance.random() < 0.3:
            continue
        ground = [*REDAN, *INSIDE] if piece.side == CONFEDERATE else outside
        if chance.random() < 0.08:
            ground = near
        fit = [h for h in sorted(ground) if piece.kind != ARTILLERY or not TERRAIN[h].no_artillery]
        hex = chance.choice(fit)
        units.setdefault(hex, []).append(piece.id)
        if piece.kind == INFANTRY and piece.side != CONFEDERATE and chance.random() < 0.3:
            carriers.append((hex, piece.id))
    return {
        "units": {hex: " ".join(ids) for hex, ids in units.items()},
        "assault": assault,
        "turn": chance.randint(5, 8),
        "phase": chance.choice(("I", "II", "V", "VII", "VIII", "X")),
        "morale": chance.choice((2, 3, 4)),
        "option": option,
        "bridges": [{"hex": hex, "carrier": id} for hex, id in carriers[:30]]
        + [{"hex": hex, "up": "bridging"} for hex in sorted(DITCH) if chance.random() < 0.4],
        "carnage": chance.sample(near, 6),
    }


def _series(game: Game, centre: str, more: dict[str, Any]) -> Callable[[Random], dict[str, Any]]:
    """Both sides of a battle of the series thrown together round a hex, one turn before the end."""

    def position(chance: Random) -> dict[str, Any]:
        near = sorted(game.grid.within(centre, 5))
        held: dict[str, str] = {}
        units: dict[str, list[str]] = {}
        states: dict[str, dict[str, Any]] = {}
        crowd = [
            piece for piece in game.roster.pieces if piece.kind != CREW and not piece.anonymous
        ]
        for piece in chance.sample(crowd, min(40, len(crowd))):
            free = [
                hex
                for hex in near
                if held.get(hex, piece.side) == piece.side
                and (piece.kind == LEADER or hex not in units)
            ]
            hex = chance.choice(free)
            held[hex] = piece.side
            units.setdefault(hex, []).append(piece.id)
            facing: dict[str, Any] = {}
            if len(units[hex]) == 1:
                facing["facing"] = chance.randrange(6)
            if piece.kind == BATTERY and chance.random() < 0.4:
                facing["formation"] = "limbered"
            if piece.kind == CAVALRY and chance.random() < 0.6:
                facing["formation"] = "mounted"
            if facing and piece.kind != LEADER:
                states[piece.id] = facing
        return {
            "units": {hex: " ".join(ids) for hex, ids in units.items()},
            "states": states,
            "turn": game.last_turn,
            "phasing": chance.choice(game.sides),
            "phase": chance.choice("ABCDE"),
            **more,
        }

    return position


def _mckie(chance: Random) -> dict[str, Any]:
    """Both armies of the teaching scenario thrown together round the crossroads, in its last
    periods, some of them shaken, tired or out of ammunition."""
    scenario = scenario_named("millers-crossroads")
    units: dict[str, dict[str, Any]] = {}
    standing: list[Footprint] = []
    for troops in scenario.file.troops:
        unit = fresh_unit(troops)
        for _ in range(50):
            heading = chance.choice((0, 0, 180, chance.randrange(360)))
            at = (chance.randint(1500, 3300), chance.randint(900, 2700))
            placed = replace(unit, x=at[0], y=at[1], heading=heading * 10)
            ground = ground_of(placed)
            if all(is_clear(ground, other, 100) for other in standing):
                break
        else:
            continue
        standing.append(ground)
        lost = chance.randrange(unit.figures // 2) if unit.arm == "infantry" else 0
        units[troops.id] = {
            "at": [at[0] / 100, at[1] / 100],
            "heading": heading,
            "figures": unit.figures - lost,
            "fatigued": chance.random() < 0.2,
            "ran_out": chance.choice((0, 0, 0, 5)),
        }
    steps = [step.slug for step in PERIOD]
    return {
        "scenario": scenario.name,
        "units": units,
        "generals": {"crocker": {"at": [24, 28]}, "cleburne": {"at": [24, 8]}},
        "period": scenario.file.periods - 1,
        "step": chance.choice(steps[steps.index("charges_first") : steps.index("firing") + 1]),
        "first": chance.choice(("union", "confederate")),
    }


def _umpire(chance: Random) -> dict[str, Any]:
    """A roster in the middle of a period, some of its units shaken, tired or out of ammunition."""
    rules = longroll.installed_systems()["mckie_umpire"]
    state = rules.start("millers-crossroads", rules.read_options({}))
    for id in state.units:
        state.change(
            id,
            standing=chance.choice(("steady", "steady", "retreating", "routing")),
            fatigued=chance.random() < 0.2,
            ran_out=chance.choice((0, 0, 0, 1)),
        )
    state.period = 2
    state.step = chance.choice(("charges_first", "firing", "melee"))
    return rules.to_position(state)


CROWDED: dict[str, Callable[[Random], dict[str, Any]]] = {
    "stockade_redan": _stockade_redan,
    "gbacw": _series(DRILL, "1008", {}),
    "corinth": _series(CORINTH, "2333", {"scenario": "historical"}),
    "mckie": _mckie,
    "mckie_umpire": _umpire,
}
