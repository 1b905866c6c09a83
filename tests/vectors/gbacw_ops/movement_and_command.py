"""Movement, entry, and command."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.deployment import deployment, selected
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.reinforcements import CHEWALLA_ROAD
from longroll.systems.gbacw import movement
from longroll.systems.gbacw.command_phase import CommandPhase
from longroll.systems.gbacw.declaring import DeclarePhase
from longroll.systems.gbacw.events import Moved
from longroll.systems.gbacw.moving import MovementPhase
from longroll.systems.gbacw.roster import (
    BATTERY,
    CONFEDERATE,
    DIVISION,
    LEADER,
    UNION,
    WAGON,
    Division,
)
from longroll.systems.gbacw.sequence import BeginCommand
from tests.vectors.gbacw_ops.field import (
    MIDDLE,
    NIGHT,
    NORTH,
    QUIET,
    SOUTH,
    Field,
    away,
)
from tests.vectors.gbacw_ops.fire import TERRAINS
from tests.vectors.gbacw_ops.melee import add_kind
from tests.vectors.gbacw_ops.shared import FLAG, Steady, attempt, only, operation, settle
from tests.vectors.runner import Answer, Given, VectorFault, optional
from tests.vectors.runner import required as req

MOVERS = (
    "infantry_line",
    "infantry_column",
    "artillery_limbered",
    "artillery_unlimbered",
    "cavalry_mounted",
    "cavalry_dismounted",
    "wagon",
)
#: What is entered along a line rather than into a kind of hex.
LINES = ("road", "track", "railroad")


@operation(
    "legality",
    {
        "action": req("move", "initiate_melee"),
        "unit": req(*MOVERS),
        "from": optional(None, None, str),
        "to": optional(None, None, str),
        "to_terrain": optional(None, None, *TERRAINS, *LINES),
        "road_hexside": optional(None, None, bool),
    },
)
def _legality(given: Given, dice: Scripted) -> Answer:
    if given["action"] == "initiate_melee":
        return {"legal": _may_attack(given["unit"])}
    here, there = given["from"] or MIDDLE, given["to"] or away(MIDDLE, NORTH)
    terrain, by_road = given["to_terrain"], given["road_hexside"]
    field = Field(CORINTH.map, phase="B") if given["to"] else Field(phase="B")
    if terrain in LINES:
        terrain, by_road = None, True
    if terrain is not None:
        field.map = replace(
            field.map,
            zones={
                zone: hexes - {there} if zone.startswith("also_") else hexes
                for zone, hexes in field.map.zones.items()
            },
        )
        field.terrain(there, terrain)
    if by_road is False:
        field.map = replace(field.map, roads=_without_link(field.map.roads, here, there))
    elif by_road:
        field.road(here, there)
    unit = add_kind(field, given["unit"], here, UNION)
    state = field.state(None, MovementPhase(UNION))
    umpire = Umpire(Steady(1))
    legal = attempt(state, f"move {field.pieces[unit].id}", umpire)
    return {"legal": legal and attempt(state, f"to {there}", umpire)}


def _without_link(roads: dict[str, tuple[Hex, ...]], a: Hex, b: Hex) -> dict[str, tuple[Hex, ...]]:
    """The roads of a map, none of which joins two hexes any more."""
    found: dict[str, tuple[Hex, ...]] = {}
    for name, hexes in roads.items():
        part: list[Hex] = []
        for hex in hexes:
            if part and {part[-1], hex} == {a, b}:
                found[f"{name}_{len(found)}"] = tuple(part)
                part = []
            part.append(hex)
        found[f"{name}_{len(found)}"] = tuple(part)
    return found


def _may_attack(kind: str) -> bool:
    """Whether a unit may attack guns beside it: what anybody may attack who may at all."""
    field = Field(phase="E")
    unit = add_kind(field, kind, MIDDLE, UNION, facing=NORTH)
    field.unit(away(MIDDLE, NORTH), CONFEDERATE, BATTERY, facing=SOUTH)
    state = field.state(None, DeclarePhase(UNION))
    umpire = Umpire(Steady(1))
    return attempt(state, f"melee {away(MIDDLE, NORTH)}", umpire) and attempt(
        state, f"with {field.pieces[unit].id}", umpire
    )


@operation(
    "movement_cost",
    {"unit": req(*MOVERS), "terrain": req(*TERRAINS, *LINES), "night": FLAG},
)
def _movement_cost(given: Given, dice: Scripted) -> Answer:
    """What goes into a town by road only pays for the town where a friend is on the road.

    A wagon takes the road past anybody: what the town itself costs is asked of the ground.
    """
    field = Field(phase="B", turn=NIGHT if given["night"] else QUIET)
    there, terrain = away(MIDDLE, NORTH), given["terrain"]
    if terrain in LINES:
        field.road(MIDDLE, there, terrain)
    else:
        field.terrain(there, terrain)
    if terrain == "town" and given["unit"] in CORINTH.charts.town_by_road:
        field.road(MIDDLE, there)
        field.unit(there, strength=1)
    unit = add_kind(field, given["unit"], MIDDLE, UNION)
    state = field.state(None, MovementPhase(UNION))
    if terrain == "town" and given["unit"] == WAGON:
        step = state.game.ground.cost(WAGON, MIDDLE, there, road=False, night=given["night"])
        return {"cost": step / 2}
    umpire = Umpire(Steady(1))
    if not attempt(state, f"move {field.pieces[unit].id}", umpire):
        raise VectorFault("the engine does not move this unit")
    if not attempt(state, f"to {there}", umpire):
        return {"cost": "prohibited"}
    return {"cost": only(umpire, Moved).cost / 2}


@operation(
    "allowance",
    {
        "unit": req("infantry", "cavalry_mounted", "artillery_limbered", "wagon", LEADER),
        "night": FLAG,
    },
)
def _allowance(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="B", turn=NIGHT if given["night"] else QUIET)
    if given["unit"] == LEADER:
        unit = field.leader(MIDDLE)
    else:
        unit = add_kind(field, given["unit"], MIDDLE, UNION)
    return {"points": movement.allowance(field.state(), (unit,)) / 2}


@operation("entry_cost", {"position": req(int)})
def _entry_cost(given: Given, dice: Scripted) -> Answer:
    """Oliver's brigade marches in; those ahead of the unit have moved on."""
    field = Field(CORINTH.map, scenario="historical", phase="B", turn=2)
    coming = [
        unit
        for one in deployment("historical").reinforcement
        if one.hex == CHEWALLA_ROAD
        for unit in selected(CORINTH.roster, one.units)
        if CORINTH.roster.pieces[unit].kind != LEADER
    ]
    more = given["position"] - len(coming)
    ahead = [field.unit("") for _ in range(more)]
    state = field.state(None, MovementPhase(UNION))
    state.waiting = {UNION: tuple(coming)}
    state.entry_costs = {unit: number for number, unit in enumerate(ahead, start=1)}
    umpire = Umpire(Steady(1))
    for unit in coming[: given["position"]]:
        id = CORINTH.roster.pieces[unit].id
        if not attempt(state, f"enter {id} {CHEWALLA_ROAD}", umpire):
            raise VectorFault(f"{id} cannot come on")
        state.put(unit, away(CHEWALLA_ROAD, SOUTH, 10))
    return {"points": state.entry_costs[unit] / 2}


# Command


@operation("command_points", {"points": req(int), "spend": req(list)})
def _command_points(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="A", phasing=UNION)
    chief = field.leader(MIDDLE, UNION, grade=DIVISION, division="mckean", command=given["points"])
    brigades = [field.brigade(MIDDLE, division="mckean") for _ in given["spend"]]
    state = field.state(None, BeginCommand(UNION), CommandPhase(UNION))
    umpire = Umpire(Steady(1))
    settle(state, umpire)
    words = [
        f"extend {field.pieces[chief].id} {brigade}"
        for brigade, hexes in zip(brigades, given["spend"], strict=True)
        for _ in range(hexes)
    ]
    return {"legal": all(attempt(state, word, umpire) for word in words)}


@operation("division_size", {"original_brigades": req(int)})
def _division_size(given: Given, dice: Scripted) -> Answer:
    """Brigades leave a division and others join it for as long as they may."""
    return {"minimum": _brigades_left(given), "maximum": _brigades_joined(given)}


def _two_divisions(given: Given) -> tuple[Any, dict[str, list[str]]]:
    """Two divisions of the series by itself, where divisions are kept together."""
    field = Field(phase="A", phasing=UNION)
    brigades: dict[str, list[str]] = {}
    for division in ("first", "second", "third"):
        field.divisions[division] = Division(division, division, UNION, "", 0)
        field.leader(MIDDLE, UNION, grade=DIVISION, division=division, integrity=3)
        count = given["original_brigades"] if division == "first" else 2
        brigades[division] = [field.brigade(MIDDLE, division=division) for _ in range(count)]
    game = field.game(rules=(), integrity=True)
    return field.state(game, CommandPhase(UNION)), brigades


def _count(state: Any, division: str) -> int:
    return sum(brigade.division == division for brigade in state.brigades.values())


def _brigades_left(given: Given) -> int:
    state, brigades = _two_divisions(given)
    for brigade in brigades["first"]:
        attempt(state, f"detach {brigade}", Umpire(Steady(1)))
    return _count(state, "first")


def _brigades_joined(given: Given) -> int:
    state, brigades = _two_divisions(given)
    umpire = Umpire(Steady(1))
    for brigade in (*brigades["second"], *brigades["third"]):
        if attempt(state, f"detach {brigade}", umpire):
            attempt(state, f"attach {brigade} first", umpire)
    return _count(state, "first")
