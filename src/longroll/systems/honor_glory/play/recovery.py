"""Rally and rest: what stops a rout, and what brings a unit back."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory import rally as rules
from longroll.systems.honor_glory.play import hits
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rally import Rest
from longroll.systems.honor_glory.units import Troops


def bars_to_rally(state: State, id: str, facts: Troops) -> Iterator[Refusal]:
    """Everything that keeps a unit from its rally test now. [honor_glory:101.1]"""
    unit = state.units[id]
    yield from rules.bars_to_rally(
        facts,
        own_turn=unit.side == state.active,
        tested_this_turn=unit.rally_tested,
        in_melee=state.opponent_of(id) is not None,
        pursued=unit.pursued,
        fired_on_last_turn=unit.shot_at,
    )


def rally(state: State, id: str, facts: Troops, umpire: Umpire) -> bool:
    """The test of a unit that runs; whether it stops. [honor_glory:101.5] [honor_glory:101.6a]
    [honor_glory:101.7]"""
    found = rules.rally(facts, umpire)
    hits.told(state, id, found.test, umpire)
    state.change(id, mp=found.unit.mp, morale=found.unit.morale, rally_tested=True)
    if found.rest is not None:
        state.change(id, rest=found.rest.value)
    elif found.test.loss:
        for who, one in state.with_unit(id).items():
            state.change_commander(who, mp=max(0, one.mp - found.test.loss))
    if found.unit.morale == "broken":
        hits.carry_out(state, id, "broken", umpire)
    return found.rest is not None


def is_tired(unit: Unit) -> bool:
    """Whether a unit needs rest: a rallying unit, an exhausted crew, blown cavalry.
    [honor_glory:101.6b]"""
    spent = unit.arm == "artillery" and not unit.stamina
    return unit.morale == "rallying" or unit.blown or spent


def is_rested(unit: Unit) -> bool:
    """Whether a unit that had to rest has done so: its next activation brings it back into action.
    [honor_glory:101.6c] [honor_glory:OP3.2c] [honor_glory:OP4.3]"""
    return not unit.rest and is_tired(unit)


def rest(state: State, id: str, activations: int, umpire: Umpire) -> None:
    """A rallying unit, a tired crew or blown cavalry rests. [honor_glory:101.6b]
    [honor_glory:101.6c] [honor_glory:OP3.2b] [honor_glory:OP3.2c] [honor_glory:OP3.3]
    [honor_glory:OP4.3]"""
    unit = state.units[id]
    after = rules.rested(Rest(unit.rest), activations)
    state.change(id, rest=after.left)
    if after.back:
        state.change(id, blown=False, morale="formed" if unit.morale == "rallying" else unit.morale)
        if unit.arm == "artillery" and unit.morale == "formed":
            state.change(id, stamina=rules.new_stamina(umpire).value)
