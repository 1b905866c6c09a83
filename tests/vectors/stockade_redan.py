"""The vectors of Stockade Redan, asked of the engine. Each operation sets a position and plays it.

No rule is written here: what is legal, what it costs, who falls is read from the engine's
refusals, events and state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from msgspec.structs import replace

from longroll import Event, IllegalChoice
from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.stockade_redan import (
    bombardment,
    carnage,
    fire,
    line_of_fire,
    movement,
    stacking,
    victory,
)
from longroll.systems.stockade_redan import state as state_module
from longroll.systems.stockade_redan.chaos_of_war import PlaceChaos, RollChaos, is_affected
from longroll.systems.stockade_redan.events import (
    ROMAN,
    Bombarded,
    CallOffTried,
    ChaosEntered,
    ChaosPlaced,
    ChaosRolled,
    Fired,
    FoughtHandToHand,
    MoraleRolled,
    Moved,
    PhaseBegan,
    Scattered,
)
from longroll.systems.stockade_redan.hand_to_hand import HandToHand
from longroll.systems.stockade_redan.morale import RollMorale
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    COMPANIES,
    CONFEDERATE,
    ENEMY,
    INFANTRY,
    OFFICER,
    REGIMENTS,
    ROSTER,
    SIDES,
    UNION,
    of,
)
from longroll.systems.stockade_redan.sequence import BeginPhase, EndPhase
from longroll.systems.stockade_redan.setup import SetUp
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import (
    ADJACENT,
    APEX,
    BATTERIES,
    DITCH,
    GRID,
    MAP,
    REDAN,
    TERRAIN,
)
from tests.vectors.runner import Answer, Given, Operations, VectorFault, each, group, optional
from tests.vectors.runner import required as req
from tests.vectors.stockade_field import (
    FAR,
    MIDDLE,
    OPEN,
    Field,
    Firing,
    firing_hexes,
    hexes_of,
    kind_and_regiment,
    ring,
    run_step,
    side_of,
    state_of,
    step_between,
)

E = TypeVar("E", bound=Event)

OPERATIONS = Operations()
operation = OPERATIONS.operation
run = OPERATIONS.run

PHASES = ROMAN[1:]
SIDE = req(*SIDES)
KIND = req(INFANTRY, OFFICER, ARTILLERY)
TERRAIN_NAME = req(*TABLES.terrain)
NUMBER_OF = optional({}, dict)
UNIT = group({"side": SIDE, "type": KIND, "regiment": req(None, *REGIMENTS)})


def _only(events: Iterable[Event], kind: type[E]) -> E:
    found = [event for event in events if isinstance(event, kind)]
    if len(found) != 1:
        raise VectorFault(f"{len(found)} {kind.__name__} where one should be")
    return found[0]


def _sum(lines: Iterable[Line]) -> int:
    return sum(line.value for line in lines)


def _id(unit: int) -> str:
    return ROSTER[unit].id


# Map


@operation("hex", {"hex": req(str)})
def _hex(given: Given, dice: Scripted) -> Answer:
    hex = GRID.require(given["hex"])
    return {"terrain": MAP.terrain[hex], "apex": hex == APEX}


@operation("neighbor", {"hex": req(str)})
def _neighbor(given: Given, dice: Scripted) -> Answer:
    return {"hex": bombardment.scatter(given["hex"], dice)[0]}


@operation("distance", {"a": req(str), "b": req(str)})
def _distance(given: Given, dice: Scripted) -> Answer:
    return {"range": GRID.distance(given["a"], given["b"])}


@operation("line_of_fire", {"from": req(str), "to": req(str), "units": NUMBER_OF})
def _line_of_fire(given: Given, dice: Scripted) -> Answer:
    field = Field()
    for hex, kind in given["units"].items():
        # Union units: a Confederate stack might be hidden, and what it is unknown.
        field.put(hex, UNION, kind)
    return {"clear": line_of_fire.is_clear(field.state(), given["from"], given["to"])}


# Set-up and sequence


@operation(
    "setup", {"side": SIDE, "piece": req(str), "assault": optional(1, 1, 2), "hex": req(str)}
)
def _setup(given: Given, dice: Scripted) -> Answer:
    field = Field(assault=given["assault"], turn=0, phase="")
    if given["piece"] == "stockade artillery":
        queue = tuple(field.take(CONFEDERATE, ARTILLERY))
    else:
        kind, regiment = kind_and_regiment(given["piece"])
        side_of(regiment)
        queue = of(regiment, kind)
    if ROSTER[queue[0]].side != given["side"]:
        return {"legal": False}
    battle = field.battle(dice, SetUp(given["side"], queue))
    return {"legal": not battle.why_not(f"place {given['hex']}")}


@operation("morale")
def _morale(given: Given, dice: Scripted) -> Answer:
    return {"morale": _only(run_step(Field().state(), RollMorale(), dice), MoraleRolled).morale}


def _with_companies(surviving: int, **situation: Any) -> State:
    """A position where so many of the five companies are left, and every other gun."""
    field = Field(**situation)
    field.put(MIDDLE, UNION, ARTILLERY, count=6)
    for company, hex in zip(COMPANIES, sorted(BATTERIES), strict=False):
        field.stand(company, hex)
    field.put(FAR, CONFEDERATE, ARTILLERY, count=4)
    state = field.state()
    for company in COMPANIES[surviving:]:
        carnage.eliminate(state, company)
    return state


@operation(
    "phase_runs",
    {
        "assault": req(1, 2),
        "turn": req(*range(1, 9)),
        "phase": req(*PHASES),
        "option": req(1, 2),
        "surviving_companies": req(*range(6)),
    },
)
def _phase_runs(given: Given, dice: Scripted) -> Answer:
    state = _with_companies(
        given["surviving_companies"],
        assault=given["assault"],
        turn=given["turn"],
        option=given["option"],
    )
    began = run_step(state, BeginPhase(PHASES.index(given["phase"]) + 1), dice)
    return {"runs": not _only(began, PhaseBegan).skipped}


@operation(
    "inspect",
    {
        "viewer": SIDE,
        "stack_side": SIDE,
        "fired_from_hex": req(bool),
        "union_unit_adjacent": req(bool),
    },
)
def _inspect(given: Given, dice: Scripted) -> Answer:
    field = Field(fired_from=[MIDDLE] if given["fired_from_hex"] else [])
    field.put(MIDDLE, given["stack_side"], INFANTRY)
    field.put(ADJACENT[MIDDLE][0] if given["union_unit_adjacent"] else FAR, UNION, INFANTRY)
    seen = field.battle(dice).view(given["viewer"]).facts.stacks
    stack = next(s for s in seen if (s.hex, s.side) == (MIDDLE, given["stack_side"]))
    return {"visible": stack.units is not None}


@operation(
    "stacking",
    {
        "side": SIDE,
        "morale": req(2, 3, 4),
        **dict.fromkeys(("infantry", "artillery", "officers", "bridging"), req(int)),
    },
)
def _stacking(given: Given, dice: Scripted) -> Answer:
    side = given["side"]
    field = Field(phase="I", morale=given["morale"])
    for kind, key in ((INFANTRY, "infantry"), (ARTILLERY, "artillery"), (OFFICER, "officers")):
        field.put(MIDDLE, side, kind, count=given[key])
    for _ in range(given["bridging"]):
        field.put_bridge(MIDDLE)
    # Losing these units must not end the battle.
    field.put(FAR, UNION, INFANTRY)
    counted = stacking.counted(field.state(), MIDDLE, side)
    battle = field.battle(dice, EndPhase(1))
    lost = 0
    while isinstance(battle.state.agenda[-1], stacking.Overstacked):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
        lost += 1
    return {"limit": stacking.limit(side, given["morale"]), "counted": counted, "excess": lost}


# Bombardment


@operation("union_markers", {"option": req(1, 2), "surviving_companies": req(*range(6))})
def _union_markers(given: Given, dice: Scripted) -> Answer:
    state = _with_companies(given["surviving_companies"], option=given["option"])
    return {"markers": bombardment.union_markers(state)}


@operation("confederate_markers", {"assault": req(1, 2), "turn": req(*range(1, 9))})
def _confederate_markers(given: Given, dice: Scripted) -> Answer:
    field = Field(assault=given["assault"], turn=given["turn"])
    return {"markers": bombardment.confederate_markers(field.state())}


def _scatter(side: str, given: Given, dice: Scripted) -> Answer:
    field = Field(
        phase="III" if side == UNION else "IV", markers=[{"side": side, "hex": given["plotted"]}]
    )
    for hex in given["occupied"]:
        field.put(hex, UNION, INFANTRY)
    step = bombardment.ScatterBombardments(side)
    event = _only(run_step(field.state(), step, dice), Scattered)
    return {"hex": event.to or None, "removed": event.removed}


@operation("union_scatter", {"plotted": req(str), "occupied": req(list)})
def _union_scatter(given: Given, dice: Scripted) -> Answer:
    return _scatter(UNION, given, dice)


@operation("confederate_scatter", {"plotted": req(str), "occupied": req(list)})
def _confederate_scatter(given: Given, dice: Scripted) -> Answer:
    return _scatter(CONFEDERATE, given, dice)


@operation("union_call_off")
def _union_call_off(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="III", markers=[{"side": UNION, "hex": MIDDLE}])
    battle = field.battle(dice, bombardment.CallOff())
    return {"removed": _only(battle.play(f"call-off {MIDDLE}"), CallOffTried).removed}


@contextmanager
def _defence(hex: Hex, defence: int) -> Iterator[None]:
    """The hex defends with the strength that a vector names, whatever the chart says."""
    with patch.dict(TERRAIN, {hex: replace(TERRAIN[hex], defence=defence)}):
        yield


@operation(
    "bombard",
    {
        "by": SIDE,
        "terrain": TERRAIN_NAME,
        "defence": req(int),
        "targets": each(
            {"id": req(str), "side": SIDE, "kind": req(INFANTRY, ARTILLERY, OFFICER, "bridging")}
        ),
    },
)
def _bombard(given: Given, dice: Scripted) -> Answer:
    by, hex = given["by"], hexes_of(given["terrain"])[0]
    field = Field(phase="III" if by == UNION else "IV", markers=[{"side": by, "hex": hex}])
    pieces = [_bombarded_piece(field, hex, target) for target in given["targets"]]
    state = field.state()
    # The engine has an order of its own; each piece gets the die that the vector has for it.
    order = [
        pieces.index((target.unit, target.bridge)) for target in bombardment.targets_in(state, hex)
    ]
    faces = dice.left
    script = Scripted([faces[place] for place in order if place < len(faces)])
    with _defence(hex, given["defence"]):
        events = run_step(state, bombardment.ResolveBombardments(by), script)
    dice.rewind(script.rolled)
    event = _only(events, Bombarded)
    hit = {(target.unit, target.bridge) for target in event.targets if target.hit}
    return {
        "ratio": _sum(event.ratio),
        "hit_number": event.hit_number,
        "eliminated": [
            target["id"]
            for piece, target in zip(pieces, given["targets"], strict=True)
            if piece in hit
        ],
    }


def _bombarded_piece(field: Field, hex: Hex, target: Given) -> tuple[int, int]:
    """The number of the unit or of the bridging marker, as the engine names its targets."""
    if target["kind"] == "bridging":
        return -1, field.put_bridge(hex)
    return field.put(hex, target["side"], target["kind"])[0], -1


# Chaos of War


@operation("cow_count", {"side": SIDE, "morale": req(2, 3, 4)})
def _cow_count(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="V" if given["side"] == UNION else "VI", morale=given["morale"])
    events = run_step(field.state(), RollChaos(given["side"]), dice)
    return {"markers": _only(events, ChaosRolled).count}


@operation(
    "cow_place",
    {
        "placer": SIDE,
        "union": req(list),
        "confederate": req(list),
        "cow_present": req(bool),
    },
)
def _cow_place(given: Given, dice: Scripted) -> Answer:
    placer = given["placer"]
    chaos = {MIDDLE: placer} if given["cow_present"] else {}
    field = Field(phase="V" if placer == UNION else "VI", chaos=chaos)
    for side in SIDES:
        for name in given[side]:
            field.put_named(MIDDLE, side, name)
    # Somebody else to mark, so that the question is put in any case.
    field.put(FAR, ENEMY[placer], INFANTRY)
    battle = field.battle(dice, PlaceChaos(placer, 1))
    try:
        events = battle.play(f"chaos {MIDDLE}")
    except IllegalChoice:
        return {"legal": False}
    return {"legal": any(isinstance(event, ChaosPlaced) for event in events)}


@operation(
    "cow_entry",
    {
        "movers": req(list),
        "officer_with_movers": req(bool),
        "officer_in_hex": req(bool),
    },
)
def _cow_entry(given: Given, dice: Scripted) -> Answer:
    kinds = [kind_and_regiment(name) for name in given["movers"]]
    regiments = [regiment for _, regiment in kinds if regiment]
    side = side_of(regiments[0]) if regiments else UNION
    start, marked = ADJACENT[MIDDLE][0], MIDDLE
    field = Field(phase="VII" if side == UNION else "X", chaos={marked: ENEMY[side]})
    movers = [field.put_named(start, side, name) for name in given["movers"]]
    if given["officer_with_movers"] and not any(kind == OFFICER for kind, _ in kinds):
        movers += field.put(start, side, OFFICER)
    if given["officer_in_hex"]:
        field.put(marked, side, OFFICER)
    battle = field.battle(dice, movement.MovementPhase(side))
    battle.play(f"move {_id(movers[0])}")
    for unit in movers[1:]:
        battle.play(f"with {_id(unit)}")
    events = battle.play(f"to {marked}")
    step = battle.state.agenda[-1]
    going_on: Sequence[int] = step.group if isinstance(step, movement.Moving) else ()
    if going_on:
        battle.play("stop")
    return {
        "roll_needed": any(isinstance(event, ChaosEntered) for event in events),
        "must_stop": not set(movers) <= set(going_on),
        "affected_if_stops": any(is_affected(state_of(battle), unit) for unit in movers),
    }


def _put_unit(field: Field, hex: Hex, unit: Given) -> int:
    if (unit["regiment"] is None) != (unit["type"] == ARTILLERY):
        raise VectorFault(f"a regiment of {unit['regiment']} for {unit['type']}")
    return field.put(hex, unit["side"], unit["type"], unit["regiment"] or "")[0]


@operation(
    "unit_can",
    {
        "unit": UNIT,
        "cow": req(bool),
        "stacked_with_officer": req(bool),
        "action": req("move", "fire"),
    },
)
def _unit_can(given: Given, dice: Scripted) -> Answer:
    side = given["unit"]["side"]
    chaos = {MIDDLE: ENEMY[side]} if given["cow"] else {}
    field = Field(phase="IX" if side == UNION else "VIII", chaos=chaos)
    unit = _put_unit(field, MIDDLE, given["unit"])
    if given["stacked_with_officer"]:
        field.put(MIDDLE, side, OFFICER)
    # Somebody to fire at, and somebody else who can act, so that the question is put at all.
    target = ring(MIDDLE, 2)[0]
    field.put(target, ENEMY[side], INFANTRY)
    field.put(next(hex for hex in ADJACENT[target] if hex in ring(MIDDLE, 3)), side, INFANTRY)
    if given["action"] == "move":
        battle = field.battle(dice, movement.MovementPhase(side))
        return {"allowed": not battle.why_not(f"move {_id(unit)}")}
    battle = field.battle(dice, fire.FirePhase(side))
    battle.play(f"fire {target}")
    return {"allowed": not battle.why_not(f"add {_id(unit)}")}


# Movement and bridging


@operation(
    "move_cost",
    {
        "unit": UNIT,
        "mf_left": req(int),
        "started_adjacent": req(bool),
        "from": TERRAIN_NAME,
        "to": TERRAIN_NAME,
        "carnage": req(int),
        "friendly": req(int),
        "enemy": req(int),
        "bridge": req(bool),
    },
)
def _move_cost(given: Given, dice: Scripted) -> Answer:
    side = given["unit"]["side"]
    start, end, changed = step_between(given["from"], given["to"])
    field = Field(phase="VII" if side == UNION else "X", carnage=[end] if given["carnage"] else [])
    unit = _put_unit(field, start, given["unit"])
    field.put(end, side, INFANTRY, count=given["friendly"])
    field.put(end, ENEMY[side], INFANTRY, count=given["enemy"])
    if given["bridge"]:
        for ditch in {start, end} & DITCH:
            field.put_bridge(ditch, "bridging")
    spent = max(0, movement.allowance((unit,)) - given["mf_left"])
    if not given["started_adjacent"]:
        # Whoever began elsewhere came here, and the shortest way is one open hex.
        spent = max(spent, 1)
    step = movement.Moving(side, (unit,), spent)
    state = field.state(step)
    choice, umpire = read_choice(f"to {end}"), Umpire(dice)
    with patch.dict(TERRAIN, changed):
        if any(step.bars(state, choice)):
            return {"legal": False, "cost": None, "stops": False}
        step.answer(state, choice, umpire)
    halted = not isinstance(state.agenda[-1], movement.Moving)
    return {
        "legal": True,
        "cost": _only(umpire.events, Moved).cost,
        "stops": halted or movement.takes_all(start, end),
    }


#: What the vectors call it, and the engine.
_VERBS = {"pick_up": "take", "drop": "drop", "flip": "lay"}


@operation(
    "bridge",
    {
        "action": req(*_VERBS),
        "unit": KIND,
        "marker_side": req("carried", "bridging"),
        "terrain": TERRAIN_NAME,
        "started_phase_in_hex": req(bool),
        "carried_this_turn_by": req(None, "self", "other"),
    },
)
def _bridge(given: Given, dice: Scripted) -> Answer:
    hex = hexes_of(given["terrain"])[0]
    by_self = given["carried_this_turn_by"] == "self"
    field = Field(phase="VII")
    regiment = "" if given["unit"] == ARTILLERY else "13 US"
    unit = field.take(UNION, given["unit"], regiment)[0]
    other = field.take(UNION, INFANTRY)[0]
    start = hex if given["started_phase_in_hex"] else _way_in(unit, hex)
    field.stand(unit, start)
    field.put_bridge(
        # What the unit carries came with it.
        start if by_self else hex,
        given["marker_side"],
        _id(other) if given["carried_this_turn_by"] == "other" else "",
    )
    state = field.state(movement.Moving(UNION, (unit,)))
    if by_self:
        _try(state, f"take {_id(unit)}", dice)
    if start != hex and not _try(state, f"to {hex}", dice):
        state.put(unit, hex)
        state.agenda[-1] = movement.Moving(UNION, (unit,), 1)
    if by_self and given["action"] == "pick_up":
        _try(state, f"drop {_id(unit)}", dice)
    if not by_self and given["action"] == "drop":
        # It may have the marker in hand since before this turn.
        _try(state, f"take {_id(unit)}", dice)
    return {"legal": _try(state, f"{_VERBS[given['action']]} {_id(unit)}", dice)}


def _way_in(unit: int, hex: Hex) -> Hex:
    """A neighbour from which the unit may enter the hex, or else any."""
    state = Field().state()
    ways = (
        near
        for near in ADJACENT[hex]
        if not any(movement.bars_to_enter(state, UNION, (unit,), 0, near, hex))
    )
    return next(ways, ADJACENT[hex][0])


def _try(state: State, text: str, dice: Scripted) -> bool:
    """Do what the engine allows; whether it did."""
    choice = read_choice(text)
    ask = state.agenda[-1]
    if any(ask.bars(state, choice)):
        return False
    ask.answer(state, choice, Umpire(dice))
    return True


# Fire


@operation(
    "unit_strength",
    {
        "regiment": optional(None, *REGIMENTS),
        "artillery": optional(None, *SIDES),
        "range": req(int),
    },
)
def _unit_strength(given: Given, dice: Scripted) -> Answer:
    regiment, artillery = given["regiment"], given["artillery"]
    if (regiment is None) == (artillery is None):
        raise VectorFault("give either a regiment or artillery")
    field = Field()
    hex = ring(MIDDLE, given["range"])[0]
    if regiment is not None:
        unit = field.put(hex, side_of(regiment), INFANTRY, regiment)[0]
    else:
        unit = field.put(hex, artillery, ARTILLERY)[0]
    return {"strength": fire.unit_strength(field.state(), unit, MIDDLE)}


def _lines(value: int) -> tuple[Line, ...]:
    return (Line(value, "given", ""),)


@operation("ratio", {"strength": req(int), "defence": req(int)})
def _ratio(given: Given, dice: Scripted) -> Answer:
    lines = fire.ratio_lines(_lines(given["strength"]), _lines(given["defence"]), ())
    return {"ratio": _sum(lines)}


@operation(
    "ratio_shift",
    {"ratio": req(int), "own_officer_with_firers": req(bool), "officer_in_target": req(bool)},
)
def _ratio_shift(given: Given, dice: Scripted) -> Answer:
    shifts = fire.shift_lines(given["own_officer_with_firers"], given["officer_in_target"])
    return {"ratio": _sum(fire.ratio_lines(_lines(given["ratio"]), _lines(1), shifts))}


@operation("hit_number", {"ratio": req(int)})
def _hit_number(given: Given, dice: Scripted) -> Answer:
    return {"hit_number": TABLES.hit_number(given["ratio"])}


@operation("hit", {"ratio": req(int)})
def _hit(given: Given, dice: Scripted) -> Answer:
    return {"hit": fire.is_hit(given["ratio"], dice)[0]}


_FIRING = {"range": req(int), "infantry": NUMBER_OF, "artillery": NUMBER_OF}


def _firing_side(hexes: Sequence[Given]) -> str:
    sides = [side for hex in hexes for side in (*map(side_of, hex["infantry"]), *hex["artillery"])]
    return sides[0] if sides else UNION


def _set_firers(field: Field, hex: Hex, given: Given) -> list[int]:
    """The units that are to fire from one hex."""
    units = [
        unit
        for regiment, count in given["infantry"].items()
        for unit in field.put(hex, side_of(regiment), INFANTRY, regiment, count)
    ]
    for side, count in given["artillery"].items():
        units += field.put(hex, side, ARTILLERY, count=count)
    return units


def _ranges(hexes: Sequence[Given]) -> list[Firing]:
    return [Firing(hex["range"], any(hex["artillery"].values())) for hex in hexes]


@operation("fire_legal", {"morale": req(2, 3, 4), "hexes": each(_FIRING)})
def _fire_legal(given: Given, dice: Scripted) -> Answer:
    side = _firing_side(given["hexes"])
    field = Field(phase="IX" if side == UNION else "VIII", morale=given["morale"])
    target, hexes = firing_hexes(OPEN, _ranges(given["hexes"]))
    firers = [
        unit
        for hex, one in zip(hexes, given["hexes"], strict=True)
        for unit in _set_firers(field, hex, one)
    ]
    field.put(target, ENEMY[side], INFANTRY)
    state = field.state(fire.FirePhase(side))
    aimed = all(
        _try(state, words, dice)
        for words in (f"fire {target}", *(f"add {_id(unit)}" for unit in firers))
    )
    attack = state.agenda[-1]
    if not aimed or any(attack.bars(state, read_choice("resolve"))):
        return {"legal": False, "strength": 0}
    return {"legal": True, "strength": attack.strength(state)}


@operation(
    "fire",
    {
        "morale": req(2, 3, 4),
        "hexes": each({**_FIRING, "also_present": NUMBER_OF, "officers": optional([], list)}),
        "target": group(
            {
                "terrain": TERRAIN_NAME,
                "defence": req(int),
                "cow": optional(False, bool),
                "units": req(list),
                "officers": req(list),
            }
        ),
    },
)
def _fire(given: Given, dice: Scripted) -> Answer:
    side, aim = _firing_side(given["hexes"]), given["target"]
    field = Field(phase="IX" if side == UNION else "VIII", morale=given["morale"])
    target, hexes = firing_hexes(aim["terrain"], _ranges(given["hexes"]))
    firers: list[int] = []
    officers: list[int] = []
    for hex, one in zip(hexes, given["hexes"], strict=True):
        firers += _set_firers(field, hex, one)
        for regiment, count in one["also_present"].items():
            field.put(hex, side, INFANTRY, regiment, count)
        for regiment in one["officers"]:
            officers += field.put(hex, side, OFFICER, regiment)
    # Taken in the order of the roster, which is the order of the dice.
    units = field.put(target, ENEMY[side], INFANTRY, count=len(aim["units"]))
    units += field.put(target, ENEMY[side], OFFICER, count=len(aim["officers"]))
    names = dict(zip(units, (*aim["units"], *aim["officers"]), strict=True))
    if aim["cow"]:
        field.situation["chaos"] = {target: side}
    battle = field.battle(dice, fire.FirePhase(side))
    with _defence(target, aim["defence"]):
        battle.play(f"fire {target}")
        for unit in firers:
            battle.play(f"add {_id(unit)}")
        for officer in officers:
            if not battle.why_not(f"support {_id(officer)}"):
                battle.play(f"support {_id(officer)}")
        event = _only(battle.play("resolve"), Fired)
    return {
        "strength": _sum(event.strength),
        "ratio": _sum(event.ratio),
        "hit_number": event.hit_number,
        "eliminated": [names[piece.unit] for piece in event.targets if piece.hit],
    }


# Hand-to-hand and victory


@operation(
    "melee",
    {
        UNION: group({"infantry": req(dict), "artillery": optional(0, int), "officers": NUMBER_OF}),
        CONFEDERATE: group({"infantry": req(dict), "officers": NUMBER_OF}),
    },
)
def _melee(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="XII")
    for side in SIDES:
        for kind, key in ((INFANTRY, "infantry"), (OFFICER, "officers")):
            for regiment, count in given[side][key].items():
                field.put(MIDDLE, side, kind, regiment, count)
        field.put(MIDDLE, side, ARTILLERY, count=given[side].get("artillery", 0))
    event = _only(run_step(field.state(), HandToHand(MIDDLE), dice), FoughtHandToHand)
    return {
        "union_total": _sum(event.union),
        "confederate_total": _sum(event.confederate),
        "loser": event.loser or "none",
        "losses": event.losses,
    }


@contextmanager
def _redan(total: int) -> Iterator[list[Hex]]:
    """A redan of so many hexes."""
    hexes = [*sorted(REDAN), *sorted(DITCH), *hexes_of(OPEN)][:total]
    with (
        patch.object(victory, "REDAN", frozenset(hexes)),
        patch.object(state_module, "REDAN", frozenset(hexes)),
    ):
        yield hexes


@operation(
    "victory",
    {
        "assault": req(1, 2),
        "turn": req(*range(1, 9)),
        "when": req("end_of_turn", *PHASES),
        "redan_held_by_union": req(int),
        "redan_total": req(int),
        "contested_redan_hexes": optional(0, int),
        "contested_last_sole_holder": optional(CONFEDERATE, *SIDES),
        "union_units_on_map": req(int),
        "confederate_units_on_map": req(int),
        "bridging_markers_on_map": optional(0, int),
    },
)
def _victory(given: Given, dice: Scripted) -> Answer:
    at_end = given["when"] == "end_of_turn"
    with _redan(given["redan_total"]) as redan:
        state = _siege(given, redan, phase="XII" if at_end else given["when"])
        # In the middle of a turn only sudden death can have decided anything.
        decided = at_end or state.result is not None
        result = victory.verdict(state) if decided else "continue"
    return {"result": result, "matrix": result == "roll_matrix"}


def _siege(given: Given, redan: Sequence[Hex], phase: str) -> State:
    """Hexes taken, left and contested one after another, the last Union loss just taken."""
    field = Field(assault=given["assault"], turn=given["turn"], phase=phase)
    held, contested = given["redan_held_by_union"], given["contested_redan_hexes"]
    if held + contested > len(redan):
        raise VectorFault(f"{held} and {contested} of {len(redan)} redan hexes")
    last = field.take(UNION)[0]
    for hex in (*redan[:held], FAR):
        field.stand(last, hex)
    counters = {side: field.put(FAR, side, count=given[f"{side}_units_on_map"]) for side in SIDES}
    holder = given["contested_last_sole_holder"]
    for hex in redan[held : held + contested]:
        for side in (holder, ENEMY[holder]):
            if not counters[side]:
                raise VectorFault(f"no {side} unit for every contested hex")
            field.stand(counters[side].pop(), hex)
    for _ in range(given["bridging_markers_on_map"]):
        field.put_bridge(FAR)
    state = field.state()
    carnage.eliminate(state, last)
    return state


@operation(
    "matrix",
    {
        "turn": req(*range(1, 9)),
        "union_on_west_edge": req(bool),
        "regiments_without_officers": req(int),
        "confederate_count": req(int),
        "union_count": req(int),
    },
)
def _matrix(given: Given, dice: Scripted) -> Answer:
    modifiers = victory.matrix_modifiers(
        given["union_on_west_edge"],
        given["regiments_without_officers"],
        given["confederate_count"],
        given["union_count"],
    )
    winner, roll = victory.roll_matrix(given["turn"], modifiers, dice)
    modifier = _sum(modifiers)
    return {"modifier": modifier, "total": roll.value + modifier, "winner": winner}
