"""Movement and bridging."""

from __future__ import annotations

from unittest.mock import patch

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan import movement
from longroll.systems.stockade_redan.events import Moved
from longroll.systems.stockade_redan.roster import ARTILLERY, ENEMY, INFANTRY, UNION
from longroll.systems.stockade_redan.terrain import ADJACENT, DITCH, TERRAIN
from tests.vectors.runner import Answer, Given
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import Field, hexes_of, step_between
from tests.vectors.stockade.shared import (
    KIND,
    TERRAIN_NAME,
    UNIT,
    attempt,
    id_of,
    only,
    operation,
    put_unit,
)


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
    unit = put_unit(field, start, given["unit"])
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
        "cost": only(umpire.events, Moved).cost,
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
        id_of(other) if given["carried_this_turn_by"] == "other" else "",
    )
    state = field.state(movement.Moving(UNION, (unit,)))
    if by_self:
        attempt(state, f"take {id_of(unit)}", dice)
    if start != hex and not attempt(state, f"to {hex}", dice):
        state.put(unit, hex)
        state.agenda[-1] = movement.Moving(UNION, (unit,), 1)
    if by_self and given["action"] == "pick_up":
        attempt(state, f"drop {id_of(unit)}", dice)
    if not by_self and given["action"] == "drop":
        # It may have the marker in hand since before this turn.
        attempt(state, f"take {id_of(unit)}", dice)
    return {"legal": attempt(state, f"{_VERBS[given['action']]} {id_of(unit)}", dice)}


def _way_in(unit: int, hex: Hex) -> Hex:
    """A neighbour from which the unit may enter the hex, or else any."""
    state = Field().state()
    ways = (
        near
        for near in ADJACENT[hex]
        if not any(movement.bars_to_enter(state, UNION, (unit,), 0, near, hex))
    )
    return next(ways, ADJACENT[hex][0])
