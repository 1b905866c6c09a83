"""Bombardment and Chaos of War."""

from __future__ import annotations

from collections.abc import Sequence

from longroll import IllegalChoice
from longroll.board.hex import Hex
from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan import bombardment, fire, movement
from longroll.systems.stockade_redan.chaos_of_war import PlaceChaos, RollChaos, is_affected
from longroll.systems.stockade_redan.events import (
    Bombarded,
    CallOffTried,
    ChaosEntered,
    ChaosPlaced,
    ChaosRolled,
    Scattered,
)
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    ENEMY,
    INFANTRY,
    OFFICER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.terrain import ADJACENT
from tests.vectors.runner import Answer, Given, each
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import (
    FAR,
    MIDDLE,
    Field,
    hexes_of,
    kind_and_regiment,
    ring,
    run_step,
    side_of,
    state_of,
)
from tests.vectors.stockade.shared import (
    SIDE,
    TERRAIN_NAME,
    UNIT,
    defending,
    id_of,
    only,
    operation,
    put_unit,
    total,
    with_companies,
)

# Bombardment


@operation("union_markers", {"option": req(1, 2), "surviving_companies": req(*range(6))})
def _union_markers(given: Given, dice: Scripted) -> Answer:
    state = with_companies(given["surviving_companies"], option=given["option"])
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
    event = only(run_step(field.state(), step, dice), Scattered)
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
    return {"removed": only(battle.play(f"call-off {MIDDLE}"), CallOffTried).removed}


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
    with defending(hex, given["defence"]):
        events = run_step(state, bombardment.ResolveBombardments(by), script)
    dice.rewind(script.rolled)
    event = only(events, Bombarded)
    hit = {(target.unit, target.bridge) for target in event.targets if target.hit}
    return {
        "ratio": total(event.ratio),
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
    return {"markers": only(events, ChaosRolled).count}


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
    battle.play(f"move {id_of(movers[0])}")
    for unit in movers[1:]:
        battle.play(f"with {id_of(unit)}")
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
    unit = put_unit(field, MIDDLE, given["unit"])
    if given["stacked_with_officer"]:
        field.put(MIDDLE, side, OFFICER)
    # Somebody to fire at, and somebody else who can act, so that the question is put at all.
    target = ring(MIDDLE, 2)[0]
    field.put(target, ENEMY[side], INFANTRY)
    field.put(next(hex for hex in ADJACENT[target] if hex in ring(MIDDLE, 3)), side, INFANTRY)
    if given["action"] == "move":
        battle = field.battle(dice, movement.MovementPhase(side))
        return {"allowed": not battle.why_not(f"move {id_of(unit)}")}
    battle = field.battle(dice, fire.FirePhase(side))
    battle.play(f"fire {target}")
    return {"allowed": not battle.why_not(f"add {id_of(unit)}")}
