"""Fire."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import Hex
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.stockade_redan import combat, fire
from longroll.systems.stockade_redan.events import Fired
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    ENEMY,
    INFANTRY,
    OFFICER,
    REGIMENTS,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.tables import TABLES
from tests.vectors.runner import Answer, Given, VectorFault, each, group, optional
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import MIDDLE, OPEN, Field, Firing, firing_hexes, ring, side_of
from tests.vectors.stockade.shared import (
    NUMBER_OF,
    TERRAIN_NAME,
    attempt,
    defending,
    id_of,
    only,
    operation,
    total,
)


@operation(
    "unit_strength",
    {
        "regiment": optional(None, None, *REGIMENTS),
        "artillery": optional(None, None, *SIDES),
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
    return {"strength": combat.unit_strength(field.state(), unit, MIDDLE)}


def _lines(value: int) -> tuple[Line, ...]:
    return (Line(value, "given", ""),)


@operation("ratio", {"strength": req(int), "defence": req(int)})
def _ratio(given: Given, dice: Scripted) -> Answer:
    lines = combat.ratio_lines(_lines(given["strength"]), _lines(given["defence"]), ())
    return {"ratio": total(lines)}


@operation(
    "ratio_shift",
    {"ratio": req(int), "own_officer_with_firers": req(bool), "officer_in_target": req(bool)},
)
def _ratio_shift(given: Given, dice: Scripted) -> Answer:
    shifts = combat.shift_lines(given["own_officer_with_firers"], given["officer_in_target"])
    return {"ratio": total(combat.ratio_lines(_lines(given["ratio"]), _lines(1), shifts))}


@operation("hit_number", {"ratio": req(int)})
def _hit_number(given: Given, dice: Scripted) -> Answer:
    return {"hit_number": TABLES.hit_number(given["ratio"])}


@operation("hit", {"ratio": req(int)})
def _hit(given: Given, dice: Scripted) -> Answer:
    return {"hit": combat.is_hit(given["ratio"], dice)[0]}


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
        attempt(state, words, dice)
        for words in (f"fire {target}", *(f"add {id_of(unit)}" for unit in firers))
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
    with defending(target, aim["defence"]):
        battle.play(f"fire {target}")
        for unit in firers:
            battle.play(f"add {id_of(unit)}")
        for officer in officers:
            if not battle.why_not(f"support {id_of(officer)}"):
                battle.play(f"support {id_of(officer)}")
        event = only(battle.play("resolve"), Fired)
    return {
        "strength": total(event.strength),
        "ratio": total(event.ratio),
        "hit_number": event.hit_number,
        "eliminated": [names[piece.unit] for piece in event.targets if piece.hit],
    }
