"""Hand-to-hand combat and victory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from longroll.board.hex import Hex
from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan import carnage, victory
from longroll.systems.stockade_redan import state as state_module
from longroll.systems.stockade_redan.events import FoughtHandToHand
from longroll.systems.stockade_redan.hand_to_hand import HandToHand
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    ENEMY,
    INFANTRY,
    OFFICER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import DITCH, REDAN
from tests.vectors.runner import Answer, Given, VectorFault, group, optional
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import FAR, MIDDLE, OPEN, Field, hexes_of, run_step
from tests.vectors.stockade.shared import NUMBER_OF, PHASES, only, operation, total


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
    event = only(run_step(field.state(), HandToHand(MIDDLE), dice), FoughtHandToHand)
    return {
        "union_total": total(event.union),
        "confederate_total": total(event.confederate),
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
        "contested_last_sole_holder": optional(None, None, *SIDES),
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
    # The wall is Confederate when an assault begins.
    holder = given["contested_last_sole_holder"] or CONFEDERATE
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
    modifier = total(modifiers)
    return {"modifier": modifier, "total": roll.value + modifier, "winner": winner}
